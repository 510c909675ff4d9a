package trial

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/caller"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// TestClosingTurn follows the only turn after the caller has left.
func TestClosingTurn(t *testing.T) {
	item := `{"items":[{"effect":"loan_made","record":"1","status":"done"}]}`
	for _, test := range []struct {
		name    string
		turns   []turn
		replies int // in the offer: of the calls that ended the trial
		ledger  []string
		filed   bool
	}{
		{"filed", []turn{says(bye), calls("close_call", item)}, 0, []string{"close_call done"}, true},
		{
			"after a handover its reply comes along",
			[]turn{calls("find_tools", find, "handover", why), calls("close_call", item)},
			2,
			[]string{"find_tools done", "handover done", "close_call done"},
			true,
		},
		{"filed wrongly", []turn{says(bye), calls("close_call", `{"items":[{}]}`), calls("close_call", item)}, 0, []string{"close_call invalid"}, false},
		{"nothing else is served", []turn{says(bye), calls("lend_tool", lend)}, 0, []string{" unknown_tool"}, false},
		{"words", []turn{says(bye), says("Goodbye.")}, 0, nil, false},
		{"cut off", []turn{says(bye), {calls: calls("close_call", item).calls, cut: true}}, 0, nil, false},
		{"more calls than a trial may have", []turn{says(bye), calls(many("close_call", item, 61)...)}, 0, nil, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := acts(test.turns...)
			r := run(t, setup(t, a, nil))
			var ledger []string
			for _, e := range r.Ledger {
				ledger = append(ledger, e.Tool+" "+string(e.Outcome))
			}
			if diff := cmp.Diff(test.ledger, ledger); diff != "" {
				t.Errorf("ledger (-want +got):\n%s", diff)
			}
			offers := 0
			for i, m := range a.heard {
				if m.Role != trace.RoleHarness {
					if want := []string{"find_tools", "lend_tool", "rename_tool", "parse_note", "wait", "handover", "close_call"}; !slices.Equal(a.served[i], want) {
						t.Errorf("message %d came with %v", i, a.served[i])
					}
					continue
				}
				offers++
				if m.Text != offer || len(m.Replies) != test.replies || !slices.Equal(a.served[i], []string{"close_call"}) {
					t.Errorf("offer %q with %d replies and the tools %v", m.Text, len(m.Replies), a.served[i])
				}
			}
			if _, filed := r.Closing(); offers != 1 || filed != test.filed {
				t.Errorf("%d offers, filed %v, want 1 and %v", offers, filed, test.filed)
			}
			told := 0
			for _, m := range r.Messages {
				told += len(m.Replies)
			}
			if told != len(r.Ledger) {
				t.Errorf("the messages hold %d replies to %d calls", told, len(r.Ledger))
			}
		})
	}
}

func many(tool, args string, n int) []string { return slices.Repeat([]string{tool, args}, n) }

// line is a message or a ledger entry, with its place and the virtual seconds
// since the trial began.
type line struct {
	Who                                string
	Seconds, Ledger, Step, Turn, Phase int
}

func TestClockAndPlaces(t *testing.T) {
	s := setup(t, acts(
		calls("find_tools", find, "wait", `{"seconds":60}`, "find_tools", find),
		says("Shall I lend you the one on shelf B?"),
		calls("lend_tool", lend),
		says(bye),
		calls("close_call", none),
	), func(c *suites.Case) {
		c.Caller.Twists = []suites.Twist{{Name: "other", After: "turn 1", Says: []string{"Wait, until the 10th."}}}
	})
	r := run(t, s)
	seconds := func(at time.Time) int { return int(at.Sub(r.Began) / time.Second) }
	var messages, entries []line
	for _, m := range r.Messages {
		messages = append(messages, line{Who: string(m.Role), Seconds: seconds(m.At), Ledger: m.Ledger, Step: m.Step})
	}
	for _, e := range r.Ledger {
		entries = append(entries, line{Who: e.Tool, Seconds: seconds(e.At), Step: e.Step, Turn: e.Turn, Phase: e.Phase})
	}
	want := []line{
		{Who: "caller"},
		{Who: "candidate", Seconds: 2, Step: 1},
		{Who: "tools", Seconds: 62, Ledger: 3},
		{Who: "candidate", Seconds: 64, Ledger: 3, Step: 2},
		{Who: "caller", Seconds: 94, Ledger: 3},
		{Who: "candidate", Seconds: 96, Ledger: 3, Step: 3},
		{Who: "tools", Seconds: 96, Ledger: 4},
		{Who: "candidate", Seconds: 98, Ledger: 4, Step: 4},
		{Who: "caller", Seconds: 128, Ledger: 4},
		{Who: "harness", Seconds: 128, Ledger: 4},
		{Who: "candidate", Seconds: 130, Ledger: 4, Step: 5},
		{Who: "tools", Seconds: 130, Ledger: 5},
	}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
	want = []line{
		{Who: "find_tools", Seconds: 2, Step: 1, Turn: 1},
		{Who: "wait", Seconds: 2, Step: 1, Turn: 1},
		{Who: "find_tools", Seconds: 62, Step: 1, Turn: 1},
		{Who: "lend_tool", Seconds: 96, Step: 3, Turn: 2, Phase: 1},
		{Who: "close_call", Seconds: 130, Step: 5, Turn: 3, Phase: 1},
	}
	if diff := cmp.Diff(want, entries); diff != "" {
		t.Errorf("ledger (-want +got):\n%s", diff)
	}
	if seconds(r.Ended) != 130 || !r.Began.Equal(s.Case.Now) {
		t.Errorf("the trial went from %v to %v", r.Began, r.Ended)
	}
	if len(r.Exchanges) != 2 || r.Exchanges[0].Twist != "other" || r.Exchanges[0].Ledger != 3 || r.Exchanges[1].Ledger != 4 {
		t.Errorf("exchanges: %+v", r.Exchanges)
	}
}

