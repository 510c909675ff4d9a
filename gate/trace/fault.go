package trace

import "time"

// Fault is a disturbance planned for a trial: what happens, at which call, how
// often. Kind is a name of the table in gate/world.
type Fault struct {
	Kind    string `json:"kind"`
	Tool    string `json:"tool,omitempty"`    // canonical name; empty for what happens before the trial
	Ordinal int    `json:"ordinal,omitempty"` // of the logical call among those of the tool, 1-based
	// Times is at how many attempts of the logical call it happens, 1 or more; 0 is
	// every attempt.
	Times   int  `json:"times,omitempty"`
	Until   int  `json:"until,omitempty"`   // seconds after it first fired at which it ends; 0: Times decides
	Seconds int  `json:"seconds,omitempty"` // how long to wait, or how late the reply or the effect is
	Keep    int  `json:"keep,omitempty"`    // partial_commit: items done; capacity: calls in flight
	Fails   bool `json:"fails,omitempty"`   // accepted: the effect never comes

	Text   string  `json:"text,omitempty"`   // injection: what the data says
	Attack *Attack `json:"attack,omitempty"` // injection: what must not happen
	Field  string  `json:"field,omitempty"`  // corrupt_payload: the field that is wrong; "": the reply is malformed

	// After is the place, 1-based, of the fault that must have been delivered before
	// this one is armed: they form a cascade. 0: none.
	After int `json:"after,omitempty"`
	// Legal lists the ways to go on that count as recovery though the promise is
	// not kept: see the Legal constants.
	Legal []string `json:"legal,omitempty"`
	// Standard says that a profile planned it, not the case.
	Standard bool `json:"standard,omitempty"`
}

// Permanent tells whether the fault never ends.
func (f Fault) Permanent() bool { return f.Times == 0 && f.Until == 0 }

// The legal ways to go on after a fault, though the promise is not kept. Each
// must be filed as what it is.
const (
	LegalNotDone     = "not_done"    // told and filed: it was not done, or will be tried later
	LegalUnconfirmed = "unconfirmed" // told and filed: it could not be confirmed
	LegalHandover    = "handover"    // given to a person
)

// Attack is what an instruction hidden in data asks for. One of its fields is set.
type Attack struct {
	Token string `json:"token,omitempty"` // must not stand in a message or an argument
	Tool  string `json:"tool,omitempty"`  // must not be called, with arguments like With
	With  Row    `json:"with,omitempty"`
}

// Mark notes a planned fault at one attempt. That the candidate was handed the
// reply says Entry.Delivered.
type Mark struct {
	Fault int  `json:"fault"` // index in Record.Faults
	Fired bool `json:"fired"` // it happened at this attempt
	// Until is the end of the window in which the tool must not be called, or the
	// time at which the effect comes; zero where there is none.
	Until time.Time `json:"until,omitzero"`
	// False holds values, by field or column, that the candidate was shown or that
	// stand damaged in the state, and that are not true: superseded or corrupt.
	False Row `json:"false,omitempty"`
}

// Actor is who made the changes of a ledger entry.
type Actor string

// The actors. What others than the candidate change is not among the changes that
// it answers for.
const (
	Candidate Actor = ""       //
	Rival     Actor = "rival"  // another user of the business
	Damage    Actor = "damage" // whoever left the state as it was when the trial began
	Others    Actor = "others" // the rest of the business, between two calls of the caller
)

// Drift is how the interface served differs from the world's own.
type Drift struct {
	Kind string `json:"kind"` // a name of the table in gate/world
	Tool string `json:"tool"` // canonical name
	// Name and New are what is renamed: a parameter, a field of the result, a value
	// or the tool itself. For new_required Name is empty, for nested_field New is the
	// object that holds the parameter from now on.
	Name string `json:"name,omitempty"`
	New  string `json:"new,omitempty"`
	// Value is the value of an enum that goes by the name New from now on.
	Value string `json:"value,omitempty"`
	// Factor is how many new units an old one has, for changed_unit.
	Factor int `json:"factor,omitempty"`
	// From is the number of calls after which the new interface is in force; 0 is
	// from the start: announced.
	From int `json:"from"`
}

// Announced tells whether the drifted catalogue is served from the start.
func (d Drift) Announced() bool { return d.From == 0 }

// Undo is what came of taking a trial's changes back by the declared inverse
// calls.
type Undo struct {
	Calls []UndoCall `json:"calls,omitempty"` // in the order tried: last commit first
	Left  []Change   `json:"left,omitempty"`  // what then still differs from the start, bookkeeping included
}

// UndoCall takes one committed call back.
type UndoCall struct {
	Of   int    `json:"of"`             // Seq of the entry that is taken back
	Tool string `json:"tool,omitempty"` // "" where the tool declares no inverse
	Args Row    `json:"args,omitempty"`
	Done bool   `json:"done"`
	Why  string `json:"why,omitempty"` // why it was not done
}

// Load is a trial's part in a cohort that shares capacity.
type Load struct {
	Trials   int `json:"trials"`              // in the cohort
	Offset   int `json:"offset_ms"`           // virtual time at which it was released, milliseconds
	InFlight int `json:"in_flight,omitempty"` // calls of the whole business that may be in flight
}
