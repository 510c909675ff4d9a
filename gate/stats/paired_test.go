package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestPairsByHand compares with sums worked out on paper.
func TestPairsByHand(t *testing.T) {
	for _, test := range []struct {
		name          string
		pairs         Pairs
		difference, p float64
	}{
		{"alike throughout", Pairs{Both: 30, Neither: 10}, 0, 1},
		{"ten lost, two won", Pairs{Both: 20, First: 10, Second: 2, Neither: 8}, -.2, 2 * (1 + 12 + 66) / 4096.},
		{"turned about", Pairs{Both: 20, First: 2, Second: 10, Neither: 8}, .2, 2 * (1 + 12 + 66) / 4096.},
		{"level", Pairs{First: 5, Second: 5}, 0, 1},
		{"all lost", Pairs{First: 6}, -1, 2 / 64.},
		{"none", Pairs{}, 0, 1},
	} {
		got, err := test.pairs.Compare()
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.Difference-test.difference) > 1e-12 || math.Abs(got.P-test.p) > 1e-12 {
			t.Errorf("%s: difference %v, p %v, want %v and %v", test.name, got.Difference, got.P, test.difference, test.p)
		}
		if got.Low > got.Difference || got.High < got.Difference || got.Low == got.High {
			t.Errorf("%s: interval %v to %v around %v", test.name, got.Low, got.High, got.Difference)
		}
	}
	for _, impossible := range []Pairs{{Both: -1}, {Both: maxTotal, First: 1}} {
		if _, err := impossible.Compare(); err == nil {
			t.Errorf("%+v is taken for a count", impossible)
		}
	}
}

// TestPairsAgree: what is significant at 1% has an interval on the same side of 0,
// and who is called the first makes no difference but the sign.
func TestPairsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range 20_000 {
		p := Pairs{Both: rng.IntN(60), First: rng.IntN(40), Second: rng.IntN(40), Neither: rng.IntN(60)}
		got, err := p.Compare()
		if err != nil {
			t.Fatal(err)
		}
		if got.P <= Alpha && got.Low <= 0 && got.High >= 0 {
			t.Errorf("%+v: p is %v and the interval %v to %v holds 0", p, got.P, got.Low, got.High)
		}
		p.First, p.Second = p.Second, p.First
		turned, err := p.Compare()
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.P-turned.P) > 1e-12 || math.Abs(got.Low+turned.High) > 1e-12 || math.Abs(got.High+turned.Low) > 1e-12 {
			t.Errorf("%+v: %+v is not the mirror of %+v", p, turned, got)
		}
	}
}

// TestPairedLevelAndCoverage simulates cases of unlike rates that two candidates
// share: p <= .05 comes up in no more than 5%, and the interval holds the truth in
// 95% or so at least, also where the candidates swap places from case to case.
func TestPairedLevelAndCoverage(t *testing.T) {
	const runs, cases, trials = 4_000, 12, 6
	rng := rand.New(rand.NewPCG(8, 13))
	for _, shift := range []float64{0, .3} { // of half of the cases up, of the others down
		rejected, held := 0, 0
		for range runs {
			var p Pairs
			for c := range cases {
				rate := .35 + .3*float64(c/2)/(cases/2)
				other := rate + shift*float64(1-2*(c%2))
				for range trials {
					p.Add(rng.Float64() < rate, rng.Float64() < other)
				}
			}
			got, err := p.Compare()
			if err != nil {
				t.Fatal(err)
			}
			if got.P <= .05 {
				rejected++
			}
			if got.Low <= 0 && got.High >= 0 {
				held++
			}
		}
		if share := float64(rejected) / runs; share > .05 {
			t.Errorf("shift %v: equal candidates differ in %v of the runs", shift, share)
		}
		if share := float64(held) / runs; share < .94 {
			t.Errorf("shift %v: the interval holds the truth in %v of the runs", shift, share)
		}
	}
}
