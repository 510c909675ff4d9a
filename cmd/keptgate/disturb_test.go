package main

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/suites"
)

// tools are the names of the tools served now, sorted.
func (p *played) tools(t *testing.T) []string {
	t.Helper()
	list, err := p.client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	return names
}

// added returns the one name of b that a lacks.
func added(t *testing.T, a, b []string) string {
	t.Helper()
	left := slices.DeleteFunc(slices.Clone(b), func(name string) bool { return slices.Contains(a, name) })
	if len(left) != 1 {
		t.Fatalf("came: %q, want one name", left)
	}
	return left[0]
}

// TestServeTellsThatTheInterfaceDrifts has a tool go by another name in
// mid-conversation: the client is told, finds it, and is told what the old name
// has become.
func TestServeTellsThatTheInterfaceDrifts(t *testing.T) {
	p := serveDepot(t, "--case", "s-001", "--drift", "rename_tool:set_priority:unannounced")
	before := p.tools(t)
	for len(p.changed) > 0 {
		<-p.changed
	}
	p.do(t, "list_orders", arguments{"query": "HH-RW 501"}, "o1044")
	p.do(t, "get_order", arguments{"order_id": "o1044"}, "o1044")
	<-p.changed
	name := added(t, before, p.tools(t))
	if slices.Contains(p.tools(t), "set_priority") {
		t.Error("the old name is still served")
	}
	p.do(t, "set_priority", arguments{"order_id": "o1044", "priority": "normal"}, "set_priority is now "+name)
	p.do(t, name, arguments{"order_id": "o1044", "priority": "normal"}, "normal")
	p.do(t, "reschedule_order", arguments{"order_id": "o1044", "wanted_on": "2026-03-17"}, "2026-03-17")
	p.do(t, "say", arguments{"text": "It goes with the tour of 17 March, at normal priority."}, "File the record")
	p.do(t, "close_call", arguments{"items": []any{
		arguments{"effect": "delivery_changed", "record": "o1044", "status": "done"},
		arguments{"effect": "priority_changed", "record": "o1044", "status": "done"},
	}}, "")
	code, said := p.leave(t)
	if code != exitPass || !strings.Contains(said, "The promise was kept") || !strings.Contains(said, "drift rename_tool at set_priority") {
		t.Errorf("exit %d, printed %q", code, said)
	}
}

// TestServePlaysTheTrialOfACondition plays the drift and the faults that a run
// plans for a trial.
func TestServePlaysTheTrialOfACondition(t *testing.T) {
	plain := serveDepot(t, "--case", "s-001")
	want := plain.tools(t)
	plain.leave(t)
	changed := 0
	for _, trial := range []string{"0", "2", "4", "6"} { // even: announced
		p := serveDepot(t, "--case", "s-001", "--condition", "drift", "--trial", trial)
		if !slices.Equal(want, p.tools(t)) {
			changed++
		}
		p.leave(t)
	}
	if changed == 0 {
		t.Error("no trial under drift serves another catalogue from the start")
	}
	p := serveDepot(t, "--case", "s-001", "--condition", "faults", "--fault", "unavailable:list_orders", "--fault", "rate_limited:get_order")
	p.do(t, "list_orders", arguments{"query": "HH-RW 501"}, "unavailable")
	p.do(t, "get_order", arguments{"order_id": "o1044"}, "rate_limited")
	p.do(t, "handover", arguments{"reason": "Nothing works."}, "")
	p.do(t, "close_call", arguments{"items": []any{}}, "")
	code, said := p.leave(t)
	for _, want := range []string{"fault unavailable at list_orders: met, and", "fault rate_limited at get_order: met, and", ": not met"} {
		if code != exitPass || !strings.Contains(said, want) {
			t.Errorf("exit %d, printed %q, want %q", code, said, want)
		}
	}
}

// TestServeSaysThatNothingWasMet keeps the promise around the fault.
func TestServeSaysThatNothingWasMet(t *testing.T) {
	p := serveDepot(t, "--case", "s-001", "--fault", "unavailable:get_order")
	p.do(t, "list_orders", arguments{"query": "HH-RW 501"}, "o1044")
	p.do(t, "reschedule_order", arguments{"order_id": "o1044", "wanted_on": "2026-03-17"}, "2026-03-17")
	p.do(t, "set_priority", arguments{"order_id": "o1044", "priority": "normal"}, "normal")
	p.do(t, "say", arguments{"text": "It goes with the tour of 17 March, at normal priority."}, "File the record")
	p.do(t, "close_call", arguments{"items": []any{
		arguments{"effect": "delivery_changed", "record": "o1044", "status": "done"},
		arguments{"effect": "priority_changed", "record": "o1044", "status": "done"},
	}}, "")
	if code, said := p.leave(t); code != exitPass || !strings.Contains(said, "nothing of what was planned was met") {
		t.Errorf("exit %d, printed %q", code, said)
	}
}

func TestServeRefusesWhatCannotBePlanned(t *testing.T) {
	for flags, want := range map[string]string{
		"--condition load":                         "a case is played by hand under steady, faults, drift",
		"--trial=-1":                               "want 0 or more",
		"--fault unavailable":                      "names no tool",
		"--fault nonsense:get_order":               `there is no fault "nonsense"`,
		"--drift nonsense":                         "has no such kind; write KIND[:TOOL][:announced|unannounced], of the kinds rename_field, rename_tool",
		"--drift rename_tool:get_stock":            "write rename_tool[:TOOL][:announced|unannounced], of the tools reschedule_order, set_priority, list_orders, get_order",
		"--drift rename_tool:list_orders:sometime": "write rename_tool[:TOOL][:announced|unannounced], of the tools reschedule_order, set_priority, list_orders, get_order",
	} {
		var stderr bytes.Buffer
		args := append([]string{"serve", depot, "--case", "s-001"}, strings.Fields(flags)...)
		code := run(t.Context(), &system{args: args, stdout: io.Discard, stderr: &stderr, now: time.Now})
		if code != exitUsage || !strings.Contains(stderr.String(), want) {
			t.Errorf("%s: exit %d, printed %q, want %q", flags, code, stderr.String(), want)
		}
	}
	still := &suites.Case{Name: "still", Suite: &suites.Suite{Name: "desk"}} // calls nothing
	for want, d := range map[string]disturbances{
		"nothing of case still can drift":             {Condition: gate.Steady, Drift: "rename_tool"},
		"there is nothing to plan for it under drift": {Condition: gate.Drift},
	} {
		if _, err := d.plan(still); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("plan %v: %v, want %q", d, err, want)
		}
	}
}
