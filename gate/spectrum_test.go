package gate

import (
	"encoding/json"
	"io/fs"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

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
