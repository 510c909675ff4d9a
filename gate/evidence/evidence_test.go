package evidence

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func statement() Statement {
	low := .91
	return Statement{
		Subject: []Subject{
			{Name: "result.json", Digest: map[string]string{"sha256": strings.Repeat("a", 64)}},
			{Name: "octo/agent", Digest: map[string]string{"gitCommit": strings.Repeat("c", 40)}},
		},
		Predicate: Promotion{
			Gate: "desk <&>", Stage: "staging", By: "ada", At: time.Date(2026, 11, 30, 13, 0, 0, 0, time.UTC), Repository: "octo/agent",
			Commit: strings.Repeat("c", 40), Suites: []Suite{{Name: "desk", Cases: 2}}, Verdict: "pass",
			Policy: Policy{Waivers: []Waiver{{Case: "desk/d-001"}}}, Baseline: &Baseline{Commit: "b"},
			Figures: []Figure{{Name: "score", Value: .95, Low: &low}}, Tools: Tools{Keptgate: "1.2.0"},
		},
	}
}

func TestRoundTrip(t *testing.T) {
	data, err := statement().Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	want := statement()
	want.Type, want.PredicateType, want.Predicate.Digest = StatementType, PredicateType, got.Predicate.Digest
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("read back (-want +got):\n%s", diff)
	}
	if again, err := got.Encode(); err != nil || !bytes.Equal(again, data) {
		t.Errorf("encoded again: %v\n%s", err, again)
	}
}

// Whichever bit is changed, and wherever a byte is added or taken away, the file is
// refused.
func TestAnyAlteredByteIsFound(t *testing.T) {
	data, err := statement().Encode()
	if err != nil {
		t.Fatal(err)
	}
	for at := range data {
		for bit := range 8 {
			altered := bytes.Clone(data)
			altered[at] ^= 1 << bit
			if _, err := Parse(altered); err == nil {
				t.Fatalf("byte %d, %q, as %q passes", at, data[at], altered[at])
			}
		}
		if _, err := Parse(append(bytes.Clone(data[:at]), data[at+1:]...)); err == nil {
			t.Fatalf("without byte %d it passes", at)
		}
		if _, err := Parse(append(append(bytes.Clone(data[:at]), ' '), data[at:]...)); err == nil {
			t.Fatalf("with a space before byte %d it passes", at)
		}
	}
}

func TestParseSaysWhy(t *testing.T) {
	data, err := statement().Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, text, want string
		altered          bool
	}{
		{"another value", strings.Replace(string(data), "0.95", "0.99", 1), "do not belong together", true},
		{"another order of bytes", strings.Replace(string(data), `"desk <&>"`, `"desk \u003c&>"`, 1), "do not belong together", true},
		{"more behind", string(data) + "{}", "something follows", true},
		{"a field too many", strings.Replace(string(data), `"gate"`, `"gates"`, 1), "no statement", false},
		{"another type", strings.Replace(string(data), "evidence/v1", "evidence/v2", 1), "evidence/v2", false},
		{"nothing", "", "no statement", false},
		{"too much", strings.Repeat(" ", MaxSize+1), "more than the", false},
	} {
		_, err := Parse([]byte(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) || errors.Is(err, ErrAltered) != test.altered {
			t.Errorf("%s: error %v, want %q, altered: %v", test.name, err, test.want, test.altered)
		}
	}
}

// A year that no form of time has is the one thing that cannot be written.
func TestEncodeRefusesWhatHasNoForm(t *testing.T) {
	s := statement()
	s.Predicate.At = time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)
	if _, err := s.Encode(); err == nil {
		t.Error("a year of five digits is written")
	}
}

// FuzzParse holds that whatever is read is the one way to write it.
func FuzzParse(f *testing.F) {
	data, err := statement().Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"_type":"x"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse(data)
		if err != nil {
			return
		}
		again, err := s.Encode()
		if err != nil || !bytes.Equal(again, data) {
			t.Errorf("%v: %s is read, and written as %s", err, data, again)
		}
	})
}
