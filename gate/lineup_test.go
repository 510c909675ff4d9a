package gate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/stats"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/thresholds"
)

// drawnResult is a result of random outcomes over the same cases, some of them
// void, one case without a vote.
func drawnResult(rng *rand.Rand, rate float64) *Result {
	r := &Result{Grader: "g", Seed: 7, Decision: &Decision{Verdict: Pass}}
	for n := range 12 {
		c := CaseResult{
			Suite: "s", Case: fmt.Sprint("c", n), Digest: fmt.Sprint(n), Category: []string{"one", "two", "three"}[n%3],
			Condition: []string{Steady, Faults}[n%2], Provisional: n == 0, HeldOut: n > 9,
		}
		for i := range 8 {
			t := TrialResult{Index: i, Pass: rng.Float64() < rate}
			switch x := rng.Float64(); {
			case x < .02:
				t.Pass, t.Void = false, &trace.Void{Class: "provider_error"}
				c.Missing++
			case x < .05:
				t.Pass, t.Void = false, &trace.Void{Class: unreached}
				c.Unreached++
			case t.Pass:
				c.Passed++
			default:
				c.Failed++
			}
			c.Trials = append(c.Trials, t)
		}
		r.Cases = append(r.Cases, c)
	}
	return r
}

// TestLineupIsWhatOneCountsByHand: the difference of every row is the mean, over
// the trials that both have a verdict of, of pass minus pass.
func TestLineupIsWhatOneCountsByHand(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		results := []*Result{drawnResult(rng, .8), drawnResult(rng, rng.Float64()), drawnResult(rng, .8)}
		l, err := NewLineup(results)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := len(l.Rows), 1+2+1+3; got != want {
			t.Fatalf("%d rows, want all, two conditions, the held-out side and three categories", got)
		}
		for _, row := range l.Rows {
			for i := 1; i < len(results); i++ {
				want, pairs, lost := byHand(results[0], results[i], row)
				got := row.Paired[i]
				if math.Abs(got.Difference-want) > 1e-12 || got.Pairs.Total() != pairs || got.Lost != lost {
					t.Errorf("row %d %q: difference %v of %d pairs, %d lost; want %v of %d, %d", row.Kind, row.Name, got.Difference, got.Pairs.Total(), got.Lost, want, pairs, lost)
				}
			}
		}
	}
}

func byHand(a, b *Result, row LineupRow) (mean float64, pairs, lost int) {
	sum := 0
	for n, c := range a.Cases {
		in := row.Kind == OfAll || row.Kind == OfHeldOut && c.HeldOut || row.Kind == OfCondition && c.Condition == row.Name || row.Kind == OfCategory && c.Category == row.Name
		if !in || c.Provisional {
			continue
		}
		for i := range c.Trials {
			x, y := c.Trials[i], b.Cases[n].Trials[i]
			switch {
			case x.Void != nil && x.Void.Class != unreached, y.Void != nil && y.Void.Class != unreached:
				lost++
			case x.Void == nil && y.Void == nil:
				pairs++
				if y.Pass {
					sum++
				}
				if x.Pass {
					sum--
				}
			}
		}
	}
	return float64(sum) / float64(pairs), pairs, lost
}

// steadyResult has ten cases of ten trials; the first so many of each pass.
func steadyResult(passes int) *Result {
	r := &Result{Grader: "g", Seed: 7, Decision: &Decision{Verdict: Pass}}
	for n := range 10 {
		c := CaseResult{Suite: "s", Case: fmt.Sprint("c", n), Category: "one", Condition: Steady, Passed: passes, Failed: 10 - passes}
		for i := range 10 {
			c.Trials = append(c.Trials, TrialResult{Index: i, Pass: i < passes})
		}
		r.Cases = append(r.Cases, c)
	}
	return r
}

