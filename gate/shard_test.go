package gate

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// runIn runs a plan in a folder of its own, and writes the result where it is a
// shard's.
func runIn(t *testing.T, dir string, p *Plan, c agent.Candidate) *Result {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	ended, err := (&Runner{Candidate: c, Dir: dir, Parallel: 2, Version: "v1", Wall: epoch}).Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Gather(dir, p, About{Gate: "g", Version: "v1", Candidate: c.Identity(), Ended: ended, Times: Times{Started: epoch(), Finished: epoch()}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Shard != nil {
		data, err := r.Encode()
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, ResultFile), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func readParts(t *testing.T, dirs ...string) *Parts {
	t.Helper()
	var parts []*Part
	for _, dir := range dirs {
		part, err := ReadPart(dir)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part)
	}
	ps, err := NewParts(parts, nil)
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

// merged merges shards as a job does that has neither the key of the candidate nor
// the secret of the held-out side.
func merged(t *testing.T, ps *Parts, list []*suites.Suite, policy *thresholds.Policy) *Result {
	t.Helper()
	p, err := ps.Plan(list, policy, 7, Filter{Trial: -1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := ps.Merge(t.TempDir(), p, About{Gate: "g", Version: "v1", Candidate: ps.First().Candidate}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func judgedBytes(t *testing.T, r, base *Result, policy *thresholds.Policy) string {
	t.Helper()
	if err := Judge(r, base, policy); err != nil {
		t.Fatal(err)
	}
	data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
