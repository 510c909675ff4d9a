package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas/tools"
)

// OutputVersion is the version of the form of Output.
const OutputVersion = 1

// maxChanges bounds how many changes are listed. The rest is counted.
const maxChanges = 1_000

// Change is one change.
type Change struct {
	Rule      string `json:"rule"`
	Level     Level  `json:"level"`
	Tool      string `json:"tool"`                // by its old name; the new one of what is added
	Parameter string `json:"parameter,omitempty"` // or part of one, or of the result: address.city, lines[]
	Message   string `json:"message"`
	Why       string `json:"why"`
	File      string `json:"file"`   // the new one, or the old one for what is gone
	Line      int    `json:"line"`   // 1-based
	Column    int    `json:"column"` // 1-based, in characters
}

// String is the change on one line: file:line:column: level: message (why) [rule].
func (c Change) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s (%s) [%s]", c.File, c.Line, c.Column, c.Level, c.Message, strings.TrimSuffix(c.Why, "."), c.Rule)
}

// Output is all that changed between two files. Its schema is diff.schema.json.
type Output struct {
	Version int      `json:"version"`
	Old     string   `json:"old"`
	New     string   `json:"new"`
	Changes []Change `json:"changes"` // the gravest first, each level by place
	More    int      `json:"more,omitempty"`

	counts  map[Level]int
	guesses int // pairs of names that may still be looked at for renames
}

// Count is how many changes of a level there are, listed or not.
func (o *Output) Count(level Level) int { return o.counts[level] }

// Files compares the tools of two files. Names are compared over all sets of a file.
func Files(from, to *tools.File) *Output {
	o := &Output{Version: OutputVersion, Old: from.Name, New: to.Name, Changes: []Change{}, counts: map[Level]int{}, guesses: maxGuesses}
	compareSets(o, from.Definitions, to.Definitions)
	levels := []Level{Breaking, Risky, Compatible}
	slices.SortStableFunc(o.Changes, func(a, b Change) int {
		return cmp.Or(
			cmp.Compare(slices.Index(levels, a.Level), slices.Index(levels, b.Level)),
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Message, b.Message),
		)
	})
	return o
}

// pair compares one tool in its old and new form.
type pair struct {
	out      *Output
	old, new *tools.Definition
	oldRefs  tools.Refs
	newRefs  tools.Refs
	steps    int
	path     []string
	seen     map[[2]*tools.Node]bool // being compared, so that schemas that contain themselves end
}

// say reports a change that shows at a node of the new form, or of the old one for
// what is gone.
func (p *pair) say(rule string, gone bool, at *tools.Node, format string, args ...any) {
	d, tool := p.new, p.old
	if gone || d == nil {
		d = p.old
	}
	if tool == nil {
		tool = p.new
	}
	where := strings.ReplaceAll(strings.Join(p.path, "."), ".[]", "[]")
	const most = 120
	if len(where) > most {
		where = strings.ToValidUTF8(where[:most], "") + "…"
	}
	label := tool.Label()
	if where != "" {
		label += ": " + where
	}
	r := ruleOf(rule)
	p.out.counts[r.Level]++
	if len(p.out.Changes) >= maxChanges {
		p.out.More++
		return
	}
	p.out.Changes = append(p.out.Changes, Change{
		Rule: rule, Level: r.Level, Tool: tool.Name, Parameter: where, Message: label + ": " + fmt.Sprintf(format, args...),
		Why: r.Why, File: d.File, Line: at.Line, Column: at.Column,
	})
}

// within compares a part under a name.
func (p *pair) within(name string, compare func()) {
	p.path = append(p.path, name)
	compare()
	p.path = p.path[:len(p.path)-1]
}
