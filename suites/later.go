package suites

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// Bounds of the time between two calls.
const (
	minAfter = time.Hour
	maxAfter = 60 * 24 * time.Hour
)

func (b *builder) later(pointer string, raw []rawLater) []Later {
	var out []Later
	for i, r := range raw {
		p := fmt.Sprintf("%s/%d", pointer, i)
		out = append(out, Later{
			After: b.after(p+"/after", r.After), Meanwhile: r.Meanwhile, Caller: b.caller(p+"/caller", r.Caller),
			Allows: b.changes(p+"/allows", r.Allows), Line: b.line(p),
		})
	}
	return out
}

// after reads a time such as 3d or 12h.
func (b *builder) after(pointer, text string) time.Duration {
	var d time.Duration
	if last := len(text) - 1; last > 0 {
		n, err := strconv.Atoi(text[:last])
		unit, known := map[byte]time.Duration{'h': time.Hour, 'd': 24 * time.Hour}[text[last]]
		if err == nil && known && n > 0 && n <= int(maxAfter/time.Hour) {
			d = time.Duration(n) * unit
		}
	}
	if d < minAfter || d > maxAfter {
		b.problem(pointer, "later-after", "%q is no time between two calls; write it like 3d or 12h, from 1h to 60d", text)
	}
	return d
}

// Callers lists the callers of a case: that of the first call, then those of the
// later ones.
func (c *Case) Callers() []*Caller {
	out := []*Caller{&c.Caller}
	for i := range c.Later {
		out = append(out, &c.Later[i].Caller)
	}
	return out
}

// CallOf tells in which call the reference makes a change: 0 is the first, n the
// n-th later one. Where several could be meant it is the last of them, and where
// none could be told, the last of all.
func (c *Case) CallOf(spec *ChangeSpec) int {
	if len(c.Later) == 0 {
		return 0
	}
	made, now := -1, 0
	for _, m := range c.Reference {
		if m.Later > 0 {
			now = m.Later
		}
		for _, call := range m.Calls {
			if t := c.Suite.Tool(call.Tool); t != nil && slices.Contains(t.Changes(), spec.Table) && spec.fits(call.Args) {
				made = now
			}
		}
	}
	if made < 0 {
		return len(c.Later)
	}
	return made
}

// statement finds the table that a statement changes, wherever in it that is.
var statement = regexp.MustCompile("(?i)\\b(?:insert(?:\\s+or\\s+\\w+)?\\s+into|replace\\s+into|update(?:\\s+or\\s+\\w+)?|delete\\s+from)\\s+[\"`\\[]?(\\w+)")

// Changes lists the tables that the tool's statements change. It reads no more of
// SQL than the words before the name of a table; the world checks the rest.
func (t *Tool) Changes() []string {
	var out []string
	for _, s := range t.Steps {
		for _, m := range statement.FindAllStringSubmatch(s.Exec, -1) {
			if !slices.Contains(out, m[1]) {
				out = append(out, m[1])
			}
		}
	}
	return out
}

// fits tells whether a call of a reference with such arguments can be the one that
// makes the change: arguments named like a column agree with it, and keys that it
// names stand among them. A value saved from a reply can be any.
func (spec ChangeSpec) fits(args map[string]any) bool {
	open := len(savedIn(args)) > 0
	for _, want := range []map[string]Matcher{spec.Where, spec.With, spec.Set} {
		for column, m := range want {
			arg, named := args[column]
			switch isKey := column == "id" || strings.HasSuffix(column, "_id"); {
			case named && len(savedIn(arg)) == 0 && !m.Match(leaf(arg)):
				return false
			case !named && isKey && m.Literal != nil && !open && !within(args, m):
				return false
			}
		}
	}
	return true
}

// within tells whether a value, or something in it, is what the matcher wants.
func within(v any, m Matcher) bool {
	switch x := v.(type) {
	case []any:
		return slices.ContainsFunc(x, func(item any) bool { return within(item, m) })
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(x)), func(item any) bool { return within(item, m) })
	default:
		return m.Match(leaf(v))
	}
}

// leaf is a value in the normal form. Lists and objects stay as they are: they are
// shared, and Normal changes them in place.
func leaf(v any) any {
	switch v.(type) {
	case []any, map[string]any:
		return v
	default:
		return trace.Normal(v)
	}
}
