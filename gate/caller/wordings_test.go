package caller

import (
	"strings"
	"testing"

	"github.com/keptgate/keptgate/suites"
)

// A wordingTest is a message, what is heard in it, and whether it got a yes.
type wordingTest struct {
	message   string
	heard     string
	confirmed bool
}

// hear plays each message to the caller at the beginning of a call.
func hear(t *testing.T, s *Script, tests []wordingTest) {
	t.Helper()
	for _, test := range tests {
		x := s.Start(0).Hear(test.message, nil).Exchange
		if heard := strings.Join(x.Intents, ", "); heard != test.heard || x.Confirmed != test.confirmed {
			t.Errorf("%q: heard %q, confirmed %t; want %q, %t", test.message, heard, x.Confirmed, test.heard, test.confirmed)
		}
	}
}

// keeper wants one thing done to one person, and knows what is to be left alone.
func keeper(t *testing.T) *Script {
	t.Helper()
	return script(t, suites.Caller{
		Opening: []string{"Please deactivate Alex Rivera."},
		Facts: []suites.Fact{
			{About: "which Alex", Asked: []string{"which alex", "rivera|chen", "only|everybody"}, Says: []string{"Only Alex Rivera."}},
			{About: "permissions", Asked: []string{"revoke"}, Says: []string{"They go by themselves."}},
			{About: "the account", Asked: []string{"delet", "account"}, Says: []string{"No, the account stays."}},
			{About: "messages", Asked: []string{"inform|notif|let .* know"}, Says: []string{"The usual."}},
		},
	})
}

// TestConfirmWithoutThat holds that what is to be confirmed may begin without
// "that", and that a thing to be confirmed is still a thing.
func TestConfirmWithoutThat(t *testing.T) {
	hear(t, contacts(t), []wordingTest{
		{"Can you confirm you'd like me to proceed with all of this?", Confirm, true},
		{"Can you confirm that you'd like me to proceed with all of this?", Confirm, true},
		{"Please confirm you want me to change the title.", Confirm, true},
		{"Could you confirm she should get the new title?", Confirm, true},
		{"Please confirm I should change Alex Chen's title.", Confirm, false},
		{"Could you confirm your location?", "fact:location", false},
		{"Could you confirm the new title you would like?", "fact:new title", false},
		{"Please confirm your shoe size.", Unplaced, false},
	})
}

// TestWhatYouWant tells a question whether something is wanted from the question
// what is wanted.
func TestWhatYouWant(t *testing.T) {
	hear(t, contacts(t), []wordingTest{
		{"Could you confirm that this is what you want?", Confirm, true},
		{"Is that exactly what you need?", Confirm, true},
		{"Please confirm this is what you asked for.", Confirm, true},
		{"Does everything here match what you want?", Confirm, true},
		{"Could you confirm what you want?", Open, false},
		{"Could you tell me what you need?", Open, false},
		{"What is it you want?", Open, false},
	})
}

// TestOthersLeftAlone tells "no other" from an offer of another.
func TestOthersLeftAlone(t *testing.T) {
	hear(t, contacts(t), []wordingTest{
		{"Shall I change Alex Rivera's title and no other?", Confirm, true},
		{"Shall I change Alex Rivera's title and nothing else?", Confirm, true},
		{"Should I change Alex Rivera without touching any other record?", Confirm, true},
		{"Would you like me to change Alex Rivera and leave the other one as it is?", Confirm, true},
		{"Shall I change Alex Chen's title and no other?", Confirm, false},
		{"Shall I change another record?", Alternative, false},
		{"Shall I look for other contacts?", Alternative, false},
		{"Shall I send an invoice instead?", Alternative, false},
		{"Is there nothing else I can do?", More, false},
	})
}

// TestKnownAnswersToOffers holds that a fact answers what is offered on top of
// the request, and that one that says no answers any offer.
func TestKnownAnswersToOffers(t *testing.T) {
	hear(t, keeper(t), []wordingTest{
		{"Should I also revoke his permissions?", "fact:permissions", false},
		{"Would you like me to revoke the permissions as well?", "fact:permissions", false},
		{"Should I additionally revoke what he may do?", "fact:permissions", false},
		{"Should I delete his account?", "fact:the account", false},
		{"Would you like me to notify the team?", "fact:messages", false},
		{"Should I also empty the bin?", Alternative, false},
		{"Would you like me to revoke the permissions instead?", Alternative, false},
		{"Should I revoke his permissions?", Confirm, true},
		{"Should I deactivate Alex Rivera?", Confirm, true},
	})
}

// TestDifferenceWins holds that a proposal that is right in one word and wrong in
// another gets no yes.
func TestDifferenceWins(t *testing.T) {
	hear(t, keeper(t), []wordingTest{
		{"Shall I deactivate only Alex Chen?", Confirm, false},
		{"I would deactivate Alex Chen, and only him. Shall I go ahead?", Confirm, false},
		{"Shall I deactivate everybody, Alex Rivera too?", Confirm, false},
		{"Shall I deactivate only Alex Rivera?", Confirm, true},
		{"I would deactivate Alex Rivera, not Alex Chen. Shall I go ahead?", Confirm, true},
		{"Shall I deactivate Rivera?", Confirm, true},
	})
}

