package incident

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/audit"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/suites/personal"
	"github.com/keptgate/keptgate/suites/recorded"
)

// The recording of an airline's desk is outside the repository. CI names it; a plain
// "go test" reads the sample in testdata, which has the same form.
var recordings = flag.String("recordings", "testdata/desk.json", "recording of tau-bench's airline tasks, in JSON")

// TestAirline makes a suite of recorded trials: each becomes a case, every reply that
// was recorded is given again, nobody's details are left, and the references pass.
func TestAirline(t *testing.T) {
	data, err := os.ReadFile(*recordings)
	if err != nil {
		t.Fatal(err)
	}
	list := read(t, data)
	const seed = 5
	made, err := Make(list, Options{Name: "made", Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	if made.Cases != len(list) {
		t.Errorf("%d conversations made %d cases: %q", len(list), made.Cases, made.Notes)
	}
	s := load(t, made.Files)
	replayed := replay(t, s, list, seed)
	if replayed < made.Readings {
		t.Errorf("%d calls were replayed, and the world holds %d replies", replayed, made.Readings)
	}
	t.Logf("%d cases, %d replies replayed, %v", made.Cases, replayed, made.Replaced)
	for _, word := range persons(t, data) {
		found := regexp.MustCompile(`(?i)(?:^|[^\pL\d])` + regexp.QuoteMeta(word) + `(?:$|[^\pL\d])`)
		for name, text := range made.Files {
			if at := found.FindString(text); at != "" {
				t.Errorf("%s: %q is left", name, at)
			}
		}
	}
	r, err := audit.Validate(t.Context(), []*suites.Suite{s}, audit.Options{Seed: 1, Varied: true})
	if err != nil {
		t.Fatal(err)
	}
	if r.Suites[0].References != made.Cases {
		t.Errorf("%d of %d references pass all their trials: %v", r.Suites[0].References, made.Cases, r.Problems)
	}
}

// persons are the names, addresses and identifiers of people in a recording, found
// by means of the test's own.
func persons(t *testing.T, data []byte) []string {
	t.Helper()
	var out []string
	text := strings.ReplaceAll(string(data), `\"`, `"`)
	for _, form := range []string{
		`"(?:first|last)_name": ?"([^"]+)"`, `"email": ?"([^"]+)"`, `"user_id": ?"([^"]+)"`, `"address1": ?"([^"]+)"`, `([\w.]+@[\w.]+\.\w+)`,
	} {
		for _, m := range regexp.MustCompile(form).FindAllStringSubmatch(text, -1) {
			if !slices.Contains(out, m[1]) {
				out = append(out, m[1])
			}
		}
	}
	if len(out) == 0 {
		t.Fatal("the recording has nobody in it")
	}
	return out
}

// replay makes the calls of the conversations again, each conversation in its case,
// and compares what comes back with what came back then; the first time, where it
// differed. It returns the number of different calls.
func replay(t *testing.T, s *suites.Suite, list []recorded.Conversation, seed uint64) int {
	t.Helper()
	w, err := world.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if list, _, err = personal.Replace(list, seed); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range s.Cases {
		trial, err := w.Begin(t.Context(), world.Session{Case: c})
		if err != nil {
			t.Fatal(err)
		}
		n += again(t, trial, c, list[conversation(t, c)])
		if err := trial.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// conversation is the index of the conversation that a case was made of.
func conversation(t *testing.T, c *suites.Case) int {
	t.Helper()
	var n int
	if err := json.Unmarshal([]byte(strings.TrimLeft(strings.TrimPrefix(c.Name, "t-"), "0")), &n); err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	return n - 1
}

func again(t *testing.T, trial *world.Trial, c *suites.Case, from recorded.Conversation) int {
	t.Helper()
	first := map[string]recorded.Call{} // of each call: a success if there is one, else the first
	for _, item := range from.Items {
		for _, call := range item.Calls {
			if call.Args == nil || !call.Answered || handsOver(call.Tool) {
				continue
			}
			key := call.Tool + marshal(t, call.Args)
			if old, ok := first[key]; !ok || old.Failed && !call.Failed {
				first[key] = call
			}
		}
	}
	for key, call := range first {
		replies, err := trial.Do(t.Context(), []trace.Call{{ID: "x", Tool: call.Tool, Arguments: marshal(t, call.Args)}})
		if err != nil {
			t.Fatalf("%s: %s: %v", c.Name, key, err)
		}
		got, want := replies[0].Body, call.Value()
		switch x := got.(type) {
		case map[string]any:
			if call.Failed {
				failure, _ := x["error"].(map[string]any)
				got, want = failure["message"], refusal(call)
			} else if _, list := want.([]any); list && x["items"] != nil {
				got = x["items"]
			} else if reply, ok := x["reply"]; ok && len(x) == 1 {
				got = reply
			}
		}
		if replies[0].OK() == call.Failed || !trace.Equal(got, want) {
			t.Errorf("%s: %s: %d (-want +got):\n%s", c.Name, key, replies[0].Status, cmp.Diff(want, got))
		}
	}
	return len(first)
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
