package gate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// shelf is a branch in memory.
type shelf map[string][]byte

func (s shelf) read(_ context.Context, path string) ([]byte, error) { return s[path], nil }

// promote writes a result's promotion, an hour after the one before.
func (s shelf) promote(t *testing.T, l Lineage, r *Result, stage string, pool int) {
	t.Helper()
	hours := strings.Count(string(s[l.Folder()+"/history.jsonl"]), "\n")
	files, err := l.Promote(t.Context(), s.read, r, stage, time.Unix(0, 0).Add(time.Duration(hours)*time.Hour), pool)
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range files {
		if s[path] = data; data == nil {
			delete(s, path)
		}
	}
}

// judged is a result with a verdict, of a commit.
func judged(t *testing.T, commit string, passed int) *Result {
	t.Helper()
	r := resultOf(t, testPolicy(), group{category: "a", cases: 2, passed: passed, failed: 10 - passed, class: "untold"})
	r.Commit = commit
	r.Cases[0].Promise = "A promise."
	if err := Judge(r, nil, testPolicy()); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestLineageFolder(t *testing.T) {
	for want, l := range map[string]Lineage{
		"gates/support-agent/main":                    {"support-agent", DefaultLine},
		"gates/Sch%C3%B6n%20%231/agent%2Fa.b.yaml":    {"Schön #1", "agent/a.b.yaml"},
		"gates/%2E/%2E.%2F%2E":                        {".", "../."},
		"gates/%2Egit/git%7E1":                        {".git", "git~1"},
		"gates/%/%":                                   {},
		"gates/a/openai%3Agpt-5.6":                    {"a", "openai:gpt-5.6"},
		"gates/a/" + strings.Repeat("x", longestPart): {"a", strings.Repeat("x", longestPart)},
	} {
		if got := l.Folder(); got != want || !fs.ValidPath(got) {
			t.Errorf("folder of %q is %s, want %s", l, got, want)
		}
	}
	long := strings.Repeat("x", longestPart)
	a, b := Lineage{"a", long + "1"}.Folder(), Lineage{"a", long + "2"}.Folder()
	if a == b || len(a) > len("gates/a/")+longestPart+17 {
		t.Errorf("long names: %s and %s", a, b)
	}
}

// TestPromote keeps as many runs as are pooled over, and every promotion.
func TestPromote(t *testing.T) {
	l, s := Lineage{"g", "main"}, shelf{}
	if _, err := l.Read(s, 3); !errors.Is(err, ErrNoBaseline) {
		t.Fatalf("nothing there: %v", err)
	}
	a, b, c := judged(t, strings.Repeat("a", 40), 9), judged(t, strings.Repeat("b", 40), 8), judged(t, "not a commit", 10)
	s.promote(t, l, a, "staging", 2)
	s.promote(t, l, b, "staging", 2)
	s.promote(t, l, a, "production", 2) // once more: its file is there
	want := []string{
		"gates/g/main/history.jsonl", "gates/g/main/runs/000001-aaaaaaaaaaaa.json", "gates/g/main/runs/000002-bbbbbbbbbbbb.json",
	}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(s))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	base, err := l.Read(s, 1)
	if err != nil || base.Commit != a.Commit || base.Pooled != 0 {
		t.Errorf("the last run promoted: %v, %v", base, err)
	}
	s.promote(t, l, c, "staging", 2)
	s.promote(t, l, b, "staging", 2) // its file had to go, and comes back as a newer one
	want = []string{"gates/g/main/history.jsonl", "gates/g/main/runs/000003-none.json", "gates/g/main/runs/000004-bbbbbbbbbbbb.json"}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(s))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	base, err = l.Read(s, 5)
	if err != nil || base.Commit != b.Commit || base.Pooled != 2 || base.Cases[0].Passed != 18 {
		t.Errorf("more runs wanted than kept: %+v, %v", base, err)
	}
	history, err := ReadHistory(s["gates/g/main/history.jsonl"])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range history {
		got = append(got, fmt.Sprint(p.Run, " ", p.Stage, " ", p.Time.Format(time.TimeOnly)))
	}
	if diff := cmp.Diff([]string{
		"000001-aaaaaaaaaaaa.json staging 00:00:00", "000002-bbbbbbbbbbbb.json staging 01:00:00", "000001-aaaaaaaaaaaa.json production 02:00:00",
		"000003-none.json staging 03:00:00", "000004-bbbbbbbbbbbb.json staging 04:00:00",
	}, got); diff != "" {
		t.Errorf("history (-want +got):\n%s", diff)
	}
	first := history[0]
	if first.Score == nil || first.Low == nil || first.Candidate != "c" || first.Verdict != Pass || first.Commit != a.Commit {
		t.Errorf("promotion %+v", first)
	}
	if diff := cmp.Diff(map[string]CategoryCount{"a": {18, 20}}, first.Categories); diff != "" {
		t.Errorf("categories (-want +got):\n%s", diff)
	}
	schema, err := schemas.Own("promotion")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(s["gates/g/main/history.jsonl"])) {
		var v any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		if problems := schema.Validate(v); len(problems) > 0 {
			t.Errorf("%v\n%s", problems, line)
		}
	}
	for path, data := range s {
		if strings.Contains(string(data), "A promise.") || strings.Contains(string(data), `"index"`) {
			t.Errorf("%s holds more than counts: %s", path, data)
		}
	}
}

