package thresholds

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/schemas"
)

const tiers = `
tiers:
  money: {weight: 5, latency: {p50: 800ms, p95: 6s}, errors: {lost_response: 0.02}}
  lookups: {}
`

func TestSpectrumFindsTools(t *testing.T) {
	s, err := ParseSpectrum("spectrum.yaml", []byte(tiers+`
tools:
  refund: money
  crm/refund: lookups
  charge: {tier: money, errors: {unavailable: 0.1}, latency: {p50: 1s, p95: 1s}}
`))
	if err != nil {
		t.Fatal(err)
	}
	type found struct {
		Name, Tier string
		Weight     float64
		Errors     map[string]float64
		P95        time.Duration
	}
	for _, test := range []struct {
		suite, tool string
		want        found
	}{
		{"shop", "refund", found{"refund", "money", 5, map[string]float64{"lost_response": .02}, 6 * time.Second}},
		{"crm", "refund", found{"crm/refund", "lookups", 1, nil, 0}},
		{"crm", "charge", found{"charge", "money", 5, map[string]float64{"unavailable": .1}, time.Second}},
		{"crm", "delete", found{Weight: 1}},
	} {
		name, tool, tier := s.Find(test.suite, test.tool)
		got := found{Name: name, Tier: tool.Tier, Weight: tier.Of(), Errors: tool.Errors}
		if tool.Latency != nil {
			got.P95 = time.Duration(tool.Latency.P95)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s/%s (-want +got):\n%s", test.suite, test.tool, diff)
		}
	}
	if name, _, _ := (*Spectrum)(nil).Find("crm", "refund"); name != "" {
		t.Errorf("no spectrum lists %s", name)
	}
}

func TestSpectrumProblems(t *testing.T) {
	for _, test := range []struct {
		name, text, rule string
		line             int
	}{
		{"a tier that is not there", tiers + "tools: {refund: mony}\n", "spectrum-tier", 5},
		{"a tier that is not there, of a suite", tiers + "tools: {a/refund: {tier: x}}\n", "spectrum-tier", 5},
		{"quantiles crossed", "tiers: {a: {latency: {p50: 2s, p95: 1s}}}\ntools: {t: a}\n", "spectrum-latency", 1},
		{"no such fault", "tools: {t: a}\ntiers: {a: {errors: {rain: 0.5}}}\n", "", 2},
		{"a weight of nothing", "tiers: {a: {weight: 0}}\ntools: {t: a}\n", "", 1},
		{"no time at all", "tiers: {a: {latency: {p50: 0s, p95: 1s}}}\ntools: {t: a}\n", "config-value", 1},
	} {
		_, err := ParseSpectrum("spectrum.yaml", []byte(test.text))
		var problems schemas.Problems
		if !errors.As(err, &problems) || len(problems) == 0 {
			t.Errorf("%s: %v, want a problem", test.name, err)
			continue
		}
		if p := problems[0]; test.rule != "" && p.Rule != test.rule || p.Line != test.line {
			t.Errorf("%s: %s on line %d, want %s on line %d", test.name, p.Rule, p.Line, test.rule, test.line)
		}
	}
}

func FuzzSpectrum(f *testing.F) {
	f.Add([]byte(tiers + "tools: {refund: money}\n"))
	f.Add([]byte("tiers: {a: {}}\ntools: {t: {tier: a, errors: {latency: 1}}}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ParseSpectrum("spectrum.yaml", data)
		if err != nil {
			return
		}
		for name := range s.Tools {
			if found, tool, tier := s.Find("", name); found != name || tier.Of() <= 0 || tool.Tier == "" {
				t.Errorf("%q is found as %q of tier %q with weight %v", name, found, tool.Tier, tier.Of())
			}
		}
	})
}
