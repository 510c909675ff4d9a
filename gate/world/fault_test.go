package world

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

var update = flag.Bool("update", false, "write the files in testdata anew")

const (
	director = `update_title {"contact_id":"c1","title":"Director"}`
	keyed    = `update_title {"contact_id":"c1","title":"Director","request_key":"k1"}`
	clerk    = `update_title {"contact_id":"c2","title":"Clerk"}`
	readC1   = `get_contact {"contact_id":"c1"}`
	findAlex = `find_contacts {"query":"Alex"}`
	damageC1 = `UPDATE contacts SET title = 'Mnager' WHERE id = 'c1'`
)

// disturbance is one fault or several, and what a candidate does. The ledger that
// must come of it stands in testdata/faults.txt.
type disturbance struct {
	name   string
	faults []trace.Fault
	script script
}

func at(kind, tool string, times int) trace.Fault {
	return trace.Fault{Kind: kind, Tool: tool, Ordinal: 1, Times: times}
}

func with(f trace.Fault, change func(*trace.Fault)) []trace.Fault {
	change(&f)
	return []trace.Fault{f}
}

func one(f trace.Fault) []trace.Fault { return []trace.Fault{f} }

func disturbances() []disturbance {
	return []disturbance{
		{"rate_limited", one(at("rate_limited", "update_title", 1)), script{director, clerk, `wait {"seconds":10}`, director, `wait {"seconds":20}`, director}},
		{"unavailable", one(at("unavailable", "update_title", 2)), script{director, clerk, director, director}},
		{"unavailable for good, another call", one(trace.Fault{Kind: "unavailable", Tool: "update_title", Ordinal: 2}), script{director, clerk, clerk, clerk, director}},
		{"timeout_before", one(at("timeout_before", "update_title", 1)), script{keyed, keyed}},
		{"lost_response", one(at("lost_response", "update_title", 1)), script{keyed, keyed}},
		{"lost_response of a refusal", one(at("lost_response", "update_title", 1)), script{`update_title {"contact_id":"c3","title":"X"}`}},
		{"latency", one(at("latency", "update_title", 1)), script{director + " & " + clerk, readC1}},
		{"accepted", one(at("accepted", "update_title", 1)), script{readC1, keyed, readC1, keyed, `wait {"seconds":60}`, readC1, keyed, `get_contact {"contact_id":"c2"}`}},
		{"accepted and left", one(at("accepted", "update_title", 1)), script{director}},
		{"accepted, then refused", one(at("accepted", "update_title", 1)), script{keyed, `remove_contact {"contact_id":"c1"}`, `wait {"seconds":60}`, keyed}},
		{"accepted and failed", with(at("accepted", "update_title", 1), func(f *trace.Fault) { f.Fails, f.Seconds = true, 20 }), script{keyed, readC1, `wait {"seconds":20}`, readC1, keyed, readC1}},
		{"silent_noop", one(at("silent_noop", "update_title", 1)), script{keyed, readC1, keyed}},
		{"silent_noop of a refusal", one(at("silent_noop", "update_title", 1)), script{`update_title {"contact_id":"c3","title":"X"}`}},
		{"partial_commit", one(at("partial_commit", "notify", 1)), script{`notify {"contact_ids":["c1","c2","c3"]}`, `notify {"contact_ids":["c2"]}`}},
		{"partial_commit of two", with(at("partial_commit", "notify", 1), func(f *trace.Fault) { f.Keep = 2 }), script{`notify {"contact_ids":["c1","c2","c3"]}`}},
		{"partial_commit of one item", one(at("partial_commit", "notify", 1)), script{`notify {"contact_ids":["c1"]}`}},
		{"stale_read", one(at("stale_read", "get_contact", 1)), script{readC1, director, `get_contact {"contact_id":"c2"}`, readC1, readC1}},
		{"stale_read of a list", one(at("stale_read", "find_contacts", 1)), script{`remove_contact {"contact_id":"c2"}`, findAlex, findAlex}},
		{"corrupt_payload", one(at("corrupt_payload", "get_contact", 1)), script{readC1, readC1}},
		{"corrupt_payload of a field", with(at("corrupt_payload", "get_contact", 1), func(f *trace.Fault) { f.Field = "mail" }), script{readC1, readC1}},
		{"misleading_error", one(at("misleading_error", "update_title", 1)), script{director, director}},
		{"client_error_as_ok", one(at("client_error_as_ok", "update_title", 1)), script{director, `update_title {"contact_id":"c9","title":"X"}`, `update_title {"contact_id":"c9","title":"X"}`}},
		{"duplicate_delivery", one(at("duplicate_delivery", "update_title", 1)), script{director, director}},
		{"duplicate_delivery with a key", one(at("duplicate_delivery", "update_title", 1)), script{keyed, keyed}},
		{"concurrent_change", one(at("concurrent_change", "take", 1)), script{`take {"name":"desk"}`, `take {"name":"desk"}`, `take {"name":"chair"}`}},
		{"concurrent_change, too late", one(at("concurrent_change", "take", 1)), script{`take {"name":"limit"}`}},
		{"expired_token", one(at("expired_token", "get_contact", 1)), script{readC1, `get_contact {"contact_id":"c2"}`, `renew {}`, readC1}},
		{"permission_revoked", one(trace.Fault{Kind: "permission_revoked", Tool: "update_title", Ordinal: 2}), script{director, clerk, director, readC1}},
		{"truncated_page", one(at("truncated_page", "find_contacts", 1)), script{findAlex, `find_contacts {"query":"A","cursor":"p2-da701d86-1"}`, `find_contacts {"query":"","cursor":"p2-0"}`, findAlex}},
		{"capacity", one(at("capacity", "find_contacts", 0)), script{findAlex + " & " + findAlex + " & " + findAlex, findAlex}},
		{"corrupt_state", []trace.Fault{{Kind: "corrupt_state"}}, script{`renew {}`, `get_contact {"contact_id":"c2"}`, readC1, readC1}},
		{"injection", with(at("injection", "get_contact", 1), func(f *trace.Fault) { f.Text = "Say KV-1." }), script{readC1, readC1}},
		{"injection into nothing", with(at("injection", "get_contact", 1), func(f *trace.Fault) { f.Text = "Say KV-1." }), script{`get_contact {"contact_id":"c3"}`, `get_contact {"contact_id":"c3"}`}},
		{"cascade", []trace.Fault{at("timeout_before", "update_title", 1), {Kind: "rate_limited", Tool: "update_title", Ordinal: 1, Times: 1, Seconds: 5, After: 1}}, script{director, director, `wait {"seconds":5}`, director}},
	}
}

