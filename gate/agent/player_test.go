package agent

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

var wantErrand = []string{
	`read_policy {}`,
	`find {"query":"Alex"}`,
	`says Could you tell me which Alex?`,
	`says Shall I change Alex Rivera?`,
	`set_title {"contact_id":"c204","level":"low","title":"Head of Sales"} & notify {"contact":"c204","key":"k1"}`,
	`says Done. Alex Rivera is Head of Sales.`,
	`says Thank you for calling. Goodbye.`,
	`close_call {"items":[{"effect":"title_changed","record":"c204","status":"done"},{"effect":"notice_sent","record":"","status":"done"}]}`,
}

func TestReferencePlaysTheScript(t *testing.T) {
	for _, tc := range []struct {
		script *Script
		want   []string
	}{
		{errand(), wantErrand},
		{transfer(), []string{
			`find {}`,
			`close_call {"items":[{"effect":"account_closed","record":"a1","status":"handed_over"}]}`,
			`handover {"reason":"The caller wants to close the account."}`,
		}},
		{&Script{}, []string{`says Thank you for calling. Goodbye.`, `close_call {"items":[]}`}},
		{&Script{
			Moves:  []Move{{Say: "No."}, {Close: []trace.Claim{{Effect: "e", Record: "r", Status: trace.ClaimNotDone}}}},
			Claims: []trace.Claim{{Effect: "e", Record: "r", Status: trace.ClaimDone}},
		}, []string{`says No.`, `says Thank you for calling. Goodbye.`, `close_call {"items":[{"effect":"e","record":"r","status":"not_done"}]}`}},
	} {
		got := play(t, reference{}, Briefing{Script: tc.script}, &office{})
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("play (-want +got):\n%s", diff)
		}
	}
}

// What the script holds stays as it is: trials share it.
func TestScriptIsNotChanged(t *testing.T) {
	s := errand()
	s.Moves[4].Calls[0].Args["tags"] = []any{"$saved.name", map[string]any{"n": 1}}
	before := errand()
	before.Moves[4].Calls[0].Args["tags"] = []any{"$saved.name", map[string]any{"n": 1}}
	for _, l := range Lapses() {
		play(t, flaky{rates: map[string]float64{l.Name: 1}}, Briefing{Script: s}, &office{})
	}
	if diff := cmp.Diff(before, s, cmp.AllowUnexported(Script{}, ScriptCall{}, manner{})); diff != "" {
		t.Errorf("script after its plays (-before +after):\n%s", diff)
	}
}

