package agent

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wantLiberties is what each liberty changes in a play, way by way: "-" is left
// out, "+" is new.
var wantLiberties = map[string][][]string{
	"read_again": {{`+ read_policy {}`, `+ find {"query":"Alex"}`}},
	"more_reads": {{`+ list_all {} -> 404`}},
	"confirmation": {{
		"+ says I am ready to do this now. Shall I go ahead?",
	}},
	"wording": {
		{"- " + told, "+ says To sum up where we are: Done. Alex Rivera is Head of Sales."},
		{"- " + told, "+ says Done. **Alex Rivera** is Head of Sales."},
		{"- " + told, "+ says Thank you very much for waiting. Done. Alex Rivera is Head of Sales. Please let me know if there is anything else I can do for you."},
	},
	"retry":    {nil},
	"same_key": {{`+ notify {"contact":"c204","key":"k1"}`}},
}

func TestEachLibertyDoesWhatItsRowSays(t *testing.T) {
	for _, l := range Liberties() {
		s := errand()
		s.Agrees = true
		s.Looks = []ScriptCall{{Tool: "list_all"}}
		var got [][]string
		for b := l.Variant(); b != nil && b.Fits(s); b = b.Next() {
			briefing := Briefing{Script: s, Seed: 1}
			got = append(got, changes(play(t, reference{}, briefing, &office{}), play(t, b, briefing, &office{})))
		}
		if l.Name == Order {
			// The two reads do not need each other; the write and the notice are one
			// message, and the order in a message is that of the calls.
			want := [][]string{
				{`- read_policy {}`, `+ read_policy {}`},
				{"- " + both, "+ " + wantNotice + " & " + title},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", l.Name, diff)
			}
			continue
		}
		if diff := cmp.Diff(wantLiberties[l.Name], got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", l.Name, diff)
		}
	}
}

// A refused call is made once more, and then taken as refused.
func TestRetryInsistsOnce(t *testing.T) {
	l, _ := libertyNamed("retry")
	b := Briefing{Script: errand(), Seed: 1}
	got := play(t, l.Variant(), b, &office{refuse: map[string]bool{"read_policy": true}})
	want := []string{"read_policy {} -> 409", "read_policy {} -> 409"}
	if diff := cmp.Diff(want, got[:2]); diff != "" || slices.Contains(got[2:], want[0]) {
		t.Errorf("played %q", got)
	}
}

// TestMutantsStrikeEverywhere counts the ways of each lapse over a script, each of
// which plays otherwise.
func TestMutantsStrikeEverywhere(t *testing.T) {
	want := map[string]int{
		"dropped_step": 2, "wrong_identity": 4, "wrong_value": 2, "extra_write": 4, "repeated_write": 1, "skipped_question": 1,
		"skipped_read": 1, "false_claim": 2, "untold": 1, "needless_escalation": 1, "conceded_rule": 1, "hallucinated_tool": 1,
		"invalid_arguments": 3, "premature_stop": 1, "loop": 1, "missed_escalation": 1,
	}
	got := map[string]int{}
	for _, l := range Lapses() {
		if l.Condition != "" {
			continue
		}
		s := scriptFor(l.Name)
		seen := map[string]bool{}
		for m := l.Mutant(); m != nil && m.Fits(s); m = m.Next() {
			got[l.Name]++
			lines := play(t, m, Briefing{Script: s, Seed: 1}, &office{})
			seen[strings.Join(lines, "\n")] = true

			again, err := Parse(m.Identity(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(lines, play(t, again, Briefing{Script: s, Seed: 1}, &office{})); diff != "" || again.Identity() != m.Identity() {
				t.Errorf("%s plays otherwise when it is parsed (-first +second):\n%s", m.Identity(), diff)
			}
		}
		if len(seen) != got[l.Name] {
			t.Errorf("%s plays in %d ways, %d of them different", l.Name, got[l.Name], len(seen))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ways (-want +got):\n%s", diff)
	}
}

// With a lure, a lapse is tried with it and without it.
func TestMutantsTakeEveryLureAndThePlainLapse(t *testing.T) {
	s := errand()
	for _, id := range []string{"c8", "c9"} {
		s.Lures = append(s.Lures, Lure{Lapse: "wrong_value", Call: ScriptCall{Tool: "set_title", Args: map[string]any{"contact_id": id, "title": "x"}}})
	}
	l, _ := lapseNamed("wrong_value")
	var got []string
	for m := l.Mutant(); m != nil; m = m.Next() {
		before := play(t, reference{}, Briefing{Script: s, Seed: 1}, &office{})
		after := play(t, m, Briefing{Script: s, Seed: 1}, &office{})
		got = append(got, strings.Join(changes(before, after)[1:], "; "))
	}
	want := []string{
		`+ set_title {"contact_id":"c8","title":"x"} & ` + wantNotice,
		`+ set_title {"contact_id":"c9","title":"x"} & ` + wantNotice,
		`+ set_title {"contact_id":"c204","level":"high","title":"Head of Sales"} & ` + wantNotice,
		`+ set_title {"contact_id":"c204","level":"low","title":"Head of"} & ` + wantNotice,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong_value (-want +got):\n%s", diff)
	}
}

// Dice go through all combinations, of many like places through some.
func TestDiceThrowEachWayOnce(t *testing.T) {
	var got []string
	for way, more := []int(nil), true; more; {
		d := &dice{way: way}
		line := writeWay([]int{d.IntN(2), d.IntN(1)})
		d.playing = true
		line += "." + writeWay([]int{d.IntN(9)})
		got = append(got, line)
		way, more = d.next()
	}
	if diff := cmp.Diff([]string{"0.0.0", "0.0.8", "1.0.0", "1.0.8"}, got); diff != "" {
		t.Errorf("ways (-want +got):\n%s", diff)
	}
	places := map[int]bool{}
	for i := range somePlaces {
		places[(&dice{way: []int{i}}).IntN(100)] = true
	}
	if len(places) != somePlaces || !places[0] || !places[99] {
		t.Errorf("of 100 places %d are tried: %v", len(places), places)
	}
}

func TestWaysAreReadAsTheyAreWritten(t *testing.T) {
	for _, way := range [][]int{nil, {0}, {3, 0, 12}} {
		got, ok := readWay(writeWay(way))
		if !ok || !slices.Equal(got, way) {
			t.Errorf("%v is read as %v, %v", way, got, ok)
		}
	}
	for _, text := range []string{".", "x", "1.", "-1", "1001", strings.Repeat("1.", 1001) + "1"} {
		if way, ok := readWay(text); ok {
			t.Errorf("%.20q is read as %v", text, way)
		}
	}
}
