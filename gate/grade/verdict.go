package grade

import "strings"

// Verdict is what grading one record came to.
type Verdict struct {
	Pass        bool        `json:"pass"`
	Void        string      `json:"void,omitempty"`        // class of a trial that does not count; nothing else is set then
	Primary     string      `json:"primary,omitempty"`     // class that explains a failing trial best
	Classes     []string    `json:"classes,omitempty"`     // of all findings that fail, in the order of Classes
	Alternative string      `json:"alternative,omitempty"` // the case's any_of that the trial reached or came nearest to
	Divergence  *Divergence `json:"divergence,omitempty"`  // nil for a passing trial
	Findings    []Finding   `json:"findings,omitempty"`    // by call, those of no call last
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
