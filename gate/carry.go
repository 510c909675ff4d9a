package gate

import (
	"fmt"
	"slices"

	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Carried says whose verdict a result has, where no trial was run for its own.
type Carried struct {
	Commit  string `json:"commit,omitempty"` // of the run whose trials these are
	Profile string `json:"profile"`          // of that run
}

// Carry makes the result of a change that touches nothing the candidate is made of:
// the baseline's, whose trials are those of the same candidate on the same cases.
// Nil, with the reason, where it cannot be: the baseline is of another candidate or
// grader, its run did not pass, or the plan has cases that it lacks. The policy in
// force decides on what the baseline measured; anything but a pass is nil too, so
// that no change is blocked, or let through, by trials it could have run itself.
func Carry(p *Plan, base *Result, about About) (*Result, string, error) {
	if why := p.uncarried(base, about); why != "" {
		return nil, why, nil
	}
	r := *base
	r.Cases = slices.Clone(base.Cases)
	r.Keptgate, r.Commit, r.Event, r.Policy, r.Kept, r.Offer = about.Version, about.Commit, about.Event, about.Policy, about.Kept, ""
	r.Carried = &Carried{Commit: base.Commit, Profile: base.Profile}
	r.Usage, r.CostUSD, r.Times, r.Waivers, r.Verdict, r.Look, r.Load = trace.Usage{}, nil, about.Times, p.Policy.Waivers, "", nil, nil
	var err error
	if r.PolicyDigest, err = p.Policy.Digest(); err != nil {
		return nil, "", err
	}
	if err := Judge(&r, base, p.Policy); err != nil {
		return nil, "", err
	}
	if v := r.Decision.Verdict; v != Pass {
		return nil, fmt.Sprintf("under the policy in force what it measured comes to %s", v), nil
	}
	return &r, "", nil
}

// uncarried says why a verdict cannot be carried over.
func (p *Plan) uncarried(base *Result, about About) string {
	switch {
	case base == nil:
		return "there is no baseline"
	case base.Verdict != Pass:
		return "the baseline's run is not known to have passed"
	case base.Candidate != about.Candidate:
		return "the baseline is of another candidate"
	case base.Pooled > 1:
		return "the baseline is pooled over several runs"
	case base.Grader != grade.Version:
		return "the baseline was graded by another version of the grader"
	case p.Narrowed() || p.shard != nil || p.Try != nil:
		return "only a part of the plan is asked for"
	}
	if slices.ContainsFunc(p.Suites, func(s *suites.Suite) bool { return s.Proposal }) {
		return "the change brings cases of its own"
	}
	for _, now := range p.infos() {
		i := slices.IndexFunc(base.Suites, func(was SuiteInfo) bool { return was.Name == now.Name && was.HeldOut == now.HeldOut })
		if i < 0 || base.Suites[i].Face == "" || base.Suites[i].Face != now.Face {
			return fmt.Sprintf("what %s tells the candidate, its policy or the wording of its tools, is not known to be that of the baseline", now.Name)
		}
	}
	known := map[caseKey]string{}
	for i := range base.Cases {
		c := &base.Cases[i]
		known[caseKey{c.ID(), c.Condition}] = c.Digest
	}
	for _, t := range p.Tasks {
		if known[caseKey{t.Case.ID(), t.Condition}] != t.Case.Digest {
			return fmt.Sprintf("the baseline has no %s as it is now, under %s", t.Case.ID(), t.Condition)
		}
	}
	return ""
}
