package agent

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

const (
	title   = `set_title {"contact_id":"c204","level":"low","title":"Head of Sales"}`
	both    = title + ` & ` + wantNotice
	told    = `says Done. Alex Rivera is Head of Sales.`
	goodbye = `says Thank you for calling. Goodbye.`
)

func filed(title, notice string) string {
	return `close_call {"items":[{"effect":"title_changed","record":"c204","status":"` + title +
		`"},{"effect":"notice_sent","record":"","status":"` + notice + `"}]}`
}

// wantLapses is what each lapse changes in a play: "-" is left out, "+" is new.
var wantLapses = map[string][]string{
	"dropped_step":        {"- " + both, "- " + filed("done", "done"), "+ " + wantNotice, "+ " + filed("not_done", "done")},
	"false_claim":         {"- " + both, "+ " + wantNotice},
	"wrong_identity":      {"- " + both, `+ set_title {"contact_id":"c117","level":"low","title":"Head of Sales"} & ` + wantNotice},
	"wrong_value":         {"- " + both, `+ set_title {"contact_id":"c204","level":"low","title":"Head of"} & ` + wantNotice},
	"extra_write":         {`+ notify {"contact":"c117","key":"k1-again"}`},
	"repeated_write":      {`+ notify {"contact":"c204","key":"k1-again"}`},
	"skipped_question":    {"- says Could you tell me which Alex?"},
	"skipped_read":        {"- read_policy {}"},
	"untold":              {"- " + told, "+ says Thank you for your patience."},
	"needless_escalation": {"- " + told, "- " + goodbye, `+ handover {"reason":"A colleague should look at this."}`},
	"conceded_rule":       {`+ grant {"contact_id":"c204"}`},
	"hallucinated_tool":   {`+ read_policy_v2 {} -> 404`},
	"loop":                {`+ read_policy {}`, `+ read_policy {}`, `+ read_policy {}`},
	"invalid_arguments": {
		"- " + both, "- " + told, "- " + goodbye, "- " + filed("done", "done"),
		`+ set_title {"contact_id":"c204","level":"low"} -> 422 & ` + wantNotice,
		"+ says I am sorry, I could not complete this. I have left the rest as it was.", "+ says ", "+ says ",
		"+ " + filed("not_done", "done"),
	},
	"premature_stop": {
		"- " + both, "- " + told, "- " + filed("done", "done"),
		"+ says That is all I can do for you today.", "+ " + filed("not_done", "not_done"),
	},
	"missed_escalation": {
		`- close_call {"items":[{"effect":"account_closed","record":"a1","status":"handed_over"}]}`,
		`- handover {"reason":"The caller wants to close the account."}`,
		"+ says I have noted your request.", "+ " + goodbye,
		`+ close_call {"items":[{"effect":"account_closed","record":"a1","status":"not_done"}]}`,
	},
}

// scriptFor is a script that a lapse applies to.
func scriptFor(lapse string) *Script {
	if lapse == "missed_escalation" {
		return transfer()
	}
	return errand()
}

func TestEachLapseDoesWhatItsRowSays(t *testing.T) {
	for _, l := range Lapses() {
		if l.Doc == "" || l.Class == "" {
			t.Errorf("%s has no explanation or class", l.Name)
		}
		b := Briefing{Script: scriptFor(l.Name), Seed: 1}
		before := play(t, reference{}, b, &office{})
		after := play(t, flaky{rates: map[string]float64{l.Name: 1}}, b, &office{})
		if diff := cmp.Diff(wantLapses[l.Name], changes(before, after)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", l.Name, diff)
		}
	}
}

// A lapse that strikes a call at random strikes some call whatever the seed, and
// a play is the same each time.
func TestLapsesStrikeUnderEverySeed(t *testing.T) {
	for _, l := range Lapses() {
		if l.Condition != "" {
			continue // it shows when something goes wrong: habits_test.go
		}
		c := flaky{rates: map[string]float64{l.Name: 1}}
		for seed := range uint64(50) {
			b := Briefing{Script: scriptFor(l.Name), Seed: seed}
			first := play(t, c, b, &office{})
			if len(changes(play(t, reference{}, b, &office{}), first)) == 0 {
				t.Errorf("%s changes nothing under seed %d", l.Name, seed)
			}
			if diff := cmp.Diff(first, play(t, c, b, &office{})); diff != "" {
				t.Errorf("%s plays otherwise the second time (-first +second):\n%s", l.Name, diff)
			}
		}
	}
}

func TestLapsesWithNothingToStrikeDoNotApply(t *testing.T) {
	bare := &Script{Moves: []Move{{Say: "It is open until six."}}}
	for _, l := range Lapses() {
		want := l.Name == "needless_escalation" || l.Name == "hallucinated_tool"
		if got := l.Applicable(bare); got != want {
			t.Errorf("%s applies to a script that only speaks: %v, want %v", l.Name, got, want)
		}
		if l.Applicable(nil) {
			t.Errorf("%s applies to no script", l.Name)
		}
	}
}

func TestLureIsTheWrongCall(t *testing.T) {
	lure := ScriptCall{Tool: "set_title", Kind: trace.Write, Args: map[string]any{"contact_id": "c9", "title": "x"}}
	for lapse, want := range map[string][]string{
		"wrong_identity": {"- " + both, `+ set_title {"contact_id":"c9","title":"x"} & ` + wantNotice},
		"wrong_value":    {"- " + both, `+ set_title {"contact_id":"c9","title":"x"} & ` + wantNotice},
		"extra_write":    {`+ set_title {"contact_id":"c9","title":"x"}`},
	} {
		s := errand()
		s.Lures = []Lure{{Lapse: lapse, Call: lure}}
		b := Briefing{Script: s}
		got := changes(play(t, reference{}, b, &office{}), play(t, flaky{rates: map[string]float64{lapse: 1}}, b, &office{}))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", lapse, diff)
		}
	}
}

// A write that the caller's correction replaces is not worth dropping.
func TestReplacedWritesAreLeftAlone(t *testing.T) {
	write := func(title string) Move {
		return Move{Calls: []ScriptCall{{Tool: "set_title", Kind: trace.Write, Args: map[string]any{"contact_id": "c1", "title": title}}}}
	}
	s := &Script{Moves: []Move{write("a"), {Say: "Done."}, write("b"), {Say: "Changed."}}}
	for seed := range uint64(20) {
		got := play(t, flaky{rates: map[string]float64{"dropped_step": 1}}, Briefing{Script: s, Seed: seed}, &office{})
		if got[0] != `set_title {"contact_id":"c1","title":"a"}` {
			t.Fatalf("seed %d: the first write is gone: %q", seed, got)
		}
	}
}

// A required read that later calls are built on cannot be left out unseen.
func TestReadsThatAreBuiltOnAreNotSkipped(t *testing.T) {
	s := errand()
	s.Moves[0].Calls[0].Required, s.Moves[1].Calls[0].Required = false, true
	l, _ := lapseNamed("skipped_read")
	if l.Applicable(s) {
		t.Error("skipped_read applies to a read whose reply is used")
	}
}

func TestInventedToolIsNotInTheCatalogue(t *testing.T) {
	b := Briefing{Script: errand()}
	got := play(t, flaky{rates: map[string]float64{"hallucinated_tool": 1}}, b, &office{extra: []string{"read_policy_v2"}})
	if got[0] != "read_policy_v2_v2 {} -> 404" {
		t.Errorf("first call is %s", got[0])
	}
}