// TestCandidateHearsAndIsHeard: each message is handed over as it is noted, and
// text beside calls is not spoken.
func TestCandidateHearsAndIsHeard(t *testing.T) {
	beside := calls("find_tools", find)
	beside.text = bye
	a := acts(beside, says(bye), calls("close_call", none))
	r := run(t, setup(t, a, nil))
	if r.Turns != 1 || len(r.Exchanges) != 1 {
		t.Errorf("%d turns and %d exchanges, want 1: text beside calls was taken for a turn", r.Turns, len(r.Exchanges))
	}
	var heard []trace.Role
	for _, m := range a.heard {
		heard = append(heard, m.Role)
	}
	if diff := cmp.Diff([]trace.Role{trace.RoleCaller, trace.RoleTools, trace.RoleHarness}, heard); diff != "" {
		t.Errorf("what the candidate was handed (-want +got):\n%s", diff)
	}
	if a.heard[0].Text != "I'd like to borrow a drill until the 9th of March." {
		t.Errorf("opening %q", a.heard[0].Text)
	}
	b := a.briefing
	if !strings.HasPrefix(b.System, "You lend tools to members.") || !strings.Contains(b.System, "Monday 2 March 2026, 09:00 UTC") ||
		b.Seed != r.Seed || b.Script != nil {
		t.Errorf("briefing: %+v", b)
	}
}

func TestTrialsDifferByParaphraseOnly(t *testing.T) {
	for index, want := range []string{
		"I'd like to borrow a drill until the 9th of March.", "Can I have a drill till March 9?", "I'd like to borrow a drill until the 9th of March.",
	} {
		s := setup(t, acts(says(bye), calls("close_call", none)), nil)
		s.Index = index
		r := run(t, s)
		if r.Messages[0].Text != want || r.Index != index || r.Seed != Seed(7, "desk/d-001", "steady", index) {
			t.Errorf("trial %d: index %d, seed %d, opening %q", index, r.Index, r.Seed, r.Messages[0].Text)
		}
	}
}

func TestSeed(t *testing.T) {
	base := Seed(7, "desk/d-001", "steady", 0)
	if again := Seed(7, "desk/d-001", "steady", 0); again != base {
		t.Errorf("two seeds of one trial: %d, %d", base, again)
	}
	seen := map[uint64]string{base: "the trial itself"}
	for name, other := range map[string]uint64{
		"run": Seed(8, "desk/d-001", "steady", 0), "case": Seed(7, "desk/d-002", "steady", 0), "condition": Seed(7, "desk/d-001", "faults", 0),
		"index": Seed(7, "desk/d-001", "steady", 1), "two parts that join alike": Seed(7, "desk/d-0011", "steady", 0),
	} {
		if seen[other] != "" {
			t.Errorf("another %s has the seed of %s", name, seen[other])
		}
		seen[other] = name
	}
	one := run(t, setup(t, acts(says(bye)), nil))
	two := run(t, setup(t, agent.Reference(), nil))
	if one.Seed != two.Seed || one.Seed != base {
		t.Errorf("two candidates have the seeds %d and %d, want %d", one.Seed, two.Seed, base)
	}
}

// TestReferenceKeepsThePromise plays the reference and the agent that does
// nothing through a whole trial.
func TestReferenceKeepsThePromise(t *testing.T) {
	r := run(t, setup(t, agent.Reference(), nil))
	if diff := cmp.Diff(ended{trace.EndGoodbye, 5, 2, 3, 1}, summary(r)); diff != "" {
		t.Errorf("reference (-want +got):\n%s", diff)
	}
	net := r.Ledger.Net()
	if len(net) != 1 || net[0].Table != "loans" || net[0].After["tool"] != "t2" || net[0].After["who"] != "Ana" {
		t.Errorf("net changes: %+v", net)
	}
	claims, _ := r.Closing()
	if diff := cmp.Diff([]trace.Claim{{Effect: "loan_made", Status: trace.ClaimDone}}, claims); diff != "" {
		t.Errorf("closing record (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"which drill"}, r.Exchanges[0].Released); diff != "" {
		t.Errorf("facts given (-want +got):\n%s", diff)
	}
	r = run(t, setup(t, agent.Nothing(), nil))
	if len(r.Ledger) != 0 || r.Void != nil {
		t.Errorf("the agent that does nothing: %+v", summary(r))
	}
}

// TestTrialsShareNothing runs two trials in one world.
func TestTrialsShareNothing(t *testing.T) {
	s := setup(t, acts(calls("lend_tool", lend), says(bye), calls("close_call", none)), nil)
	first := run(t, s)
	s.Candidate = acts(calls("lend_tool", lend), says(bye), calls("close_call", none))
	var err error
	if s.Caller, err = caller.Prepare(s.Case); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, run(t, s)); diff != "" {
		t.Errorf("the second trial differs (-first +second):\n%s", diff)
	}
}
