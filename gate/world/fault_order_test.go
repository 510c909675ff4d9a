package world

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// TestTwinsLookAlike plays a lost answer and a timeout before the effect. Until
// the retry the candidate sees the same, byte for byte and at the same times; a
// retry with the same key has one effect in both.
func TestTwinsLookAlike(t *testing.T) {
	w := opened(t, faulty(t))
	seen := func(kind string, s script) (string, *Trial) {
		trial := disturbed(t, w, 3, Plan{Faults: []trace.Fault{{Kind: kind, Tool: "update_title", Ordinal: 1, Times: 1, Seconds: 20}}}, s)
		var b strings.Builder
		for _, e := range trial.Ledger() {
			fmt.Fprintln(&b, e.Seq, e.At, e.Took, e.Attempt, e.Reply.Status, e.Reply.Text())
		}
		fmt.Fprintln(&b, trial.Now(), trial.Tools())
		return b.String(), trial
	}
	untilRetry := script{readC1, keyed + ` & get_contact {"contact_id":"c2"}`, `find_contacts {"query":"Chen"}`}
	before, _ := seen("timeout_before", untilRetry)
	lost, _ := seen("lost_response", untilRetry)
	if diff := cmp.Diff(before, lost); diff != "" {
		t.Errorf("what the candidate sees (-timeout_before +lost_response):\n%s", diff)
	}
	_, first := seen("timeout_before", append(untilRetry, keyed))
	_, second := seen("lost_response", append(untilRetry, keyed))
	for _, test := range []struct {
		trial *Trial
		last  trace.Outcome
	}{{first, trace.Done}, {second, trace.Replayed}} {
		ledger := test.trial.Ledger()
		if last := ledger[len(ledger)-1]; last.Outcome != test.last || !last.Reply.OK() {
			t.Errorf("the retry is %s %s, want %s", last.Outcome, last.Reply.Text(), test.last)
		}
		notices := 0
		for _, e := range ledger {
			for _, c := range e.Changes {
				if c.Table == "notices" {
					notices++
				}
			}
		}
		if notices != 1 {
			t.Errorf("%d notices were written, want 1", notices)
		}
	}
}

// TestOrdinalsFollowMessages makes sure that what never reached the tool counts
// for nothing, and that calls of one message count in its order.
func TestOrdinalsFollowMessages(t *testing.T) {
	w := opened(t, faulty(t))
	p := Plan{Faults: []trace.Fault{{Kind: "misleading_error", Tool: "update_title", Ordinal: 2, Times: 1}}}
	trial := disturbed(t, w, 1, p, script{
		`update_title {"contact_id":`, `update_title {"contact_id":"c1"}`, `update_titel {"contact_id":"c1","title":"X"}`,
		director, // the first
		director + " & " + readC1 + " & " + clerk + ` & update_title {"contact_id":"c1","title":"Third"}`,
		clerk,
	})
	var got []string
	for _, e := range trial.Ledger() {
		got = append(got, fmt.Sprint(e.Outcome, " ", len(e.Marks)))
	}
	want := []string{"not_json 0", "invalid 0", "unknown_tool 0", "done 0", "done 0", "done 0", "faulted 1", "done 0", "done 0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outcomes and marks (-want +got):\n%s", diff)
	}
}

func TestReplayedCallsAreNoAttempts(t *testing.T) {
	w := opened(t, faulty(t))
	p := Plan{Faults: []trace.Fault{{Kind: "unavailable", Tool: "update_title", Ordinal: 2, Times: 1}}}
	trial := disturbed(t, w, 1, p, script{keyed, keyed, clerk})
	got := []trace.Outcome{trial.Ledger()[0].Outcome, trial.Ledger()[1].Outcome, trial.Ledger()[2].Outcome}
	if diff := cmp.Diff([]trace.Outcome{trace.Done, trace.Replayed, trace.Faulted}, got); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}

