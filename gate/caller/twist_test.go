package caller

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// title is an entry that changed a contact's title.
func title(committed bool) trace.Entry {
	return trace.Entry{Committed: committed, Changes: []trace.Change{{
		Table: "contacts", Op: trace.Update, ID: "c1",
		Before: trace.Row{"title": "Manager", "phone": "1"}, After: trace.Row{"title": "Director", "phone": "1"},
	}}}
}

// phone is an entry that changed another column of the same table.
func phone() trace.Entry {
	e := title(true)
	e.Changes[0].After = trace.Row{"title": "Manager", "phone": "2"}
	return e
}

// by is an entry that changed a contact's title, though the candidate did not.
func by(actor trace.Actor) trace.Entry {
	e := title(true)
	e.Actor = actor
	return e
}

func notice() trace.Entry {
	return trace.Entry{Committed: true, Changes: []trace.Change{{Table: "notices", Op: trace.Insert, ID: "n1", After: trace.Row{"kind": "title"}}}}
}

func twists(t *testing.T, after ...string) *Caller {
	t.Helper()
	c := suites.Caller{Opening: []string{"Please."}, Facts: []suites.Fact{{About: "new title", Says: []string{"Director"}}}}
	for i, a := range after {
		name := string(rune('a' + i))
		c.Twists = append(c.Twists, suites.Twist{
			Name: name, After: a, Says: []string{"Twist " + name + "."},
			Facts: []suites.Fact{{About: "new title", Says: []string{"Title " + name}}},
		})
	}
	return script(t, c).Start(0)
}

func TestTwistsFireOnCommits(t *testing.T) {
	tests := []struct {
		name   string
		ledger trace.Ledger
		fires  bool
	}{
		{"nothing was done", nil, false},
		{"the call was not committed", trace.Ledger{title(false)}, false},
		{"another column changed", trace.Ledger{phone()}, false},
		{"another effect", trace.Ledger{notice()}, false},
		{"others did it", trace.Ledger{by(trace.Damage), by(trace.Rival)}, false},
		{"the effect", trace.Ledger{phone(), title(true)}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := twists(t, "committed title_changed").Hear("The title is changed.", test.ledger)
			if fired := a.Exchange.Twist == "a"; fired != test.fires || a.Goodbye == test.fires {
				t.Errorf("fired %t, goodbye %t; want fired %t", fired, a.Goodbye, test.fires)
			}
			if a.Exchange.Ledger != len(test.ledger) {
				t.Errorf("ledger %d, want %d", a.Exchange.Ledger, len(test.ledger))
			}
		})
	}
}

func TestTwistIsSaidForGoodbye(t *testing.T) {
	c := twists(t, "committed title_changed")
	done := trace.Ledger{title(true)}
	a := c.Hear("I have changed the title. Anything else?", done)
	want := Answer{Text: "Twist a.", Exchange: trace.Exchange{
		Turn: 1, Ledger: 1, Intents: []string{Completion, More}, Twist: "a", Phase: 1,
	}}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	a = c.Hear("Done. Anything else?", done)
	if !a.Goodbye || a.Exchange.Twist != "" || a.Exchange.Phase != 1 {
		t.Errorf("second time: goodbye %t, twist %q, phase %d; want true, none, 1", a.Goodbye, a.Exchange.Twist, a.Exchange.Phase)
	}
}

// TestTwistTakesBackTheYes holds that a change of mind is not said together with
// an agreement, while facts are, as they are from then on.
func TestTwistTakesBackTheYes(t *testing.T) {
	a := twists(t, "turn 1").Hear("What is the new title? Shall I go ahead?", nil)
	if a.Text != "Title a\nTwist a." || a.Exchange.Confirmed || !cmp.Equal(a.Exchange.Released, []string{"new title"}) {
		t.Errorf("got %q, confirmed %t, released %q", a.Text, a.Exchange.Confirmed, a.Exchange.Released)
	}
}

func TestTwistsComeInOrderAndOnce(t *testing.T) {
	c := twists(t, "committed title_changed", "committed notice_sent", "committed title_changed")
	var got []string
	for _, ledger := range []trace.Ledger{
		{notice()},                           // the second waits for the first
		{notice(), title(true)},              // the first
		{notice(), title(true)},              // the second
		{notice(), title(true)},              // the third waits for another change
		{notice(), title(true), title(true)}, // the third
		{notice(), title(true), title(true), title(true)},
	} {
		got = append(got, c.Hear("What is the new title?", ledger).Exchange.Twist)
	}
	if diff := cmp.Diff([]string{"", "a", "b", "", "c", ""}, got); diff != "" {
		t.Errorf("twists of six turns (-want +got):\n%s", diff)
	}
}

func TestTwistReplacesFacts(t *testing.T) {
	c := twists(t, "turn 2")
	converse(t, c, []string{"What is the new title?", "One moment, please.", "What is the new title?"},
		[]said{{"Director", false}, {"Twist a.", false}, {"Title a", false}})
}

// TestTurnTwistComesBeforeGoodbye holds that a call does not end with a twist
// unsaid that only waits for its turn, but does where it waits for a commit.
func TestTurnTwistComesBeforeGoodbye(t *testing.T) {
	converse(t, twists(t, "turn 3"), []string{"I cannot do that.", "I really cannot do that."},
		[]said{{"Twist a.", false}, {"All right, then I will leave it. Goodbye.", true}})
	converse(t, twists(t, "committed title_changed", "turn 1"), []string{"I cannot do that."},
		[]said{{"All right, then I will leave it. Goodbye.", true}})
}

func TestPrepareRefuses(t *testing.T) {
	tests := []struct {
		name   string
		caller suites.Caller
		want   string
	}{
		{
			"a pattern",
			suites.Caller{Facts: []suites.Fact{{About: "city", Asked: []string{"("}}}},
			"prepare caller of crm/r-000: read question for fact \"city\": error parsing regexp: missing closing ): `(?i)(`",
		},
		{
			"a twist's pattern",
			suites.Caller{Twists: []suites.Twist{{Name: "late", After: "turn 1", Facts: []suites.Fact{{About: "city", Asked: []string{"("}}}}}},
			"prepare caller of crm/r-000: read twist \"late\": read question for fact \"city\": error parsing regexp: missing closing ): `(?i)(`",
		},
		{
			"an effect",
			suites.Caller{Twists: []suites.Twist{{Name: "late", After: "committed nothing"}}},
			`prepare caller of crm/r-000: read twist "late": find effect "nothing": the suite names no such effect`,
		},
		{
			"a turn",
			suites.Caller{Twists: []suites.Twist{{Name: "late", After: "turn 0"}}},
			`prepare caller of crm/r-000: read twist "late": read turn "0": want a number from 1`,
		},
		{
			"an event",
			suites.Caller{Twists: []suites.Twist{{Name: "late", After: "sunset"}}},
			`prepare caller of crm/r-000: read twist "late": read "sunset": want "committed EFFECT" or "turn N"`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Prepare(&suites.Case{Suite: &suites.Suite{Name: "crm", Effects: effects}, Name: "r-000", Caller: test.caller})
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}
