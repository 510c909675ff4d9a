package gate

import (
	"testing"

	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// What a change proposes is tried steady alone, beside the sample and not in place
// of a part of it.
func TestProposedCasesTakeNobodysPlace(t *testing.T) {
	s, err := suites.Public("crm", 0)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := thresholds.Resolve("quick", nil)
	if err != nil {
		t.Fatal(err)
	}
	without, err := NewPlan([]*suites.Suite{s}, policy, 7, Filter{Trial: -1})
	if err != nil {
		t.Fatal(err)
	}
	proposed := s.Proposed(func(c *suites.Case) bool { return c == s.Cases[0] || c == s.Cases[1] })
	with, err := NewPlan([]*suites.Suite{s, proposed}, policy, 7, Filter{Trial: -1})
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, task := range with.Tasks {
		if task.Case.Suite == proposed {
			count[task.Condition]++
		}
	}
	if len(count) != 1 || count[Steady] != 2*policy.Plan.Steady {
		t.Errorf("trials of what is proposed: %v, want %d steady", count, 2*policy.Plan.Steady)
	}
	if got, want := len(with.Tasks)-count[Steady], len(without.Tasks); got != want {
		t.Errorf("%d trials of the others, want %d as without a proposal", got, want)
	}
}
