package main

import (
	"context"
	"fmt"
	"path"

	"github.com/keptgate/keptgate/gate/fidelity"
)

// faithful demands a report that holds the simulation against the live service, where
// the default branch's configuration asks for one. It is read from that branch as
// well. What is missing, old or of another suite is no report.
func (p *promotion) faithful(ctx context.Context) error {
	demanded := p.rules.Fidelity
	if demanded == nil {
		return nil
	}
	file := path.Join(path.Dir(p.configFile()), demanded.Report)
	files, _, err := p.client.Branch(p.event.Owner, p.event.Repo, p.event.Default).Read(ctx, file)
	if err != nil {
		return fmt.Errorf("promote: %w", err)
	}
	const mend = "run keptgate fidelity and commit its fidelity.json there"
	if files[file] == nil {
		return refused("fidelity.report of %s names %s, which the default branch does not have; %s", configName, file, mend)
	}
	r, err := fidelity.ReadReport(file+" of the default branch", files[file])
	if err != nil {
		return refused("read the report of fidelity: %v", err)
	}
	digests := map[string]string{}
	for _, s := range p.result.Suites {
		if !s.HeldOut {
			digests[s.Name] = s.Digest
		}
	}
	if why := r.Standing(digests, p.sys.now(), demanded.MaxAge()); why != "" {
		return refused("the report of fidelity %s: %s; %s", file, why, mend)
	}
	return nil
}
