package gate

import (
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// TestCarry: a passing baseline of the same candidate, cases and grader is carried
// over whole; whatever differs says why not.
func TestCarry(t *testing.T) {
	for name, test := range map[string]struct {
		base func(*Result)
		plan func(*Plan)
		want string // of the reason; "" carries
	}{
		"same":              {},
		"blocked":           {base: func(r *Result) { r.Verdict = Block }, want: "not known to have passed"},
		"no verdict":        {base: func(r *Result) { r.Verdict = "" }, want: "not known to have passed"},
		"another candidate": {base: func(r *Result) { r.Candidate = "openai:other" }, want: "another candidate"},
		"another grader":    {base: func(r *Result) { r.Grader = "1" }, want: "another version of the grader"},
		"pooled":            {base: func(r *Result) { r.Pooled = 3 }, want: "pooled"},
		"another policy":    {plan: func(p *Plan) { p.Suites[0].Policy += " Be kind." }, want: "what crm tells the candidate"},
		"other words":       {plan: func(p *Plan) { p.Suites[0].Tools[0].Description += "." }, want: "what crm tells the candidate"},
		"an older baseline": {base: func(r *Result) { r.Suites[0].Face = "" }, want: "what crm tells the candidate"},
		"another suite":     {base: func(r *Result) { r.Suites = nil }, want: "what crm tells the candidate"},
		"a case changed":    {base: func(r *Result) { r.Cases[0].Digest = "x" }, want: "as it is now, under steady"},
		"a condition more":  {base: func(r *Result) { r.Cases[0].Condition = Load }, want: "as it is now, under steady"},
		"cases of its own":  {plan: func(p *Plan) { p.Suites[0].Proposal = true }, want: "cases of its own"},
		"a threshold fails": {plan: func(p *Plan) { p.Policy.Thresholds = map[string]thresholds.Bound{"pass_rate": {Max: bound(0.5)}} }, want: "comes to block"},
		"not measured":      {plan: func(p *Plan) { p.Policy.Thresholds = map[string]thresholds.Bound{"cost_per_trial": {Max: bound(1)}} }, want: "comes to not-evaluated"},
	} {
		t.Run(name, func(t *testing.T) {
			p := steadyPlan(t)
			r := runIn(t, t.TempDir(), p, agent.Reference())
			if err := Judge(r, nil, p.Policy); err != nil {
				t.Fatal(err)
			}
			r.Commit = "abc"
			base, err := r.Baseline()
			if err != nil {
				t.Fatal(err)
			}
			if test.base != nil {
				test.base(base)
			}
			if test.plan != nil {
				test.plan(p)
			}
			got, why, err := Carry(p, base, About{Candidate: r.Candidate, Commit: "def"})
			switch {
			case err != nil:
				t.Fatal(err)
			case test.want == "" && (got == nil || got.Decision.Verdict != Pass || got.Commit != "def" || got.Carried.Commit != "abc" || got.Usage != r.Usage):
				t.Errorf("not carried over: %s; %+v", why, got)
			case test.want != "" && (got != nil || !strings.Contains(why, test.want)):
				t.Errorf("carried over %v, or not because %q; want %q", got != nil, why, test.want)
			}
			if got != nil {
				if _, err := got.Baseline(); err == nil {
					t.Error("what was carried over became a baseline")
				}
			}
		})
	}
	if r, why, err := Carry(steadyPlan(t), nil, About{}); r != nil || err != nil || why != "there is no baseline" {
		t.Errorf("without a baseline: %v, %q, %v", r, why, err)
	}
}

// steadyPlan is a plan of two steady trials of each case of a small suite.
func steadyPlan(t *testing.T) *Plan {
	t.Helper()
	s, err := suites.Public("crm", 0)
	if err != nil {
		t.Fatal(err)
	}
	s.Cases = s.Cases[:3]
	p, err := NewPlan([]*suites.Suite{s}, &thresholds.Policy{Plan: thresholds.Plan{K: 1, Steady: 2}}, 7, Filter{Trial: -1})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func bound(v float64) *float64 { return &v }
