package main

import (
	"fmt"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
)

// fromBase says of a policy that it is the base commit's.
const fromBase = "base"

// carried is the base's result, where a change goes onto a commit whose policy
// counts and touches nothing that the candidate is made of. Nil where the trials
// have to be run: also for a builtin agent, which costs nothing, for one that acts
// by itself, whose files nobody here knows, and for tools of the candidate's own.
func (j *job) carried(sys *system) (*gate.Result, error) {
	if j.source == nil || j.source.From != fromBase || j.free() || j.whole() || j.unrun != "" || j.shard.Of > 0 {
		return nil, nil
	}
	if _, served := agent.Split(j.candidate); served != nil {
		return nil, nil
	}
	about := j.about()
	about.Times = gate.Times{Started: sys.now(), Finished: sys.now()}
	r, why, err := gate.Carry(j.plan, j.baseline, about)
	if err != nil {
		return nil, err
	}
	if r == nil {
		if j.baseline != nil && j.baseline.Candidate == j.identity {
			fmt.Fprintf(sys.stderr, "note: the candidate is that of the baseline, and the trials are run all the same: %s\n", why)
		}
		return nil, nil
	}
	if err := j.prepare(); err != nil {
		return nil, err
	}
	j.unplayed = true
	return r, writeResult(j.out, r)
}
