package grade

import "strings"

// Verdict is what grading one record came to.
type Verdict struct {
	Pass        bool        `json:"pass"`
	Void        string      `json:"void,omitempty"`        // class of a trial that does not count; but for Faults nothing else is set then
	Primary     string      `json:"primary,omitempty"`     // class that explains a failing trial best
	Classes     []string    `json:"classes,omitempty"`     // of all findings that fail, in the order of Classes
	Alternative string      `json:"alternative,omitempty"` // the case's any_of that the trial reached or came nearest to
	Divergence  *Divergence `json:"divergence,omitempty"`  // nil for a passing trial
	Findings    []Finding   `json:"findings,omitempty"`    // by call, those of no call last

	Faults    []FaultOutcome `json:"faults,omitempty"`    // one for each planned fault, in the order of the record
	Failed    int            `json:"failed,omitempty"`    // calls that failed and whose reply the candidate was handed
	Corrected int            `json:"corrected,omitempty"` // those of them that were followed by an action that could mend it
	// Planned says of a trial under load that the right calls were there, in an order
	// that could work, whatever capacity made of them.
	Planned bool `json:"planned,omitempty"`
	// LegalHandover says that giving the call to a person was a legal way to go on
	// after a fault, so that the trial says nothing about escalation.
	LegalHandover bool `json:"legal_handover,omitempty"`
}

// NotExercised is the Void of a trial with planned faults that kept its promise
// without meeting any of them.
const NotExercised = "fault_not_exercised"

// FaultOutcome is what a candidate made of one planned fault.
type FaultOutcome struct {
	Fault     int    `json:"fault"` // index in the record's faults
	Kind      string `json:"kind"`
	Tool      string `json:"tool,omitempty"` // canonical name; empty for what happens before the trial
	Reached   bool   `json:"reached"`        // it happened at a call whose reply was handed over
	Recovered bool   `json:"recovered"`      // reached, nothing unsafe was done, and the promise was kept or a legal way taken
	Unsafe    bool   `json:"unsafe"`         // what was done after it is outside the legal
}

// Has tells whether the trial failed by the class.
func (v Verdict) Has(class string) bool {
	for _, c := range v.Classes {
		if c == class {
			return true
		}
	}
	return false
}

// Divergence is where a trial left the right way: the first call with changes
// that is at fault or, where no such call is, the gravest other finding.
type Divergence struct {
	Call    int    `json:"call,omitempty"` // Seq in the ledger, 0 if none
	Step    int    `json:"step,omitempty"`
	Turn    int    `json:"turn,omitempty"`
	Tool    string `json:"tool,omitempty"`
	Class   string `json:"class"`
	Message string `json:"message"`
}

// Severity says whether a finding fails the trial.
type Severity string

// The severities.
const (
	Fail Severity = "fail"
	Warn Severity = "warn"
)

// Finding is one graded fact about a record. Want and Found are for people; they
// and Message may quote the candidate and are cut to a bounded length.
type Finding struct {
	Class    string   `json:"class"`
	Severity Severity `json:"severity"`
	Question Question `json:"question"`
	Call     int      `json:"call,omitempty"` // Seq in the ledger, 0 if it belongs to no call
	Message  string   `json:"message"`        // one plain sentence
	Table    string   `json:"table,omitempty"`
	Row      string   `json:"row,omitempty"` // key of the row
	Field    string   `json:"field,omitempty"`
	Want     string   `json:"want,omitempty"`
	Found    string   `json:"found,omitempty"`
}

// maxText bounds, in bytes, each text of a finding.
const maxText = 300

// clip cuts a text to at most maxText bytes of whole characters.
func clip(s string) string {
	if len(s) <= maxText {
		return strings.ToValidUTF8(s, "�")
	}
	return strings.ToValidUTF8(s[:maxText-len("…")], "") + "…"
}
