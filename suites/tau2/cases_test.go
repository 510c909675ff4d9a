package tau2

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestCases makes cases of testdata/tasks.txtar and compares them and their notes
// with those of the archive.
func TestCases(t *testing.T) {
	const file = "testdata/tasks.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := Read(archive.Files[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	files, notes := (&World{Setting: Setting{Licence: "Free.", Confirm: true}}).Cases(tasks, tried(tasks))
	var told strings.Builder
	for _, n := range notes {
		fmt.Fprintf(&told, "%s %s %v\n", n.Task, n.Case, n.Provisional)
		for _, d := range n.Doubts {
			fmt.Fprintln(&told, " doubt:", d)
		}
		for _, r := range n.Review {
			fmt.Fprintln(&told, " review:", r)
		}
	}
	got := map[string]string{"notes": told.String()}
	for name, text := range files {
		got[name] = text
	}
	if *update {
		archive.Files = archive.Files[:1]
		for _, name := range []string{"notes", "cases/tasks-01.yaml"} {
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(got[name])})
		}
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := map[string]string{}
	for _, f := range archive.Files[1:] {
		want[f.Name] = string(f.Data)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// tried says of actions by the names of their tools how they fared.
func tried(tasks []Task) [][]Played {
	var played [][]Played
	for i := range tasks {
		try, known := tasks[i].Try(func(string) bool { return false })
		for _, a := range try {
			p := Played{Writes: strings.HasPrefix(a.Tool, "change_")}
			if strings.HasPrefix(a.Tool, "wrong_") {
				p = Played{Left: true, Wrong: "refused: for\na test"}
			}
			known[a.Number-1] = p
		}
		played = append(played, known)
	}
	return played
}

// TestManyTasksAreSeveralFiles holds that files stay small, whatever tasks are
// like, and that cases with numbers are called after them.
func TestManyTasksAreSeveralFiles(t *testing.T) {
	var list []string
	for i := range inFile + 5 {
		list = append(list, fmt.Sprintf(`{"id": "%d", "user_scenario": {"instructions": "You are Al Bo. You want it%s."}, "evaluation_criteria": {"actions": [{"name": "a"}%s]}}`,
			i+100, strings.Repeat(" all", i*40), strings.Repeat(`, {"name": "b"}`, i)))
	}
	tasks, err := Read([]byte("[" + strings.Join(list, ",") + "]"))
	if err != nil {
		t.Fatal(err)
	}
	files, notes := (&World{}).Cases(tasks, tried(tasks))
	for name, text := range files {
		if n := strings.Count(text, "- name: t-"); n == 0 || n > inFile || len(text) > fileSize+8<<10 {
			t.Errorf("%s has %d cases and %d bytes", name, n, len(text))
		}
	}
	last := notes[len(notes)-1]
	if len(files) < 2 || last.Case != "t-124" || !strings.Contains(files["cases/tasks-02.yaml"], "- name: "+last.Case+"\n") {
		t.Errorf("%d files, and the last case is %q", len(files), last.Case)
	}
	if !strings.Contains(files["cases/tasks-02.yaml"], "limits: {steps: 54, calls: 60}") {
		t.Error("a long reference has the usual limits")
	}
	if !slices.Contains(last.Review, "the instructions are too long for an opening") {
		t.Errorf("a long text was an opening: %q", last.Review)
	}
}
