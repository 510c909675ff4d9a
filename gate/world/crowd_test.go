package world

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// joined begins a trial in a crowd.
func joined(t *testing.T, w *World, c *Crowd, offset time.Duration) *Trial {
	t.Helper()
	trial, err := w.Begin(t.Context(), Session{Case: w.suite.Cases[0], Seed: 1, Plan: Plan{Crowd: c, Offset: offset}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := trial.Close(); err != nil {
			t.Error(err)
		}
	})
	return trial
}

// reads sends so many calls of a tool in one message and returns their entries.
func reads(t *testing.T, trial *Trial, tool string, n int) []trace.Entry {
	t.Helper()
	var calls []trace.Call
	for i := range n {
		argument := map[string]string{"get_contact": "contact_id", "find_contacts": "query"}[tool]
		calls = append(calls, trace.Call{ID: fmt.Sprint(i), Tool: tool, Arguments: fmt.Sprintf(`{%q:"c%d"}`, argument, i)})
	}
	before := len(trial.Ledger())
	if _, err := trial.Do(t.Context(), calls); err != nil {
		t.Fatal(err)
	}
	return trial.Ledger()[before:]
}

// served writes what became of entries: + for one that ran, and for one without
// room the seconds after which it may be tried again.
func served(entries []trace.Entry) string {
	var b strings.Builder
	for _, e := range entries {
		switch e.Outcome {
		case trace.Done:
			b.WriteString("+")
		case trace.Crowded:
			failure := e.Reply.Body.(object)["error"].(object)
			fmt.Fprintf(&b, "%d", failure["retry_after"])
		default:
			b.WriteString("?")
		}
	}
	return b.String()
}

// TestFanOut sends many calls in one message: the first are served, in the
// message's order, and the others are told when to come again.
func TestFanOut(t *testing.T) {
	for _, limit := range []int{5, 100} {
		for _, n := range []int{20, 50, 100} {
			t.Run(fmt.Sprintf("%d against %d", n, limit), func(t *testing.T) {
				s := crm(t)
				s.Capacity = &suites.Capacity{InFlight: limit, Seconds: 4}
				trial := joined(t, opened(t, s), NewCrowd(s, nil, 7), 0)
				entries := reads(t, trial, "get_contact", n)
				room := min(n, limit)
				first, last := time.Hour, time.Duration(0)
				took := map[int]bool{}
				for i, e := range entries[:room] {
					if e.Outcome != trace.Done || e.Took < 2000 || e.Took > 6000 {
						t.Errorf("call %d: %s, took %d ms", i, e.Outcome, e.Took)
					}
					took[e.Took] = true
					d := time.Duration(e.Took) * time.Millisecond
					first, last = min(first, d), max(last, d)
				}
				if len(took) < 3 {
					t.Errorf("all calls take the same: %v", took)
				}
				after := int64((first + time.Second - 1) / time.Second)
				for i, e := range entries[room:] {
					want := trace.Reply{CallID: e.Call.ID, Status: 429, Body: object{"error": object{
						"code": "rate_limited", "status": int64(429), "message": "Too many calls at once; try again later.", "retry_after": after,
					}}}
					if diff := cmp.Diff(want, e.Reply); diff != "" || e.Outcome != trace.Crowded || e.Took != 0 || e.Committed {
						t.Errorf("call %d: %s, took %d ms, reply (-want +got):\n%s", room+i, e.Outcome, e.Took, diff)
					}
				}
				if got := trial.Now().Sub(start()); got != last {
					t.Errorf("the replies came after %v, the slowest call took %v", got, last)
				}
				if again := reads(t, trial, "get_contact", 1); served(again) != "+" {
					t.Errorf("when all replies were there, one more call: %s", served(again))
				}
			})
		}
	}
}

