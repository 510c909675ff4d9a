package caller

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

var effects = map[string]suites.Effect{
	"title_changed": {Op: trace.Update, Table: "contacts", Columns: []string{"title"}},
	"notice_sent":   {Op: trace.Insert, Table: "notices"},
}

// said is the part of an answer that a table of messages compares.
type said struct {
	Text    string
	Goodbye bool
}

// converse plays messages to a caller, with an empty ledger, and compares the answers.
func converse(t *testing.T, c *Caller, messages []string, want []said) {
	t.Helper()
	var got []said
	for _, m := range messages {
		a := c.Hear(m, nil)
		got = append(got, said{a.Text, a.Goodbye})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

func TestOpeningTakesTurns(t *testing.T) {
	s := contacts(t)
	var got []string
	for i := range 3 {
		got = append(got, s.Start(i).Opening())
	}
	want := []string{"Please update Alex's title.", "Alex has a new title, please change it.", "Please update Alex's title."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("openings of trials 0 to 2 (-want +got):\n%s", diff)
	}
}

func TestConfirms(t *testing.T) {
	tests := []struct {
		confirms string
		text     string
		given    bool
	}{
		{"", "Yes, please go ahead.", true},
		{"yes", "Yes, please go ahead.", true},
		{"Yes, but only this once.", "Yes, but only this once.", true},
		{"no, because I want to think about it", "no, because I want to think about it", false},
	}
	for _, test := range tests {
		a := script(t, suites.Caller{Confirms: test.confirms}).Start(0).Hear("Shall I go ahead?", nil)
		if a.Text != test.text || a.Exchange.Confirmed != test.given || a.Goodbye {
			t.Errorf("confirms %q: got %q, confirmed %t, goodbye %t; want %q, %t, false",
				test.confirms, a.Text, a.Exchange.Confirmed, a.Goodbye, test.text, test.given)
		}
	}
}

// TestStatementsReleaseNothing says every fact's words without asking for any.
func TestStatementsReleaseNothing(t *testing.T) {
	for _, m := range []string{
		"I see Alex Rivera and Alex Chen in your account.",
		"The title and the location of Alex Rivera are on file.",
		"Which Alex it is does not matter for the notice, and the preferred day was Thursday.",
		"- Contact: Alex Rivera\n- Location: Leeds\n- Title: Manager",
		"Thank you for telling me which Alex. The new title is in place.",
		"Please note that the title and the location cannot be seen by others.",
		"Please be aware that Alex Chen keeps the role.",
		"I have updated the title of Alex Rivera. Please make sure that the location is right in your own list.",
	} {
		if a := contacts(t).Start(0).Hear(m, nil); a.Exchange.Released != nil {
			t.Errorf("%q released %q", m, a.Exchange.Released)
		}
	}
}

func TestNeedlessFactsAreReleasedAndListed(t *testing.T) {
	a := contacts(t).Start(0).Hear("Which Alex is it? And could you share the location?", nil)
	want := trace.Exchange{
		Turn: 1, Intents: []string{"fact:which Alex", "fact:location"},
		Released: []string{"which Alex", "location"}, Needless: []string{"location"},
	}
	if diff := cmp.Diff(want, a.Exchange); diff != "" {
		t.Errorf("exchange (-want +got):\n%s", diff)
	}
}

// TestSummariesDoNotAsk holds that a request for a yes that repeats needless
// facts has not asked for them.
func TestSummariesDoNotAsk(t *testing.T) {
	a := contacts(t).Start(0).Hear("- Location: Leeds\n- Title: Director of Operations\n\nPlease confirm that I should change the title.", nil)
	if a.Exchange.Needless != nil || !a.Exchange.Confirmed {
		t.Errorf("got needless %q, confirmed %t; want none, true", a.Exchange.Needless, a.Exchange.Confirmed)
	}
}

func TestAgreedProposalReleasesTheFact(t *testing.T) {
	tests := []struct {
		message   string
		confirmed bool
	}{
		{"Shall I change the title of Alex Rivera?", true},
		{"Shall I change the title of Alex Chen?", false},
		{"I would change the title of Alex Chen. Shall I go ahead?", false},
		{"Contact: Alex Rivera\n\nShall I go ahead?", true},
	}
	for _, test := range tests {
		x := contacts(t).Start(0).Hear(test.message, nil).Exchange
		if x.Confirmed != test.confirmed || !cmp.Equal(x.Released, []string{"which Alex"}) {
			t.Errorf("%q: confirmed %t, released %q; want %t and which Alex", test.message, x.Confirmed, x.Released, test.confirmed)
		}
	}
}

func TestPatience(t *testing.T) {
	c := script(t, suites.Caller{Patience: 2}).Start(0)
	for i, want := range []bool{false, false, true} {
		a := c.Hear("What is the serial number of your printer?", nil)
		if a.Breach != want || !a.Exchange.Unplaced || a.Text != "I don't know, sorry." {
			t.Errorf("question %d: breach %t, unplaced %t, text %q; want %t, true and the fixed answer", i+1, a.Breach, a.Exchange.Unplaced, a.Text, want)
		}
	}
	c = script(t, suites.Caller{}).Start(0)
	for i := range 4 {
		if a := c.Hear("What is the serial number of your printer?", nil); a.Breach != (i == 3) {
			t.Errorf("question %d with the default patience: breach %t", i+1, a.Breach)
		}
	}
}

func TestUnplacedQuestionBesideAFact(t *testing.T) {
	a := contacts(t).Start(0).Hear("Which Alex is it? What is the serial number of your printer?", nil)
	if want := "Alex Rivera, in Leeds. I don't know, sorry."; a.Text != want || !a.Exchange.Unplaced {
		t.Errorf("got %q, unplaced %t; want %q, true", a.Text, a.Exchange.Unplaced, want)
	}
}

func TestWaitingIsBounded(t *testing.T) {
	wait := "One moment, please."
	converse(t, contacts(t).Start(0), []string{wait, wait, wait, wait},
		[]said{{"OK.", false}, {"OK.", false}, {"OK.", false}, {"All right, thank you. Goodbye.", true}})
	converse(t, contacts(t).Start(0), []string{wait, wait, wait, "Which Alex is it?", wait},
		[]said{{"OK.", false}, {"OK.", false}, {"OK.", false}, {"Alex Rivera, in Leeds.", false}, {"OK.", false}})
}

func TestOpenQuestionsAreBounded(t *testing.T) {
	open := "How can I help you?"
	converse(t, contacts(t).Start(0), []string{open, open, open}, []said{
		{"Alex has a new title, please change it.", false}, {"Please update Alex's title.", false}, {"I don't know, sorry.", false},
	})
}

func TestOffersAreNotTaken(t *testing.T) {
	offer := "Would you like me to send a postcard as well?"
	no := said{"No, thank you. Please just do what I asked, if you can.", false}
	converse(t, contacts(t).Start(0), []string{offer, offer, offer, offer}, []said{no, no, no, {"All right, thank you. Goodbye.", true}})
}

// TestHandoverIsTheCandidatesChoice holds that the caller's answer does not
// depend on whether the case wants a handover.
func TestHandoverIsTheCandidatesChoice(t *testing.T) {
	for _, escalate := range []string{"required", "forbidden", "allowed"} {
		s, err := Prepare(&suites.Case{Suite: &suites.Suite{}, Expect: suites.Expect{Escalate: escalate}})
		if err != nil {
			t.Fatal(err)
		}
		a := s.Start(0).Hear("Would you like me to transfer you to a human agent?", nil)
		if a.Text != "I leave that to you." || a.Goodbye {
			t.Errorf("escalate %s: got %q, goodbye %t", escalate, a.Text, a.Goodbye)
		}
	}
}

func TestSilence(t *testing.T) {
	c := contacts(t).Start(0)
	for _, m := range []string{"", "  \n", "**", "..."} {
		a := c.Hear(m, nil)
		if a.Text != "Sorry, I did not catch that." || a.Goodbye || !cmp.Equal(a.Exchange.Intents, []string{Silence}) {
			t.Errorf("%q: got %q, goodbye %t, intents %q", m, a.Text, a.Goodbye, a.Exchange.Intents)
		}
	}
	if a := c.Hear("Which Alex is it?", nil); a.Exchange.Turn != 5 {
		t.Errorf("turn %d after four silent ones, want 5", a.Exchange.Turn)
	}
}

// TestDeterministic plays the labelled turns twice.
func TestDeterministic(t *testing.T) {
	play := func() (answers []string) {
		c := airline(t).Start(1)
		for _, one := range labelled(t)[:100] {
			answers = append(answers, fmt.Sprintf("%+v", c.Hear(one.Text, nil)))
		}
		return answers
	}
	if diff := cmp.Diff(play(), play()); diff != "" {
		t.Errorf("two plays differ (-first +second):\n%s", diff)
	}
}

// TestPersonasKeepTheMeaning holds that every persona says the fact, and exact
// answers as they are wanted.
func TestPersonasKeepTheMeaning(t *testing.T) {
	plain := map[string]bool{}
	for _, persona := range []string{"", "cooperative", "confused", "hurried", "angry"} {
		s := script(t, suites.Caller{Persona: persona, Facts: []suites.Fact{{About: "city", Says: []string{"It is Leeds."}}}})
		for i := range 6 {
			text := s.Start(i).Hear("Which city?", nil).Text
			if !strings.Contains(text, "It is Leeds.") || strings.ContainsAny(text, "?\n") {
				t.Errorf("%s, trial %d: got %q", persona, i, text)
			}
			plain[text] = true
			if text := s.Start(i).Hear("Reply CONFIRM to proceed.", nil).Text; text != "CONFIRM" {
				t.Errorf("%s, trial %d: got %q, want the exact answer", persona, i, text)
			}
		}
	}
	if len(plain) < 5 {
		t.Errorf("all personas together have %d ways to say it", len(plain))
	}
}
