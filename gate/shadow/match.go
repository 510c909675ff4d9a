package shadow

import (
	"cmp"
	"slices"
)

// How an action of the record and one of the candidate belong together.
const (
	Agreed      = "agreed"          // the candidate made the recorded call
	Other       = "other_arguments" // it called the tool with other arguments
	NotMade     = "not_made"        // it made no such call
	NotRecorded = "not_recorded"    // the record has no such call
)

// pair is one row of the comparison. One side may be nil.
type pair struct {
	recorded, made *action
	differs        []string // names of arguments, where both are there
}

func (p pair) kind() string {
	switch {
	case p.recorded == nil:
		return NotRecorded
	case p.made == nil:
		return NotMade
	case p.recorded.key == p.made.key:
		return Agreed
	default:
		return Other
	}
}

// action is one side that is there, the record's before the candidate's.
func (p pair) action() *action {
	if p.recorded != nil {
		return p.recorded
	}
	return p.made
}

// match pairs actions one to one: as many equal ones as there can be, since calls
// that are equal to one are equal to each other; then, of what is left, as many of
// the same tool as there can be, those first that differ in the fewest arguments.
// Their order in the conversation plays no part. Pairs come in the order of the
// record, what is not recorded after them.
func match(recorded, made []action) []pair {
	pairs := make([]pair, len(recorded))
	for i := range recorded {
		pairs[i].recorded = &recorded[i]
	}
	free := map[string][]int{} // places of the candidate's calls, by key
	for i, a := range made {
		free[a.key] = append(free[a.key], i)
	}
	used := make([]bool, len(made))
	for i := range pairs {
		if list := free[recorded[i].key]; len(list) > 0 {
			pairs[i].made, used[list[0]] = &made[list[0]], true
			free[recorded[i].key] = list[1:]
		}
	}
	for _, c := range likely(pairs, made, used) {
		if pairs[c.recorded].made == nil && !used[c.made] {
			pairs[c.recorded].made, pairs[c.recorded].differs, used[c.made] = &made[c.made], c.differs, true
		}
	}
	for i := range made {
		if !used[i] {
			pairs = append(pairs, pair{made: &made[i]})
		}
	}
	return pairs
}

// candidatePair is a pair of the same tool that may be made.
type candidatePair struct {
	recorded, made int
	differs        []string
}

// likely lists the pairs of the same tool among what is left, the most alike first.
func likely(pairs []pair, made []action, used []bool) []candidatePair {
	var out []candidatePair
	for i, p := range pairs {
		if p.made != nil {
			continue
		}
		for j, m := range made {
			if !used[j] && m.tool == p.recorded.tool {
				out = append(out, candidatePair{i, j, differing(p.recorded.args, m.args)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b candidatePair) int { return cmp.Compare(len(a.differs), len(b.differs)) })
	return out
}
