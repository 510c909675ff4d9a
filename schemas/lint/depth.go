package lint

import "github.com/keptgate/keptgate/schemas/tools"

// maxDepth is how many objects and lists may lie around a value without a warning:
// what OpenAI's strict mode allows.
const maxDepth = 10

// checkDepth looks for structures that are nested deeply. Each chain is said once.
func checkDepth(c *check, s *spot) {
	if s.depth == maxDepth+1 && (s.keyword == "properties" || s.keyword == "items") && s.Kind == tools.Object {
		c.say(s.Node, "nesting-deep", "make it flatter, or split the tool", nil, "%s: nested more than %d deep", c.about(s), maxDepth)
	}
}
