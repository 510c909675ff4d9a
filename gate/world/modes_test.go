package world

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// TestFaultsFollowTheRates holds the first so many faults of a case to the rates
// that are known of its tools.
func TestFaultsFollowTheRates(t *testing.T) {
	options := []trace.Fault{
		{Kind: "lost_response", Tool: "pay", Times: 1},
		{Kind: "unavailable", Tool: "pay", Times: 2},
		{Kind: "unavailable", Tool: "pay"},
		{Kind: "stale_read", Tool: "find", Times: 1},
		{Kind: "latency", Tool: "find", Times: 1},
	}
	modes := map[string]Modes{
		"pay":  {Errors: map[string]float64{"lost_response": .06, "unavailable": .03, "rate_limited": .5}},
		"find": {Errors: map[string]float64{"stale_read": .01}},
	}
	for seed := range uint64(20) {
		list := likely(slices.Clone(options), modes, rand.New(rand.NewPCG(seed, 1)))
		for _, n := range []int{10, 50, 100} {
			got := map[string]int{}
			for _, f := range list[:n] {
				got[f.Tool+" "+f.Kind]++
			}
			want := map[string]int{"pay lost_response": 6 * n / 10, "pay unavailable": 3 * n / 10, "find stale_read": n / 10}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d, first %d faults (-want +got):\n%s", seed, n, diff)
			}
		}
		if times := []int{list[1].Times, list[4].Times}; list[1].Kind == "unavailable" && list[4].Kind == "unavailable" && times[0] == times[1] {
			t.Errorf("seed %d: the two forms of unavailable do not alternate", seed)
		}
	}
	plain := likely(slices.Clone(options), nil, rand.New(rand.NewPCG(1, 1)))
	if len(plain) != len(options) {
		t.Errorf("without rates there are %d faults, want all %d", len(plain), len(options))
	}
}

func TestLatencyHasItsQuantiles(t *testing.T) {
	m := Modes{P50: 800 * time.Millisecond, P95: 6 * time.Second}
	r := rand.New(rand.NewPCG(3, 4))
	const n = 20_000
	times := make([]time.Duration, n)
	for i := range times {
		times[i] = m.took(r)
	}
	slices.Sort(times)
	for q, want := range map[float64]time.Duration{.5: m.P50, .95: m.P95} {
		got := times[int(q*n)]
		if math.Abs(math.Log(got.Seconds()/want.Seconds())) > .05 {
			t.Errorf("the quantile %v is %v, want about %v", q, got, want)
		}
	}
	if last := times[n-1]; last > 10*m.P95 {
		t.Errorf("a call takes %v, want at most %v", last, 10*m.P95)
	}
	if got := fmt.Sprint(m.late(), Modes{}.late(), Modes{P95: 1200 * time.Millisecond}.late()); got != "6 0 2" {
		t.Errorf("late by %s seconds, want 6 0 2", got)
	}
}

// TestModesReachTheTrial: the fault latency takes what the tool is known to take,
// and so do calls under load.
func TestModesReachTheTrial(t *testing.T) {
	s := crm(t)
	m := map[string]Modes{"find_contacts": {P50: 40 * time.Millisecond, P95: 3 * time.Second}, "update_title": {P50: time.Second, P95: 7500 * time.Millisecond}}
	trial := joined(t, opened(t, s), NewCrowd(s, m, 7), 0)
	took := 0
	for range 9 {
		took += do(t, trial, "find_contacts", `{"query":"Rivera"}`).Took
	}
	if took > 4_000 {
		t.Errorf("nine calls of 40 ms took %d ms; without what is known they take some 9 s", took)
	}
	c := &suites.Case{Suite: s, Name: "a", Reference: []suites.Move{{Calls: []suites.CallMove{{Tool: "update_title"}}}}}
	p := Plan{Modes: m}
	p.add(c, trace.Fault{Kind: "latency", Tool: "update_title", Times: 1}, rand.New(rand.NewPCG(1, 2)))
	if got := p.Faults[0].Seconds; got != 8 {
		t.Errorf("the fault latency takes %d s, want 8, the quantile .95 in whole seconds", got)
	}
}
