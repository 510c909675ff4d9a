//go:build !race

package gate

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// depot loads the suite whose tools can bear every fault, with a plan of so many
// trials under each condition.
func depot(tb testing.TB, plan thresholds.Plan) (*Plan, *stage) {
	tb.Helper()
	s, err := suites.Load(os.DirFS("testdata/suites"), "depot", 0)
	if err != nil {
		tb.Fatal(err)
	}
	policy := &thresholds.Policy{Plan: plan, Weights: thresholds.Weights{PassK: 1}}
	p, err := NewPlan([]*suites.Suite{s}, policy, 7, Filter{Trial: -1})
	if err != nil {
		tb.Fatal(err)
	}
	st, err := openStage(tb.Context(), p, nil)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := st.close(); err != nil {
			tb.Error(err)
		}
	})
	return p, st
}

func builtin(tb testing.TB, spec string) agent.Candidate {
	tb.Helper()
	c, err := agent.Parse("builtin:"+spec, agent.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// meet runs one trial with what is planned for it.
func meet(tb testing.TB, p *Plan, s *stage, task Task, c agent.Candidate) (*trace.Record, grade.Verdict) {
	tb.Helper()
	w := &work{Runner: &Runner{Candidate: c, Parallel: 1, Wall: epoch}, plan: p, stage: s, spent: newMeter(p.Policy.Plan.Budget, nil, epoch)}
	records, err := w.play(tb.Context(), []Task{task})
	if err != nil {
		tb.Fatal(err)
	}
	return records[0], grade.Grade(task.Case, records[0])
}

// TestEveryFaultIsMetAndJudged: for every kind of fault there is a case that
// declares it. There it reaches the candidate, the reference recovers and keeps
// the promise, and an agent with the fitting bad habit fails by the right class.
func TestEveryFaultIsMetAndJudged(t *testing.T) {
	bad := map[string]struct{ agent, class string }{
		"rate_limited":       {"impatient", "unsafe_recovery"},
		"unavailable":        {"claims_success", "false_claim"},
		"timeout_before":     {"gives_up", "no_recovery"},
		"lost_response":      {"fresh_keys", "duplicate_effect"},
		"latency":            {"sends_twice", "unsafe_recovery"},
		"accepted":           {"claims_success", "unsafe_recovery"},
		"silent_noop":        {"trusting", "false_claim"},
		"partial_commit":     {"claims_success", "confident_partial"},
		"stale_read":         {"trusting", "unsafe_recovery"},
		"corrupt_payload":    {"trusting", "unsafe_recovery"},
		"misleading_error":   {"claims_success", "false_claim"},
		"client_error_as_ok": {"flaky?false_claim=1", "false_claim"},
		"duplicate_delivery": {"no_keys", "duplicate_effect"},
		"concurrent_change":  {"claims_success", "false_claim"},
		"expired_token":      {"impatient", "no_recovery"},
		"permission_revoked": {"claims_success", "false_claim"},
		"truncated_page":     {"trusting", "no_recovery"},
		"capacity":           {"all_at_once", "overload"},
		"corrupt_state":      {"flaky?missed_escalation=1", "under_escalation"},
		"injection":          {"obedient", "injection_followed"},
	}
	p, s := depot(t, thresholds.Plan{K: 1, Steady: 1})
	for _, kind := range suites.FaultKinds() {
		t.Run(kind.Name, func(t *testing.T) {
			cases, caught := 0, 0
			for _, task := range p.Tasks {
				if !slices.ContainsFunc(task.Case.Faults, func(f suites.Fault) bool { return f.Kind == kind.Name }) {
					continue
				}
				cases++
				_, v := meet(t, p, s, task, agent.Reference())
				if !v.Pass || v.Void != "" {
					t.Errorf("%s: the reference fails: %s %+v", task.Case.Name, v.Void, v.Findings)
				}
				if o := outcome(v, kind.Name); !o.Reached || !o.Recovered || o.Unsafe {
					t.Errorf("%s: the reference's outcome is %+v", task.Case.Name, o)
				}
				_, v = meet(t, p, s, task, builtin(t, bad[kind.Name].agent))
				if o := outcome(v, kind.Name); v.Pass || !o.Reached || o.Recovered || !slices.Contains(v.Classes, bad[kind.Name].class) {
					t.Logf("%s: %s gets %v, %+v", task.Case.Name, bad[kind.Name].agent, v.Classes, o)
					continue
				}
				caught++
			}
			if cases == 0 {
				t.Fatal("no case of the depot declares it")
			}
			if caught == 0 {
				t.Errorf("%s is found in none of %d cases under %s", bad[kind.Name].agent, cases, bad[kind.Name].class)
			}
		})
	}
}

func outcome(v grade.Verdict, kind string) grade.FaultOutcome {
	for _, o := range v.Faults {
		if o.Kind == kind {
			return o
		}
	}
	return grade.FaultOutcome{}
}

// TestTwins: a timeout before the effect and a lost answer after it look the same
// byte by byte until the call is made again. Whoever tries again with the same
// key keeps both promises; a fresh key breaks one, and so does not looking.
func TestTwins(t *testing.T) {
	p, s := depot(t, thresholds.Plan{K: 1, Steady: 1})
	twin := map[string]Task{}
	for _, task := range p.Tasks {
		twin[task.Case.Name] = task
	}
	before, after := twin["d-011"], twin["d-012"]
	if f, g := before.Case.Faults[0], after.Case.Faults[0]; f.Kind != "timeout_before" || g.Kind != "lost_response" || f.Tool != g.Tool {
		t.Fatalf("the cases are no twins: %+v and %+v", f, g)
	}
	for _, test := range []struct {
		agent        string
		before, lost bool // keeps the promise
	}{
		{"reference", true, true},
		{"fresh_keys", true, false},
		{"claims_success", false, true},
		{"gives_up", false, false}, // nor does it tell the caller what there was to tell
	} {
		t.Run(test.agent, func(t *testing.T) {
			one, v := meet(t, p, s, before, builtin(t, test.agent))
			if v.Pass != test.before {
				t.Errorf("timeout_before: pass %v, want %v: %+v", v.Pass, test.before, v.Findings)
			}
			two, v := meet(t, p, s, after, builtin(t, test.agent))
			if v.Pass != test.lost {
				t.Errorf("lost_response: pass %v, want %v: %+v", v.Pass, test.lost, v.Findings)
			}
			tool := before.Case.Faults[0].Tool
			if diff := cmp.Diff(transcript(t, one, tool), transcript(t, two, tool)); diff != "" {
				t.Errorf("what the twins show up to the retry differs:\n%s", diff)
			}
		})
	}
}

// transcript is all that the candidate saw and said up to the second call of a
// tool, or the end where there is none, as JSON lines.
func transcript(t *testing.T, r *trace.Record, tool string) string {
	t.Helper()
	text, calls := "", 0
	for _, m := range r.Messages {
		for _, c := range m.Calls {
			if c.Tool == tool {
				calls++
			}
		}
		if calls == 2 {
			break
		}
		line, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		text += string(line) + "\n"
	}
	if calls == 0 {
		t.Fatalf("%s was never called", tool)
	}
	return text
}

// TestUnreachedFault: a fault at a call that is never made does not count: not as
// a pass where the promise was kept, and not as an excuse where it was not.
func TestUnreachedFault(t *testing.T) {
	p, s := depot(t, thresholds.Plan{K: 1, Steady: 1})
	for _, task := range p.Tasks {
		if task.Case.Name != "d-012" {
			continue
		}
		c := *task.Case
		c.Faults = slices.Clone(c.Faults)
		c.Faults[0].Ordinal = 9
		far := Task{Case: &c, Condition: Steady}
		s.callers[&c] = s.callers[task.Case]
		r, v := meet(t, p, s, far, agent.Reference())
		if v.Pass || v.Void != grade.NotExercised || r.Void != nil || len(v.Classes) != 0 {
			t.Errorf("the promise was kept: pass %v, void %q, classes %v", v.Pass, v.Void, v.Classes)
		}
		if _, v = meet(t, p, s, far, builtin(t, "flaky?dropped_step=1")); v.Pass || v.Void != "" || !slices.Contains(v.Classes, "incomplete") {
			t.Errorf("the promise was broken: pass %v, void %q, classes %v", v.Pass, v.Void, v.Classes)
		}
		return
	}
	t.Fatal("there is no case d-012")
}

// TestFaultsFollowSeedAlone: faults and drift come from the seed, whatever the
// candidate, the policy's words, the order of trials.
func TestFaultsFollowSeedAlone(t *testing.T) {
	plan := thresholds.Plan{K: 1, Steady: 1, Faults: 3, Drift: 2}
	p, s := depot(t, plan)
	worded, other := depot(t, plan)
	worded.Suites[0].Policy = "Be brief.\n\n" + worded.Suites[0].Policy
	for _, tool := range worded.Suites[0].Tools {
		tool.Description = "To be used with care. " + tool.Description
	}
	type happened struct {
		Faults []trace.Fault
		Drift  *trace.Drift
	}
	planned := map[Key]happened{}
	for _, task := range p.Tasks {
		r, _ := meet(t, p, s, task, agent.Reference())
		planned[task.Key()] = happened{r.Faults, r.Drift}
	}
	slices.Reverse(worded.Tasks)
	kinds := map[string]bool{}
	for _, task := range worded.Tasks {
		r, _ := meet(t, worded, other, task, builtin(t, "gives_up"))
		if diff := cmp.Diff(planned[task.Key()], happened{r.Faults, r.Drift}); diff != "" {
			t.Errorf("%v (-first +other words):\n%s", task.Key(), diff)
		}
		for _, f := range r.Faults {
			kinds[f.Kind] = true
		}
	}
	if len(kinds) < 10 {
		t.Errorf("only the kinds %v were planned", kinds)
	}
	p.Seed++
	same := 0
	for _, task := range p.Tasks {
		w, err := p.world(task)
		if err != nil {
			t.Fatal(err)
		}
		if cmp.Equal(planned[task.Key()], happened{w.Faults, w.Drift}) {
			same++
		}
	}
	if same == len(p.Tasks) {
		t.Error("another seed plans the same")
	}
}
