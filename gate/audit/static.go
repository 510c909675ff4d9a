package audit

import (
	"reflect"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// alike looks for cases that are one case twice, and for those that want opposite
// things of one call. Where one of the two is provisional it is a warning.
func alike(s *suites.Suite) []schemas.Problem {
	var out []schemas.Problem
	for i, c := range s.Cases {
		for _, before := range s.Cases[:i] {
			if !sameBusiness(before, c) {
				continue
			}
			found := len(out)
			wants := reflect.DeepEqual(bare(before.Expect), bare(c.Expect))
			switch {
			case wants && before.Caller.Persona == c.Caller.Persona && sameCaller(before, c):
				out = append(out, complain(c, "case-duplicate", "leave one of them out", "%s is %s once more: the same caller, state and expectations", c.Name, before.Name))
			case !wants && sameCaller(before, c) && sharedOpening(before, c):
				out = append(out, complain(c, "case-contradiction", "let the session, the state or the caller tell them apart",
					"%s and %s begin with the same call and expect different things", c.Name, before.Name))
			}
			if len(out) > found && (c.Provisional || before.Provisional) {
				out[found].Severity = schemas.Warning
			}
		}
	}
	return out
}

// sameBusiness tells whether two cases begin in the same state, for the same
// session, and go wrong in the same way.
func sameBusiness(a, b *suites.Case) bool {
	return a.Now.Equal(b.Now) && reflect.DeepEqual(a.Session, b.Session) && reflect.DeepEqual(a.Faults, b.Faults)
}

// sameCaller tells whether two callers know and do the same, once they have said
// what they want.
func sameCaller(a, b *suites.Case) bool {
	return a.Caller.Confirms == b.Caller.Confirms && reflect.DeepEqual(a.Caller.Facts, b.Caller.Facts) && sameTwists(a.Caller.Twists, b.Caller.Twists)
}

func sameTwists(a, b []suites.Twist) bool {
	return slices.EqualFunc(a, b, func(x, y suites.Twist) bool { return x.After == y.After && reflect.DeepEqual(x.Says, y.Says) })
}

func sharedOpening(a, b *suites.Case) bool {
	return slices.ContainsFunc(a.Caller.Opening, func(line string) bool {
		return slices.ContainsFunc(b.Caller.Opening, func(other string) bool { return strings.EqualFold(line, other) })
	})
}

// bare are expectations without their places in the file.
func bare(e suites.Expect) suites.Expect {
	changes := func(list []suites.ChangeSpec) []suites.ChangeSpec {
		list = slices.Clone(list)
		for i := range list {
			list[i].Line = 0
		}
		return list
	}
	calls := func(list []suites.CallSpec) []suites.CallSpec {
		list = slices.Clone(list)
		for i := range list {
			list[i].Line = 0
		}
		return list
	}
	e.Changes, e.May, e.Calls, e.Forbids = changes(e.Changes), changes(e.May), calls(e.Calls), calls(e.Forbids)
	e.AnyOf = slices.Clone(e.AnyOf)
	for i := range e.AnyOf {
		e.AnyOf[i].Changes, e.AnyOf[i].May = changes(e.AnyOf[i].Changes), changes(e.AnyOf[i].May)
	}
	return e
}
