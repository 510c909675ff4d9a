package suites

import (
	"fmt"

	"github.com/keptgate/keptgate/gate/trace"
)

// faults reads the faults of a case. The members of a cascade stand behind one
// another, each waiting for the one before.
func (b *builder) faults(pointer string, raw []rawFault) []Fault {
	var out []Fault
	for i, r := range raw {
		at := fmt.Sprintf("%s/%d", pointer, i)
		if r.Cascade == nil {
			out = append(out, b.fault(at, r))
			continue
		}
		for j, member := range r.Cascade {
			f := b.fault(fmt.Sprintf("%s/cascade/%d", at, j), member)
			if j > 0 {
				f.After = len(out)
			}
			out = append(out, f)
		}
	}
	return out
}

func (b *builder) fault(pointer string, r rawFault) Fault {
	f := Fault{Damage: r.Damage, Line: b.line(pointer), Fault: trace.Fault{
		Kind: r.Fault, Tool: r.Tool, Ordinal: r.Ordinal, Times: r.Times, Until: r.Until, Seconds: r.Seconds, Keep: r.Keep,
		Fails: r.Fails, Text: r.Says, Field: r.Field, Legal: r.Legal,
	}}
	for tool, with := range r.Attack {
		f.Attack = &trace.Attack{Tool: tool, With: with}
	}
	if r.Repeats != "" {
		f.Attack = &trace.Attack{Token: r.Repeats}
	}
	if f.Tool != "" {
		f.Ordinal = or(f.Ordinal, 1)
		if !r.Permanent && f.Until == 0 {
			f.Times = or(f.Times, 1)
		}
	}
	if f.Kind == "injection" && (f.Text == "" || f.Attack == nil) {
		b.problem(pointer, "fault-injection", "an injection needs says, and what must not follow: repeats or attack")
	}
	if (f.Kind == "corrupt_state") != (f.Damage != "") || (f.Kind == "corrupt_state") == (f.Tool != "") {
		b.problem(pointer, "fault-place", "corrupt_state needs damage and no tool, every other fault a tool and no damage")
	}
	return f
}

func capacity(raw *rawCapacity) *Capacity {
	if raw == nil {
		return nil
	}
	return &Capacity{InFlight: raw.InFlight, Calls: raw.Calls, Per: raw.Per, Seconds: raw.Seconds}
}
