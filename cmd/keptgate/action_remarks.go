package main

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// maxRemarks is how many remarks go into the step's log where no check run holds
// them: so many as GitHub shows.
const maxRemarks = 10

// remarks are annotations on the failing cases of a result, the worst first, where
// a file of the repository states the case. What the verdict may hang on is an
// error, the rest are warnings. label begins each title.
func (a *action) remarks(j *job, r *gate.Result, label string) []github.Annotation {
	source := a.sources(j.suites)
	var out []github.Annotation
	for _, m := range report.Remarks(r, j.replay) {
		at, ok := source[m.Case]
		if !ok {
			continue
		}
		note := github.Annotation{Level: github.Warning, Title: label + m.Title, Message: m.Text}
		if m.Grave {
			note.Level = github.Error
		}
		if note.File, note.Line, ok = at.inCheckout(); ok {
			out = append(out, note)
		}
	}
	return out
}

// severalRemarks are those of several candidates: what the verdict of any may hang
// on comes first.
func (a *action) severalRemarks(s *several, results []*gate.Result) []github.Annotation {
	var out []github.Annotation
	for i, r := range results {
		out = append(out, a.remarks(s.jobs[i], r, report.Letter(i)+" · ")...)
	}
	slices.SortStableFunc(out, func(x, y github.Annotation) int { return cmp.Compare(x.Level, y.Level) }) // error before warning
	return out
}

// annotate puts the worst remarks into the step's log, unless the run passed.
func (a *action) annotate(v gate.Verdict, remarks []github.Annotation) {
	if v == gate.Pass {
		return
	}
	for _, note := range remarks[:min(len(remarks), maxRemarks)] {
		a.log.Annotate(note)
	}
}

// source is where a case stands: in a file of the checkout, and in the one that
// was read, which may be the base commit's.
type source struct {
	checkout, read string
	line           int // in the file that was read
}

// sources are where the cases of the repository's suites stand, by SUITE/CASE.
// Suites that come with the program, or from outside of the checkout, have none.
func (a *action) sources(list []*suites.Suite) map[string]source {
	out := map[string]source{}
	names := or(a.run.Suite, cmp.Or(a.config, &thresholds.Config{}).Suites)
	for i, name := range names { // the suites of a job begin with those named, in their order
		here := filepath.Join(a.run.dir, filepath.Dir(filepath.Clean(name)))
		if !strings.ContainsAny(name, `./\`) || filepath.IsAbs(name) || !filepath.IsLocal(here) {
			continue
		}
		read := filepath.Dir(inside(a.run.dir, a.run.at(name)))
		for _, c := range list[i].Cases {
			out[c.ID()] = source{filepath.Join(here, c.File), filepath.Join(read, c.File), c.Line}
		}
	}
	return out
}

// inCheckout is the file and line of the checkout. The line is 0 where the change
// edits the file, so that it is not known; a file that the change removes is none.
func (s source) inCheckout() (string, int, bool) {
	is, err := readFile(s.checkout)
	if err != nil {
		return "", 0, false
	}
	if was, err := readFile(s.read); err != nil || !bytes.Equal(is, was) {
		return filepath.ToSlash(s.checkout), 0, true
	}
	return filepath.ToSlash(s.checkout), s.line, true
}