// TestPromoteForgets: the history lists so many promotions as the page over time
// shows; the branch's own commits hold all.
func TestPromoteForgets(t *testing.T) {
	l := Lineage{"g", "main"}
	var long strings.Builder
	for i := range maxHistory {
		fmt.Fprintf(&long, `{"run":"%06d-a.json","time":"2026-01-01T00:00:00Z","commit":"a","candidate":"c","stage":"s","verdict":"pass","categories":{}}`+"\n", i+1)
	}
	s := shelf{"gates/g/main/history.jsonl": []byte(long.String())}
	s.promote(t, l, judged(t, "abc", 9), "s", 1)
	history, err := ReadHistory(s["gates/g/main/history.jsonl"])
	if err != nil || len(history) != maxHistory || history[0].Run != "000002-a.json" || history[maxHistory-1].Run != "000301-abc.json" {
		t.Errorf("%d promotions, %v", len(history), err)
	}
}

// TestLineageRefuses: what cannot be read is never a baseline that is not there.
func TestLineageRefuses(t *testing.T) {
	l, good := Lineage{"g", "main"}, shelf{}
	good.promote(t, l, judged(t, "a", 9), "s", 2)
	good.promote(t, l, judged(t, "b", 9), "s", 2)
	const history, older, last = "gates/g/main/history.jsonl", "gates/g/main/runs/000001-a.json", "gates/g/main/runs/000002-b.json"
	for _, test := range []struct {
		path, text string // the file to spoil; "" for one to take away
		want       string
	}{
		{history, "{", "read history, line 1"},
		{history, `{"run":"../000001-a.json"}`, `"../000001-a.json" is no name of a run's file`},
		{history, `{"run":"000001-a.json","more":1}`, "unknown field"},
		{last, "{}", "read baseline " + last},
		{last, "", "read baseline " + last},
		{older, "[", "read baseline " + older},
	} {
		s := maps.Clone(good)
		if s[test.path] = []byte(test.text); test.text == "" {
			delete(s, test.path)
		}
		if _, err := l.Read(s, 2); err == nil || !strings.Contains(err.Error(), test.want) || errors.Is(err, ErrNoBaseline) {
			t.Errorf("%s %q: %v, want %s", test.path, test.text, err, test.want)
		}
	}
	if _, err := l.Read(shelf{history: good[history]}, 2); err == nil || !strings.Contains(err.Error(), "none of their files is there") {
		t.Errorf("no runs: %v", err)
	}
}

