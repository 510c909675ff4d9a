package trial

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// harnessNote tells a candidate about the harness, after the policy.
const harnessNote = `You act for the business above through the tools you are given, while talking with one caller.
It is %s. A message without tool calls is spoken to the caller; one with tool calls is not.
Use handover only to give the call to a person, with the reason. Before or after the caller leaves, file the record of the call once with close_call.`

// whereTools tells a whole agent about a call-level case.
const whereTools = "The tools are those of the MCP server whose address comes with the message."

// briefing is what the candidate is told, and for a builtin one what it plays.
func (t *trial) briefing() agent.Briefing {
	c := t.setup.Case
	note := harnessNote
	if t.whole() {
		note = wholeNote
	}
	b := agent.Briefing{
		System: c.Suite.Policy + "\n\n" + fmt.Sprintf(note, t.world.Now().Format("Monday 2 January 2006, 15:04 MST")),
		Seed:   t.record.Seed, Later: t.later,
	}
	if c.Suite.CallLevel { // nothing of the harness is served
		b.System = c.Suite.Policy + "\n\n" + c.System
		if t.whole() {
			b.System += "\n\n" + whereTools
		}
		b.System = strings.TrimSpace(b.System)
	}
	if _, ok := t.setup.Candidate.(agent.Scripted); ok {
		script := t.setup.Script
		if script == nil {
			script = Script(c, t.setup.World)
		}
		one := *script // what follows is this trial's
		b.Script = &one
		b.Script.Careful = len(t.setup.Plan.Faults) > 0
		b.Script.InFlight = inFlight(t.setup.Plan)
		if t.setup.Plan.Drift != nil || t.setup.World.Interface().Faces != nil {
			b.Script.Interface = t.world.Interface()
		}
	}
	return b
}

// inFlight is how many calls may be in flight, as the tools' descriptions say
// under a plan; nil where none does.
func inFlight(p world.Plan) map[string]int {
	var limits map[string]int
	if p.Crowd != nil {
		limits = p.Crowd.InFlight()
	}
	for _, f := range p.Faults {
		if f.Kind != "capacity" || f.Keep <= 0 {
			continue
		}
		if limits == nil {
			limits = map[string]int{}
		}
		if n, ok := limits[f.Tool]; !ok || f.Keep < n {
			limits[f.Tool] = f.Keep
		}
	}
	return limits
}

// Business is what is asked of a world to play a case in it.
type Business interface {
	Keys(table string) []string // columns of the primary key
	// KeyOf is the argument of a tool that takes an idempotency key, "" for none.
	KeyOf(tool string) (key string, known bool)
}

// Script turns the reference of a case into what a builtin agent plays.
func Script(c *suites.Case, w Business) *agent.Script {
	s := &agent.Script{
		Digest: c.Digest,
		Asks:   c.Expect.Asks, Tells: len(c.Expect.Tells) > 0, Escalate: c.Expect.Escalate,
		Looks: looks(c), Agrees: agrees(c),
	}
	s.Claims, s.ClaimsIn = claims(c, w.Keys)
	for _, m := range c.Reference {
		move := agent.Move{Ask: m.Ask, Confirm: m.Confirm, Say: m.Say, Handover: m.Handover, Close: m.Close, Later: m.Later}
		for _, call := range m.Calls {
			move.Calls = append(move.Calls, scriptCall(c, call, w))
		}
		s.Moves = append(s.Moves, move)
	}
	for _, l := range c.Lures {
		s.Lures = append(s.Lures, agent.Lure{Lapse: l.Lapse, Call: scriptCall(c, l.Call, w)})
	}
	return s
}

