package lint

import (
	"regexp"

	"github.com/keptgate/keptgate/schemas/tools"
)

// portable is what every provider of the profiles takes.
var portable = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`)

// checkName holds a tool's name against what the provider takes.
func checkName(c *check) {
	d, p := c.d, c.provider
	if d.Wrapping == tools.JSONSchema {
		return
	}
	if d.Name == "" {
		c.say(d.NameAt, "name-missing", "give it a name of letters, digits and _", nil, "a tool has no name")
		return
	}
	switch {
	case p.name != nil && !p.name.MatchString(d.Name) && !p.should:
		c.say(d.NameAt, "name-provider", "rename it to match "+p.name.String(), nil, "%s does not take the name %s", p.Name, d.NameAt.Show())
	case (p.name == nil || p.should) && !portable.MatchString(d.Name):
		c.say(d.NameAt, "name-portable", "rename it to match "+portable.String(), nil, "not every provider takes the name %s", d.NameAt.Show())
	}
}

// checkParameterNames holds names of parameters against what the provider takes.
func checkParameterNames(c *check, s *spot) {
	if re := c.provider.parameter; s.keyword == "properties" && re != nil && !re.MatchString(s.name) {
		c.say(s.property, "name-parameter", "rename it to match "+re.String(), nil, "%s: %s does not take the name %s", c.d.Label(), c.provider.Name, s.property.Show())
	}
}

// checkDuplicates looks for tools of one name.
func checkDuplicates(set []*check) {
	first := map[string]*tools.Definition{}
	for _, c := range set {
		d := c.d
		if d.Name == "" {
			continue
		}
		if other := first[d.Name]; other != nil {
			c.say(d.NameAt, "name-duplicate", "rename one, or remove it", nil, "%s is also the name of the tool in line %d", d.NameAt.Show(), other.NameAt.Line)
			continue
		}
		first[d.Name] = d
	}
}
