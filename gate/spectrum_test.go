package gate

import (
	"encoding/json"
	"io/fs"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

func about(t *testing.T, text string) *thresholds.Spectrum {
	t.Helper()
	s, err := thresholds.ParseSpectrum("spectrum.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// calling is a case whose reference calls tools.
func calling(s *suites.Suite, tools ...string) *suites.Case {
	c := &suites.Case{Suite: s, Name: tools[0]}
	for _, tool := range tools {
		c.Reference = append(c.Reference, suites.Move{Calls: []suites.CallMove{{Tool: tool}}})
	}
	return c
}

func TestACaseWeighsWhatItsHeaviestToolDoes(t *testing.T) {
	s := about(t, "tiers: {a: {weight: 5}, b: {weight: 2}, c: {weight: 0.5}}\ntools: {pay: a, note: b, find: c, shop/find: b}\n")
	desk, shop := &suites.Suite{Name: "desk"}, &suites.Suite{Name: "shop"}
	lured := calling(desk, "find")
	lured.Lures = []suites.Lure{{Call: suites.CallMove{Tool: "pay"}}}
	forbidden := calling(desk, "find")
	forbidden.Expect.Forbids = []suites.CallSpec{{Tools: []string{"note"}}}
	for name, test := range map[string]struct {
		c      *suites.Case
		tier   string
		weight float64
	}{
		"one tool":         {calling(desk, "note"), "b", 2},
		"the heaviest":     {calling(desk, "find", "pay", "note"), "a", 5},
		"lighter than one": {calling(desk, "find", "other"), "c", .5},
		"none listed":      {calling(desk, "other"), "", 1},
		"of its suite":     {calling(shop, "find"), "b", 2},
		"tempted to":       {lured, "a", 5},
		"forbidden":        {forbidden, "b", 2},
		"held out":         {calling(&suites.Suite{Name: "desk", HeldOut: true}, "pay"), "", 1},
	} {
		if tier, weight := heaviest(s, test.c); tier != test.tier || weight != test.weight {
			t.Errorf("%s: tier %q, weight %v; want %q, %v", name, tier, weight, test.tier, test.weight)
		}
	}
}

func TestTheScoreIsWeighed(t *testing.T) {
	r := &Result{K: 1, Cases: []CaseResult{
		{Case: "a", Condition: Steady, Weight: 3, Passed: 4},
		{Case: "b", Condition: Steady, Failed: 4},
	}}
	c := &component{}
	if err := c.passK(r); err != nil {
		t.Fatal(err)
	}
	if got := *c.metric.Value; got != .75 {
		t.Errorf("pass^1 is %v, want 0.75: of weights 3 and 1 the heavier passed", got)
	}
	for i := range r.Cases {
		r.Cases[i].Condition = Drift
	}
	c = &component{Component: thresholds.Component{Condition: Drift}}
	if err := c.share(r); err != nil {
		t.Fatal(err)
	}
	if got := *c.metric.Value; got != .75 {
		t.Errorf("the share under drift is %v, want 0.75", got)
	}
}

// TestTheBaselineIsWeighedAlike: both sides of a comparison have the weights of
// this run.
func TestTheBaselineIsWeighedAlike(t *testing.T) {
	r := &Result{K: 1, Weights: []Weight{{Component: "pass_k", Metric: "pass_k", Weight: 1}}}
	var pairs []pair
	for _, c := range []struct {
		weight            float64
		passed, baselines int
	}{{3, 0, 4}, {1, 4, 0}} {
		pairs = append(pairs, pair{
			&CaseResult{Condition: Steady, Weight: c.weight, Passed: c.passed, Failed: 4 - c.passed},
			&CaseResult{Condition: Steady, Passed: c.baselines, Failed: 4 - c.baselines},
		})
	}
	want := []PartDifference{{Metric: "pass_k", Weight: 1, Baseline: .75, Candidate: .25}}
	if diff := cmp.Diff(want, parts(pairs, r)); diff != "" {
		t.Errorf("components (-want +got):\n%s", diff)
	}
}

// TestWhatTheSuitesDoNotCover sums up a run of two cases.
func TestWhatTheSuitesDoNotCover(t *testing.T) {
	tool := func(name string, kind trace.Kind, supports ...string) *suites.Tool {
		return &suites.Tool{Name: name, Kind: kind, Supports: supports}
	}
	desk := &suites.Suite{Name: "desk", Tools: []*suites.Tool{
		tool("pay", trace.Write, "latency", "unavailable", "rate_limited"), tool("find", trace.Read), tool("note", trace.Write), tool("drop", trace.Irreversible),
	}}
	hidden := &suites.Suite{Name: "held-out-1", HeldOut: true, Tools: []*suites.Tool{tool("secret", trace.Write), tool("unlisted", trace.Write)}}
	first, second, held := calling(desk, "pay"), calling(desk, "find"), calling(hidden, "secret")
	p := &Plan{Suites: []*suites.Suite{desk, hidden}, Policy: &thresholds.Policy{Spectrum: about(t, `
tiers:
  money: {weight: 5, errors: {latency: 0.1, unavailable: 0.1, lost_response: 0.1, rate_limited: 0.1}}
  lookups: {}
tools: {pay: money, refund: money, find: lookups, secret: money}
`)}}
	for _, c := range []*suites.Case{first, second, held} {
		p.Tasks = append(p.Tasks, Task{Case: c, Condition: Faults})
	}
	met := func(kind string, reached bool) grade.FaultOutcome {
		return grade.FaultOutcome{Kind: kind, Tool: "pay", Reached: reached}
	}
	got := p.spectrum([]CaseResult{
		{Suite: "desk", Case: "pay", Passed: 3, Failed: 1, Trials: []TrialResult{
			{Faults: []grade.FaultOutcome{met("latency", true)}}, {Faults: []grade.FaultOutcome{met("unavailable", false)}},
		}},
		{Suite: "desk", Case: "find", Passed: 4},
		{Suite: "held-out-1", Case: "secret", Failed: 4, HeldOut: true, Trials: []TrialResult{{Faults: []grade.FaultOutcome{met("rate_limited", true)}}}},
	})
	got.Modes = ""
	want := &SpectrumInfo{
		Tiers: []TierInfo{
			{Name: "money", Weight: 5, Tools: 3, Touched: 1, Cases: 1, Passed: 3, Failed: 1}, {Name: "lookups", Weight: 1, Tools: 1, Touched: 1, Cases: 1, Passed: 4},
		},
		Untouched: []string{"refund", "secret"},
		Unlisted:  []string{"desk/note", "desk/drop"},
		Unmet: []Unmet{
			{"pay", "lost_response", "the tool does not declare that it can bear it: see supports in its file"},
			{"pay", "rate_limited", "planned for no trial of this run"},
			{"pay", "unavailable", "planned, and reached nobody"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
}

// TestSpectrumKnowsTheFaults holds the kinds that a spectrum may name to those
// that can be planned at a call.
func TestSpectrumKnowsTheFaults(t *testing.T) {
	text, err := fs.ReadFile(schemas.Files(), "spectrum.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs struct {
			Errors struct {
				Names struct {
					Enum []string `json:"enum"`
				} `json:"propertyNames"`
			} `json:"errors"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, k := range suites.FaultKinds() {
		if k.Reads || k.Write {
			want = append(want, k.Name)
		}
	}
	slices.Sort(want)
	got := schema.Defs.Errors.Names.Enum
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
}

// TestOtherModesDoNotCompare: trials under faults and load that met other
// disturbances say nothing about a change of the candidate. Weights change nothing
// that happens.
func TestOtherModesDoNotCompare(t *testing.T) {
	digest := func(text string) string { return modesDigest(about(t, text)) }
	plain := digest("tiers: {a: {weight: 2}}\ntools: {pay: a}\n")
	errors := digest("tiers: {a: {errors: {latency: 0.1}}}\ntools: {pay: a}\n")
	heavier := digest("tiers: {a: {weight: 9, errors: {latency: 0.1}}}\ntools: {pay: a, find: {tier: a, errors: {latency: 0.1}}}\n")
	own := digest("tiers: {a: {weight: 9}}\ntools: {pay: {tier: a, errors: {latency: 0.1}}}\n")
	slower := digest("tiers: {a: {errors: {latency: 0.1}, latency: {p50: 1s, p95: 2s}}}\ntools: {pay: a}\n")
	if plain != "" || errors == "" || errors != own || errors == heavier || errors == slower {
		t.Errorf("digests %q, %q, %q, %q, %q", plain, errors, own, heavier, slower)
	}
	base := &Result{Grader: "1"}
	now := &Result{Grader: "1", Spectrum: &SpectrumInfo{Modes: errors}}
	for condition, apart := range map[string]bool{Steady: false, Drift: false, Faults: true, Load: true} {
		c := &CaseResult{Condition: condition, Digest: "d", Passed: 1}
		if why := unlike(now, base, c, c); (why != "") != apart {
			t.Errorf("%s: %q, want apart %v", condition, why, apart)
		}
		if why := unlike(now, now, c, c); why != "" {
			t.Errorf("%s with itself: %q", condition, why)
		}
	}
}
