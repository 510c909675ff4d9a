package schemas

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProblemString(t *testing.T) {
	tests := []struct {
		problem Problem
		want    string
	}{
		{Problem{Rule: "a-b", Severity: Error, File: "f.yaml", Line: 3, Column: 7, Message: "it is wrong", Fix: "mend it"}, "f.yaml:3:7: it is wrong (mend it) [a-b]"},
		{Problem{Rule: "a-b", Severity: Warning, File: "f.yaml", Line: 3, Message: "it is odd"}, "f.yaml:3: warning: it is odd [a-b]"},
		{Problem{Severity: Note, File: "f.yaml", Column: 7, Message: "a word"}, "f.yaml: note: a word"},
		{Problem{Message: "it is wrong"}, "it is wrong"},
	}
	for _, test := range tests {
		if got := test.problem.String(); got != test.want {
			t.Errorf("want %s\ngot  %s", test.want, got)
		}
	}
}

// TestProblemsError: sorted by place, bounded, and the list itself untouched.
func TestProblemsError(t *testing.T) {
	list := Problems{
		{File: "b.yaml", Line: 1, Message: "third"},
		{File: "a.yaml", Line: 10, Message: "second"},
		{File: "a.yaml", Line: 9, Column: 80, Message: "first"},
	}
	want := "a.yaml:9:80: first\na.yaml:10: second\nb.yaml:1: third"
	if got := list.Error(); got != want || list[0].Message != "third" {
		t.Errorf("want %s\ngot  %s", want, got)
	}
	for i := range 30 {
		list = append(list, Problem{File: "c.yaml", Line: i, Message: fmt.Sprint(i)})
	}
	got := strings.Split(list.Error(), "\n")
	if len(got) != maxListed+1 || got[maxListed] != "and 13 more" {
		t.Errorf("want %d lines and how many more there are, got %q", maxListed, got)
	}
}

func TestNearest(t *testing.T) {
	known := []string{"title", "contact_id", "contacts", "name", "id", "at"}
	tests := map[string]string{
		"titel": "title", "Title": "title", "contactId": "contact_id", "contact-id": "contact_id", "contact": "contacts",
		"nam": "name", "nmae": "name", "ID": "id", "it": "at", "x": "", "promise": "", "title": "", "": "",
		strings.Repeat("title", 20): "",
	}
	got := map[string]string{}
	for word := range tests {
		got[word] = Nearest(word, known)
	}
	if diff := cmp.Diff(tests, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
