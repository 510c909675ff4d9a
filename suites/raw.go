package suites

import (
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// The types of this file mirror the YAML files as they are written. The loader
// checks a file against its JSON Schema first, so decoding cannot fail on shape.

type rawSuite struct {
	Name        string               `json:"name"`
	Version     string               `json:"version"`
	Business    string               `json:"business"`
	Now         string               `json:"now"`
	Vary        map[string][]any     `json:"vary"`
	Recast      *rawRecast           `json:"recast,omitempty"`
	Effects     map[string]rawEffect `json:"effects"`
	Bookkeeping []string             `json:"bookkeeping"`
	Volatile    []string             `json:"volatile"`
	Canaries    map[string][]string  `json:"canaries"`
	Closing     string               `json:"closing"`
	Capacity    *rawCapacity         `json:"capacity,omitempty"`
	Server      *rawServer           `json:"server,omitempty"`
	World       string               `json:"world,omitempty"`
	Texts       string               `json:"texts,omitempty"`
}

type rawEffect struct {
	rawTarget
	Columns     []string `json:"columns"`
	Description string   `json:"description"`
}

// rawTarget is the "update: contacts" part of an effect or a change.
type rawTarget struct {
	Insert string `json:"insert"`
	Update string `json:"update"`
	Delete string `json:"delete"`
}

func (t rawTarget) op() (trace.Op, string) {
	switch {
	case t.Insert != "":
		return trace.Insert, t.Insert
	case t.Update != "":
		return trace.Update, t.Update
	default:
		return trace.Delete, t.Delete
	}
}

type rawTool struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Parameters  map[string]any `json:"parameters"`
	Effect      trace.Kind     `json:"effect"`
	Key         []string       `json:"key"`
	Idempotency string         `json:"idempotency"`
	Undo        *rawUndo       `json:"undo"`
	Supports    []string       `json:"supports"`
	Items       string         `json:"items"`
	Rival       string         `json:"rival"`
	Status      *rawReadback   `json:"status"`
	Cursor      string         `json:"cursor"`
	Refresh     string         `json:"refresh"`
	Second      *rawSource     `json:"second"`
	Capacity    *rawCapacity   `json:"capacity"`
	Steps       []rawStep      `json:"steps"`
	Result      string         `json:"result"`
	List        string         `json:"list"`
}

type rawUndo struct {
	Tool string         `json:"tool"`
	Args map[string]any `json:"args"`
}

type rawStep struct {
	Check string   `json:"check"`
	Error rawError `json:"error"`
	Exec  string   `json:"exec"`
}

type rawError struct {
	Code    string `json:"code"`
	Status  int    `json:"status"`
	Message string `json:"message"`
}

type rawCase struct {
	Name        string         `json:"name"`
	Category    string         `json:"category"`
	Tier        string         `json:"tier"`
	Promise     string         `json:"promise"`
	Twin        string         `json:"twin,omitempty"`
	Provisional bool           `json:"provisional,omitempty"`
	Session     map[string]any `json:"session"`
	Now         string         `json:"now"`
	Limits      rawLimits      `json:"limits"`
	Caller      rawCaller      `json:"caller"`
	Later       []rawLater     `json:"later,omitempty"`
	Expect      rawExpect      `json:"expect"`
	Reference   []rawMove      `json:"reference"`
	Lures       []rawLure      `json:"lures"`
	Faults      []rawFault     `json:"faults,omitempty"`
}

type rawLimits struct {
	Steps   int `json:"steps"`
	Turns   int `json:"turns"`
	Calls   int `json:"calls"`
	Tokens  int `json:"tokens"`
	Minutes int `json:"minutes"`
}

type rawCaller struct {
	Persona  string     `json:"persona"`
	Opening  any        `json:"opening"`
	Facts    []rawFact  `json:"facts"`
	Confirms string     `json:"confirms"`
	Twists   []rawTwist `json:"twists"`
	Patience int        `json:"patience"`
}

