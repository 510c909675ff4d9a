package trace

import "time"

// Record is all that a trial leaves. Grading reads nothing else.
type Record struct {
	Suite     string     `json:"suite"`
	Case      string     `json:"case"`
	Condition string     `json:"condition"`
	Index     int        `json:"index"` // of the trial within case and condition, 0-based
	Seed      uint64     `json:"seed"`
	Messages  []Message  `json:"messages"`
	Ledger    Ledger     `json:"ledger"`
	Exchanges []Exchange `json:"exchanges"`
	End       End        `json:"end"`
	Steps     int        `json:"steps"`
	Turns     int        `json:"turns"`
	Usage     Usage      `json:"usage"`
	Began     time.Time  `json:"began"` // virtual
	Ended     time.Time  `json:"ended"` // virtual
	Void      *Void      `json:"void,omitempty"`
	Crash     string     `json:"crash,omitempty"` // how a whole agent broke down, in one line

	Faults []Fault `json:"faults,omitempty"` // planned for the trial
	Drift  *Drift  `json:"drift,omitempty"`
	Load   *Load   `json:"load,omitempty"`
	Undo   *Undo   `json:"undo,omitempty"` // absent where nothing was written
}

// Exchange is how the caller understood one message of the candidate, and what
// the answer gave away.
type Exchange struct {
	Turn      int      `json:"turn"`                // 1-based
	Ledger    int      `json:"ledger"`              // ledger entries when the caller answered
	Intents   []string `json:"intents"`             // what the caller heard
	Confirmed bool     `json:"confirmed,omitempty"` // the caller said yes to a request for it
	Released  []string `json:"released,omitempty"`  // facts given for the first time or again, by what they are about
	Needless  []string `json:"needless,omitempty"`  // facts asked for that were known or readable
	Unplaced  bool     `json:"unplaced,omitempty"`  // a question the caller could not place
	Twist     string   `json:"twist,omitempty"`     // a twist that fired with this answer
	Phase     int      `json:"phase"`               // twists fired, this one included
}

// End says how a trial ended.
type End string

// The ways a trial can end.
const (
	EndGoodbye  End = "goodbye"  // the caller had all they wanted
	EndHandover End = "handover" // the candidate gave the call to a person
	EndAnswered End = "answered" // a call-level case has its answer
	EndSilence  End = "silence"  // two empty messages in a row
	EndCutOff   End = "cut_off"  // output cut at the length limit
	EndSteps    End = "steps"    // limits of the trial
	EndTurns    End = "turns"
	EndCalls    End = "calls"
	EndTokens   End = "tokens"
	EndTime     End = "time"
	EndCrashed  End = "crashed" // the agent broke down: see Record.Crash
	EndVoid     End = "void"    // see Record.Void
)

// Void says why a trial does not count. It is never the candidate's failure.
type Void struct {
	Class  string `json:"class"`  // harness_error, provider_error, caller_breach
	Reason string `json:"reason"` // one line for a person; never a secret
	// Permanent: every other trial would end the same way.
	Permanent bool `json:"permanent,omitempty"`
}

// Claim is one line of the closing record that the candidate files.
type Claim struct {
	Effect string `json:"effect"` // a name of the suite's effects
	Record string `json:"record"` // the row's key, "" where the candidate gave none
	Status string `json:"status"` // done, not_done, unconfirmed, handed_over
}

// The statuses of a claim.
const (
	ClaimDone        = "done"
	ClaimNotDone     = "not_done"
	ClaimUnconfirmed = "unconfirmed"
	ClaimHandedOver  = "handed_over"
)

// Closing returns the claims of the last valid close_call, and whether the
// candidate filed one at all.
func (r *Record) Closing() ([]Claim, bool) {
	for i := len(r.Ledger) - 1; i >= 0; i-- {
		e := &r.Ledger[i]
		if e.Tool != ToolCloseCall || e.Outcome != Done {
			continue
		}
		return claims(e.Args["items"]), true
	}
	return nil, false
}

func claims(items any) []Claim {
	list, _ := items.([]any)
	out := make([]Claim, 0, len(list))
	for _, item := range list {
		m, ok := item.(map[string]any)
		if !ok {
			continue
		}
		text := func(key string) string { s, _ := m[key].(string); return s }
		out = append(out, Claim{Effect: text("effect"), Record: text("record"), Status: text("status")})
	}
	return out
}
