package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// Words by which --drift says when the new interface is served.
const (
	announced   = "announced"   // from the start
	unannounced = "unannounced" // in mid-conversation
)

// parseFault reads a fault as flags write it: KIND:TOOL or KIND:TOOL:N.
func parseFault(text string) (*trace.Fault, error) {
	kind, where, _ := strings.Cut(text, ":")
	tool, number, numbered := strings.Cut(where, ":")
	f := &trace.Fault{Kind: kind, Tool: tool}
	if numbered {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("read arguments: --fault %s: %q is no number of a call; write KIND:TOOL or KIND:TOOL:N", text, number)
		}
		f.Ordinal = n
	}
	if tool == "" {
		return nil, fmt.Errorf("read arguments: --fault %s names no tool; write KIND:TOOL", text)
	}
	return f, nil
}

// findDrift finds the first drift of a case that fits what a flag says:
// KIND[:TOOL][:announced|unannounced].
func findDrift(c *suites.Case, text string) (*trace.Drift, error) {
	parts := strings.Split(text, ":")
	var kinds []string
	tools := map[string][]string{} // by kind
	for _, d := range world.DriftOptions(c) {
		when := announced
		if !d.Announced() {
			when = unannounced
		}
		fits := d.Kind == parts[0]
		for _, part := range parts[1:] {
			fits = fits && (part == d.Tool || part == when)
		}
		if fits {
			return &d, nil
		}
		if !slices.Contains(kinds, d.Kind) {
			kinds = append(kinds, d.Kind)
		}
		if !slices.Contains(tools[d.Kind], d.Tool) {
			tools[d.Kind] = append(tools[d.Kind], d.Tool)
		}
	}
	switch of := tools[parts[0]]; {
	case len(kinds) == 0:
		return nil, fmt.Errorf("find drift %s: nothing of case %s can drift", text, c.Name)
	case len(of) == 0:
		return nil, fmt.Errorf("find drift %s: case %s has no such kind; write KIND[:TOOL][:announced|unannounced], of the kinds %s", text, c.Name, strings.Join(kinds, ", "))
	default:
		return nil, fmt.Errorf("find drift %s: case %s has none such; write %s[:TOOL][:announced|unannounced], of the tools %s", text, c.Name, parts[0], strings.Join(of, ", "))
	}
}

// disturbances say what is to happen to a case that is played by hand.
type disturbances struct {
	Condition string   `help:"Play the case as in a trial under this condition: steady, faults or drift." default:"steady" placeholder:"C"`
	Trial     int      `help:"The trial of this index: which fault or drift, and how the caller puts it." placeholder:"I"`
	Fault     []string `help:"Let this happen as well." placeholder:"KIND:TOOL[:N]"`
	Drift     string   `help:"Let the interface drift so." placeholder:"KIND[:TOOL][:announced|unannounced]"`
}

// plan is what happens in the trial. What cannot be planned for the case is a
// usage error.
func (d *disturbances) plan(c *suites.Case) (world.Plan, error) {
	if known := []string{gate.Steady, gate.Faults, gate.Drift}; !slices.Contains(known, d.Condition) {
		return world.Plan{}, usage(fmt.Errorf("read arguments: --condition %s: a case is played by hand under %s", d.Condition, strings.Join(known, ", ")))
	}
	if d.Trial < 0 {
		return world.Plan{}, usage(fmt.Errorf("read arguments: --trial is %d; want 0 or more", d.Trial))
	}
	if !world.Plannable(c, d.Condition) {
		return world.Plan{}, usage(fmt.Errorf("plan case %s: there is nothing to plan for it under %s", c.ID(), d.Condition))
	}
	plan, err := world.NewPlan(c, d.Condition, d.Trial, defaultSeed, world.Options{})
	if err != nil {
		return plan, err
	}
	for _, text := range d.Fault {
		try, err := parseFault(text)
		if err != nil {
			return plan, usage(err)
		}
		one, err := world.NewPlan(c, d.Condition, d.Trial, defaultSeed, world.Options{Try: try})
		if err != nil {
			return plan, usage(err)
		}
		last := len(one.Faults) - 1
		plan.Faults, plan.Damage = append(plan.Faults, one.Faults[last]), append(plan.Damage, one.Damage[last])
	}
	if d.Drift != "" {
		if plan.Drift, err = findDrift(c, d.Drift); err != nil {
			return plan, usage(err)
		}
	}
	return plan, nil
}
