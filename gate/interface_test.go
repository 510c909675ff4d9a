package gate_test

import (
	"testing"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// TestReferencePlaysThroughInterfaces proves cases through each variant and
// through another file of tools: the reference passes them, steady, under faults,
// under drift and under load, as it does through the suites' own tools.
func TestReferencePlaysThroughInterfaces(t *testing.T) {
	for _, test := range []struct {
		suite    string
		variants []string
		file     string
	}{
		{"clinic", []string{trace.VariantKeys}, ""},
		{"crm", []string{trace.VariantReadBack}, ""},
		{"clinic", []string{trace.VariantResumable}, ""},
		{"crm", []string{trace.VariantProgrammatic}, ""},
		{"clinic", nil, "narrow"},
		{"clinic", []string{trace.VariantKeys, trace.VariantReadBack, trace.VariantResumable, trace.VariantProgrammatic}, "narrow"},
	} {
		s, err := suites.Public(test.suite, 0)
		if err != nil {
			t.Fatal(err)
		}
		served := &agent.Served{Variants: test.variants}
		if test.file != "" {
			served.Tools = map[string]agent.ToolFile{test.suite: {Name: test.file, Data: s.Files[test.file].Data}}
		}
		tries := thresholds.Plan{K: 1, Steady: 1, Faults: 2, Drift: 2, Load: 1}
		p, err := gate.NewPlan([]*suites.Suite{s}, &thresholds.Policy{Plan: tries}, 7, gate.Filter{Trial: -1})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.CheckInterface(served); err != nil {
			t.Error(err)
		}
		problems, err := gate.ProveThrough(t.Context(), p, served, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range problems {
			t.Errorf("%s through %s: %s", test.suite, served, problem.Message)
		}
	}
}
