package trial

import (
	"encoding/json"
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// TestScriptsCountTheirCalls: each call of a script counts, and is marked as sent
// after the one before; where none is left the trial is over.
func TestScriptsCountTheirCalls(t *testing.T) {
	text, err := json.Marshal(map[string]string{"script": "for i in range(9):\n    find_tools(name='Drill')"})
	if err != nil {
		t.Fatal(err)
	}
	s := setup(t, acts(calls("run_script", string(text)), says(bye)), func(c *suites.Case) { c.Limits.Calls = 3 })
	w, err := world.OpenAs(t.Context(), s.Case.Suite, suites.Interface{Variants: []string{trace.VariantProgrammatic}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	s.World = w
	r := run(t, s)
	if r.End != trace.EndCalls || len(r.Ledger) != 3 || r.Steps != 1 {
		t.Fatalf("end %s after %d calls in %d steps", r.End, len(r.Ledger), r.Steps)
	}
	for i, e := range r.Ledger {
		if e.Step != 1 || e.Batch != i || i < 2 && !e.Delivered {
			t.Errorf("call %d: step %d, batch %d, delivered %v", i, e.Step, e.Batch, e.Delivered)
		}
	}
	if last := r.Messages[len(r.Messages)-1]; last.Role != trace.RoleTools || last.Replies[0].Status != 400 {
		t.Errorf("last message: %+v", last)
	}
}
