package lint

import (
	"regexp"
	"slices"

	"github.com/keptgate/keptgate/schemas/tools"
)

// checkRequired looks for names that are required and not described, or required
// twice, and for defaults of what is required.
func checkRequired(c *check, s *spot) {
	list := s.Get("required")
	if list.Is(tools.Array) {
		names := described{refs: &c.refs, names: map[string]bool{}}
		for around := s; around != nil; around = around.outer {
			names.add(around.Node, 0)
		}
		again := twins(list)
		for i, item := range list.Items {
			if item.Kind != tools.String {
				continue
			}
			if again[i] {
				c.say(item, "required-duplicate", "name it once", without(list, i), "%s: %s is required twice", c.about(s), item.Show())
			} else if !names.has(item.Text) {
				c.say(item, "required-unknown", c.meant(item.Text, names.list(c.guesses), "describe it under properties, or do not require it"), nil,
					"%s: %s is required and not among the properties", c.about(s), item.Show())
			}
		}
	}
	if at := s.Member("default"); at != nil && s.required && !at.Value.Is(tools.Null) {
		c.say(at.Name, "required-default", "leave the default out, or do not require the property", nil, "%s is required and has a default", c.about(s))
	}
}

// described collects the names of properties that schemas describe which are held
// against one value.
type described struct {
	refs     *tools.Refs
	names    map[string]bool
	patterns []*regexp.Regexp
	steps    int
}

// maxDescribed bounds how many schemas are looked at for the names in one value.
const maxDescribed = 200

func (d *described) add(n *tools.Node, depth int) {
	const deepest = 8
	if d.steps++; d.steps > maxDescribed || depth > deepest {
		return
	}
	if target := d.refs.Target(n); target != n {
		d.add(target, depth+1)
	}
	if properties := n.Get("properties"); properties.Is(tools.Object) {
		for _, m := range properties.Members {
			d.names[m.Key] = true
		}
	}
	if named := n.Get("patternProperties"); named.Is(tools.Object) {
		for _, m := range named.Members {
			if re, err := regexp.Compile(m.Key); err == nil {
				d.patterns = append(d.patterns, re)
			}
		}
	}
	for _, sub := range tools.Subs(n) {
		if sub.Same && sub.Keyword != "not" {
			d.add(sub.Schema, depth+1)
		}
	}
}

func (d *described) has(name string) bool {
	return d.names[name] || slices.ContainsFunc(d.patterns, func(re *regexp.Regexp) bool { return re.MatchString(name) })
}

// list is the names, as many as a suggestion needs that is not the last.
func (d *described) list(guesses int) []string {
	const most = 200
	if guesses > maxGuesses {
		return nil
	}
	var out []string
	for name := range d.names {
		out = append(out, name)
	}
	slices.Sort(out)
	return out[:min(len(out), most)]
}
