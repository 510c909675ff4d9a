package world

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// Modes is what is known of a tool beside its suite: how its calls fail, and how
// long they take.
type Modes struct {
	Errors map[string]float64 // share of calls by kind of fault; nil: nothing is known
	P50    time.Duration      // half of the calls take no longer; 0: nothing is known
	P95    time.Duration
}

// likely brings options into the order in which trials take them: in proportion
// to the rates of their tools, the rarest as early as its share of all makes it
// due (Sainte-Laguë). Where no tool among them has rates, kinds alternate.
func likely(options []trace.Fault, modes map[string]Modes, r *rand.Rand) []trace.Fault {
	kind := func(f trace.Fault) string { return f.Tool + " " + f.Kind }
	rates := map[string]float64{}
	for _, f := range options {
		if rate := modes[f.Tool].Errors[f.Kind]; rate > 0 {
			rates[kind(f)] = rate
		}
	}
	if len(rates) == 0 {
		return mixed(options, func(f trace.Fault) string { return f.Kind }, r)
	}
	options = slices.DeleteFunc(options, func(f trace.Fault) bool { return rates[kind(f)] == 0 })
	of := map[string][]trace.Fault{}
	for _, f := range mixed(options, kind, r) {
		of[kind(f)] = append(of[kind(f)], f)
	}
	seats := map[string]int{}
	names := slices.Sorted(maps.Keys(of))
	out := make([]trace.Fault, 0, turns)
	for range turns {
		next := slices.MaxFunc(names, func(a, b string) int {
			return cmp.Or(cmp.Compare(rates[a]/float64(2*seats[a]+1), rates[b]/float64(2*seats[b]+1)), cmp.Compare(b, a))
		})
		out = append(out, of[next][seats[next]%len(of[next])])
		seats[next]++
	}
	return out
}

// turns is how many trials of a case go by before its faults repeat.
const turns = 100

// late is the latency fault's delay at a tool, in whole seconds; 0 where nothing
// is known.
func (m Modes) late() int { return int((m.P95 + time.Second - 1) / time.Second) }

// took draws how long one call takes: a log-normal time with the two quantiles,
// at most ten times the second.
func (m Modes) took(r *rand.Rand) time.Duration {
	const z95 = 1.6448536269514722 // the quantile .95 of the standard normal distribution
	sigma := math.Log(float64(m.P95)/float64(m.P50)) / z95
	t := time.Duration(float64(m.P50) * math.Exp(sigma*r.NormFloat64()))
	return min(t, 10*m.P95).Round(time.Millisecond)
}
