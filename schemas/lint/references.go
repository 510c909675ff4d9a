package lint

import (
	"slices"

	"github.com/keptgate/keptgate/schemas/tools"
)

// checkReference looks for references that lead out of the document or nowhere.
func checkReference(c *check, s *spot) {
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		ref := s.Get(keyword)
		if !ref.Is(tools.String) {
			continue
		}
		switch {
		case !tools.Local(ref.Text):
			c.broken = true
			c.say(ref, "reference-remote", "put what is referred to under $defs and refer to it as #/$defs/NAME", nil, "%s: %s leads out of the file", c.about(s), ref.Show())
		case keyword == "$ref" && c.refs.Resolve(ref.Text) == nil:
			c.broken = true
			c.say(ref, "reference-unresolved", "mend the reference, or put what it names under $defs", nil, "%s: nothing stands at %s", c.about(s), ref.Show())
		}
	}
}

// maxExpanded bounds how many schemas a definition may be once its references are
// written out.
const maxExpanded = 20_000

// expansion counts the schemas of a schema with its references written out. A
// schema that contains itself counts once.
type expansion struct {
	refs   *tools.Refs
	sizes  map[*tools.Node]int
	inside map[*tools.Node]bool
	itself bool // some schema contains itself
}

func newExpansion(refs *tools.Refs) *expansion {
	return &expansion{refs: refs, sizes: map[*tools.Node]int{}, inside: map[*tools.Node]bool{}}
}

func (e *expansion) of(n *tools.Node) int {
	if size, ok := e.sizes[n]; ok {
		return size
	}
	if e.inside[n] {
		e.itself = true
		return 1
	}
	e.inside[n] = true
	size := 1
	if ref := n.Get("$ref"); ref.Is(tools.String) {
		if target := e.refs.Resolve(ref.Text); target != nil {
			size += e.of(target)
		}
	}
	for _, sub := range tools.Subs(n) {
		if !slices.Contains([]string{"$defs", "definitions"}, sub.Keyword) {
			size = min(size+e.of(sub.Schema), maxExpanded+1)
		}
	}
	delete(e.inside, n)
	e.sizes[n] = size
	return size
}

// checkExpansion looks for schemas that are too large once written out, and for
// those that contain themselves where strict mode does not take them.
func checkExpansion(c *check) {
	e := newExpansion(&c.refs)
	if size := e.of(c.d.Parameters); size > maxExpanded {
		c.say(c.d.Parameters, "reference-size", "refer to fewer schemas, or write them flatter", nil, "%s: written out, the schema has more than %d parts", c.d.Label(), maxExpanded)
	}
	if form := c.strict(); form != nil && !form.recursive && e.itself {
		c.say(c.d.Parameters, "strict-recursive", "bound the nesting by separate schemas", nil, "%s: the schema contains itself, which strict mode of %s does not take", c.d.Label(), c.provider.Name)
	}
}
