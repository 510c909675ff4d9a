package grade

import (
	"testing"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// TestBatches: calls that a script makes one after another know each other's
// replies, though they share a message; those that are sent at once do not.
func TestBatches(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	away := trace.Failure("", 429, "rate_limited", "Later.")
	away.Body.(map[string]any)["error"].(map[string]any)["retry_after"] = int64(30)
	for _, test := range []struct {
		name  string
		made  func(n int) trace.Entry
		judge func(*recovery) []Finding
	}{
		{
			"a call before the time to come back",
			func(n int) trace.Entry {
				e := trace.Entry{Tool: "t", Outcome: trace.Faulted, Delivered: true, Reply: away}
				if n == 0 {
					e.Marks = []trace.Mark{{Fired: true, Until: now.Add(time.Minute)}}
				}
				return e
			},
			func(v *recovery) []Finding { return insideWindow(v, 0) },
		},
		{
			"a call after a refusal for want of capacity",
			func(int) trace.Entry { return trace.Entry{Tool: "t", Outcome: trace.Crowded, Reply: away} },
			func(v *recovery) []Finding { return checkOverload(v.c, v.r, v.s) },
		},
		{
			"a form that is no more",
			func(int) trace.Entry { return trace.Entry{Tool: "t", Outcome: trace.Stale} },
			func(v *recovery) []Finding { return checkStale(v.c, v.r, v.s) },
		},
		{
			"the same call over and over",
			func(int) trace.Entry { return trace.Entry{Tool: "t", Kind: trace.Read, Outcome: trace.Done} },
			func(v *recovery) []Finding { return checkLoop(v.c, v.r, v.s) },
		},
		{
			"a tool that is closed for good",
			func(n int) trace.Entry {
				e := trace.Entry{Tool: "t", Outcome: trace.Faulted, Delivered: true}
				if n == 0 {
					e.Marks = []trace.Mark{{Fired: true}}
				}
				return e
			},
			func(v *recovery) []Finding { return keptTrying(v, 0) },
		},
	} {
		for _, apart := range []bool{false, true} {
			c := &suites.Case{Suite: &suites.Suite{}}
			r := &trace.Record{Faults: []trace.Fault{{Kind: "rate_limited", Tool: "t"}}}
			for n := range 4 {
				e := test.made(n)
				e.Seq, e.Step, e.Turn, e.At, e.Logical = n+1, 1, 1, now.Add(time.Duration(n)*time.Second), "t"
				if apart {
					e.Batch = n
				}
				r.Ledger = append(r.Ledger, e)
			}
			v := &recovery{c: c, r: r, s: &Settlement{rules: newRules(c, r)}, hits: [][]int{{0}}}
			if got := test.judge(v); (len(got) > 0) != apart {
				t.Errorf("%s, one after another %v: %+v", test.name, apart, got)
			}
		}
	}
}

// TestSentTwiceAtOnce: only attempts that were under way at once are two.
func TestSentTwiceAtOnce(t *testing.T) {
	for _, batch := range []int{0, 1} {
		c := &suites.Case{Suite: &suites.Suite{}}
		r := &trace.Record{Faults: []trace.Fault{{Kind: "latency", Tool: "t"}}, Ledger: trace.Ledger{{Seq: 1, Step: 1, Tool: "t"}, {Seq: 2, Step: 1, Batch: batch, Tool: "t"}}}
		v := &recovery{c: c, r: r, s: &Settlement{rules: newRules(c, r)}, hits: [][]int{{0}}}
		if got := sentTwice(v, 0); (len(got) > 0) != (batch == 0) {
			t.Errorf("batch %d: %+v", batch, got)
		}
	}
}
