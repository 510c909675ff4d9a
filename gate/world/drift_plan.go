package world

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// DriftOptions lists the drifts that a case can be tried with: those of the tools
// that its reference calls, at parameters and values that it gives and fields
// that it reads. Tools that write come first, then the order is that of the
// reference; each drift is announced and, where a later call would meet it,
// comes in mid-conversation. The same case gives the same list.
func DriftOptions(c *suites.Case) []trace.Drift {
	r := referenceOf(c)
	var out []trace.Drift
	kinds := driftKinds()
	for _, u := range r.uses {
		f, ok := formOf(u.tool.Parameters)
		if !ok {
			continue
		}
		for _, kind := range kinds {
			for _, o := range u.offers(c.Suite, f, kind) {
				if _, err := drifted(u.face(), kind, o.drift); err != nil {
					continue
				}
				out = append(out, o.drift)
				if from, ok := r.from(c, o); ok {
					o.drift.From = from
					out = append(out, o.drift)
				}
			}
		}
	}
	return out
}

// reference is what the reference of a case calls.
type reference struct {
	uses []*use
	ends []int // number of calls at the end of each message
}

// use is one tool as a reference calls it.
type use struct {
	tool  *suites.Tool
	calls []suites.CallMove
	at    []int // number of calls of the whole reference before each
}

// offer is a drift that can be tried, and the calls of the reference that meet
// it.
type offer struct {
	drift trace.Drift
	at    []int
}

func referenceOf(c *suites.Case) reference {
	var r reference
	n := 0
	for _, m := range c.Reference {
		for _, call := range m.Calls {
			if u := r.use(c.Suite, call.Tool); u != nil {
				u.calls, u.at = append(u.calls, call), append(u.at, n)
			}
			n++
		}
		if len(m.Calls) > 0 {
			r.ends = append(r.ends, n)
		}
	}
	writes := slices.DeleteFunc(slices.Clone(r.uses), func(u *use) bool { return !u.tool.Writes() })
	reads := slices.DeleteFunc(slices.Clone(r.uses), func(u *use) bool { return u.tool.Writes() })
	r.uses = append(writes, reads...)
	return r
}

func (r *reference) use(s *suites.Suite, name string) *use {
	if i := slices.IndexFunc(r.uses, func(u *use) bool { return u.tool.Name == name }); i >= 0 {
		return r.uses[i]
	}
	i := slices.IndexFunc(s.Tools, func(t *suites.Tool) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	r.uses = append(r.uses, &use{tool: s.Tools[i]})
	return r.uses[len(r.uses)-1]
}

// from draws the number of calls after which a drift comes, 1 or 2: always before
// the last call that meets it, between two messages where that can be, and before
// the first call that meets it where that can be.
func (r *reference) from(c *suites.Case, o offer) (int, bool) {
	var left []int
	for from := 1; from <= 2 && len(o.at) > 0 && from <= o.at[len(o.at)-1]; from++ {
		left = append(left, from)
	}
	if len(left) == 0 {
		return 0, false
	}
	for _, better := range []func(int) bool{
		func(from int) bool { return slices.Contains(r.ends, from) },
		func(from int) bool { return from <= o.at[0] },
	} {
		if good := slices.DeleteFunc(slices.Clone(left), func(from int) bool { return !better(from) }); len(good) > 0 {
			left = good
		}
	}
	d := o.drift
	return left[chance(c.ID(), d.Kind, d.Tool, d.Name, d.Value)%uint64(len(left))], true
}

// face is the tool as it is served without drift.
func (u *use) face() trace.Tool {
	return trace.Tool{Name: u.tool.Name, Description: u.tool.Description, Parameters: u.tool.Parameters}
}
