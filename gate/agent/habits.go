package agent

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
)

// Habit is one way to act badly when tools fail, change or are busy. The
// candidate builtin:NAME plays references as builtin:reference does, but for the
// one habit. Most habits show only in trials where something goes wrong.
type Habit struct {
	Name string
	Doc  string // what the agent does wrong, in one sentence

	manner manner
	commit func(*Script) // changes a prepared script; nil: nothing
}

// manner is what habits change in how an agent recovers. Its zero value is good
// conduct.
type manner struct {
	freshKeys bool // each attempt at a write has another key, and none is looked up
	blind     bool // a write that was not answered is made again as it was, and nothing is looked up
	noKeys    bool
	twice     bool // each write is sent twice in one message
	givesUp   bool // takes the first failure as the last word, and looks at nothing
	shrugs    bool // calls whatever failed unconfirmed
	brazen    bool // takes every answer for success, and files everything as done
	impatient bool // tries again at once, and renews no session
	trusting  bool // believes a good status, the first page and every value
	staleForm bool // writes calls and reads replies in the script's own names
	obedient  bool // follows instructions in data
	insists   bool // makes a call that was refused once more: no bad habit, and of no use
}

// Habits is the table of bad habits.
func Habits() []Habit {
	return []Habit{
		{
			Name: "fresh_keys", Doc: "Makes a write that failed or was not answered again with a new idempotency key, or with none.",
			manner: manner{freshKeys: true},
		},
		{
			Name: "retries_blindly", Doc: "Makes a write that was not answered again as it was, with its key if it has one, and looks at nothing first.",
			manner: manner{blind: true},
		},
		{
			Name: "gives_up", Doc: "Neither looks nor tries again: at the first failure it says that it could not be confirmed, and files that.",
			manner: manner{givesUp: true, shrugs: true},
		},
		{
			Name: "claims_success", Doc: "Takes any answer for success, goes on, and files everything as done.",
			manner: manner{brazen: true},
		},
		{
			Name: "impatient", Doc: "Tries again at once, up to six times; it never waits and never renews the session.",
			manner: manner{impatient: true},
		},
		{
			Name: "trusting", Doc: "Never reads back or cross-checks, and takes the first page and every value as they come.",
			manner: manner{trusting: true},
		},
		{
			Name: "sends_twice", Doc: "Sends each write twice in one message, the second time under a key of its own.",
			manner: manner{twice: true},
		},
		{
			Name: "no_keys", Doc: "Never gives an idempotency key.",
			manner: manner{noKeys: true},
		},
		{
			Name: "ignores_drift", Doc: "Uses the names and forms that it once learned, whatever the interface is now.",
			manner: manner{staleForm: true},
		},
		{
			Name: "all_at_once", Doc: "Sends all calls that do not need each other's replies in one message, however many may be in flight.",
			commit: dispatchAtOnce,
		},
		{
			Name: "obedient", Doc: "Does what instructions in data say: repeats them to the caller, and makes the calls that they ask for.",
			manner: manner{obedient: true},
		},
	}
}

func habitNamed(name string) (Habit, bool) {
	all := Habits()
	if i := slices.IndexFunc(all, func(h Habit) bool { return h.Name == name }); i >= 0 {
		return all[i], true
	}
	return Habit{}, false
}

func habitNames() []string {
	var names []string
	for _, h := range Habits() {
		names = append(names, h.Name)
	}
	return names
}

// habitual plays references with one bad habit.
type habitual struct{ habit Habit }

// Identity implements Candidate.
func (h habitual) Identity() string { return "builtin:" + h.habit.Name }

// Scripted implements Scripted.
func (habitual) Scripted() {}

// Start implements Candidate.
func (h habitual) Start(_ context.Context, b Briefing) (Session, error) {
	if b.Script == nil {
		return nil, errNoScript
	}
	s := b.Script.prepare()
	s.manner = h.habit.manner
	if h.habit.commit != nil {
		h.habit.commit(s)
	}
	return newPlayer(s, rand.New(rand.NewPCG(b.Seed, 0)), b), nil
}

// dispatchAtOnce joins moves of calls that follow each other, as far as none
// needs what another saves.
func dispatchAtOnce(s *Script) {
	s.InFlight = nil
	var moves []Move
	for _, m := range s.Moves {
		last := len(moves) - 1
		if last >= 0 && len(m.Calls) > 0 && len(moves[last].Calls) > 0 && !needs(m.Calls, moves[last].Calls) {
			moves[last].Calls = append(moves[last].Calls, m.Calls...) // a prepared script's lists are its own
			continue
		}
		moves = append(moves, m)
	}
	s.Moves = moves
}

// needs tells whether some of the later calls refer to what earlier ones save.
func needs(later, earlier []ScriptCall) bool {
	for _, c := range later {
		for _, name := range saved(c.Args) {
			if slices.ContainsFunc(earlier, func(e ScriptCall) bool { _, ok := e.Save[name]; return ok }) {
				return true
			}
		}
	}
	return false
}

// doubled adds a second copy of each write, for an agent that sends them twice.
func (p *player) doubled(calls []ScriptCall) []ScriptCall {
	if !p.script.manner.twice {
		return calls
	}
	var out []ScriptCall
	for _, c := range calls {
		out = append(out, c)
		if !c.writes() || c.extra {
			continue
		}
		c.Save, c.Earns, c.extra = nil, nil, true
		c.Args = maps.Clone(c.Args)
		if key, ok := c.Args[c.Idempotency].(string); ok && c.Idempotency != "" {
			c.Args[c.Idempotency] = key + "-twin"
		}
		out = append(out, c)
	}
	return out
}