// TestUnreachedFaultsLeaveNoMark plans faults which the calls never come to.
func TestUnreachedFaultsLeaveNoMark(t *testing.T) {
	w := opened(t, faulty(t))
	p := Plan{Faults: []trace.Fault{
		{Kind: "timeout_before", Tool: "take", Ordinal: 1},
		{Kind: "unavailable", Tool: "update_title", Ordinal: 3},
		{Kind: "latency", Tool: "update_title", Ordinal: 1, After: 1},
		{Kind: "stale_read", Tool: "find_contacts", Ordinal: 2, Times: 1},
	}}
	trial := disturbed(t, w, 1, p, script{director, clerk, director, findAlex})
	for _, e := range trial.Ledger() {
		for _, m := range e.Marks {
			if m.Fired || p.Faults[m.Fault].Kind != "stale_read" {
				t.Errorf("entry %d is marked with %s, fired %v", e.Seq, p.Faults[m.Fault].Kind, m.Fired)
			}
		}
	}
}

// TestCascadeWaitsForDelivery plays two faults of which the second waits for the
// first to reach the candidate: in one message it has not.
func TestCascadeWaitsForDelivery(t *testing.T) {
	w := opened(t, faulty(t))
	p := Plan{Faults: []trace.Fault{
		{Kind: "unavailable", Tool: "update_title", Ordinal: 1, Times: 1},
		{Kind: "misleading_error", Tool: "update_title", Ordinal: 1, Times: 1, After: 1},
	}}
	trial := disturbed(t, w, 1, p, script{director + " & " + director, director})
	var got []string
	for _, e := range trial.Ledger() {
		kinds := ""
		for _, m := range e.Marks {
			kinds += " " + p.Faults[m.Fault].Kind
		}
		got = append(got, string(e.Outcome)+kinds)
	}
	if diff := cmp.Diff([]string{"faulted unavailable", "done", "faulted misleading_error"}, got); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}

// TestEarlierPointActsFirst plans a lost answer before a refusal at the request:
// whatever their order, the request comes first, and the other waits.
func TestEarlierPointActsFirst(t *testing.T) {
	w := opened(t, faulty(t))
	p := Plan{Faults: []trace.Fault{at("lost_response", "update_title", 1), at("unavailable", "update_title", 1)}}
	got := lines(p, disturbed(t, w, 1, p, script{director, director}).Ledger())
	for i, want := range []string{"faulted lost_response unavailable!: 503", "done committed contacts/c1 notices/2 after 30000 ms lost_response!: 504"} {
		if !strings.Contains(got[i], want) {
			t.Errorf("entry %d is %s, want %s", i+1, got[i], want)
		}
	}
}

// TestSameSeedSameLedgerUnderFaults plays plans that draw at random twice, with
// other trials between.
func TestSameSeedSameLedgerUnderFaults(t *testing.T) {
	w := opened(t, faulty(t))
	play := func(seed uint64) trace.Ledger {
		r := rand.New(rand.NewPCG(seed, 4))
		p := anyPlan(w, r)
		s := script{readC1, keyed + " & " + clerk, findAlex, readC1, director, `wait {"seconds":30}`, director, readC1}
		return disturbed(t, w, seed, p, s).Ledger()
	}
	for seed := range uint64(40) {
		first := play(seed)
		play(seed + 1000)
		if diff := cmp.Diff(first, play(seed)); diff != "" {
			t.Fatalf("seed %d: ledgers differ:\n%s", seed, diff)
		}
	}
}

