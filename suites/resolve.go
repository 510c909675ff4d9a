package suites

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// resolver holds every name in the suite against what it should name.
type resolver struct {
	suite    *Suite
	tools    map[string]*Tool
	problems []schemas.Problem
}

func (s *Suite) resolve() []schemas.Problem {
	r := &resolver{suite: s, tools: map[string]*Tool{}}
	harness := []string{trace.ToolWait, trace.ToolHandover, trace.ToolCloseCall}
	for _, t := range s.Tools {
		at := place{t.File, t.Line}
		if r.tools[t.Name] != nil {
			r.problem(at, "tool-duplicate", "rename one of them", "there are two tools named %s", t.Name)
		}
		if slices.Contains(harness, t.Name) {
			r.problem(at, "tool-reserved", "choose another name", "the harness serves %s itself", t.Name)
		}
		r.tools[t.Name] = t
	}
	if s.CallLevel {
		r.names()
		return r.problems
	}
	for _, t := range s.Tools {
		r.face(t)
	}
	seen := r.names()
	for _, c := range s.Cases {
		r.kase(c)
	}
	for _, c := range s.Cases {
		if c.Twin != "" && (c.Twin == c.Name || seen[c.Twin] == nil) {
			r.problem(place{c.File, c.Line}, "twin-unknown", "name another case of the suite", "case %s names the twin %s, which is no other case", c.Name, c.Twin)
		}
	}
	return r.problems
}

// names finds the cases by their names, of which no two may be alike.
func (r *resolver) names() map[string]*Case {
	seen := map[string]*Case{}
	for _, c := range r.suite.Cases {
		if other := seen[c.Name]; other != nil {
			r.problem(place{c.File, c.Line}, "case-duplicate", "rename one of them", "there are two cases named %s; the other stands at %s:%d", c.Name, other.File, other.Line)
		}
		seen[c.Name] = c
	}
	return seen
}

// place is where a complaint points.
type place struct {
	file string
	line int
}

func (r *resolver) problem(at place, rule, fix, format string, args ...any) {
	r.problems = append(r.problems, schemas.Problem{
		Rule: rule, Severity: schemas.Error, File: at.file, Line: at.line, Column: 1,
		Message: fmt.Sprintf(format, args...), Fix: fix,
	})
}

func (r *resolver) tool(at place, name string) {
	if r.tools[name] == nil {
		r.problem(at, "tool-unknown", "the suite has "+strings.Join(slices.Sorted(maps.Keys(r.tools)), ", "), "unknown tool %s", name)
	}
}

func (r *resolver) effect(at place, name string) {
	if _, ok := r.suite.Effects[name]; !ok {
		r.problem(at, "effect-unknown", "suite.yaml has "+strings.Join(slices.Sorted(maps.Keys(r.suite.Effects)), ", "), "unknown effect %s", name)
	}
}

func (r *resolver) kase(c *Case) {
	at := place{c.File, c.Line}
	known, all := r.callers(c), map[string]bool{}
	for _, facts := range known {
		maps.Copy(all, facts)
	}
	for _, about := range c.Expect.Asks {
		r.fact(at, all, about)
	}
	for _, specs := range [][]CallSpec{c.Expect.Calls, c.Expect.Forbids} {
		for _, spec := range specs {
			r.callSpec(place{c.File, spec.Line}, spec)
		}
	}
	r.needs(c)
	if e := c.Expect; len(e.Changes) == 0 && !e.Golden && len(e.AnyOf) == 0 && len(e.Calls) == 0 && len(e.Asks) == 0 && len(e.Tells) == 0 && e.Escalate != "required" {
		r.problem(at, "case-asserts-nothing", "a restraint case still states what must be read, asked or told", "case %s asserts nothing, so doing nothing would pass it", c.Name)
	}
	r.faults(c)
	r.reference(c, known)
}

// callers checks the callers of a case and lists the facts that each has.
func (r *resolver) callers(c *Case) []map[string]bool {
	var known []map[string]bool
	twists := map[string]int{}
	for i, caller := range c.Callers() {
		at := place{c.File, c.Line}
		if i > 0 {
			at.line = c.Later[i-1].Line
		}
		facts := map[string]bool{}
		for _, f := range caller.Facts {
			facts[f.About] = true
		}
		for _, t := range caller.Twists {
			r.twist(at, t)
			if before, taken := twists[t.Name]; taken && before != i {
				r.problem(at, "twist-duplicate", "rename one of them", "an earlier call has a twist named %s as well", t.Name)
			}
			twists[t.Name] = i
			for _, f := range t.Facts {
				facts[f.About] = true
			}
		}
		known = append(known, facts)
	}
	return known
}

func (r *resolver) fact(at place, facts map[string]bool, about string) {
	if !facts[about] {
		r.problem(at, "fact-unknown", "the caller has "+strings.Join(slices.Sorted(maps.Keys(facts)), ", "), "the caller has no fact about %q", about)
	}
}

