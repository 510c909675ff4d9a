package lint

import "github.com/keptgate/keptgate/schemas/tools"

// checkConfusable looks for tools that are offered together and that a model
// cannot tell apart by name or by description. Each is compared with the first of
// its kind, so that the work grows with the number of tools alone.
func checkConfusable(set []*check) {
	names, texts := map[string]*tools.Definition{}, map[string]*tools.Definition{}
	for _, c := range set {
		d := c.d
		if key := meaning(d.Name); key != "" {
			if other := names[key]; other == nil {
				names[key] = d
			} else if other.Name != d.Name {
				c.say(d.NameAt, "tools-confusable", "say in both names what tells them apart, or offer one of them", nil,
					"%s means the same as %s in line %d", d.NameAt.Show(), other.NameAt.Show(), other.NameAt.Line)
			}
		}
		text := wording(d.Description)
		if text == "" {
			continue
		}
		if other := texts[text]; other == nil {
			texts[text] = d
		} else if other.Name != d.Name {
			c.say(d.Body.Get("description"), "description-duplicate", "say when to use the one and when the other", nil,
				"%s is described as %s in line %d is", d.Label(), other.Label(), other.NameAt.Line)
		}
	}
}