type rawLater struct {
	After     string      `json:"after"`
	Meanwhile []string    `json:"meanwhile"`
	Caller    rawCaller   `json:"caller"`
	Allows    []rawChange `json:"allows"`
}

type rawFact struct {
	About    string   `json:"about"`
	Asked    []string `json:"asked"`
	Says     any      `json:"says"`
	Needless bool     `json:"needless"`
}

type rawTwist struct {
	Name   string      `json:"name"`
	After  string      `json:"after"`
	Says   any         `json:"says"`
	Facts  []rawFact   `json:"facts"`
	Allows []rawChange `json:"allows"`
}

type rawExpect struct {
	Changes  any              `json:"changes"` // as written; []rawChange or byReference once it is read
	May      []rawChange      `json:"may"`
	AnyOf    []rawAlternative `json:"any_of"`
	Calls    []rawCall        `json:"calls"`
	Forbids  []rawCall        `json:"forbids"`
	Asks     []string         `json:"asks"`
	Confirm  bool             `json:"confirm"`
	Tells    []map[string]any `json:"tells"`
	Escalate string           `json:"escalate"`
}

// byReference stands for the changes that the reference of a case leaves.
const byReference = "reference"

// list reads the changes of an expectation, unless they are left to the
// reference. The file's schema has checked their shape.
func (e *rawExpect) list() error {
	if e.Changes == byReference {
		return nil
	}
	var list []rawChange
	err := schemas.Decode(e.Changes, &list)
	e.Changes = list
	return err
}

type rawAlternative struct {
	Name    string      `json:"name"`
	Changes []rawChange `json:"changes"`
	May     []rawChange `json:"may"`
}

type rawChange struct {
	rawTarget
	Name  string         `json:"name"`
	Where map[string]any `json:"where"`
	Set   map[string]any `json:"set"`
	With  map[string]any `json:"with"`
	Times int            `json:"times"`
	Needs []string       `json:"needs"`
}

type rawCall struct {
	Tool   any            `json:"tool"`
	With   map[string]any `json:"with"`
	Before string         `json:"before"`
}

type rawMove struct {
	Call     map[string]map[string]any   `json:"call"`
	Save     map[string]string           `json:"save"`
	Calls    []map[string]map[string]any `json:"calls"`
	Ask      string                      `json:"ask"`
	Confirm  string                      `json:"confirm"`
	Say      string                      `json:"say"`
	Handover string                      `json:"handover"`
	Close    []trace.Claim               `json:"close"`
	Later    int                         `json:"later"`
}

type rawLure struct {
	Lapse string                    `json:"lapse"`
	Call  map[string]map[string]any `json:"call"`
}

type rawReadback struct {
	Tool  string         `json:"tool"`
	Args  map[string]any `json:"args"`
	Shows map[string]any `json:"shows"`
}

type rawSource struct {
	Field string         `json:"field"`
	Tool  string         `json:"tool"`
	Args  map[string]any `json:"args"`
	Path  string         `json:"path"`
}

type rawCapacity struct {
	InFlight int     `json:"in_flight"`
	Calls    int     `json:"calls"`
	Per      float64 `json:"per"`
	Seconds  float64 `json:"seconds"`
}

type rawFault struct {
	Fault     string                    `json:"fault,omitempty"`
	Cascade   []rawFault                `json:"cascade,omitempty"`
	Tool      string                    `json:"tool,omitempty"`
	Ordinal   int                       `json:"ordinal,omitempty"`
	Times     int                       `json:"times,omitempty"`
	Permanent bool                      `json:"permanent,omitempty"`
	Until     int                       `json:"until,omitempty"`
	Seconds   int                       `json:"seconds,omitempty"`
	Keep      int                       `json:"keep,omitempty"`
	Fails     bool                      `json:"fails,omitempty"`
	Says      string                    `json:"says,omitempty"`
	Repeats   string                    `json:"repeats,omitempty"`
	Attack    map[string]map[string]any `json:"attack,omitempty"`
	Field     string                    `json:"field,omitempty"`
	Damage    string                    `json:"damage,omitempty"`
	Legal     []string                  `json:"legal,omitempty"`
}
