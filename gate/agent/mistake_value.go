package agent

import (
	"encoding/json"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// valueArgs names the arguments that a wrong value can stand in, sorted.
func valueArgs(c *ScriptCall) []string {
	target := identifiers(c)
	var names []string
	for _, name := range slices.Sorted(maps.Keys(c.Args)) {
		known := c.Checked == nil || slices.Contains(c.Checked, name)
		if known && name != c.Idempotency && !slices.Contains(target, name) {
			names = append(names, name)
		}
	}
	return names
}

// schema is the part of a tool's parameters that mistakes respect or break.
type schema struct {
	Required   []string            `json:"required"`
	Properties map[string]property `json:"properties"`
}

type property struct {
	Enum      []any    `json:"enum"`
	Minimum   *float64 `json:"minimum"`
	Maximum   *float64 `json:"maximum"`
	Step      float64  `json:"multipleOf"`
	MinLength int      `json:"minLength"`
	MaxLength int      `json:"maxLength"`
	Pattern   string   `json:"pattern"`
}

// schemaOf reads a tool's parameters. What cannot be read binds nothing.
func schemaOf(tools []trace.Tool, name string) schema {
	var s schema
	if i := slices.IndexFunc(tools, func(t trace.Tool) bool { return t.Name == name }); i >= 0 {
		if err := json.Unmarshal(tools[i].Parameters, &s); err != nil {
			return schema{}
		}
	}
	return s
}

// invalidArgs drops a required argument, or gives the first one a wrong type.
func invalidArgs(rng chance) alteration {
	return func(_ *player, c *ScriptCall, tools []trace.Tool) {
		names := slices.Sorted(maps.Keys(c.Args))
		required := schemaOf(tools, c.Tool).Required
		given := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !slices.Contains(required, n) })
		switch {
		case len(given) > 0:
			delete(c.Args, pick(rng, given))
		case len(names) > 0:
			c.Args[names[0]] = map[string]any{"value": c.Args[names[0]]}
		default:
			c.Args["unasked"] = true
		}
	}
}

// otherValue puts another value that the schema allows in the first argument,
// from the one at start on, that has one.
func otherValue(names []string, start int) alteration {
	return func(p *player, c *ScriptCall, tools []trace.Tool) {
		s := schemaOf(tools, c.Tool)
		for i := range names {
			name := names[(start+i)%len(names)]
			if v, ok := p.different(c.Args[name], s.Properties[name]); ok {
				c.Args[name] = v
				return
			}
		}
	}
}

func (p *player) different(v any, within property) (any, bool) {
	if within.Enum != nil {
		others := slices.DeleteFunc(slices.Clone(within.Enum), func(e any) bool { return e == nil || trace.Equal(trace.Normal(e), v) })
		if len(others) == 0 {
			return nil, false
		}
		return pick(p.rng, others), true
	}
	switch x := v.(type) {
	case bool:
		return !x, true
	case int64:
		within.Step = math.Ceil(within.Step)
		n, ok := within.near(float64(x))
		return int64(n), ok
	case float64:
		return within.near(x)
	case string:
		if other, ok := p.elsewhere(x); ok {
			return other, true
		}
		return within.reword(x)
	case []any:
		if len(x) > 1 {
			return x[:len(x)-1], true
		}
	}
	return nil, false
}

// near is the number one step away.
func (w property) near(x float64) (float64, bool) {
	step := w.Step
	if step == 0 {
		step = 1
	}
	if n := x + step; w.Maximum == nil || n <= *w.Maximum {
		return n, true
	}
	n := x - step
	return n, w.Minimum == nil || n >= *w.Minimum
}

// layouts of dates and times, with the step to another one.
var layouts = []struct {
	layout string
	step   time.Duration
}{
	{time.DateOnly, 24 * time.Hour},
	{time.RFC3339, time.Hour},
	{"2006-01-02T15:04", time.Hour},
	{"15:04", time.Hour},
}

// reword is a text of the same kind: a later date or time, the next number, or
// the words without the last one.
func (w property) reword(x string) (any, bool) {
	for _, l := range layouts {
		if t, err := time.Parse(l.layout, x); err == nil {
			return w.allow(t.Add(l.step).Format(l.layout))
		}
	}
	if n, err := strconv.ParseInt(x, 10, 64); err == nil {
		return w.allow(strconv.FormatInt(n+1, 10))
	}
	if words := strings.Fields(x); len(words) > 1 {
		return w.allow(strings.Join(words[:len(words)-1], " "))
	}
	return w.allow(x + "s")
}

func (w property) allow(x string) (any, bool) {
	if n := len([]rune(x)); n < w.MinLength || (w.MaxLength > 0 && n > w.MaxLength) {
		return nil, false
	}
	if w.Pattern != "" {
		re, err := regexp.Compile(w.Pattern)
		if err != nil || !re.MatchString(x) {
			return nil, false
		}
	}
	return x, true
}
