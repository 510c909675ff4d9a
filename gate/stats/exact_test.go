package stats_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/keptgate/keptgate/gate/stats"
)

func TestKnownValues(t *testing.T) {
	for _, tt := range []struct {
		name             string
		strata           []stats.Stratum
		combination, cmh float64
	}{
		{"3/10 against 9/10, Fisher", []stats.Stratum{of(3, 10, 9, 10)}, .0098833055, .0098833055},
		{"a lady tasting tea", []stats.Stratum{of(0, 4, 4, 4)}, 1. / 70, 1. / 70},
		{"nothing lost", []stats.Stratum{of(10, 10, 9, 10)}, 1, 1},
		{"two cases lost", []stats.Stratum{of(0, 2, 2, 2), of(0, 2, 2, 2)}, 1. / 36, 1. / 36},
		{"one lost, one won", []stats.Stratum{of(0, 2, 2, 2), of(2, 2, 0, 2)}, 11. / 36, 27. / 36},
		{"nothing to compare", []stats.Stratum{of(3, 10, 0, 0), of(0, 0, 1, 1)}, 1, 1},
		{"no strata", nil, 1, 1},
	} {
		if got := combination(t, tt.strata); !cmp.Equal(got, tt.combination, cmpopts.EquateApprox(1e-8, 0)) {
			t.Errorf("%s: Combination = %.10g, want %.10g", tt.name, got, tt.combination)
		}
		if got := cmh(t, tt.strata); !cmp.Equal(got, tt.cmh, cmpopts.EquateApprox(1e-8, 0)) {
			t.Errorf("%s: CMH = %.10g, want %.10g", tt.name, got, tt.cmh)
		}
	}
}

// One stratum is Fisher's exact test, held against whole-number arithmetic: from it to 1% above for the combination,
// which shares grid points, and equal for CMH.
func TestOneStratumIsFisher(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, limit := range []int{3, 12, 60, 1000} {
		for range 40 {
			s := randomStratum(rng, limit)
			want := fisher(s)
			if want < 1e-29 {
				continue // not told apart
			}
			if got := combination(t, []stats.Stratum{s}); got < want*(1-1e-9) || got > want*1.0101 {
				t.Errorf("%v: Combination = %v, want %v to 1%% above", s, got, want)
			}
			if got := cmh(t, []stats.Stratum{s}); !cmp.Equal(got, want, cmpopts.EquateApprox(1e-9, 0)) {
				t.Errorf("%v: CMH = %v, want %v", s, got, want)
			}
		}
	}
}

// For given margins, all tables of three strata are enumerated. CMH must agree with its definition, and neither test may
// reject more often than it says.
func TestExactOverAllTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 20 {
		margins := []stats.Stratum{randomStratum(rng, 6), randomStratum(rng, 6), randomStratum(rng, 6)}
		tables := enumerate(margins)
		for _, table := range tables {
			below := 0.0
			for _, other := range tables {
				if passes(other.strata) <= passes(table.strata) {
					below += other.chance
				}
			}
			if got := cmh(t, table.strata); !cmp.Equal(got, min(1, below), near) {
				t.Fatalf("%v: CMH = %v, want %v", table.strata, got, below)
			}
		}
		for name, test := range map[string]func(*testing.T, []stats.Stratum) float64{"Combination": combination, "CMH": cmh} {
			ps := make([]float64, len(tables))
			for i, table := range tables {
				ps[i] = test(t, table.strata)
			}
			for _, level := range ps {
				size := 0.0
				for i, p := range ps {
					if p <= level {
						size += tables[i].chance
					}
				}
				if size > level*(1+1e-9) {
					t.Fatalf("%v: %s rejects with chance %v at level %v", margins, name, size, level)
				}
			}
		}
	}
}

func TestProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		strata := make([]stats.Stratum, 1+rng.IntN(6))
		for i := range strata {
			strata[i] = randomStratum(rng, 12)
		}
		p, net := combination(t, strata), cmh(t, strata)
		for _, v := range []float64{p, net} {
			if !(v > 0 && v <= 1) {
				t.Fatalf("%v: p-value %v", strata, v)
			}
		}
		shuffled := append([]stats.Stratum{of(1, 1, 0, 0)}, strata...) // and one that says nothing
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if p2, net2 := combination(t, shuffled), cmh(t, shuffled); p2 != p || net2 != net {
			t.Fatalf("%v: the order of strata changed %v, %v to %v, %v", strata, p, net, p2, net2)
		}
		s := &strata[rng.IntN(len(strata))]
		if s.Candidate.Pass == s.Candidate.Trials {
			continue
		}
		s.Candidate.Pass++
		if more := cmh(t, strata); more < net*(1-1e-9) {
			t.Fatalf("%v: a pass more brought CMH from %v to %v", strata, net, more)
		}
		if s.Baseline.Pass > 0 {
			s.Baseline.Pass--
			if more := combination(t, strata); more < p*(1-1e-9) {
				t.Fatalf("%v: a pass moved to the candidate brought Combination from %v to %v", strata, p, more)
			}
		}
	}
}

// Cases that swap places are a change to the combination and none to CMH.
func TestSwappedCases(t *testing.T) {
	var strata []stats.Stratum
	for range 4 {
		strata = append(strata, of(0, 10, 10, 10), of(10, 10, 0, 10))
	}
	if p, net := combination(t, strata), cmh(t, strata); p > 1e-9 || net < .5 {
		t.Errorf("Combination = %v, CMH = %v; want tiny, and above one half", p, net)
	}
}