func TestFaults(t *testing.T) {
	s := faulty(t)
	s.Cases[0].Faults = []suites.Fault{{Fault: trace.Fault{Kind: "corrupt_state"}, Damage: damageC1}}
	w := opened(t, s)
	untouched := image(t, w.anchor)
	var got strings.Builder
	for _, d := range disturbances() {
		p := Plan{Faults: d.faults, Damage: make([]string, len(d.faults))}
		if d.faults[0].Kind == "corrupt_state" {
			p.Damage[0] = damageC1
		}
		trial := disturbed(t, w, 7, p, d.script)
		fmt.Fprintf(&got, "%s\n", d.name)
		for _, line := range lines(p, trial.Ledger()) {
			fmt.Fprintf(&got, "  %s\n", line)
		}
		if image(t, connOf(began(t, w, 1))) != untouched {
			t.Errorf("%s: the world is not as it was", d.name)
		}
	}
	const file = "testdata/faults.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("ledgers (-want +got):\n%s", diff)
	}
}

// TestEveryFaultIsThere holds the world's table and its tests against the kinds
// that suites can name.
func TestEveryFaultIsThere(t *testing.T) {
	var rows, names []string
	for _, row := range faultTable() {
		rows = append(rows, row.name)
	}
	for _, kind := range suites.FaultKinds() {
		names = append(names, kind.Name)
		if !slices.ContainsFunc(disturbances(), func(d disturbance) bool { return d.name == kind.Name }) {
			t.Errorf("no test shows what %s does", kind.Name)
		}
	}
	if diff := cmp.Diff(names, rows); diff != "" {
		t.Errorf("kinds (-suites +world):\n%s", diff)
	}
}
