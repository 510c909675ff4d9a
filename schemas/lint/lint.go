package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/schemas/tools"
)

// Bounds on what is reported. What is beyond them is counted.
const (
	maxOfOne = 100    // findings of one definition
	maxOfAll = 50_000 // findings of one file

	maxSize = 10_000 // values of a schema that is looked into; schemas.Compile takes as many
)

// Finding is one complaint, and how to mend it where that is mechanical.
type Finding struct {
	schemas.Problem
	Edits []Edit
}

// Report is what was found in one file.
type Report struct {
	Definitions int
	Skipped     int // tools that the provider defines
	Findings    []Finding
	Counts      map[string]int // findings by rule, those included that are not listed
	More        int            // findings that are not listed
}

// File judges the definitions of a file. A provider's name makes its profile the
// one of all of them; "" is the one of each definition's wrapping.
func File(f *tools.File, provider string) (*Report, error) {
	named, err := profile(provider)
	if err != nil {
		return nil, err
	}
	r := &Report{Definitions: len(f.Definitions), Skipped: f.Skipped, Counts: map[string]int{}}
	for _, p := range f.Problems {
		r.add(Finding{Problem: p})
	}
	var set []*check
	for i := range f.Definitions {
		d := &f.Definitions[i]
		p := named
		if p == nil {
			p = wrapped(d.Wrapping)
		}
		c := &check{d: d, provider: p, report: r, json: f.JSON, data: f.Data, refs: tools.Refs{Root: d.Parameters}}
		c.one()
		if len(set) > 0 && set[0].d.Set != d.Set {
			together(set)
			set = nil
		}
		set = append(set, c)
	}
	together(set)
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
	return r, nil
}

func (r *Report) add(f Finding) {
	r.Counts[f.Rule]++
	if len(r.Findings) >= maxOfAll {
		r.More++
		return
	}
	r.Findings = append(r.Findings, f)
}

// check judges one definition.
type check struct {
	d        *tools.Definition
	provider *Provider
	report   *Report
	json     bool
	data     []byte
	said     int
	broken   bool // a reference of it leads nowhere
	refs     tools.Refs
	guesses  int // words that were looked up so far
}

// spot is a schema in a definition, with what lies around it.
type spot struct {
	*tools.Node
	path     []string // of names: parameter, property, [] for items
	name     string   // of the property; "" where it is none
	keyword  string   // that holds it; "" for the root
	depth    int      // of objects and lists around it
	required bool     // the property must be given
	outer    *spot    // the schema around it that is held against the same value; nil without one
	property *tools.Node
}

// root tells whether the spot is the whole schema.
func (s *spot) root() bool { return s.keyword == "" }

// families are the rules about schemas, in the order of the table.
var families = []func(*check, *spot){
	checkType, checkItems, checkKeywords, checkRequired, checkEnum, checkDefault, checkBounds, checkParameterNames,
	checkParameterTexts, checkIdentity, checkReference, checkDepth, checkProvider, checkStrict,
}

// one applies the rules about a definition and all its schemas.
func (c *check) one() {
	checkName(c)
	checkText(c)
	checkRoot(c)
	if c.d.Parameters == nil {
		return
	}
	if n := c.d.Parameters.Size(maxSize + 1); n > maxSize {
		c.say(c.d.Parameters, "schema-size", "describe fewer parameters, or split the tool", nil, "%s: the parameters are a schema of more than %d values", c.d.Label(), maxSize)
		return
	}
	c.walk(&spot{Node: c.d.Parameters})
	checkExpansion(c)
	checkStrictLimits(c)
	checkSchemas(c)
}

func (c *check) walk(s *spot) {
	for _, family := range families {
		family(c, s)
	}
	required := setOf(s.Get("required").Strings())
	for _, sub := range tools.Subs(s.Node) {
		inner := &spot{Node: sub.Schema, path: s.path, keyword: sub.Keyword, depth: s.depth}
		switch sub.Keyword {
		case "properties":
			inner.name, inner.required = sub.Key, required[sub.Key]
			inner.property = sub.Name
			inner.path, inner.depth = within(s.path, sub.Key), s.depth+1
		case "items", "prefixItems", "contains":
			inner.path, inner.depth = within(s.path, "[]"), s.depth+1
		case "$defs", "definitions":
			inner.path = within(s.path, sub.Keyword, sub.Key)
		case "patternProperties", "additionalProperties":
			inner.path, inner.depth = within(s.path, "*"), s.depth+1
		}
		if sub.Same {
			inner.outer = s
		}
		c.walk(inner)
	}
}

func setOf(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, word := range words {
		set[word] = true
	}
	return set
}

// within extends a path; two paths never share their end.
func within(path []string, names ...string) []string {
	return append(slices.Clip(path), names...)
}

// together applies the rules about tools that are offered together.
func together(set []*check) {
	if len(set) == 0 {
		return
	}
	for _, rule := range []func([]*check){checkDuplicates, checkConfusable, checkWrites, checkCount} {
		rule(set)
	}
}

// say reports a finding about the definition at a node.
func (c *check) say(at *tools.Node, rule, fix string, edits []Edit, format string, args ...any) {
	if c.said++; c.said > maxOfOne {
		c.report.Counts[rule]++
		c.report.More++
		return
	}
	p := c.d.Problem(at, rule, ruleOf(rule).Severity, fmt.Sprintf(format, args...), fix)
	if !c.json {
		edits = nil
	}
	c.report.add(Finding{p, edits})
}

// about names a spot in a message.
func (c *check) about(s *spot) string {
	if len(s.path) == 0 {
		return c.d.Label()
	}
	const most = 120
	path := strings.ReplaceAll(strings.Join(s.path, "."), ".[]", "[]")
	if len(path) > most {
		path = strings.ToValidUTF8(path[:most], "") + "…"
	}
	return c.d.Label() + ": " + path
}