func (r *resolver) twist(at place, t Twist) {
	kind, what, _ := strings.Cut(t.After, " ")
	n, err := strconv.Atoi(what)
	switch {
	case kind == "committed":
		r.effect(at, what)
	case kind == "turn" && err == nil && n >= 1:
	default:
		r.problem(at, "twist-after", `write "committed EFFECT" or "turn N"`, "a twist cannot come after %q", t.After)
	}
}

func (r *resolver) callSpec(at place, spec CallSpec) {
	for _, name := range spec.Tools {
		if t := r.tools[name]; t != nil {
			r.arguments(at, t, spec.With)
			continue
		}
		r.tool(at, name)
	}
	if spec.Before != "" && spec.Before != "write" {
		r.effect(at, spec.Before)
	}
}

func (r *resolver) arguments(at place, t *Tool, with map[string]Matcher) {
	names := t.Arguments()
	for _, name := range slices.Sorted(maps.Keys(with)) {
		if !slices.Contains(names, name) {
			r.problem(at, "argument-unknown", t.Name+" has "+strings.Join(names, ", "), "%s has no argument %s", t.Name, name)
		}
	}
}

// needs checks the names by which changes depend on one another.
func (r *resolver) needs(c *Case) {
	groups := [][]ChangeSpec{c.Expect.Changes}
	for _, a := range c.Expect.AnyOf {
		groups = append(groups, slices.Concat(c.Expect.Changes, a.Changes))
	}
	for _, specs := range groups {
		for _, spec := range specs {
			for _, need := range spec.Needs {
				if !slices.ContainsFunc(specs, func(o ChangeSpec) bool { return o.Name == need }) {
					r.problem(place{c.File, spec.Line}, "needs-unknown", "give the other change a name", "no change is named %s", need)
				}
			}
		}
	}
}

// reference checks the moves of a reference. Known are the facts that each caller
// has.
func (r *resolver) reference(c *Case, known []map[string]bool) {
	saved, gone := map[string]bool{}, map[string]bool{} // gone: saved in an earlier call
	now := 0
	if len(c.Reference) == 0 {
		r.problem(place{c.File, c.Line}, "reference-missing", "write one way to keep the promise; it proves that the case can be solved", "case %s has no reference", c.Name)
	}
	for _, m := range c.Reference {
		at := place{c.File, m.Line}
		if m.Later > 0 {
			now = r.mark(c, at, m.Later, now)
			maps.Copy(gone, saved)
			clear(saved)
		}
		if m.Ask != "" {
			r.fact(at, known[now], m.Ask)
		}
		for _, name := range m.saved() {
			if gone[name] && !saved[name] {
				r.problem(at, "saved-gone", "find it again in this call", "%s was saved in an earlier call, of which the candidate remembers nothing", name)
			}
		}
		for _, call := range m.Calls {
			if call.Tool != trace.ToolWait {
				r.tool(at, call.Tool)
			}
			for _, name := range savedIn(call.Args) {
				if !saved[name] && !gone[name] {
					r.problem(at, "saved-unknown", "save it in an earlier call", "nothing was saved as %s before this call", name)
				}
			}
			for name := range call.Save {
				saved[name] = true
			}
		}
		for _, claim := range m.Close {
			r.effect(at, claim.Effect)
		}
	}
	if len(c.Reference) > 0 && now < len(c.Later) {
		r.problem(place{c.File, c.Later[now].Line}, "later-mark", fmt.Sprintf("write - later: %d where its moves begin", now+1), "the reference of case %s has no moves for later call %d", c.Name, now+1)
	}
	for _, l := range c.Lures {
		r.tool(place{c.File, c.Line}, l.Call.Tool)
	}
}

// mark checks that later calls begin one after another, and returns which is under
// way then.
func (r *resolver) mark(c *Case, at place, n, now int) int {
	switch {
	case n > len(c.Later):
		r.problem(at, "later-mark", "describe the call under later, or leave the mark out", "case %s has no later call %d", c.Name, n)
		return now
	case n != now+1:
		r.problem(at, "later-mark", "mark each later call once, in order", "later call %d begins where call %d is due", n, now+1)
	}
	return n
}

// saved lists the names of saved values that a move uses, in whatever it holds.
func (m Move) saved() []string {
	var names []string
	add := func(text string) {
		for _, found := range savedAnywhere.FindAllStringSubmatch(text, -1) {
			names = append(names, found[1])
		}
	}
	add(m.Say + m.Confirm + m.Handover)
	for _, claim := range m.Close {
		add(claim.Record)
	}
	for _, call := range m.Calls {
		for _, name := range savedIn(call.Args) {
			add("$" + savedName + "." + name)
		}
	}
	return names
}

var savedAnywhere = regexp.MustCompile(`\$` + savedName + `\.([a-z][a-z0-9_]*)`)

// savedIn lists the names behind $saved. in the texts of a value.
func savedIn(v any) []string {
	var names []string
	switch x := v.(type) {
	case string:
		if name, ok := strings.CutPrefix(x, "$saved."); ok {
			names = append(names, name)
		}
	case []any:
		for _, item := range x {
			names = append(names, savedIn(item)...)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(x)) {
			names = append(names, savedIn(x[k])...)
		}
	}
	return names
}
