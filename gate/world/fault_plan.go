package world

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Plan is what is to happen to a business and its interface during one trial.
// The zero Plan leaves both alone.
type Plan struct {
	Faults []trace.Fault
	Damage []string         // SQL run before the trial, by the index of its fault; "" for most
	Drift  *trace.Drift     // nil: the interface is the world's own
	Crowd  *Crowd           // nil: capacity has no end
	Offset time.Duration    // of the trial's start on the clock of the crowd
	Modes  map[string]Modes // what is known of tools, by canonical name
}

// Options says what a plan holds beside what case and condition ask for.
type Options struct {
	// Try is one fault to plan whatever the condition, in place of a standard one:
	// its kind, its tool and, where they matter, the rest.
	Try *trace.Fault
	// Modes is what is known of the suite's tools, by canonical name.
	Modes map[string]Modes
	// Memory is shared by the plans of a run; nil remembers nothing.
	Memory *Memory
}

// The conditions under which trials run.
const (
	faultsCondition = "faults"
	driftCondition  = "drift"
	loadCondition   = "load"
)

// NewPlan plans the index-th trial of a case under a condition, but for what the
// trials of a cohort share. It always holds the faults that the case declares;
// "faults" adds one of the standard ones. seed is the run's: the same seed, case,
// condition and index give the same plan, whatever else is planned. An error says
// why Options.Try cannot be planned for the case.
func NewPlan(c *suites.Case, condition string, index int, seed uint64, o Options) (Plan, error) {
	p := Plan{Modes: o.Modes}
	for _, f := range c.Faults {
		p.Faults = append(p.Faults, settled(f.Fault))
		p.Damage = append(p.Damage, f.Damage)
	}
	switch {
	case o.Try != nil:
		f, err := tried(c, *o.Try)
		if err != nil {
			return Plan{}, fmt.Errorf("plan fault for case %s: %w", c.ID(), err)
		}
		p.add(c, f, source(seed, c, faultsCondition, index))
	case condition == faultsCondition:
		all := likely(o.Memory.faultsOf(c), o.Modes, source(seed, c, condition, -1))
		if len(all) > 0 {
			p.add(c, all[index%len(all)], source(seed, c, condition, index))
		}
	}
	if condition == driftCondition {
		p.Drift = planDrift(o.Memory.driftsOf(c), index, source(seed, c, condition, -1))
	}
	return p, nil
}

// hastySeconds is the longest time to come back that whole agents are told.
const hastySeconds = 2

// Hasty is the plan for an agent that waits by the wall clock: no tool asks it to
// come back later than in two seconds.
func (p Plan) Hasty() Plan {
	p.Faults = slices.Clone(p.Faults)
	for i := range p.Faults {
		if f := &p.Faults[i]; f.Kind == "rate_limited" || f.Kind == "capacity" {
			f.Seconds = min(f.Seconds, hastySeconds)
		}
	}
	return p
}

// planDrift takes a drift that is announced and one that comes in
// mid-conversation in turn; nil where the case has nothing that can drift.
func planDrift(options []trace.Drift, index int, r *rand.Rand) *trace.Drift {
	all := mixed(options, func(d trace.Drift) string { return d.Kind }, r)
	var turns [2][]trace.Drift
	for _, d := range all {
		if d.Announced() {
			turns[0] = append(turns[0], d)
		} else {
			turns[1] = append(turns[1], d)
		}
	}
	switch {
	case len(all) == 0:
		return nil
	case len(turns[0]) == 0 || len(turns[1]) == 0:
		return &all[index%len(all)]
	default:
		now := turns[index%2]
		return &now[index/2%len(now)]
	}
}

// Plannable tells whether a condition has anything to plan for a case. Steady
// always has, and load where trials can run at the same time.
func Plannable(c *suites.Case, condition string) bool {
	if c.Suite.CallLevel { // nothing is carried out that could go wrong
		return condition != faultsCondition && condition != driftCondition && condition != loadCondition
	}
	switch condition {
	case faultsCondition:
		return len(c.Faults) > 0 || len(FaultOptions(c)) > 0
	case driftCondition:
		return len(DriftOptions(c)) > 0
	case loadCondition:
		return !exclusive(c.Suite)
	default:
		return true
	}
}

// add plans a standard fault, its numbers drawn at random.
func (p *Plan) add(c *suites.Case, f trace.Fault, r *rand.Rand) {
	if f.Kind == "latency" && f.Seconds == 0 {
		f.Seconds = p.Modes[f.Tool].late()
	}
	draw(c, &f, r)
	f.Standard = true
	if f.Legal == nil {
		f.Legal = c.Suite.Tool(f.Tool).Legal(f)
	}
	p.Faults, p.Damage = append(p.Faults, settled(f)), append(p.Damage, "")
}

// settled fills in what a fault does not say.
func settled(f trace.Fault) trace.Fault {
	for _, row := range faultTable() {
		if row.name == f.Kind {
			return row.settled(f)
		}
	}
	return f
}

// source is the chance that belongs to one case, condition and trial.
func source(seed uint64, c *suites.Case, condition string, index int) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d\n%s\n%s\n%d", seed, c.ID(), condition, index)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// mixed shuffles options and brings them into an order in which kinds alternate:
// every kind once, then those of which there is another, and so on.
func mixed[T any](options []T, kind func(T) string, r *rand.Rand) []T {
	r.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	type ranked struct {
		option T
		round  int
	}
	seen := map[string]int{}
	list := make([]ranked, len(options))
	for i, o := range options {
		list[i] = ranked{o, seen[kind(o)]}
		seen[kind(o)]++
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return a.round - b.round })
	out := make([]T, len(options))
	for i := range list {
		out[i] = list[i].option
	}
	return out
}

// tried checks that a fault asked for can be planned.
func tried(c *suites.Case, f trace.Fault) (trace.Fault, error) {
	kind, known := suites.FaultNamed(f.Kind)
	if !known {
		return f, fmt.Errorf("there is no fault %q; there are %s", f.Kind, listed(kinds()))
	}
	t := c.Suite.Tool(f.Tool)
	if t == nil {
		var names []string
		for _, t := range c.Suite.Tools {
			names = append(names, t.Name)
		}
		return f, fmt.Errorf("the suite has no tool %q; it has %s", f.Tool, strings.Join(names, ", "))
	}
	if !possible(c.Suite, kind.Name) {
		return f, fmt.Errorf("%s cannot happen at an MCP server: it needs a world in SQL", kind.Name)
	}
	if missing, ok := t.Bears(kind); !ok {
		return f, fmt.Errorf("%s cannot bear %s: it declares no %s", t.Name, kind.Name, missing)
	}
	if !slices.Contains(t.Supports, kind.Name) && !fits(kind, t) {
		return f, fmt.Errorf("%s makes no sense at %s, a tool of kind %s", kind.Name, t.Name, t.Kind)
	}
	if len(referenceCalls(c, t)) == 0 {
		return f, fmt.Errorf("the reference never calls %s", t.Name)
	}
	if f.Permanent() {
		f.Times = often(f.Kind)
	}
	if f.Kind == "corrupt_payload" && f.Field == "" && t.Second != nil {
		f.Field = t.Second.Field
	}
	return f, nil
}

// often is how many times a fault happens where a profile plans it.
func often(kind string) int {
	if kind == "unavailable" {
		return 2
	}
	return 1
}

func fits(k suites.FaultKind, t *suites.Tool) bool {
	return t.Writes() && k.Write || !t.Writes() && k.Reads
}

func kinds() []string {
	var names []string
	for _, k := range suites.FaultKinds() {
		names = append(names, k.Name)
	}
	return names
}