// Comparisons so large that the grid is coarsened stay sound.
func TestHugeInputs(t *testing.T) {
	worse, same := make([]stats.Stratum, 500), make([]stats.Stratum, 500)
	for i := range worse {
		worse[i], same[i] = of(120, 200, 180, 200), of(180, 200, 180, 200)
	}
	if p, net := combination(t, worse), cmh(t, worse); p <= 0 || p > 1e-25 || net <= 0 || net > 1e-25 {
		t.Errorf("a third lost everywhere: Combination = %v, CMH = %v; want above 0, below 1e-25", p, net)
	}
	if p, net := combination(t, same), cmh(t, same); p < .5 || p > 1 || net < .5 || net > 1 {
		t.Errorf("nothing lost: Combination = %v, CMH = %v; want between one half and 1", p, net)
	}
}

func TestImpossibleCounts(t *testing.T) {
	for name, strata := range map[string][]stats.Stratum{
		"more passes than trials": {of(3, 2, 1, 1)},
		"negative passes":         {of(1, 1, -1, 1)},
		"negative trials":         {of(-2, -1, 1, 1)},
		"a side too long":         {of(1, stats.MaxTrials+1, 1, 1)},
		"too many strata":         make([]stats.Stratum, stats.MaxStrata+1),
	} {
		if p, err := stats.Combination(strata); err == nil {
			t.Errorf("%s: Combination = %v, want an error", name, p)
		}
		if p, err := stats.CMH(strata); err == nil {
			t.Errorf("%s: CMH = %v, want an error", name, p)
		}
	}
}

func BenchmarkCombination50Cases(b *testing.B) {
	strata := sample(rand.New(rand.NewPCG(4, 4)), 50, 10, 10, .1)
	for b.Loop() {
		if _, err := stats.Combination(strata); err != nil {
			b.Fatal(err)
		}
	}
}

// The limits bound the time of the most laborious comparison.
func BenchmarkRegressionsAtLimits(b *testing.B) {
	groups := []stats.Group{{Strata: sample(rand.New(rand.NewPCG(4, 4)), 1000, stats.MaxTrials, stats.MaxTrials, .01)}}
	for b.Loop() {
		if _, err := stats.Regressions(groups, stats.EachCase); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCMH50Cases(b *testing.B) {
	strata := sample(rand.New(rand.NewPCG(4, 4)), 50, 10, 10, .1)
	for b.Loop() {
		if _, err := stats.CMH(strata); err != nil {
			b.Fatal(err)
		}
	}
}

// of is a stratum of c passes in nc trials against b in nb.
func of(c, nc, b, nb int) stats.Stratum {
	return stats.Stratum{Candidate: stats.Count{Pass: c, Trials: nc}, Baseline: stats.Count{Pass: b, Trials: nb}}
}

func randomStratum(rng *rand.Rand, limit int) stats.Stratum {
	nc, nb := 1+rng.IntN(limit), 1+rng.IntN(limit)
	return of(rng.IntN(nc+1), nc, rng.IntN(nb+1), nb)
}

// sample draws cases of unlike rates, most of them safe, and lets the candidate drop.
func sample(rng *rand.Rand, cases, nc, nb int, drop float64) []stats.Stratum {
	strata := make([]stats.Stratum, cases)
	for i := range strata {
		rate := math.Pow(rng.Float64(), 1./8)
		strata[i] = of(draw(rng, nc, rate-drop), nc, draw(rng, nb, rate), nb)
	}
	return strata
}

func draw(rng *rand.Rand, n int, rate float64) int {
	passes := 0
	for range n {
		if rng.Float64() < rate {
			passes++
		}
	}
	return passes
}

// fisher is the lower tail of the hypergeometric distribution in whole numbers.
func fisher(s stats.Stratum) float64 {
	sum := new(big.Int)
	for c := range s.Candidate.Pass + 1 {
		sum.Add(sum, ways(s, c))
	}
	all := new(big.Int).Binomial(int64(s.Candidate.Trials+s.Baseline.Trials), int64(s.Candidate.Pass+s.Baseline.Pass))
	p, _ := new(big.Rat).SetFrac(sum, all).Float64()
	return p
}

// ways counts the deals of the stratum's passes that give the candidate c of them.
func ways(s stats.Stratum, c int) *big.Int {
	b := s.Candidate.Pass + s.Baseline.Pass - c
	if b < 0 || b > s.Baseline.Trials {
		return new(big.Int)
	}
	w := new(big.Int).Binomial(int64(s.Candidate.Trials), int64(c))
	return w.Mul(w, new(big.Int).Binomial(int64(s.Baseline.Trials), int64(b)))
}

type table struct {
	strata []stats.Stratum
	chance float64
}

// enumerate lists every table with the margins given, with its chance under the null.
func enumerate(margins []stats.Stratum) []table {
	if len(margins) == 0 {
		return []table{{nil, 1}}
	}
	var out []table
	s := margins[0]
	k := s.Candidate.Pass + s.Baseline.Pass
	all := new(big.Int).Binomial(int64(s.Candidate.Trials+s.Baseline.Trials), int64(k))
	for c := range s.Candidate.Trials + 1 {
		w := ways(s, c)
		if w.Sign() == 0 {
			continue
		}
		chance, _ := new(big.Rat).SetFrac(w, all).Float64()
		for _, rest := range enumerate(margins[1:]) {
			strata := append([]stats.Stratum{of(c, s.Candidate.Trials, k-c, s.Baseline.Trials)}, rest.strata...)
			out = append(out, table{strata, chance * rest.chance})
		}
	}
	return out
}

func passes(strata []stats.Stratum) int {
	n := 0
	for _, s := range strata {
		n += s.Candidate.Pass
	}
	return n
}

func combination(t *testing.T, strata []stats.Stratum) float64 {
	t.Helper()
	p, err := stats.Combination(strata)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func cmh(t *testing.T, strata []stats.Stratum) float64 {
	t.Helper()
	p, err := stats.CMH(strata)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
