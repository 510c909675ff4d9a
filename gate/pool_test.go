package gate

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// promoted is a baseline of one category whose cases came to the same counts.
func promoted(t *testing.T, cases, passed, failed int) *Result {
	t.Helper()
	r := resultOf(t, testPolicy(), group{category: "a", cases: cases, passed: passed, failed: failed, class: "untold"})
	r.Decision = &Decision{Verdict: Pass}
	b, err := r.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// counts are what the cases of a result came to, by case and condition.
func counts(r *Result) map[string][4]int {
	out := map[string][4]int{}
	for i := range r.Cases {
		c := &r.Cases[i]
		out[c.ID()+" "+c.Condition] = [4]int{c.Passed, c.Failed, c.Missing, c.Classes["untold"]}
	}
	return out
}

// TestPoolDoubles: a run pooled with itself has every count twice, whatever it is.
func TestPoolDoubles(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		r := promoted(t, 1+rng.IntN(5), 1, 0)
		for i := range r.Cases {
			c := &r.Cases[i]
			c.Condition = []string{Steady, Faults, Load, Drift}[rng.IntN(4)]
			c.Passed, c.Failed, c.Missing, c.Unreached = rng.IntN(9), rng.IntN(9), rng.IntN(3), rng.IntN(3)
			c.Classes = map[string]int{"untold": rng.IntN(c.Failed + 1)}
		}
		before := counts(r)
		p, err := Pool([]*Result{r, r})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][4]int{}
		for k, n := range before {
			want[k] = [4]int{2 * n[0], 2 * n[1], 2 * n[2], 2 * n[3]}
		}
		if diff := cmp.Diff(want, counts(p)); diff != "" {
			t.Fatalf("counts (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(before, counts(r)); diff != "" {
			t.Fatalf("pooling changed a run (-before +after):\n%s", diff)
		}
		if p.Pooled != 2 || p.Metrics != nil {
			t.Fatalf("pooled over %d runs, with metrics %v", p.Pooled, p.Metrics)
		}
	}
}

func TestPool(t *testing.T) {
	older := func(change func(*Result)) *Result {
		r := promoted(t, 2, 6, 4)
		change(r)
		return r
	}
	for _, test := range []struct {
		name string
		runs []*Result
		want map[string][4]int
	}{
		{"one run", []*Result{promoted(t, 2, 6, 4)}, map[string][4]int{"s/a-0 steady": {6, 4, 0, 4}, "s/a-1 steady": {6, 4, 0, 4}}},
		{"three runs", []*Result{promoted(t, 1, 1, 0), promoted(t, 1, 2, 1), promoted(t, 1, 4, 0)}, map[string][4]int{"s/a-0 steady": {7, 1, 0, 1}}},
		{"another digest", []*Result{older(func(r *Result) { r.Cases[0].Digest = "e" }), promoted(t, 2, 10, 0)}, map[string][4]int{"s/a-0 steady": {10, 0, 0, 0}, "s/a-1 steady": {16, 4, 0, 4}}},
		{"held out before", []*Result{older(func(r *Result) { r.Cases[0].HeldOut = true }), promoted(t, 2, 10, 0)}, map[string][4]int{"s/a-0 steady": {10, 0, 0, 0}, "s/a-1 steady": {16, 4, 0, 4}}},
		{"another condition", []*Result{older(func(r *Result) { r.Cases[0].Condition = Faults }), promoted(t, 2, 10, 0)}, map[string][4]int{"s/a-0 steady": {10, 0, 0, 0}, "s/a-0 faults": {6, 4, 0, 4}, "s/a-1 steady": {16, 4, 0, 4}}},
		{"another grader", []*Result{older(func(r *Result) { r.Grader = "0" }), promoted(t, 1, 10, 0)}, map[string][4]int{"s/a-0 steady": {10, 0, 0, 0}}},
		{"other disturbances", []*Result{
			older(func(r *Result) {
				r.Cases[0].Condition, r.Cases[1].Condition = Faults, Drift
				r.Spectrum = &SpectrumInfo{Modes: "other"}
			}),
			promoted(t, 1, 10, 0),
		}, map[string][4]int{"s/a-0 steady": {10, 0, 0, 0}, "s/a-1 drift": {6, 4, 0, 4}}},
		{"a case removed since", []*Result{promoted(t, 2, 6, 4), older(func(r *Result) {
			r.Samples, r.Cases = []SampleInfo{{Condition: Steady, Cases: 1, Of: 1}}, r.Cases[:1]
		})}, map[string][4]int{"s/a-0 steady": {12, 8, 0, 8}}},
		{"a case not drawn since", []*Result{promoted(t, 3, 6, 4), promoted(t, 2, 5, 5), older(func(r *Result) {
			r.Samples, r.Cases = []SampleInfo{{Condition: Steady, Cases: 1, Of: 3}}, r.Cases[:1]
		})}, map[string][4]int{"s/a-0 steady": {17, 13, 0, 13}, "s/a-1 steady": {11, 9, 0, 9}, "s/a-2 steady": {6, 4, 0, 4}}},
		{"a suite removed since", []*Result{older(func(r *Result) { r.Cases[1].Suite = "old" }), promoted(t, 1, 10, 0)}, map[string][4]int{"s/a-0 steady": {16, 4, 0, 4}}},
	} {
		p, err := Pool(test.runs)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, counts(p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	first, last := promoted(t, 1, 1, 0), promoted(t, 1, 1, 0)
	first.Commit, last.Commit, last.Candidate = "1", "2", "newest"
	p, err := Pool([]*Result{first, last})
	if err != nil || p.Commit != "2" || p.Candidate != "newest" {
		t.Errorf("pooled baseline %s at %s, %v", p.Candidate, p.Commit, err)
	}
	if _, err := Pool(nil); err == nil {
		t.Error("no run: no error")
	}
	clean := promoted(t, 1, 1, 0) // no failing trial, so no class
	clean.Cases[0].Classes = nil
	if p, err = Pool([]*Result{promoted(t, 1, 0, 1), clean}); err != nil || p.Cases[0].Classes["untold"] != 1 {
		t.Errorf("classes of the older run: %v, %v", p.Cases[0].Classes, err)
	}
}

// TestComparePooled: the comparison counts all pooled trials and says of how many
// runs they are.
func TestComparePooled(t *testing.T) {
	base, err := Pool([]*Result{promoted(t, 10, 10, 0), promoted(t, 10, 8, 2)})
	if err != nil {
		t.Fatal(err)
	}
	r := resultOf(t, testPolicy(), group{category: "a", cases: 10, passed: 10})
	if err := Judge(r, base, testPolicy()); err != nil {
		t.Fatal(err)
	}
	if c := r.Comparison; c.Pooled != 2 || Percent(c.Whole.Baseline) != "90%" || c.Whole.Cases != 10 {
		t.Errorf("comparison %+v", c)
	}
}
