package audit

import (
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// twoCalls is a record of a person who rang twice, with what was filed of each
// call as done.
func twoCalls(first, second string) *trace.Record {
	file := func(record string) trace.Entry {
		return trace.Entry{Tool: trace.ToolCloseCall, Outcome: trace.Done, Committed: true, Args: map[string]any{
			"items": []any{map[string]any{"effect": "repair", "record": record, "status": trace.ClaimDone}},
		}}
	}
	return &trace.Record{
		Ledger:   trace.Ledger{file(first), file(second)},
		Messages: []trace.Message{{Role: trace.RoleCaller}, {Role: trace.RoleCaller, Later: 1, Ledger: 1}},
	}
}

func TestTheRecordOfEveryCallCounts(t *testing.T) {
	c := &suites.Case{Suite: &suites.Suite{}}
	for _, test := range []struct {
		name          string
		first, second string
		want          bool
	}{
		{"as filed", "j1", "j2", true},
		{"another first record", "j9", "j2", false},
		{"another last record", "j1", "j9", false},
		{"each in the other's place", "j2", "j1", false},
	} {
		if got := same(c, twoCalls("j1", "j2"), twoCalls(test.first, test.second), true); got != test.want {
			t.Errorf("%s: same is %v, want %v", test.name, got, test.want)
		}
	}
}

func TestWhatTheCallerHadSaidCounts(t *testing.T) {
	c := &suites.Case{Suite: &suites.Suite{}}
	write := trace.Entry{Tool: "repair", Kind: trace.Write, Outcome: trace.Done, Committed: true, Changes: []trace.Change{{
		Table: "jobs", Op: trace.Insert, ID: "j1", After: trace.Row{"id": "j1"},
	}}}
	told := func(x trace.Exchange) *trace.Record {
		return &trace.Record{Ledger: trace.Ledger{write}, Exchanges: []trace.Exchange{x}}
	}
	asked := trace.Exchange{Released: []string{"which boiler"}, Confirmed: true}
	for _, test := range []struct {
		name string
		x    trace.Exchange
		want bool
	}{
		{"the same", asked, true},
		{"no yes", trace.Exchange{Released: asked.Released}, false},
		{"no fact", trace.Exchange{Confirmed: true}, false},
		{"another fact", trace.Exchange{Released: []string{"which house"}, Confirmed: true}, false},
		{"both after the write", trace.Exchange{Released: asked.Released, Confirmed: true, Ledger: 1}, false},
	} {
		if got := same(c, told(asked), told(test.x), true); got != test.want {
			t.Errorf("%s: same is %v, want %v", test.name, got, test.want)
		}
	}
}
