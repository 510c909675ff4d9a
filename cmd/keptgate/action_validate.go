package main

import (
	"context"
	"strings"

	"github.com/keptgate/keptgate/gate/github"
)

// validated audits the repository's own suites, as the change has them, where no
// candidate could be asked, as without a key: that needs none. What it finds is
// told and changes no verdict.
func (a *action) validated(ctx context.Context) {
	var folders []string
	for _, name := range a.suites() {
		if strings.ContainsAny(name, `./\`) {
			folders = append(folders, absolute(inside(a.run.dir, name)))
		}
	}
	if len(folders) == 0 {
		return // those that come with the program have been validated with it
	}
	r, err := (&validateCmd{Dir: folders}).once(ctx, a.sys)
	if err != nil { // also where they cannot be played at all
		a.log.Annotate(github.Annotation{Level: github.Warning, Title: "Suites", Message: err.Error()})
		return
	}
	a.log.Print("No candidate was asked. The suites by themselves: " + totals(r))
	for _, p := range r.Problems {
		a.log.Print(p.String())
		a.log.Annotate(github.Annotation{Level: github.Warning, Title: "Suites", Message: p.String()})
	}
}

// suites are the names of the suites that the workflow or the policy asks for.
func (a *action) suites() []string {
	if a.config == nil {
		return a.run.Suite
	}
	return or(a.run.Suite, a.config.Suites)
}
