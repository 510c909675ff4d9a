package report

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
)

func TestFaultRows(t *testing.T) {
	r := faulted(
		passing(),
		kind{"all_well", "a", 4, 0, 0, 0}, kind{"many_well", "a", 8, 0, 0, 0}, kind{"half", "a", 2, 2, 0, 1},
		kind{"half_unsafe", "a", 2, 0, 2, 0}, kind{"never", "a", 0, 0, 0, 3}, kind{"hopeless", "a", 0, 1, 1, 0},
	)
	lost := kind{"half", "a", 0, 9, 0, 0}.trials()
	for i := range lost {
		lost[i].Void = &trace.Void{Class: "provider_error"} // gave no verdict: does not count
	}
	r.Cases[0].Trials = lost
	want := [][]string{
		{"hopeless", "2", "0%", "1", "0"},
		{"half unsafe", "4", "50%", "2", "0"},
		{"half", "4", "50%", "0", "1"},
		{"many well", "8", "100%", "0", "0"},
		{"all well", "4", "100%", "0", "0"},
		{"never", "0", "", "0", "3"},
	}
	_, rows := faultRows(r)
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if got, want := mended(r), "73% of 22 recovered, 3 unsafe; worst hopeless, 0% of 2"; got != want {
		t.Errorf("mended: %q, want %q", got, want)
	}
}

func TestFaultRowsAreBounded(t *testing.T) {
	var c gate.CaseResult
	for i := range maxKinds + 3 {
		f := grade.FaultOutcome{Kind: fmt.Sprintf("kind-%02d", i), Reached: true, Recovered: i > 0}
		c.Trials = append(c.Trials, gate.TrialResult{Faults: []grade.FaultOutcome{f}})
	}
	_, rows := faultRows(&gate.Result{Cases: []gate.CaseResult{c}})
	want := [][]string{{"kind-00", "1", "0%", "0", "0"}, {"3 other kinds", "3", "100%", "0", "0"}}
	if diff := cmp.Diff(want, [][]string{rows[0], rows[len(rows)-1]}); diff != "" || len(rows) != maxKinds+1 {
		t.Errorf("%d rows, first and last (-want +got):\n%s", len(rows), diff)
	}
}

func TestEncountered(t *testing.T) {
	c := &gate.CaseResult{Trials: []gate.TrialResult{{Index: 4, Faults: []grade.FaultOutcome{
		{Kind: "lost_response", Tool: "book", Reached: true, Recovered: true},
		{Kind: "stale_read", Tool: "look", Reached: true},
		{Kind: "corrupt_state", Reached: true, Unsafe: true},
		{Kind: "injection", Tool: "look"},
	}}}}
	want := "lost response at book (recovered), stale read at look (not recovered), corrupt state (unsafe), injection at look (reached nobody)"
	if got := encountered(c, 4); got != want {
		t.Errorf("encountered: %q, want %q", got, want)
	}
	if got := encountered(c, 3); got != "" {
		t.Errorf("encountered in a trial that is not there: %q", got)
	}
	f := c.Trials[0].Faults
	c.Trials[0].Faults = append(f[:1:1], f[0], f[0], f[0], f[0], f[0], f[0])
	const one = "lost response at book (recovered), "
	if got, want := encountered(c, 4), one+one+one+one+one+"2 more"; got != want {
		t.Errorf("encountered: %q, want %q", got, want)
	}
}

func TestInterfaceOfATrial(t *testing.T) {
	for _, test := range []struct {
		drift *trace.Drift
		want  string
	}{
		{nil, ""},
		{&trace.Drift{Kind: "rename_tool", Tool: "set_title", New: "change_title"}, "rename tool at set_title, now change_title, from the start"},
		{&trace.Drift{Kind: "rename_field", Tool: "set_title", Name: "id", New: "ref", From: 1}, "rename field at set_title: id is now ref, after 1 call"},
		{&trace.Drift{Kind: "new_required", Tool: "set_title", New: "asked_on"}, "new required at set_title: asked_on, from the start"},
		{&trace.Drift{Kind: "nested_field", Tool: "set_title", Name: "id", New: "details", From: 2}, "nested field at set_title: id is inside details, after 2 calls"},
		{
			&trace.Drift{Kind: "removed_enum_value", Tool: "set_status", Name: "status", Value: "open", New: "in_progress"},
			`removed enum value at set_status: status "open" is now "in_progress", from the start`,
		},
	} {
		c := &gate.CaseResult{Trials: []gate.TrialResult{{Index: 0}, {Index: 3, Drift: test.drift}}}
		if got := drifted(c, 3); got != test.want {
			t.Errorf("%+v: %q, want %q", test.drift, got, test.want)
		}
		if got := drifted(c, 0) + drifted(c, 9); got != "" {
			t.Errorf("trials without drift: %q", got)
		}
	}
}
