package main

import (
	"path/filepath"
	"strings"

	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/schemas/diff"
	toolset "github.com/keptgate/keptgate/schemas/tools"
)

// maxToolChanges bounds the changes of tools that a result holds; what is compatible
// comes last.
const maxToolChanges = 50

// maxToolFile bounds a file that may describe tools, in bytes: recorded answers do.
const maxToolFile = 16 << 20

// maxToolNotes is how many annotations changes of tools take: the step has ten of a
// level, and failing cases want theirs.
const maxToolNotes = 4

// ofBase marks the file that a change shows in as the base commit's.
const ofBase = " of the base commit"

// toolChanges compares the tools of a suite, found at was, with those of the
// checkout: those of tools.yaml, of other files of tools, and of a server as its
// answers were recorded. A file in which no tools can be read is one that the suite
// cannot be loaded from, or speaks of the tools of a server without describing them.
func (b *base) toolChanges(name, was string) {
	here := inside(b.checkout, name)
	for _, file := range toolFiles(was) {
		old, err := readUpTo(filepath.Join(was, file), maxToolFile)
		now, other := readUpTo(filepath.Join(here, file), maxToolFile)
		if err != nil || other != nil {
			continue
		}
		at, _ := b.inRepository(filepath.Join(name, file))
		before, _ := toolset.Read(at, old)
		after, _ := toolset.Read(at, now)
		if before == nil || after == nil {
			continue
		}
		for i := range before.Definitions {
			before.Definitions[i].File = at + ofBase
		}
		b.changes = append(b.changes, diff.Files(before, after).Changes...)
	}
}

// toolFiles lists the files of a suite's folder that may describe tools, the suite's
// own first.
func toolFiles(dir string) []string {
	files := []string{"tools.yaml"}
	for _, pattern := range []string{"tools.*.yaml", "*.json"} {
		found, _ := filepath.Glob(filepath.Join(dir, pattern)) // the patterns are good
		for _, file := range found {
			files = append(files, filepath.Base(file))
		}
	}
	return files
}

// changed are the changes of tools in words, the gravest of each file first.
func (b *base) changed() []string {
	var out []string
	for _, c := range b.changes[:min(len(b.changes), maxToolChanges)] {
		out = append(out, report.Line(c.String()))
	}
	return out
}

// sayTools says which tools a change changes before anything is spent on trials, and
// annotates what may break or disturb a caller on its line. It decides nothing.
func (a *action) sayTools() {
	if a.run.based == nil {
		return
	}
	notes := 0
	for _, c := range a.run.based.changes {
		if c.Level == diff.Compatible || notes == maxToolNotes {
			continue
		}
		notes++
		note := github.Annotation{Level: github.Warning, Title: string(c.Level) + ": " + c.Rule, Message: c.Message + ". " + c.Why, File: c.File, Line: c.Line}
		if file, gone := strings.CutSuffix(c.File, ofBase); gone {
			note.File, note.Line = file, 0
		}
		a.log.Annotate(note)
	}
}
