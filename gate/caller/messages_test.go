package caller

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/suites"
)

var update = flag.Bool("update", false, "write what the tests got into their golden files")

// contacts is a caller with facts of every kind.
func contacts(t testing.TB) *Script {
	t.Helper()
	return script(t, suites.Caller{
		Opening: []string{"Please update Alex's title.", "Alex has a new title, please change it."},
		Facts: []suites.Fact{
			{About: "which Alex", Asked: []string{"rivera|chen"}, Says: []string{"Alex Rivera, in Leeds."}},
			{About: "location", Asked: []string{"office|city"}, Says: []string{"Leeds"}, Needless: true},
			{About: "new title", Asked: []string{"title|role|position"}, Says: []string{"Director of Operations."}, Needless: true},
			{About: "preferred day", Asked: []string{"what day|which day|(?:mon|tues|wednes|thurs|fri)day|appointment time"}, Says: []string{"Thursday, please."}},
		},
	})
}

// script prepares a caller in a suite that knows two effects.
func script(t testing.TB, c suites.Caller) *Script {
	t.Helper()
	s, err := Prepare(&suites.Case{Suite: &suites.Suite{Name: "crm", Effects: effects}, Name: "r-000", Caller: c})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMessages holds what is heard in each message of testdata/messages.txt, and
// the answer, to the line that follows it.
func TestMessages(t *testing.T) {
	const file = "testdata/messages.txt"
	golden, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := contacts(t)
	var want, got []string
	for _, block := range strings.Split(strings.TrimSuffix(string(golden), "\n"), "\n---\n") {
		message, _, ok := strings.Cut(block, "\n=> ")
		if !ok {
			t.Fatalf("read %s: no line with => after %q", file, block)
		}
		a := s.Start(0).Hear(message, nil)
		want = append(want, block)
		got = append(got, fmt.Sprintf("%s\n=> %s: %s", message, strings.Join(a.Exchange.Intents, ", "), strings.ReplaceAll(a.Text, "\n", " / ")))
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(got, "\n---\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages understood otherwise (-want +got):\n%s", diff)
	}
}
