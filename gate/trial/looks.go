package trial

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// maxLooks is how many looks beyond the reference's own a script offers.
const maxLooks = 3

// looks are calls that read, need no argument, and that the case neither forbids,
// demands nor disturbs.
func looks(c *suites.Case) []agent.ScriptCall {
	named := map[string]bool{}
	for _, specs := range [][]suites.CallSpec{c.Expect.Calls, c.Expect.Forbids} {
		for _, spec := range specs {
			for _, tool := range spec.Tools {
				named[tool] = true
			}
		}
	}
	for _, m := range c.Reference {
		for _, call := range m.Calls {
			named[call.Tool] = true
		}
	}
	for _, f := range c.Faults {
		named[f.Tool] = true
	}
	for _, t := range c.Suite.Tools {
		named[t.Refresh] = true
	}
	var out []agent.ScriptCall
	for _, t := range c.Suite.Tools {
		if t.Kind == trace.Read && !named[t.Name] && !demanding(t) && len(out) < maxLooks {
			out = append(out, agent.ScriptCall{Tool: t.Name, Args: map[string]any{}, Kind: trace.Read})
		}
	}
	return out
}

// demanding tells whether a tool may refuse a call without arguments.
func demanding(t *suites.Tool) bool {
	var p map[string]json.RawMessage
	if json.Unmarshal(t.Parameters, &p) != nil {
		return true
	}
	for _, keyword := range []string{"required", "minProperties", "anyOf", "oneOf", "allOf", "not", "if", "$ref"} {
		if rule := string(p[keyword]); rule != "" && rule != "[]" {
			return true
		}
	}
	return false
}

// agrees tells whether the caller says yes whenever asked and counts no turns, so
// that one more question changes nothing.
func agrees(c *suites.Case) bool {
	counts := func(t suites.Twist) bool { return strings.HasPrefix(t.After, "turn ") }
	return !slices.ContainsFunc(c.Callers(), func(caller *suites.Caller) bool {
		return caller.Confirms != "yes" || slices.ContainsFunc(caller.Twists, counts)
	})
}