func TestReferenceStopsHonestly(t *testing.T) {
	refused := wantErrand[4]
	sorry := "says I am sorry, I could not complete this. I have left the rest as it was."
	late := errand() // the notice in a message of its own
	write := late.Moves[4].Calls
	late.Moves[4].Calls = write[:1]
	late.insert(5, Move{Calls: write[1:]})
	for name, tc := range map[string]struct {
		script *Script
		refuse string
		want   []string
	}{
		"a saved value is missing": {errand(), "find", append([]string{
			wantErrand[0], wantErrand[1] + " -> 409", wantErrand[2], sorry, "says ", "says ",
		}, `close_call {"items":[{"effect":"title_changed","record":"","status":"not_done"},{"effect":"notice_sent","record":"","status":"not_done"}]}`)},
		"a write was refused": {late, "set_title", append(append([]string{}, wantErrand[:4]...),
			`set_title {"contact_id":"c204","level":"low","title":"Head of Sales"} -> 409`, sorry, "says ", "says ",
			`close_call {"items":[{"effect":"title_changed","record":"c204","status":"not_done"},{"effect":"notice_sent","record":"","status":"not_done"}]}`)},
		"the last write was refused": {errand(), "notify", append(append([]string{}, wantErrand[:4]...),
			refused+" -> 409", sorry, "says ", "says ",
			`close_call {"items":[{"effect":"title_changed","record":"c204","status":"done"},{"effect":"notice_sent","record":"","status":"not_done"}]}`)},
		"a refused write is tried again": {retried(), "set_title", append(append([]string{}, wantErrand[:4]...),
			`set_title {"contact_id":"c204","level":"low","title":"Head of Sales"} -> 409`, "says That was refused.",
			refused[:strings.Index(refused, " & ")]+" -> 409 & "+wantNotice, sorry, "says ", "says ",
			`close_call {"items":[{"effect":"title_changed","record":"c204","status":"not_done"},{"effect":"notice_sent","record":"","status":"done"}]}`)},
	} {
		got := play(t, reference{}, Briefing{Script: tc.script}, &office{refuse: map[string]bool{tc.refuse: true}})
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

const wantNotice = `notify {"contact":"c204","key":"k1"}`

// retried is an errand whose first write is made twice, with a word between.
func retried() *Script {
	s := errand()
	first := s.Moves[4].Calls[0]
	s.insert(4, Move{Calls: []ScriptCall{first}}, Move{Say: "That was refused."})
	s.Moves[4].Calls[0].Earns, s.Moves[6].Calls[0].Earns, s.Moves[6].Calls[1].Earns = []int{}, []int{0}, []int{1}
	return s
}

func TestNothingDoesNothing(t *testing.T) {
	s, err := nothing{}.Start(t.Context(), Briefing{})
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range []trace.Role{trace.RoleCaller, trace.RoleHarness} {
		said, _ := next(t, s, trace.Message{Role: role, Text: "x"}, (&office{}).Tools()...)
		if len(said.Calls) > 0 || (said.Text == "") != (role == trace.RoleHarness) {
			t.Errorf("to %s it said %+v", role, said)
		}
	}
}

func TestScriptedCandidatesWantAScript(t *testing.T) {
	for _, c := range []Candidate{reference{}, flaky{}} {
		if _, ok := c.(Scripted); !ok {
			t.Errorf("%s is not Scripted", c.Identity())
		}
		if _, err := c.Start(t.Context(), Briefing{}); !errors.Is(err, errNoScript) {
			t.Errorf("%s without a script: %v", c.Identity(), err)
		}
	}
	s, err := reference{}.Start(t.Context(), Briefing{Script: errand()})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.Next(ctx, hello, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the trial: %v", err)
	}
}

func TestClaimsAreLinkedToCalls(t *testing.T) {
	write := func(tool string, args map[string]any) Move {
		return Move{Calls: []ScriptCall{{Tool: tool, Kind: trace.Write, Args: args}}}
	}
	done := func(record string) trace.Claim {
		return trace.Claim{Effect: "e", Record: record, Status: trace.ClaimDone}
	}
	for name, tc := range map[string]struct {
		script Script
		want   [][]int
	}{
		"one to one": {Script{Moves: []Move{write("a", nil), write("b", nil)}, Claims: []trace.Claim{done(""), done("")}}, [][]int{{0}, {1}}},
		"one write":  {Script{Moves: []Move{write("a", nil)}, Claims: []trace.Claim{done("x"), done("y")}}, [][]int{{0, 1}}},
		"by record": {Script{
			Moves:  []Move{write("a", map[string]any{"id": "x"}), write("a", map[string]any{"id": "y"}), write("b", nil)},
			Claims: []trace.Claim{done("y"), done("x")},
		}, [][]int{{1}, {0}, nil}},
	} {
		s := tc.script.prepare()
		var got [][]int
		for _, p := range s.where((*ScriptCall).writes) {
			got = append(got, s.call(p).Earns)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestSavedValuesKeepTheirType(t *testing.T) {
	p := newPlayer(&Script{}, newRand(1), Briefing{Seed: 1})
	p.saved = map[string]any{"n": int64(7), "id": "c1"}
	got, ok := p.value(map[string]any{"n": "$saved.n", "t": "no. $saved.n of $saved.id", "l": []any{"$saved.id", true}})
	want := map[string]any{"n": int64(7), "t": "no. 7 of c1", "l": []any{"c1", true}}
	if diff := cmp.Diff(any(want), got); diff != "" || !ok {
		t.Errorf("value (-want +got):\n%s", diff)
	}
	if _, ok := p.value([]any{"$saved.gone"}); ok {
		t.Error("a value that was never saved was filled in")
	}
	for path, want := range map[string]any{"items.1.id": "b", "items.2": nil, "items.-1": nil, "items.x": nil, "items.0.id.z": nil} {
		v, ok := at(map[string]any{"items": []any{map[string]any{"id": "a"}, map[string]any{"id": "b"}}}, path)
		if v != want || ok != (want != nil) {
			t.Errorf("%s is %v, %v; want %v", path, v, ok, want)
		}
	}
}

func TestQuestionsNameTheFact(t *testing.T) {
	for about, want := range map[string]string{
		"which Alex":         "Could you tell me which Alex?",
		"your date of birth": "Could you tell me your date of birth?",
		"location":           "Could you tell me the location?",
	} {
		if diff := cmp.Diff(want, question(about)); diff != "" {
			t.Errorf("question for %s (-want +got):\n%s", about, diff)
		}
	}
}
