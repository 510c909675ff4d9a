package fidelity

import (
	"maps"
	"slices"
)

// Kind is how the two sides differ.
type Kind string

// The kinds of difference.
const (
	Outcome      Kind = "outcome"       // one side answered and the other refused, or not as the contract expects
	Status       Kind = "status"        // both refused, with another status or code
	ErrorShape   Kind = "error_shape"   // both refused, with a body of another shape
	MissingField Kind = "missing_field" // a field of the simulation that the service lacks
	NewField     Kind = "new_field"     // a field of the service that the simulation lacks
	Type         Kind = "type"          // a value of another type
	Value        Kind = "value"         // another value, where the contract wants the same
)

// Difference is one place in a reply in which the two sides differ.
type Difference struct {
	Path string // whole, or such as items.*.title
	Kind Kind
	Here string // in the simulation; "" where there is nothing
	// There is the same in the live service. Both are names of types or outcomes but
	// for Value, where they are the values as JSON.
	There string
}

// Gap is a place in a reply of which one side could not show what it looks like.
type Gap struct {
	Path    string
	Why     string
	Allowed bool // the contract goes without it
}

// Comparison is what came of comparing two replies.
type Comparison struct {
	Compared    int // places of which both sides showed the type, status and outcome included
	Differences []Difference
	Gaps        []Gap
}

// Rules say what of a reply is compared.
type Rules struct {
	unlike, lacking, same []path
}

func covered(rules []path, p path) bool {
	return slices.ContainsFunc(rules, func(r path) bool { return r.covers(p) })
}

// differ notes a difference.
func (c *Comparison) differ(p path, kind Kind, here, there string) {
	c.Differences = append(c.Differences, Difference{p.String(), kind, here, there})
}

// lack notes a gap.
func (c *Comparison) lack(p path, r Rules, why string) {
	c.Gaps = append(c.Gaps, Gap{p.String(), why, covered(r.lacking, p)})
}

// CompareShapes compares two shapes as those of answers.
func CompareShapes(here, there *Shape, r Rules) Comparison {
	var c Comparison
	c.shapes(here, there, nil, r)
	return c
}

func (c *Comparison) shapes(here, there *Shape, p path, r Rules) {
	if covered(r.unlike, p) {
		return
	}
	c.Compared++
	if a, b := here.String(), there.String(); a != b {
		c.differ(p, Type, a, b)
	}
	if here.has(typeObject) && there.has(typeObject) {
		c.fields(here, there, p, r)
	}
	if !here.has(typeArray) || !there.has(typeArray) || covered(r.unlike, p.under(every)) {
		return
	}
	switch items := p.under(every); {
	case here.items == nil && there.items == nil:
		c.lack(items, r, "the list is empty on both sides")
	case here.items == nil:
		c.lack(items, r, "the list is empty in the simulation")
	case there.items == nil:
		c.lack(items, r, "the list is empty in the live service")
	default:
		c.shapes(here.items, there.items, items, r)
	}
}

func (c *Comparison) fields(here, there *Shape, p path, r Rules) {
	all := maps.Clone(here.fields)
	maps.Copy(all, there.fields)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		a, b, inner := here.fields[name], there.fields[name], p.under(name)
		switch {
		case covered(r.unlike, inner):
		case b == nil:
			c.differ(inner, MissingField, a.String(), "")
		case a == nil:
			c.differ(inner, NewField, "", b.String())
		default:
			c.shapes(a, b, inner, r)
		}
	}
}