func TestPromoteRefuses(t *testing.T) {
	l := Lineage{"g", "main"}
	wrong := errors.New("wrong")
	const history = "gates/g/main/history.jsonl"
	one := shelf{}
	one.promote(t, l, judged(t, "a", 9), "s", 1)
	large := judged(t, "b", 9)
	large.Candidate = strings.Repeat("c", maxKept)
	unjudged := judged(t, "b", 9)
	unjudged.Decision = nil
	for _, test := range []struct {
		name   string
		read   func(context.Context, string) ([]byte, error)
		result *Result
		stage  string
		pool   int
		want   string
	}{
		{"no stage", one.read, judged(t, "b", 9), "", 1, `stage is ""`},
		{"nothing kept", one.read, judged(t, "b", 9), "s", 0, "pool 0"},
		{"too much kept", one.read, judged(t, "b", 9), "s", MaxPool + 1, "pool 11"},
		{"not evaluated", one.read, unjudged, "s", 1, "the run was not evaluated"},
		{"too large", one.read, large, "s", 1, "more than the 1048576 allowed; lower baseline.pool"},
		{"broken history", shelf{history: []byte("{")}.read, judged(t, "b", 9), "s", 1, "history.jsonl: read history, line 1"},
		{"unreadable history", func(context.Context, string) ([]byte, error) { return nil, wrong }, judged(t, "b", 9), "s", 1, "wrong"},
		{"unreadable run", func(ctx context.Context, path string) ([]byte, error) {
			if path == history {
				return one.read(ctx, path)
			}
			return nil, wrong
		}, judged(t, "b", 9), "s", 1, "wrong"},
	} {
		files, err := l.Promote(t.Context(), test.read, test.result, test.stage, time.Unix(0, 0), test.pool)
		if err == nil || files != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}

// TestIncomparableRunsAreBaselines: where nothing compares with the baseline there
// is no verdict, and the run itself is what mends that.
func TestIncomparableRunsAreBaselines(t *testing.T) {
	old := promoted(t, 10, 10, 0)
	old.Grader = "0"
	r := resultOf(t, testPolicy(), group{category: "a", cases: 10, passed: 10})
	if err := Judge(r, old, testPolicy()); err != nil || r.Decision.Verdict != NotEvaluated {
		t.Fatalf("verdict %v, %v", r.Decision, err)
	}
	if _, err := r.Baseline(); err != nil {
		t.Error(err)
	}
	if next := r.Decision.Reasons[0].Next; !strings.Contains(next, "keptgate baseline RESULT --to FILE") {
		t.Errorf("next: %s", next)
	}
	r.Kept = &Kept{Branch: "keptgate", Line: "main"}
	if err := Judge(r, old, testPolicy()); err != nil || !strings.Contains(r.Decision.Reasons[0].Next, "promote a run") {
		t.Errorf("next, of a branch: %s, %v", r.Decision.Reasons[0].Next, err)
	}
	r.Decision.Reasons = append(r.Decision.Reasons, Reason{Kind: "missing"})
	if _, err := r.Baseline(); err == nil {
		t.Error("a run with missing trials is a baseline")
	}
}

// TestHeldOutNamesAreKeyed: what a branch keeps of held-out cases goes by
// identifiers, HMACs over the whole case, under the side's key where it has one.
func TestHeldOutNamesAreKeyed(t *testing.T) {
	side, err := suites.LoadHeldOut(os.DirFS("../cmd/keptgate/testdata/suites"), nil)
	if err != nil {
		t.Fatal(err)
	}
	r := judged(t, "a", 9)
	c := side.Suites[0].Cases[0]
	r.Cases[0].Suite, r.Cases[0].Case, r.Cases[0].Digest, r.Cases[0].HeldOut = c.Suite.Name, c.Name, c.Digest, true
	s := shelf{}
	s.promote(t, Lineage{"g", "main"}, r, "s", 1)
	text := string(s["gates/g/main/runs/000001-a.json"])
	if !regexp.MustCompile(`"suite":"held-out","case":"[0-9a-f]{12}"`).MatchString(text) {
		t.Errorf("no identifier of a held-out case in %s", text)
	}
	for _, name := range []string{"desk", "d-001", "lending"} {
		if strings.Contains(text, name) {
			t.Errorf("%q shows in %s", name, text)
		}
	}
}

// FuzzReadHistory: whatever a branch holds is read or refused, and what was read is
// written as it was.
func FuzzReadHistory(f *testing.F) {
	f.Add([]byte(`{"run":"000001-a.json","time":"2026-01-01T00:00:00Z","commit":"a","candidate":"c","stage":"s","verdict":"pass","categories":{"a":{"passed":1,"trials":2}}}`))
	f.Add([]byte("{}\n\n{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		history, err := ReadHistory(data)
		if err != nil {
			return
		}
		text, err := lines(history)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadHistory(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(history, again); diff != "" {
			t.Errorf("read again (-first +again):\n%s", diff)
		}
	})
}
