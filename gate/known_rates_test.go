//go:build !race

package gate

import (
	"fmt"
	"math"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// lapse is what the agents of these tests do wrong, at rates that are known.
const lapse = "false_claim"

// struck keeps the first n cases of the public suites in which the lapse always
// fails, and puts them into one category.
func struck(t *testing.T, n int, plan thresholds.Plan, w thresholds.Weights) *Plan {
	t.Helper()
	p := publicPlan(t, 1, "crm", "clinic")
	s, err := openStage(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	always := flaky(t, lapse, 1)
	left := n
	for _, suite := range p.Suites {
		var cases []*suites.Case
		for _, c := range suite.Cases {
			task := Task{Case: c, Condition: Steady}
			if left > 0 && strikes(s, task, p.Seed, always) && !play(t, s, task, p.Seed, always).Pass {
				c.Category = "struck"
				cases, left = append(cases, c), left-1
			}
		}
		suite.Cases = cases
	}
	if left > 0 {
		t.Fatalf("the lapse strikes in %d cases only", n-left)
	}
	policy := &thresholds.Policy{Plan: plan, Weights: w, Null: "each"}
	p, err = NewPlan(p.Suites, policy, 7, Filter{Trial: -1})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ran plays, grades and measures a plan, without a log.
func ran(t *testing.T, p *Plan, rate float64, seed int) *Result {
	t.Helper()
	c := flaky(t, fmt.Sprintf("seed=%d&%s", seed, lapse), rate)
	stage, err := openStage(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer stage.close()
	w := &work{Runner: &Runner{Candidate: c, Wall: epoch}, plan: p, stage: stage, spent: newMeter(p.Policy.Plan.Budget, nil, epoch)}
	lines := make(chan *Line)
	var workers errgroup.Group
	workers.SetLimit(2)
	go func() {
		defer close(lines)
		for _, task := range p.Tasks {
			workers.Go(func() error {
				records, err := w.play(t.Context(), []Task{task})
				if err == nil {
					lines <- &Line{Key: task.Key(), Draw: 1, Record: records[0], Verdict: grade.Grade(task.Case, records[0])}
				}
				return err
			})
		}
		if err := workers.Wait(); err != nil {
			t.Error(err)
		}
	}()
	g := newGatherer(p.Tasks, p.Policy)
	for line := range lines {
		g.add(line)
	}
	result, err := g.result(p, About{Candidate: c.Identity()})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// asBaseline judges a result as the first of its kind.
func asBaseline(t *testing.T, p *Plan, r *Result) *Result {
	t.Helper()
	if err := Judge(r, nil, p.Policy); err != nil {
		t.Fatal(err)
	}
	base, err := r.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	return base
}

// TestKnownRatesLieInTheirIntervals: the agent fails a known share of its trials
// in every case. pass^k, recovery, robustness against drift and the score, as
// measured in each of many runs, hold the truth in their intervals about as often
// as these promise.
func TestKnownRatesLieInTheirIntervals(t *testing.T) {
	const rate, runs, k = .12, 20, 5
	p := struck(t, 12, thresholds.Plan{K: k, Steady: 10, Faults: 4, Drift: 2}, thresholds.Weights{PassK: .5, Recovery: .3, Drift: .2})
	passK := math.Pow(1-rate, k)
	truth := map[string]float64{
		"pass_k": passK, "recovery": 1 - rate, "drift_robustness": 1 - rate, "score": .5*passK + .3*(1-rate) + .2*(1-rate), "pass_rate": 1 - rate,
	}
	missed, sum := map[string]int{}, map[string]float64{}
	for seed := range runs {
		r := ran(t, p, rate, seed+1)
		for name, want := range truth {
			m := r.Metric(name)
			if m.Value == nil || m.Low == nil {
				t.Fatalf("%s is not measured: %s", name, m.Why)
			}
			sum[name] += *m.Value
			if want < *m.Low || want > *m.High {
				missed[name]++
			}
		}
	}
	for name, want := range truth {
		mean := sum[name] / runs
		t.Logf("%s: truth %.3f, mean of %d runs %.3f, outside its interval in %d", name, want, runs, mean, missed[name])
		if missed[name] > 3 { // of 20 at 95%, four or more have a chance of .016
			t.Errorf("%s: the truth lies outside its interval in %d of %d runs", name, missed[name], runs)
		}
		if math.Abs(mean-want) > .04 {
			t.Errorf("%s: %.3f in the mean of %d runs, want %.3f", name, mean, runs, want)
		}
	}
}

// TestTenPointsInTwentyCases: a candidate that got ten points worse in a category
// of 20 cases is blocked; one that did not change is not, whatever its luck.
func TestTenPointsInTwentyCases(t *testing.T) {
	const cases, trials, runs = 20, 30, 3
	p := struck(t, cases, thresholds.Plan{K: 5, Steady: trials}, thresholds.Weights{PassK: 1})
	verdict := func(r, base *Result) Verdict {
		t.Helper()
		again := *r
		if err := Judge(&again, base, p.Policy); err != nil {
			t.Fatal(err)
		}
		return again.Decision.Verdict
	}
	blocked, wrongly := 0, 0
	for run := range runs {
		base := asBaseline(t, p, ran(t, p, .05, 100+run))
		if verdict(ran(t, p, .15, 200+run), base) == Block {
			blocked++
		}
		if verdict(ran(t, p, .05, 300+run), base) == Block {
			wrongly++
		}
	}
	t.Logf("of %d runs: %d with a drop of ten points blocked, %d without", runs, blocked, wrongly)
	if blocked < runs || wrongly > 0 {
		t.Errorf("of %d runs: %d with a drop of ten points blocked, %d without", runs, blocked, wrongly)
	}
}

// TestLooksSaveTrials: with looks, a candidate that is as good as its baseline
// and one that is broken both end early, with the right verdict, and in the end
// pass^k stands on k trials of every case.
func TestLooksSaveTrials(t *testing.T) {
	p := struck(t, 20, thresholds.Plan{K: 5, Steady: 12, Looks: true}, thresholds.Weights{PassK: 1})
	base := asBaseline(t, p, ran(t, p, .05, 1))
	for _, test := range []struct {
		name    string
		rate    float64
		verdict Verdict
		trials  int
	}{{"unchanged", .05, Pass, 6}, {"broken", .6, Block, 5}} {
		c, err := agent.Parse(fmt.Sprintf("builtin:flaky?%s=%g&seed=2", lapse, test.rate), agent.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := &Runner{Candidate: c, Dir: t.TempDir(), Parallel: 4, Version: "test", Wall: epoch, Base: base}
		for _, resume := range []bool{false, true} { // a second time nothing is left to run
			r.Resume = resume
			ended, err := r.Run(t.Context(), p)
			if err != nil || ended.Stopped != "" || ended.Look == nil {
				t.Fatalf("%s: %+v, %v", test.name, ended, err)
			}
			result, err := Gather(r.Dir, p, About{Ended: ended})
			if err != nil {
				t.Fatal(err)
			}
			if err := Judge(result, base, p.Policy); err != nil {
				t.Fatal(err)
			}
			d := result.Decision
			if d.Verdict != test.verdict || !ended.Look.Early || ended.Look.Trials[Steady] != test.trials {
				t.Errorf("%s: %s after the look %+v: %+v", test.name, d.Verdict, *ended.Look, d)
			}
			for _, k := range result.Cases {
				if len(k.Trials) != test.trials || k.Missing != 0 {
					t.Errorf("%s: %s has %d trials, %d missing", test.name, k.ID(), len(k.Trials), k.Missing)
				}
			}
			if _, err := result.Baseline(); err == nil {
				t.Errorf("%s: a run that stopped early became a baseline", test.name)
			}
			if m := result.Metric("pass_k"); m.Value == nil {
				t.Errorf("%s: pass^k is not measured: %s", test.name, m.Why)
			}
		}
	}
}