func scriptCall(c *suites.Case, m suites.CallMove, w Business) agent.ScriptCall {
	call := agent.ScriptCall{Tool: m.Tool, Args: m.Args, Save: m.Save}
	call.Required = slices.ContainsFunc(c.Expect.Calls, func(spec suites.CallSpec) bool {
		return meets(spec, m) && meeting(c, spec) == 1
	})
	if t := c.Suite.Tool(m.Tool); t != nil {
		call.Kind, call.Idempotency = t.Kind, t.Idempotency
		if key, known := w.KeyOf(t.Name); known {
			call.Idempotency = key
		}
		call.Inserts = inserts(t, c.Suite.Bookkeeping, w.Keys)
		call.Items, call.Cursor, call.Refresh = t.Items, t.Cursor, t.Refresh
		if t.Status != nil {
			status := agent.Readback(*t.Status)
			call.Status = &status
		}
		if t.Second != nil {
			second := agent.Source(*t.Second)
			call.Second = &second
		}
	}
	if call.Kind == trace.Write || call.Kind == trace.Irreversible {
		call.Target, call.Checked = checked(c, m.Args)
	}
	return call
}

// checked tells which arguments of a call the case looks at: those whose value
// says which row is changed, and those whose value the row must then have. Where
// it finds none it leaves the builtin agent to guess.
func checked(c *suites.Case, args map[string]any) (target, values []string) {
	specs := slices.Concat(c.Expect.Changes, c.Expect.May)
	for _, a := range c.Expect.AnyOf {
		specs = append(specs, a.Changes...)
	}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		is := func(m suites.Matcher) bool { return m.Literal != nil && trace.Equal(m.Literal, args[name]) }
		some := func(matchers map[string]suites.Matcher) bool {
			for _, m := range matchers {
				if is(m) {
					return true
				}
			}
			return false
		}
		where, value := false, false
		for _, spec := range specs {
			where = where || some(spec.Where)
			value = value || some(spec.Set) || some(spec.With)
		}
		switch {
		case where:
			target = append(target, name)
		case value:
			values = append(values, name)
		}
	}
	return target, values
}

// insertion finds the table that a statement adds rows to.
var insertion = regexp.MustCompile(`(?i)^\s*insert\s+(?:or\s+\w+\s+)?into\s+["\x60\[]?(\w+)`)

// inserts tells whether each call of a tool adds a row that counts. Where the
// arguments are the row's whole key, a second call cannot add another.
func inserts(t *suites.Tool, bookkeeping []string, keys func(string) []string) bool {
	return slices.ContainsFunc(t.Steps, func(s suites.Step) bool {
		m := insertion.FindStringSubmatch(s.Exec)
		if m == nil || slices.Contains(bookkeeping, m[1]) {
			return false
		}
		given := t.Arguments()
		return slices.ContainsFunc(keys(m[1]), func(column string) bool { return !slices.Contains(given, column) })
	})
}

// meets tells whether a call is one that a case demands.
func meets(spec suites.CallSpec, call suites.CallMove) bool {
	for name, m := range spec.With {
		if !m.Match(call.Args[name]) {
			return false
		}
	}
	return slices.Contains(spec.Tools, call.Tool)
}

// meeting counts the calls of the reference that meet a demand. Where there are
// several, none of them is missed.
func meeting(c *suites.Case, spec suites.CallSpec) int {
	n := 0
	for _, move := range c.Reference {
		for _, call := range move.Calls {
			if meets(spec, call) {
				n++
			}
		}
	}
	return n
}

// claims derives the closing records of a candidate that does all that the case
// expects, and no more: one item for each row to be changed that has an effect, in
// the record of the call in which the reference changes it. The latter is nil
// where there is but one.
func claims(c *suites.Case, keys func(string) []string) (list []trace.Claim, in []int) {
	specs := slices.Clone(c.Expect.Changes)
	if len(c.Expect.AnyOf) > 0 {
		specs = append(specs, c.Expect.AnyOf[0].Changes...)
	}
	for _, spec := range specs {
		effect, ok := spec.Effect(c.Suite)
		if !ok {
			continue
		}
		claim := trace.Claim{Effect: effect, Record: spec.Record(keys(spec.Table)), Status: trace.ClaimDone}
		call := c.CallOf(&spec)
		for range spec.Times {
			list, in = append(list, claim), append(in, call)
		}
	}
	if len(c.Later) == 0 {
		in = nil
	}
	return list, in
}
