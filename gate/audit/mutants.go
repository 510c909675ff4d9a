package audit

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// maxTrials is in how many trials a lapse that shows only under faults or drift
// is looked for. The kinds of faults come in turn, so that most are among them.
const maxTrials = 16

// maxWays bounds the ways in which one lapse is tried at one case.
const maxWays = 200

// mutate plays every mutant of the reference.
func (j *job) mutate(ctx context.Context) error {
	for _, lapse := range agent.Lapses() {
		if !lapse.Applicable(j.script) {
			continue
		}
		if lapse.Condition != "" {
			if err := j.under(ctx, lapse); err != nil {
				return err
			}
			continue
		}
		ways := 0
		for b := lapse.Mutant(); b != nil && ways < maxWays; b = b.Next() {
			ways++
			r, v, err := j.play(ctx, b)
			if err != nil {
				return err
			}
			m := Mutant{Case: j.c, Lapse: lapse.Name, Candidate: b.Identity(), Condition: gate.Steady}
			m.judge(v, func() bool { return same(j.c, j.ref, r, true) })
			j.mutants = append(j.mutants, m)
		}
	}
	return nil
}

// judge decides on a mutant's fate by one trial.
func (m *Mutant) judge(v grade.Verdict, harmless func() bool) {
	switch {
	case v.Void == "" && !v.Pass:
		m.Fate, m.Class = Killed, v.Primary
	case harmless():
		m.Fate = Equivalent
	default:
		m.Fate, m.Why = Survived, v.Void
	}
}

// under plays a lapse that shows only where something goes wrong, until a trial
// finds it.
func (j *job) under(ctx context.Context, lapse agent.Lapse) error {
	m := Mutant{Case: j.c, Lapse: lapse.Name, Candidate: lapse.Mutant().Identity(), Condition: lapse.Condition, Fate: Equivalent}
	plans, err := j.disturbed(lapse.Condition)
	if err != nil {
		return err
	}
	for i, plan := range plans {
		if len(plan.Faults) == 0 && plan.Drift == nil {
			continue
		}
		r, err := j.stage.run(ctx, j.c, lapse.Mutant(), lapse.Condition, i, plan)
		if err != nil {
			return err
		}
		v := j.options.Grade(j.c, r)
		this := m
		this.Trial = i
		this.judge(v, func() bool {
			if excused(r, v) {
				return true
			}
			var ref *trace.Record
			ref, err = j.stage.run(ctx, j.c, agent.Reference(), lapse.Condition, i, plan)
			return err == nil && same(j.c, ref, r, false)
		})
		if err != nil {
			return err
		}
		if this.Fate == Killed || m.Fate == Equivalent {
			m = this
		}
		if m.Fate == Killed {
			break
		}
	}
	j.mutants = append(j.mutants, m)
	return nil
}

// disturbed lists what is to happen in the first trials under a condition.
func (j *job) disturbed(condition string) ([]world.Plan, error) {
	if j.plans[condition] != nil {
		return j.plans[condition], nil
	}
	plans := make([]world.Plan, maxTrials)
	for i := range plans {
		var err error
		if plans[i], err = j.plan(j.c, condition, i); err != nil {
			return nil, err
		}
		twice := func(o world.Plan) bool {
			return reflect.DeepEqual(o.Faults, plans[i].Faults) && reflect.DeepEqual(o.Drift, plans[i].Drift)
		}
		if slices.ContainsFunc(plans[:i], twice) {
			plans[i] = world.Plan{}
		}
	}
	j.plans[condition] = plans
	return plans, nil
}

// excused tells whether a trial met a fault after which it is legal to stop and say
// so: there, giving up is no lapse.
func excused(r *trace.Record, v grade.Verdict) bool {
	return slices.ContainsFunc(v.Faults, func(o grade.FaultOutcome) bool {
		return o.Reached && o.Recovered && len(r.Faults[o.Fault].Legal) > 0
	})
}

// problem is the complaint about a survivor.
func (m *Mutant) problem(path string) schemas.Problem {
	doc := ""
	for _, l := range agent.Lapses() {
		if l.Name == m.Lapse {
			doc = l.Doc
		}
	}
	outcome := "passes"
	if m.Why != "" {
		outcome = "gives no verdict (" + m.Why + ")"
	}
	if m.Candidate == "" {
		return complain(m.Case, "mutant-survives", "name the values that are right", "%s: the answer %s (%s) %s", m.Case.Name, m.Calls, m.Lapse, outcome)
	}
	return complain(m.Case, "mutant-survives", "state what is missing; replay: "+Replay(path, m.Case, m.Condition, m.Trial, m.Candidate), "%s: an agent %s for which the trial %s: %s", m.Case.Name, m.Lapse, outcome, doc)
}

// Replay is the command that plays a candidate in one trial of a case, whose suite
// is found at the path.
func Replay(path string, c *suites.Case, condition string, index int, candidate string) string {
	return fmt.Sprintf("keptgate run --suite %s --case %s --condition %s --trial %d --candidate '%s'", path, c.ID(), condition, index, candidate)
}
