package gate

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// Parts are what was found of the shards of one candidate's run. What is lost of
// them leaves the run without a verdict, as what a run did not come to does.
type Parts struct {
	of     int            // shards of the run; 0: none was found
	found  []*Part        // that ran trials, by index
	idle   []*Part        // that could not ask the candidate at all, by index
	lost   map[int]string // of those that are to be had: why one cannot be used; "" where there is none
	unread []string       // folders of which nobody knows what shard they hold, and why
}

// NewParts sorts shards of one candidate. unread says of further folders why they
// cannot be read. Shards that are not of one run are an error.
func NewParts(parts []*Part, unread []string) (*Parts, error) {
	ps := &Parts{lost: map[int]string{}, unread: unread}
	byIndex := map[int][]*Part{}
	for _, p := range parts {
		s := p.Result.Shard
		if s.Of != parts[0].Result.Shard.Of {
			return nil, fmt.Errorf("merge shards: %s is %s, and %s is %s; merge the shards of one run", parts[0].Dir, parts[0].Result.Shard.Words(), p.Dir, s.Words())
		}
		ps.of = s.Of
		byIndex[s.Index] = append(byIndex[s.Index], p)
	}
	for i := 1; i <= ps.of; i++ {
		switch same := byIndex[i]; {
		case len(same) == 0:
			ps.lost[i] = ""
		case len(same) > 1:
			ps.lost[i] = fmt.Sprintf("is there more than once, in %s and %s", same[0].Dir, same[1].Dir)
		case same[0].ran:
			ps.found = append(ps.found, same[0])
		default:
			ps.idle = append(ps.idle, same[0])
		}
	}
	return ps, ps.agree()
}

// First is a shard that tells of the run: one that ran trials, if there is one;
// nil where no shard can be used.
func (ps *Parts) First() *Result {
	if all := slices.Concat(ps.found, ps.idle); len(all) > 0 {
		return all[0].Result
	}
	return nil
}

// agree refuses shards of different runs, and those that this program did not run.
func (ps *Parts) agree() error {
	for _, p := range ps.found {
		for _, trait := range traits() {
			if one, other := trait.of(ps.found[0].Result), trait.of(p.Result); one != other {
				return fmt.Errorf("merge shards: the %s of %s is %s, and that of %s is %s; merge the shards of one run", trait.name, ps.found[0].Dir, one, p.Dir, other)
			}
		}
		if p.Result.Grader != grade.Version {
			return fmt.Errorf("merge shards: %s was graded by grader %s, and this program has grader %s; merge with the version that ran the shards", p.Dir, p.Result.Grader, grade.Version)
		}
	}
	return nil
}

// trait is what all shards of a run have in common.
type trait struct {
	name string
	of   func(*Result) string
}