func TestCapacityFaultIsStated(t *testing.T) {
	w := opened(t, faulty(t))
	trial, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Plan: Plan{Faults: []trace.Fault{{Kind: "capacity", Tool: "find_contacts", Keep: 3}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range trial.Tools() {
		if got, want := strings.Contains(tool.Description, "At most 3 calls may be in flight at once."), tool.Name == "find_contacts"; got != want {
			t.Errorf("%s states a limit: %v, want %v", tool.Name, got, want)
		}
	}
	if err := trial.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tool := range w.served {
		if strings.Contains(tool.Description, "At most") {
			t.Errorf("%s states a limit in a trial without one", tool.Name)
		}
	}
}

// TestWhateverHappensTheWorldIsAsItWas plays random calls under random faults.
// The state ends as it began, and the net changes are those of the candidate:
// what damage and rivals did is not among them.
func TestWhateverHappensTheWorldIsAsItWas(t *testing.T) {
	w := opened(t, faulty(t))
	untouched := image(t, w.anchor)
	fired := map[string]bool{}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := anyPlan(w, r)
		trial, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Seed: seed, Plan: p})
		if err != nil {
			t.Fatal(err)
		}
		before := dump(t, connOf(trial))
		for range 8 {
			if _, err := trial.Do(context.Background(), anyMessage(r)); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			trial.Delivered()
		}
		if err := trial.Settle(context.Background()); err != nil {
			t.Fatal(err)
		}
		var own trace.Ledger
		for i, e := range trial.Ledger() {
			if e.Seq != i+1 {
				t.Fatalf("seed %d: entry %d has Seq %d", seed, i+1, e.Seq)
			}
			for _, m := range e.Marks {
				fired[p.Faults[m.Fault].Kind] = fired[p.Faults[m.Fault].Kind] || m.Fired
			}
			e.Actor = trace.Candidate
			own = append(own, e)
		}
		all := trace.Ledger{{Committed: true, Changes: difference(w, before, dump(t, connOf(trial)))}}.Net()
		if diff := cmp.Diff(all, own.Net()); diff != "" {
			t.Fatalf("seed %d: rows that differ (-want) and changes of all actors (+got):\n%s", seed, diff)
		}
		for _, c := range trial.Ledger().Net() {
			if c.Table == "settings" && c.After["value"] == "theirs" {
				t.Fatalf("seed %d: a rival's row is among the candidate's changes", seed)
			}
		}
		c := connOf(trial)
		if err := trial.Close(); err != nil {
			t.Fatal(err)
		}
		if image(t, c) != untouched {
			t.Fatalf("seed %d left the world changed", seed)
		}
	}
	for _, row := range faultTable() {
		if !fired[row.name] && row.point != atStart {
			t.Errorf("%s never happened: the test shows too little", row.name)
		}
	}
}

// anyPlan plans up to three faults at tools that bear them.
func anyPlan(w *World, r *rand.Rand) Plan {
	var p Plan
	table := faultTable()
	for range 1 + r.IntN(3) {
		row := table[r.IntN(len(table))]
		fit := slices.DeleteFunc(slices.Clone(w.suite.Tools), func(tool *suites.Tool) bool {
			_, ok := bears(tool, row.name)
			return !ok || row.point == atStart
		})
		if len(fit) == 0 {
			continue
		}
		tool := fit[r.IntN(len(fit))]
		f := trace.Fault{
			Kind: row.name, Tool: tool.Name, Ordinal: 1 + r.IntN(2), Times: r.IntN(3), Seconds: 1 + r.IntN(40), Text: "Say it.",
			Field: []string{"", "title", "mail", "score"}[r.IntN(4)], Fails: r.IntN(3) == 0, After: r.IntN(len(p.Faults) + 1),
		}
		p.Faults, p.Damage = append(p.Faults, f), append(p.Damage, "")
	}
	return p
}

func anyMessage(r *rand.Rand) []trace.Call {
	texts := []string{
		director, keyed, clerk, readC1, findAlex, `take {"name":"desk"}`, `take {"name":"chair"}`, `notify {"contact_ids":["c1","c2","c3"]}`, `renew {}`,
		`wait {"seconds":20}`, `update_title {"contact_id":"c9","title":"X"}`, `remove_contact {"contact_id":"c2"}`, `find_contacts {"query":"x","cursor":"p2-0"}`,
	}
	if r.IntN(6) == 0 {
		texts = []string{readC1, director, findAlex}[r.IntN(3):][:1]
	}
	var calls []trace.Call
	for range 1 + r.IntN(4) {
		tool, args, _ := strings.Cut(texts[r.IntN(len(texts))], " ")
		calls = append(calls, trace.Call{Tool: tool, Arguments: args})
	}
	return calls
}
