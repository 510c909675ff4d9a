package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/keptgate/keptgate/schemas/tools"
)

// checkText looks at the description of a tool.
func checkText(c *check) {
	d := c.d
	if d.Wrapping == tools.JSONSchema {
		return
	}
	at := d.Body.Get("description")
	switch {
	case strings.TrimSpace(d.Description) == "":
		c.say(d.NameAt, "description-missing", "say what it does, when to use it and what it returns", nil, "%s has no description", d.Label())
	case c.provider.description > 0 && utf8.RuneCountInString(d.Description) > c.provider.description:
		c.say(at, "description-long", "shorten it", nil, "%s: the description has %d characters, more than %d", d.Label(), utf8.RuneCountInString(d.Description), c.provider.description)
	case repeats(d.Description, d.Name):
		c.say(at, "description-name", "say when to use it and what it returns", nil, "%s: the description says no more than the name", d.Label())
	}
}

// repeats tells whether a description holds the words of a name and no others.
func repeats(text, name string) bool {
	if len(text) > maxText {
		return false
	}
	return meaning(name) != "" && meaning(text) == meaning(name)
}

// checkParameterTexts looks at the descriptions of properties.
func checkParameterTexts(c *check, s *spot) {
	if s.keyword == "properties" && s.Kind == tools.Object {
		at := s.Get("description")
		target := c.refs.Target(s.Node)
		switch {
		case strings.TrimSpace(at.Str()) != "" && repeats(at.Str(), s.name):
			c.say(at, "description-name", "say what it means, in which form and unit", nil, "%s: the description says no more than the name", c.about(s))
		case strings.TrimSpace(at.Str()) == "" && target.Get("description").Str() == "":
			c.say(s.property, "description-parameter", "say what it means, in which form and unit", nil, "%s has no description", c.about(s))
		}
	}
	properties := s.Get("properties")
	if !properties.Is(tools.Object) {
		return
	}
	first := map[string]string{}
	for _, m := range properties.Members {
		text := wording(m.Value.Get("description").Str())
		if text == "" {
			continue
		}
		if other, ok := first[text]; ok {
			c.say(m.Value.Get("description"), "description-parameter-duplicate", "say what tells them apart", nil,
				"%s: %s is described as %s is", c.about(s), m.Name.Show(), (&tools.Node{Kind: tools.String, Text: other}).Show())
			continue
		}
		first[text] = m.Key
	}
}
