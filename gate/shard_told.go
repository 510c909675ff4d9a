package gate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/keptgate/keptgate/suites"
)

// told is the held-out side of a plan as a shard's result tells of it: names that
// say nothing, categories and tiers. It is enough to gather and to judge, so that
// the job which merges needs no secret.
type told struct {
	suites []*suites.Suite
	cases  map[string][]*suites.Case // that take part, by condition
	of     map[string]int            // cases of both sides that could take part, by condition
	info   []SuiteInfo               // one entry, or none
}

// tell takes the held-out side out of a shard's result.
func tell(r *Result) (*told, error) {
	out := &told{cases: map[string][]*suites.Case{}, of: map[string]int{}}
	for _, s := range r.Samples {
		out.of[s.Condition] = s.Of
	}
	for _, s := range r.Suites {
		if s.HeldOut {
			out.info = append(out.info, s)
		}
	}
	rows := slices.DeleteFunc(slices.Clone(r.Cases), func(c CaseResult) bool { return !c.HeldOut })
	for _, n := range r.Shard.HeldOut {
		if n < 1 || n > len(rows) {
			return nil, errors.New("its rows of held-out cases do not add up")
		}
		out.add(rows[:n])
		rows = rows[n:]
	}
	if len(rows) > 0 || len(out.info) > 1 || (len(out.info) == 0) != (len(out.suites) == 0) {
		return nil, errors.New("its rows of held-out cases do not add up")
	}
	return out, nil
}

// add makes a suite of rows.
func (h *told) add(rows []CaseResult) {
	s := &suites.Suite{Name: suites.HeldOutName, HeldOut: true}
	byName := map[string]*suites.Case{}
	for _, row := range rows {
		c := byName[row.Case]
		if c == nil {
			c = &suites.Case{
				Suite: s, Name: row.Case, Category: row.Category, Tier: row.Tier, Digest: row.Digest, Provisional: row.Provisional,
				Expect: suites.Expect{Escalate: row.Escalate},
			}
			byName[row.Case], s.Cases = c, append(s.Cases, c)
		}
		h.cases[row.Condition] = append(h.cases[row.Condition], c)
	}
	h.suites = append(h.suites, s)
}

// sample adds the held-out cases of a condition to what a sample takes of the
// public ones, as many as it takes where both sides are at hand.
func (h *told) sample(public []*suites.Case, condition string, limit int, f Filter) (of int, cases []*suites.Case) {
	of = max(h.of[condition], len(public))
	if limit > 0 && limit < of {
		public = choose(public, limit-heldOutPart(limit, of-len(public), of), f)
	}
	return of, slices.Concat(public, h.cases[condition])
}

// checkTold refuses a held-out side of which other cases take part than the plan
// takes.
func (p *Plan) checkTold() error {
	for _, s := range p.Samples {
		limit := limits(p.Policy.Plan)[s.Condition]
		if want := s.Of; limit > 0 && s.Cases != min(limit, want) || limit == 0 && s.Cases != want {
			return fmt.Errorf("%d cases take part under %s, and the plan of this configuration takes others", s.Cases, s.Condition)
		}
	}
	return nil
}
