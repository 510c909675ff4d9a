package audit

import (
	"context"
	"slices"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/suites"
)

// Bounds on lazy agents: no category of so many cases or more may pass one in
// this share of them.
const (
	mostLazy   = 0.25
	fewestLazy = 4
)

// idle is the name of the agent that does nothing, among the lazy ones.
const idle = "nothing"

// laze has every lazy agent play the case.
func (j *job) laze(ctx context.Context) error {
	play := func(name string, c agent.Candidate) error {
		_, v, err := j.play(ctx, c)
		j.passed[name] = v.Pass
		return err
	}
	for _, l := range agent.LazyAgents() {
		if err := play(l.Name, l.Candidate()); err != nil {
			return err
		}
	}
	return play(idle, agent.Nothing())
}

// lazy counts how lazy agents fare in each category. A case with a twin is passed
// only where the twin is as well.
func (r *Report) lazy(jobs []*job) {
	byCase := map[*suites.Case]*job{}
	var categories []string
	for _, j := range jobs {
		byCase[j.c] = j
		categories = append(categories, j.c.Category)
	}
	slices.Sort(categories)
	agents := []string{idle}
	for _, l := range agent.LazyAgents() {
		agents = append(agents, l.Name)
	}
	for _, name := range agents {
		for _, category := range slices.Compact(categories) {
			row := Lazy{Agent: name, Category: category}
			var first *suites.Case
			for _, j := range jobs {
				if j.c.Category != category || silent(j.c) {
					continue
				}
				row.Cases++
				pair := twins(j.c)
				if !slices.ContainsFunc(pair, func(c *suites.Case) bool { return !byCase[c].passed[name] }) {
					row.Passed++
					if first == nil {
						first = j.c
					}
				}
			}
			if row.Passed > 0 {
				r.Lazy = append(r.Lazy, row)
			}
			if row.Cases >= fewestLazy && float64(row.Passed) >= mostLazy*float64(row.Cases) {
				r.Problems = append(r.Problems, complain(first, "lazy-passes", "name a twin whose right answer is the opposite, or ask for evidence; replay: "+
					Replay(r.path(first.Suite), first, gate.Steady, 0, "builtin:"+name),
					"builtin:%s passes %d of %d cases of %s; this is the first", name, row.Passed, row.Cases, category))
			}
		}
	}
}

func (r *Report) path(s *suites.Suite) string {
	return r.Suites[slices.IndexFunc(r.Suites, func(o Suite) bool { return o.Suite == s })].Path
}

// twins are a case and its twin: the one it names, or the one that names it.
func twins(c *suites.Case) []*suites.Case {
	pair := []*suites.Case{c}
	i := slices.IndexFunc(c.Suite.Cases, func(o *suites.Case) bool { return c.Twin != "" && o.Name == c.Twin })
	if i < 0 {
		i = slices.IndexFunc(c.Suite.Cases, func(o *suites.Case) bool { return o.Twin == c.Name })
	}
	if i >= 0 {
		pair = append(pair, c.Suite.Cases[i])
	}
	return pair
}