func traits() []trait {
	return []trait{
		{"candidate", func(r *Result) string { return r.Candidate }},
		{"name of the candidate", func(r *Result) string { return r.Shard.Name }},
		{"version of keptgate", func(r *Result) string { return r.Keptgate }},
		{"grader", func(r *Result) string { return r.Grader }},
		{"seed", func(r *Result) string { return fmt.Sprint(r.Seed) }},
		{"commit", func(r *Result) string { return orNone(r.Commit) }},
		{"event", func(r *Result) string { return orNone(r.Event) }},
		{"profile", func(r *Result) string { return r.Profile }},
		{"plan", func(r *Result) string { return r.Shard.Plan }},
		{"side that is held out", heldOutSide},
	}
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// heldOutSide is a digest of all that a shard tells for others to be believed.
func heldOutSide(r *Result) string {
	h := sha256.New()
	enc := json.NewEncoder(h)
	values := []any{r.Shard.HeldOut, r.Shard.NoLoad, r.Samples, r.Suites}
	for i := range r.Cases {
		c := &r.Cases[i]
		values = append(values, []any{c.ID(), c.Condition, c.Digest, c.Category, c.Tier, c.Escalate, c.Provisional, c.HeldOut, len(c.Trials)})
	}
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return err.Error() // cannot be: these are names and numbers
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// Plan makes the plan of the run again, from the public suites and the policy at
// hand; of the held-out side it believes the shards. A plan other than theirs is
// an error. seed is used where no shard ran.
func (ps *Parts) Plan(list []*suites.Suite, policy *thresholds.Policy, seed uint64, f Filter) (*Plan, error) {
	if len(ps.found) == 0 {
		return NewPlan(list, policy, seed, f)
	}
	first := ps.found[0]
	var err error
	if f.told, err = tell(first.Result); err != nil {
		return nil, fmt.Errorf("merge shards: read %s: %w", first.Dir, err)
	}
	p, err := NewPlan(slices.Concat(list, f.told.suites), policy, first.Result.Seed, f)
	if err != nil {
		return nil, err
	}
	if err = p.checkTold(); err == nil && p.digest() != first.Result.Shard.Plan {
		err = errors.New(p.unlike(first.Result))
	}
	if err != nil {
		return nil, fmt.Errorf("merge shards: they ran another plan than this configuration makes: %w; merge at the same commit, with the configuration and the flags of the shards", err)
	}
	return p, nil
}

// unlike names the first case that a shard's plan has otherwise.
func (p *Plan) unlike(r *Result) string {
	here := newGatherer(p.Tasks, p.Policy).cases()
	for i := range max(len(here), len(r.Cases)) {
		switch {
		case i >= len(here):
			return fmt.Sprintf("it has no %s under %s", r.Cases[i].ID(), r.Cases[i].Condition)
		case i >= len(r.Cases):
			return fmt.Sprintf("they did not run %s under %s", here[i].ID(), here[i].Condition)
		}
		a, b := &here[i], &r.Cases[i]
		switch {
		case a.ID() != b.ID() || a.Condition != b.Condition:
			return fmt.Sprintf("it has %s under %s where they have %s under %s", a.ID(), a.Condition, b.ID(), b.Condition)
		case len(a.Trials) != len(b.Trials):
			return fmt.Sprintf("it has %d trials of %s under %s, and they have %d", len(a.Trials), a.ID(), a.Condition, len(b.Trials))
		case a.Digest != b.Digest:
			return fmt.Sprintf("case %s is another here", a.ID())
		}
	}
	return "k, the samples, the budget of a trial or the error modes of the tool spectrum differ"
}

// stopped says what is lost of the run, "" where nothing is.
func (ps *Parts) stopped() string {
	var whys, alone []string
	if ps.of == 0 {
		whys = append(whys, "there is no shard to merge")
	}
	var gone []string
	for i := 1; i <= ps.of; i++ {
		if why, lost := ps.lost[i]; lost && why == "" {
			gone = append(gone, fmt.Sprint(i))
		} else if lost {
			whys = append(whys, fmt.Sprintf("shard %d of %d %s", i, ps.of, why))
		}
	}
	switch len(gone) {
	case 0:
	case 1:
		whys = slices.Insert(whys, 0, fmt.Sprintf("shard %s of %d is missing", gone[0], ps.of))
	default:
		whys = slices.Insert(whys, 0, fmt.Sprintf("shards %s of %d are missing", strings.Join(gone, ", "), ps.of))
	}
	if len(whys) > 0 { // else none of the folders was one of these shards
		whys = append(whys, ps.unread...)
	}
	for _, p := range slices.Concat(ps.found, ps.idle) {
		if why := p.Result.Stopped; why != "" {
			whys = append(whys, fmt.Sprintf("%s stopped: %s", p.Result.Shard.Words(), why))
			alone = append(alone, why)
		}
	}
	if len(alone) == ps.of && len(slices.Compact(alone)) == 1 && len(whys) == ps.of {
		return alone[0] // all of them for one reason, which is then the run's
	}
	for i := range whys {
		whys[i] = cut(whys[i], evidenceText)
	}
	const most = 8
	if n := len(whys); n > most {
		whys = append(whys[:most], fmt.Sprintf("%d more", n-most))
	}
	return strings.Join(whys, "; ")
}
