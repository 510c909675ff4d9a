package audit

import (
	"context"
	"reflect"
	"slices"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// vary plays every variant of the reference that differs from it.
func (j *job) vary(ctx context.Context) error {
	for _, l := range agent.Liberties() {
		ways := 0
		for b := l.Variant(); b != nil && ways < maxWays && b.Fits(j.script); b = b.Next() {
			ways++
			r, v, err := j.play(ctx, b)
			if err != nil {
				return err
			}
			if !v.Pass && j.beyond(l.Name, r) || acts(r, j.ref) {
				continue
			}
			out := Variant{Case: j.c, Liberty: l.Name, Candidate: b.Identity(), Pass: v.Pass}
			out.explain(r, v)
			j.variants = append(j.variants, out)
		}
	}
	return nil
}

// acts tells whether two trials were played alike, to the word.
func acts(a, b *trace.Record) bool {
	return reflect.DeepEqual(spoken(a), spoken(b))
}

func spoken(r *trace.Record) (out []string) {
	for _, m := range r.Messages {
		if m.Role != trace.RoleCandidate {
			continue
		}
		line := m.Text
		for _, c := range m.Calls {
			line += "\n" + c.Tool + " " + c.Arguments
		}
		out = append(out, line)
	}
	return out
}

// beyond tells whether a variant was none: a limit ended it, or two calls that
// changed places were not each other's equals after all, as the world refused one
// of them, or another state came of it.
func (j *job) beyond(liberty string, r *trace.Record) bool {
	switch r.End {
	case trace.EndSteps, trace.EndCalls, trace.EndTurns:
		return r.End != j.ref.End
	}
	refused := func(e trace.Entry) bool { return e.Outcome == trace.Refused }
	return liberty == agent.Order && (slices.ContainsFunc(r.Ledger, refused) ||
		!slices.Equal(gistOf(j.c, j.ref, false).Net, gistOf(j.c, r, false).Net))
}

// explain says why a variant does not pass.
func (v *Variant) explain(r *trace.Record, as grade.Verdict) {
	if v.Pass {
		return
	}
	v.Class = as.Primary
	if as.Void != "" {
		v.Class = as.Void
	}
	if r.Void != nil {
		v.Message = r.Void.Reason
	}
	for _, f := range as.Findings {
		if f.Severity == grade.Fail {
			v.Message = f.Message
			return
		}
	}
}

// problem is the complaint about a variant that does not pass.
func (v *Variant) problem(path string) schemas.Problem {
	doc := ""
	for _, l := range agent.Liberties() {
		if l.Name == v.Liberty {
			doc = l.Doc
		}
	}
	return complain(v.Case, "variant-fails", "accept it; replay: "+Replay(path, v.Case, gate.Steady, 0, v.Candidate),
		"%s: what is as good as the reference fails by %s: %s (%s)", v.Case.Name, v.Class, v.Message, doc)
}
