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