func TestLimits(t *testing.T) {
	type message struct {
		after time.Duration // of virtual time since the message before, its calls' time included
		tool  string
		calls int
		want  string
	}
	const quick = 0.002 // seconds, so that only the bucket counts
	for _, test := range []struct {
		name      string
		all, find *suites.Capacity
		messages  []message
	}{
		{"nothing said: eight at once", nil, nil, []message{{0, "get_contact", 10, "++++++++11"}}},
		{
			"bucket", &suites.Capacity{Calls: 3, Per: 30, Seconds: quick}, nil,
			[]message{
				{0, "get_contact", 5, "+++" + "1010"},
				{9 * time.Second, "get_contact", 1, "1"},
				{time.Second, "get_contact", 2, "+" + "10"},
				{30 * time.Second, "find_contacts", 4, "+++" + "10"},
				{time.Hour, "get_contact", 4, "+++" + "10"},
			},
		},
		{
			"a tool has less than the business", &suites.Capacity{InFlight: 4}, &suites.Capacity{InFlight: 1, Seconds: 9},
			[]message{{0, "find_contacts", 1, "+"}, {time.Minute, "get_contact", 5, "++++" + "1"}},
		},
		{
			"a call that finds no room takes no token", &suites.Capacity{Calls: 4, Per: 4000, Seconds: quick}, &suites.Capacity{Calls: 1, Per: 20},
			[]message{{0, "find_contacts", 3, "+" + "2020"}, {time.Second, "get_contact", 4, "+++" + "999"}},
		},
		{"no limit", &suites.Capacity{Seconds: 2}, nil, []message{{0, "get_contact", 12, "++++++++++++"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := crm(t)
			s.Capacity, s.Tools[0].Capacity = test.all, test.find
			trial := joined(t, opened(t, s), NewCrowd(s, nil, 7), 0)
			at := trial.Now()
			for i, m := range test.messages {
				at = at.Add(m.after)
				trial.Advance(at.Sub(trial.Now()))
				if got := served(reads(t, trial, m.tool, m.calls)); got != m.want {
					t.Errorf("message %d: %s, want %s", i+1, got, m.want)
				}
			}
		})
	}
}

// TestToolsLimit: a tool's own limit refuses its calls while others go through.
func TestToolsLimit(t *testing.T) {
	s := crm(t)
	s.Tools[0].Capacity = &suites.Capacity{InFlight: 2, Seconds: 10}
	trial := joined(t, opened(t, s), NewCrowd(s, nil, 7), 0)
	calls := []trace.Call{
		{Tool: "find_contacts", Arguments: `{"query":"a"}`},
		{Tool: "find_contacts", Arguments: `{"query":"b"}`},
		{Tool: "find_contacts", Arguments: `{"query":"c"}`},
		{Tool: "get_contact", Arguments: `{"contact_id":"c1"}`},
		{Tool: "wait", Arguments: `{"seconds":15}`},
		{Tool: "find_contacts", Arguments: `{"query":"c"}`},
		{Tool: "find_contacts", Arguments: `{"query":5}`},
	}
	if _, err := trial.Do(t.Context(), calls); err != nil {
		t.Fatal(err)
	}
	var got []trace.Outcome
	for _, e := range trial.Ledger() {
		got = append(got, e.Outcome)
	}
	want := []trace.Outcome{trace.Done, trace.Done, trace.Crowded, trace.Done, trace.Done, trace.Done, trace.Invalid}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if took := trial.Ledger()[0].Took; took < 5000 || took > 15000 {
		t.Errorf("a call took %d ms, not what its tool says", took)
	}
	if took := trial.Ledger()[4].Took; took != 0 {
		t.Errorf("wait took %d ms from the crowd", took)
	}
}

// TestCrowdIsSharedAndRowsAreNot runs two trials at one business: what one has in
// flight keeps the other out, but it does not see the other's rows.
func TestCrowdIsSharedAndRowsAreNot(t *testing.T) {
	s := crm(t)
	s.Capacity = &suites.Capacity{InFlight: 1, Seconds: 2}
	w, crowd := opened(t, s), NewCrowd(s, nil, 7)
	one, two := joined(t, w, crowd, 0), joined(t, w, crowd, 500*time.Millisecond)
	alone := joined(t, w, NewCrowd(s, nil, 7), 500*time.Millisecond)
	const change = `{"contact_id":"c1","title":"Director"}`
	if e := do(t, one, "update_title", change); e.Outcome != trace.Done {
		t.Fatalf("the first trial's call: %s", e.Outcome)
	}
	if e := do(t, two, "update_title", change); e.Outcome != trace.Crowded || len(e.Changes) > 0 {
		t.Errorf("a call while another trial's is in flight: %s, changes %v", e.Outcome, e.Changes)
	}
	if e := do(t, alone, "update_title", change); e.Outcome != trace.Done {
		t.Errorf("the same call in another crowd: %s", e.Outcome)
	}
	two.Advance(10 * time.Second)
	if e := do(t, two, "find_contacts", `{"query":"Rivera"}`); e.Outcome != trace.Done || !strings.Contains(e.Reply.Text(), "Manager") {
		t.Errorf("later: %s, %s; the other trial's change must not show", e.Outcome, e.Reply.Text())
	}
}

// TestCallsWaitTheirTurn: a call asks for its turn with its time on the clock of
// the crowd, and one that is being stopped takes nothing.
func TestCallsWaitTheirTurn(t *testing.T) {
	s := crm(t)
	s.Capacity = &suites.Capacity{InFlight: 1, Seconds: 2}
	crowd := NewCrowd(s, nil, 7)
	var asked []time.Duration
	stopped := crowd.Ordered(func(at time.Duration) bool {
		asked = append(asked, at)
		return false
	})
	w := opened(t, s)
	trial := joined(t, w, stopped, 3*time.Second)
	trial.Advance(4 * time.Second)
	if e := do(t, trial, "find_contacts", `{"query":"a"}`); e.Outcome != trace.Crowded {
		t.Errorf("a call of a trial that is being stopped: %s", e.Outcome)
	}
	if e := do(t, trial, "wait", `{"seconds":1}`); e.Outcome != trace.Done {
		t.Errorf("wait: %s", e.Outcome)
	}
	if diff := cmp.Diff([]time.Duration{7 * time.Second}, asked); diff != "" {
		t.Errorf("turns asked for (-want +got):\n%s", diff)
	}
	if e := do(t, joined(t, w, crowd, 7*time.Second), "find_contacts", `{"query":"a"}`); e.Outcome != trace.Done {
		t.Errorf("the room was taken by a call that had no turn: %s", e.Outcome)
	}
}

func TestCapacityIsStated(t *testing.T) {
	const again = " These limits are shared with others; what is more is refused with 429 and may be tried again after retry_after seconds."
	for _, test := range []struct {
		name      string
		all, find *suites.Capacity
		adds      []string // to the first two tools
		limits    map[string]int
	}{
		{
			"default", nil, nil,
			[]string{" At most 8 calls of all tools together may be in flight at once." + again, " At most 8 calls of all tools together may be in flight at once." + again},
			map[string]int{"": 8},
		},
		{"no limit", &suites.Capacity{Seconds: 3}, nil, []string{"", ""}, map[string]int{}},
		{
			"one tool's", &suites.Capacity{Seconds: 3}, &suites.Capacity{InFlight: 2, Calls: 10, Per: 2.5},
			[]string{" At most 2 calls of this tool may be in flight at once. At most 10 calls of this tool may come in 2.5 seconds." + again, ""},
			map[string]int{"find_contacts": 2},
		},
		{
			"both", &suites.Capacity{InFlight: 9, Calls: 4, Per: 60}, &suites.Capacity{InFlight: 2},
			[]string{
				" At most 2 calls of this tool may be in flight at once. At most 9 calls of all tools together may be in flight at once. At most 4 calls of all tools together may come in 60 seconds." + again,
				" At most 9 calls of all tools together may be in flight at once. At most 4 calls of all tools together may come in 60 seconds." + again,
			},
			map[string]int{"": 4, "find_contacts": 2},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := crm(t)
			s.Capacity, s.Tools[0].Capacity = test.all, test.find
			w, crowd := opened(t, s), NewCrowd(s, nil, 7)
			plain, under := began(t, w, 1).Tools(), joined(t, w, crowd, 0).Tools()
			for i, tool := range plain {
				want := tool.Description
				switch {
				case i < 2:
					want += test.adds[i]
				case i < len(s.Tools):
					want += test.adds[1]
				}
				if under[i].Name != tool.Name || under[i].Description != want {
					t.Errorf("%s is described as %q\nwant %q", tool.Name, under[i].Description, want)
				}
			}
			if diff := cmp.Diff(test.limits, crowd.InFlight()); diff != "" {
				t.Errorf("limits (-want +got):\n%s", diff)
			}
		})
	}
}
