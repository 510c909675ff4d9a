package agent

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// threeCalls is a script whose caller rings again, twice.
func threeCalls() *Script {
	return &Script{
		Moves: []Move{
			{Calls: []ScriptCall{{Tool: "find", Args: map[string]any{"query": "Alex"}, Save: map[string]string{"who": "items.0.id"}}}},
			{Calls: []ScriptCall{{Tool: "set_title", Kind: trace.Write, Args: map[string]any{"contact_id": "$saved.who", "title": "Head of Sales"}}}},
			{Say: "Done."},
			{Later: 1},
			{Calls: []ScriptCall{{Tool: "find", Args: map[string]any{"query": "Chen"}, Save: map[string]string{"who": "items.1.id"}}}},
			{Calls: []ScriptCall{{Tool: "notify", Kind: trace.Write, Inserts: true, Idempotency: "key", Args: map[string]any{"contact": "$saved.who"}}}},
			{Say: "Chen was told."},
			{Later: 2},
			{Calls: []ScriptCall{{Tool: "notify", Kind: trace.Write, Inserts: true, Idempotency: "key", Args: map[string]any{"contact": "c117"}}}},
			{Close: []trace.Claim{{Effect: "notice_sent", Record: "c117", Status: trace.ClaimDone}}},
		},
		Claims: []trace.Claim{
			{Effect: "notice_sent", Record: "$saved.who", Status: trace.ClaimDone},
			{Effect: "title_changed", Record: "c204", Status: trace.ClaimDone},
			{Effect: "nothing", Status: trace.ClaimDone},
		},
		ClaimsIn: []int{1, 0, 2},
	}
}

// playCalls plays all calls of a script, each in a session of its own.
func playCalls(t *testing.T, c Candidate, calls int) [][]string {
	t.Helper()
	var out [][]string
	for later := range calls {
		out = append(out, play(t, c, Briefing{Script: threeCalls(), Later: later, Seed: 3}, &office{}))
	}
	return out
}

func TestEachCallHasItsPartOfTheScript(t *testing.T) {
	got := playCalls(t, reference{}, 4)
	keys := map[string]bool{}
	for i := range got {
		for j, line := range got[i] {
			if before, key, found := strings.Cut(line, `"key":"`); found {
				got[i][j], keys[key] = before+`"key":…`, true
			}
		}
	}
	goodbye := "says Thank you for calling. Goodbye."
	want := [][]string{
		{
			`find {"query":"Alex"}`, `set_title {"contact_id":"c204","title":"Head of Sales"}`, "says Done.", goodbye,
			`close_call {"items":[{"effect":"title_changed","record":"c204","status":"done"}]}`,
		},
		{
			`find {"query":"Chen"}`, `notify {"contact":"c391","key":…`, "says Chen was told.", goodbye,
			`close_call {"items":[{"effect":"notice_sent","record":"c391","status":"done"}]}`,
		},
		{
			`notify {"contact":"c117","key":…`, goodbye,
			`close_call {"items":[{"effect":"notice_sent","record":"c117","status":"done"}]}`,
		},
		{goodbye, `close_call {"items":[]}`},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("play (-want +got):\n%s", diff)
	}
	if len(keys) != 2 {
		t.Errorf("idempotency keys %v: each call needs its own", keys)
	}
}

// TestLapsesStrikeInOneCall: the lapse is drawn over the whole script, and each
// session of one trial draws the same.
func TestLapsesStrikeInOneCall(t *testing.T) {
	whole := playCalls(t, reference{}, 3)
	struck := map[int]bool{}
	for seed := range uint64(30) {
		c := flaky{rates: map[string]float64{"dropped_step": 1}, seed: seed}
		var changed []int
		for i, lines := range playCalls(t, c, 3) {
			if !slices.Equal(lines, whole[i]) {
				changed = append(changed, i)
			}
		}
		if len(changed) != 1 {
			t.Fatalf("seed %d: the lapse strikes in the calls %v, want one", seed, changed)
		}
		struck[changed[0]] = true
	}
	if len(struck) != 3 {
		t.Errorf("the lapse only ever strikes in the calls %v", struck)
	}
}

// TestStopsEarlyInOneCall: who ends a call too soon does take the next.
func TestStopsEarlyInOneCall(t *testing.T) {
	got := playCalls(t, flaky{rates: map[string]float64{"premature_stop": 1}}, 2)
	want := []string{
		`find {"query":"Alex"}`, "says That is all I can do for you today.", "says Thank you for calling. Goodbye.",
		`close_call {"items":[{"effect":"title_changed","record":"c204","status":"not_done"}]}`,
	}
	if diff := cmp.Diff(want, got[0]); diff != "" || len(got[1]) != 5 {
		t.Errorf("first call (-want +got):\n%s second call: %q", diff, got[1])
	}
}
