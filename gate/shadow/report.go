package shadow

import (
	"github.com/keptgate/keptgate/gate/stats"
	"github.com/keptgate/keptgate/gate/trace"
)

// ReportVersion is the version of the form of shadow.json.
const ReportVersion = 1

// Report says how far a candidate agrees with a record. It holds no judgement.
type Report struct {
	Version    int              `json:"version"`
	Keptgate   string           `json:"keptgate"`
	Candidate  string           `json:"candidate"`
	Traces     []Trace          `json:"traces"`
	Count      Count            `json:"conversations"`
	All        Figures          `json:"all"`
	Effects    []EffectFigures  `json:"effects"`    // reads, writes
	Tools      []ToolFigures    `json:"tools"`      // those that were called, by name
	Categories []Split          `json:"categories"` // by name
	Outcomes   []Split          `json:"outcomes"`   // by what the record says: kept, not_kept, not_said
	Writes     WholeWrites      `json:"writes"`
	Ends       map[string]int   `json:"ends"`       // conversations by how they ended
	Noted      int              `json:"noted"`      // writes of the candidate that the record does not hold
	Unrecorded int              `json:"unrecorded"` // calls that the record could not answer
	Unanswered int              `json:"unanswered"` // calls that the record holds without what came back
	Usage      trace.Usage      `json:"usage"`
	Void       []VoidReason     `json:"void"` // the most frequent first
	Notes      []string         `json:"notes"`
	Played     []PlayedDialogue `json:"played"`
}

// Nothing tells whether there is nothing that could agree: no conversation was played,
// or neither side made a call.
func (r *Report) Nothing() bool { return r.All.Recorded+r.All.NotRecorded == 0 }

// Trace is a file of recorded conversations.
type Trace struct {
	File          string `json:"file"`
	SHA256        string `json:"sha256"`
	Conversations int    `json:"conversations"`
}

// Count says what became of the conversations.
type Count struct {
	Recorded int `json:"recorded"` // in the files
	Played   int `json:"played"`   // that the figures stand on
	Cut      int `json:"cut"`      // of those, ended before all was said
	Unfit    int `json:"unfit"`    // which cannot be replayed; the notes say why
	Void     int `json:"void"`     // in which the provider failed
	Left     int `json:"left"`     // not begun: beyond --limit, or after a failure that all would meet
}

// Figures count actions, which are calls. Recorded = Agreed + Other + NotMade.
type Figures struct {
	Recorded    int       `json:"recorded"`
	Agreed      int       `json:"agreed"`
	Other       int       `json:"other_arguments"`
	NotMade     int       `json:"not_made"`
	NotRecorded int       `json:"not_recorded"` // made, and not in the record
	Agreement   Agreement `json:"agreement"`    // of Agreed among Recorded
}

// Agreement is a share with its Wilson interval.
type Agreement struct {
	Agreed int      `json:"agreed"`
	Of     int      `json:"of"`
	Value  *float64 `json:"value"` // nil where Of is 0
	Low    float64  `json:"low"`
	High   float64  `json:"high"`
}

func newAgreement(agreed, of int) Agreement {
	a := Agreement{Agreed: agreed, Of: of}
	a.Low, a.High = stats.Wilson(stats.Count{Trials: of, Pass: agreed})
	if of > 0 {
		value := float64(agreed) / float64(of)
		a.Value = &value
	}
	return a
}

// EffectFigures are those of reads, or of writes.
type EffectFigures struct {
	Effect  Effect  `json:"effect"`
	Figures Figures `json:"figures"`
}

// ToolFigures are those of one tool.
type ToolFigures struct {
	Tool    string     `json:"tool"`
	Effect  Effect     `json:"effect"`
	By      string     `json:"by"` // what the effect is known by: flag, definition, name
	Figures Figures    `json:"figures"`
	Differs []Argument `json:"differs"` // the arguments that differed, the most frequent first
}

// Argument says in how many calls an argument differed from the record's.
type Argument struct {
	Name  string `json:"name"`
	Calls int    `json:"calls"`
}

// Split are the figures of some conversations: of a category, or of an outcome.
type Split struct {
	Name          string      `json:"name"`
	Conversations int         `json:"conversations"`
	Figures       Figures     `json:"figures"`
	Writes        WholeWrites `json:"writes"`
}

// WholeWrites says in how many conversations the writes are those of the record, none
// missing and none beside them, of those in which either side has one.
type WholeWrites struct {
	Agreement Agreement `json:"agreement"`
	None      int       `json:"none"` // conversations without a write on either side
}

// VoidReason is why a provider failed, and in how many conversations.
type VoidReason struct {
	Reason        string `json:"reason"`
	Conversations int    `json:"conversations"`
}

// PlayedDialogue is what came of one conversation.
type PlayedDialogue struct {
	File       string   `json:"file"`
	ID         string   `json:"id"`
	Category   string   `json:"category"`
	Outcome    string   `json:"outcome"`
	End        string   `json:"end"`
	Steps      int      `json:"steps"`
	Figures    Figures  `json:"figures"`
	Unrecorded int      `json:"unrecorded"`
	Actions    []Action `json:"actions"` // those that do not agree
}

// Action is a call of either side that has no equal on the other.
type Action struct {
	Kind     string   `json:"kind"` // other_arguments, not_made, not_recorded
	Tool     string   `json:"tool"`
	Effect   Effect   `json:"effect"`
	Differs  []string `json:"differs,omitempty"`  // arguments that differ
	Recorded any      `json:"recorded,omitempty"` // arguments: an object, or the text where they are none
	Made     any      `json:"made,omitempty"`
}