func TestLineup(t *testing.T) {
	alike, worse, better := steadyResult(8), steadyResult(6), steadyResult(10)
	void := steadyResult(8)
	for i := range void.Cases {
		c := &void.Cases[i]
		c.Passed, c.Failed, c.Missing = 0, 0, 10
		for j := range c.Trials {
			c.Trials[j] = TrialResult{Index: j, Void: &trace.Void{Class: "not_run"}}
		}
	}
	gaps := steadyResult(8)
	for i := range 6 {
		gaps.Cases[i].Passed, gaps.Cases[i].Missing = 7, 1
		gaps.Cases[i].Trials[0] = TrialResult{Void: &trace.Void{Class: "provider_error"}}
	}
	seeded := steadyResult(8)
	seeded.Seed = 8
	graded := steadyResult(8)
	graded.Grader = "other"
	edited := steadyResult(0)
	for i := range 9 {
		edited.Cases[i].Digest = "edited"
	}
	l, err := NewLineup([]*Result{void, alike, worse, better, gaps, seeded, graded, edited})
	if err != nil {
		t.Fatal(err)
	}
	if l.Base != 1 {
		t.Errorf("base %d, want 1: the first has no verdict at all", l.Base)
	}
	all := l.Rows[0]
	if all.Paired[1] != nil || all.Paired[5] != nil || all.Paired[6] != nil {
		t.Error("the base, another seed or another grader is paired")
	}
	for i, want := range []string{"", "", "", "", "", "seed 8", "grader other", ""} {
		if !strings.Contains(l.Apart[i], want) || (want == "") != (l.Apart[i] == "") {
			t.Errorf("result %d is apart for %q, want %q", i, l.Apart[i], want)
		}
	}
	type outcome struct {
		Pairs              stats.Pairs
		Lost               int
		Missing, Different bool
	}
	got := map[int]outcome{}
	for _, i := range []int{0, 2, 3, 4, 7} {
		o := all.Paired[i]
		got[i] = outcome{o.Pairs, o.Lost, o.Missing, o.Different}
	}
	want := map[int]outcome{
		0: {stats.Pairs{}, 100, true, false},
		2: {stats.Pairs{Both: 60, First: 20, Neither: 20}, 0, false, true},
		3: {stats.Pairs{Both: 80, Second: 20}, 0, false, true},
		4: {stats.Pairs{Both: 74, Neither: 20}, 6, true, false},
		7: {stats.Pairs{First: 8, Neither: 2}, 0, false, false}, // p = 2/256 is below 1%, and is one of seven tests
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{0, 0, 0, 0, 0, 0, 0, 9}, l.Unlike); diff != "" {
		t.Errorf("cases that do not compare (-want +got):\n%s", diff)
	}
	if l.Tests != 7 { // two rows of three, and a category that lost 6% of its pairs
		t.Errorf("%d tests, want 7", l.Tests)
	}
	if _, err := NewLineup([]*Result{alike}); err == nil {
		t.Error("one result is set side by side")
	}
}

// TestOtherDisturbancesDoNotPair: under other error modes of tools the same trial
// met something else.
func TestOtherDisturbancesDoNotPair(t *testing.T) {
	result := func(modes string) *Result {
		r := steadyResult(8)
		r.Spectrum = &SpectrumInfo{Modes: modes}
		for i := range 4 {
			r.Cases[i].Condition = Faults
		}
		return r
	}
	l, err := NewLineup([]*Result{result("a"), result("a"), result("b")})
	if err != nil {
		t.Fatal(err)
	}
	if got := []int{l.Rows[0].Paired[1].Pairs.Total(), l.Rows[0].Paired[2].Pairs.Total(), l.Unlike[1], l.Unlike[2]}; !slices.Equal(got, []int{100, 60, 0, 4}) {
		t.Errorf("pairs and cases apart %v, want 100 and 60, 0 and 4", got)
	}
}

func TestWorst(t *testing.T) {
	of := func(verdicts ...Verdict) []*Result {
		var out []*Result
		for _, v := range verdicts {
			out = append(out, &Result{Decision: &Decision{Verdict: v}})
		}
		return out
	}
	for _, test := range []struct {
		results []*Result
		want    Verdict
	}{
		{of(Pass, Pass), Pass},
		{of(Pass, Inconclusive), Inconclusive},
		{of(Inconclusive, NotEvaluated, Pass), NotEvaluated},
		{of(NotEvaluated, Block), Block},
		{of(Pass, "approved"), NotEvaluated},
		{append(of(Pass), &Result{}), NotEvaluated},
		{nil, NotEvaluated},
	} {
		if got := Worst(test.results); got != test.want {
			t.Errorf("worst is %s, want %s", got, test.want)
		}
	}
}

// counting is the reference, and counts how many trials are asked at once.
type counting struct {
	agent.Candidate
	now, most *atomic.Int32
}

func (c counting) Scripted() {}

func (c counting) Start(ctx context.Context, b agent.Briefing) (agent.Session, error) {
	n := c.now.Add(1)
	for most := c.most.Load(); n > most && !c.most.CompareAndSwap(most, n); most = c.most.Load() {
	}
	s, err := c.Candidate.Start(ctx, b)
	return countedSession{s, c.now}, err
}

type countedSession struct {
	agent.Session
	now *atomic.Int32
}

func (s countedSession) Close() error {
	s.now.Add(-1)
	return s.Session.Close()
}

// TestSharedSlots: runs that share slots have no more trials in flight than there
// are slots, and all of them come to their end.
func TestSharedSlots(t *testing.T) {
	p := heldOutPlan(t, thresholds.Plan{K: 1, Steady: 4})
	var now, most atomic.Int32
	slots := semaphore.NewWeighted(2)
	var runs errgroup.Group
	for range 3 {
		r := &Runner{Candidate: counting{agent.Reference(), &now, &most}, Dir: t.TempDir(), Parallel: 8, Slots: slots, Wall: epoch}
		runs.Go(func() error {
			end, err := r.Run(t.Context(), p)
			if err == nil && end.Stopped != "" {
				err = fmt.Errorf("stopped: %s", end.Stopped)
			}
			return err
		})
	}
	if err := runs.Wait(); err != nil {
		t.Fatal(err)
	}
	if most.Load() > 2 || now.Load() != 0 {
		t.Errorf("%d trials at once and %d at the end, want 2 at most and none", most.Load(), now.Load())
	}
}