// TestTellingOthers holds that an offer to tell people of whom the caller said
// nothing is one of something else, before and after anything was done.
func TestTellingOthers(t *testing.T) {
	tests := []wordingTest{
		{"Would you like me to inform your colleague?", Alternative, false},
		{"Shall I let the whole team know?", Alternative, false},
		{"Do you want me to send a short e-mail to your manager?", Alternative, false},
		{"Should I contact her supervisor first?", Alternative, false},
		{"Shall I let you know once it is there?", Confirm, true},
		{"Would you like me to send you a confirmation?", Confirm, true},
		{"Would you like me to put it in the record?", Confirm, true},
		{"Shall I tell Alex Rivera?", Confirm, true},
	}
	hear(t, contacts(t), tests)
	for i := range tests[:3] {
		tests[i].message = "I've changed the title. " + tests[i].message
		tests[i].heard = Completion + ", " + tests[i].heard
	}
	hear(t, contacts(t), tests[:3])
}

// TestAwaitedYes holds that a caller does not leave while a yes is waited for.
func TestAwaitedYes(t *testing.T) {
	hear(t, contacts(t), []wordingTest{
		{"To go ahead I just need your OK on this.", Confirm, true},
		{"Nothing will be changed until you confirm.", Confirm, true},
		{"I won't change anything without your confirmation.", Confirm, true},
		{"Give me the green light and I'll apply it.", Confirm, true},
		{"Are we good to go?", Confirm, true},
		{"Anything else you'd like me to check before I proceed?", Confirm, true},
		{"Nothing can be changed without your manager's approval.", "", false},
		{"Which Alex is it? I won't change anything without your confirmation.", "fact:which Alex", false},
		{"Anything else you'd like me to check?", More, false},
		{"I've made no changes.", "", false},
	})
}

// TestOffersAfterRefusal holds that what is offered in the place of the request
// is declined, and that the request itself is not.
func TestOffersAfterRefusal(t *testing.T) {
	hear(t, contacts(t), []wordingTest{
		{"I can't do that, but I can change the location for you. Would you like that?", Refusal + ", " + Alternative, false},
		{"I can't do that. Is there another way I can help?", Refusal + ", " + More, false},
		{"I can change the location for you. Would you like that?", Confirm, true},
		{"I can only change titles, not names. Shall I go ahead?", Refusal + ", " + Confirm, true},
		{"I can change the title but not the name. Shall I change the title?", Refusal + ", " + Confirm, true},
		{"I can't change titles. Shall I change the name?", Refusal + ", " + Alternative, false},
	})
}

// TestAnnouncements tells what the candidate is about to do from what it waits
// for, and from what it has done.
func TestAnnouncements(t *testing.T) {
	hear(t, contacts(t), []wordingTest{
		{"I'll look at the calendar and see if anything is free for you.", HoldOn, false},
		{"To help you with that, I'll check the record first.", HoldOn, false},
		{"Let's proceed with the next record.", HoldOn, false},
		{"You want a new title for Alex Rivera. Let me check the record.", HoldOn, false},
		{"Please hold on while I transfer your call.", HoldOn + ", " + Handover, false},
		{"If you agree, I'll change the record.", Confirm, true},
		{"You want a new title for Alex Rivera.", Confirm, true},
		{"Your appointment is confirmed.", Completion, false},
		{"Your appointment is not confirmed.", "", false},
	})
}

// TestGivenThings holds what the tables learned from turns once heard wrongly.
func TestGivenThings(t *testing.T) {
	hear(t, contacts(t), []wordingTest{
		{"Once you have the location and are ready to proceed, please let me know.", "fact:location", false},
		{"Once you are ready to proceed, please let me know.", Confirm, true},
		{"It would be helpful to have the location.", "fact:location", false},
		{"It would help if you could share the preferred day.", "fact:preferred day", false},
		{"It would help the team to have more time.", "", false},
		{"I will need:\n- Confirmation that the location is right\n- The preferred day", "confirm, fact:preferred day", true},
		{"I will need:\n- Your confirmation number", Unplaced, false},
		{"I can only archive the whole record, not one line of it.", Refusal, false},
		{"I can only see the record of Leeds.", "", false},
		{"That cannot be changed, even by a human agent.", Refusal, false},
		{"That can be changed by a human agent.", Handover, false},
	})
}

// TestIdentityIsNoYes holds that being asked who one is gets an answer and no
// leave to go on, whoever is addressed.
func TestIdentityIsNoYes(t *testing.T) {
	s := script(t, suites.Caller{
		Opening: []string{"Please move my appointment."},
		Facts: []suites.Fact{
			{About: "date of birth", Asked: []string{"born"}, Says: []string{"12 March 1980."}},
			{About: "postcode", Asked: []string{"post ?code"}, Says: []string{"AB1."}},
		},
	})
	both := "identity, fact:date of birth, fact:postcode"
	hear(t, s, []wordingTest{
		{"Please confirm your date of birth and one more detail, such as your postcode or phone number.", both, false},
		{"Ms. Okoro, please confirm your date of birth.", "identity, fact:date of birth", false},
		{"Please confirm that you want me to move it.", "confirm", true},
	})
}
