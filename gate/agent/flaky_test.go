package agent

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each lapse is drawn as often as its rate says, and for itself: over 2,000
// trials the share lies within five standard errors.
func TestRatesAreKept(t *testing.T) {
	const trials = 2000
	for _, l := range Lapses() {
		script := scriptFor(l.Name)
		for _, rate := range []float64{0, 0.05, 0.4, 1} {
			c := flaky{rates: map[string]float64{l.Name: rate}, seed: 3}
			n := 0
			for seed := range uint64(trials) {
				if c.Drawn(seed, script) == l.Name {
					n++
				}
			}
			got, bound := float64(n)/trials, 5*math.Sqrt(rate*(1-rate)/trials)
			if math.Abs(got-rate) > bound {
				t.Errorf("%s was drawn at %v, want %v ± %v", l.Name, got, rate, bound)
			}
		}
	}
}

// Draws are independent: of trials that draw one lapse, the other's share is its
// rate; and since the first in the table is the one committed, the second is
// seen in the rest only.
func TestFirstDrawnLapseIsCommitted(t *testing.T) {
	const trials = 4000
	c := flaky{rates: map[string]float64{"dropped_step": 0.5, "loop": 0.5}}
	n := map[string]int{}
	for seed := range uint64(trials) {
		n[c.Drawn(seed, errand())]++
	}
	for lapse, want := range map[string]float64{"dropped_step": 0.5, "loop": 0.25, "": 0.25} {
		got, bound := float64(n[lapse])/trials, 5*math.Sqrt(want*(1-want)/trials)
		if math.Abs(got-want) > bound {
			t.Errorf("%q was committed at %v, want %v ± %v", lapse, got, want, bound)
		}
	}
}

// What is drawn does not depend on which other lapses have a rate.
func TestDrawsDoNotDisturbEachOther(t *testing.T) {
	alone := flaky{rates: map[string]float64{"dropped_step": 0.3}}
	beside := flaky{rates: map[string]float64{"dropped_step": 0.3, "untold": 0.9, "loop": 0.9}}
	for seed := range uint64(500) {
		a, b := alone.Drawn(seed, errand()), beside.Drawn(seed, errand())
		if (a == "dropped_step") != (b == "dropped_step") {
			t.Fatalf("seed %d draws %q alone and %q beside others", seed, a, b)
		}
	}
}

func TestSeedOfTheCandidateCounts(t *testing.T) {
	draws := func(seed uint64) []string {
		c := flaky{rates: DefaultRates(), seed: seed}
		var names []string
		for trial := range uint64(200) {
			names = append(names, c.Drawn(trial, errand()))
		}
		return names
	}
	if cmp.Equal(draws(1), draws(2)) {
		t.Error("two seeds draw the same")
	}
	if diff := cmp.Diff(draws(1), draws(1)); diff != "" {
		t.Errorf("one seed draws twice (-first +second):\n%s", diff)
	}
}

// A lapse that does not apply leaves its place to the next that does.
func TestLapseThatDoesNotApplyIsPassedOver(t *testing.T) {
	c := flaky{rates: map[string]float64{"dropped_step": 1, "needless_escalation": 1}}
	if got := c.Drawn(1, &Script{Moves: []Move{{Say: "It is open until six."}}}); got != "needless_escalation" {
		t.Errorf("drew %q", got)
	}
	var _ Drawer = c
}
