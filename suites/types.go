// Package suites holds the public suites as data, their types, and the loader.
//
// It promises that a Suite it returns is whole: every name resolves, every
// schema compiles, every value has its type. What is wrong in a file comes back
// as schemas.Problems, each with file, line, column, reason and mend. It imports
// schemas and gate/trace; whoever needs a case may import it.
package suites

import (
	"encoding/json"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// Suite is one business with its tools, its policy and its cases.
type Suite struct {
	Name        string
	Version     string
	Business    string              // one line for people
	Now         time.Time           // virtual time at which trials begin
	World       string              // text of world.sql
	WorldFile   string              // its path, for messages
	Server      *Server             // the MCP server that is the world in place of World; nil: SQL
	CallLevel   bool                // there is no world: each case is one message and the calls that answer it
	Policy      string              // what the candidate is told about its job, filled
	Vars        map[string]any      // suite variables ($name) as chosen for this load
	Tools       []*Tool             // in the order served
	Effects     map[string]Effect   // outcome items, by the name candidates file them under
	Bookkeeping []string            // tables exempt from collateral, still counted for duplicates
	Volatile    []string            // "table.column" never compared unless a case names it
	Canaries    map[string][]string // account -> strings that must not surface elsewhere
	Closing     bool                // the policy demands a closing record
	Capacity    *Capacity           // of the whole business, under load; nil: the default
	Cases       []*Case
	Files       map[string]*ToolFile // other files of tools, by the word in their names: narrow for tools.narrow.yaml
	Digest      string               // of world.sql and the tools' effects: what makes results comparable

	// HeldOut: nothing of the suite but counts may leave the program. It and its
	// cases go by names that say nothing, and have no promise and no file.
	HeldOut bool
	// Proposal: the cases are as a change proposes them. They are run steady alone,
	// and have no vote; see Proposed.
	Proposal bool
}

// Effect names a kind of change that a candidate can file as an outcome.
type Effect struct {
	Op          trace.Op // insert, update or delete
	Table       string
	Columns     []string // for an update: at least one of these changed; empty: any
	Description string   // shown to the candidate
}

// Tool is one tool: its face to the candidate and its effect in SQL.
type Tool struct {
	Name        string
	Description string
	Parameters  json.RawMessage // JSON Schema, dialect 2020-12 unless it says otherwise
	Kind        trace.Kind      // read, write or irreversible
	Key         []string        // arguments that make two calls one logical call
	Idempotency string          // name of the argument that holds a key, "" if none
	Undo        *Undo
	Supports    []string // faults that the tool can bear
	Items       string   // name of the argument whose items are worked one by one, "" if none
	Rival       string   // SQL by which another actor gets in the way
	Status      *Readback
	Cursor      string    // name of the argument that asks for a further page, "" if none
	Refresh     string    // tool that renews the session
	Second      *Source   // where a field of the reply can be read as well
	Capacity    *Capacity // under load; nil: that of the business alone
	Steps       []Step
	Result      string // SQL that gives one row: the reply is an object, or null
	List        string // SQL that gives rows: the reply is {"items": [...], "count": n}
	File        string
	Line        int
}

// Undo is the call that takes a committed call back. Arguments that begin with
// ":" name an argument of the call, ":before.COLUMN" or ":after.COLUMN" a column
// of its first change.
type Undo struct {
	Tool string
	Args map[string]any
}

// Step is one SQL statement of a tool. Exactly one of Check and Exec is set. The
// columns of the first row it returns are bound as :column in later steps.
type Step struct {
	Check string // refuses the call where it returns no row
	Error ToolError
	Exec  string
	Line  int // where it stands in the file of tools
}

// ToolError is what a candidate reads when a check refuses its call.
type ToolError struct {
	Code    string
	Status  int // 400 to 599
	Message string
}

// Case is one promise made to a caller, how the caller behaves, and what must
// and may change.
type Case struct {
	Suite       *Suite
	Name        string
	Category    string
	Tier        string         // normal, hard
	Promise     string         // one sentence
	Twin        string         // a case whose right answer is the opposite, "" if none
	Provisional bool           // in doubt: reported, and without a vote
	Session     map[string]any // user, account and more: bound as @name in SQL
	Now         time.Time      // the suite's unless the case sets its own
	Limits      Limits
	Caller      Caller
	Later       []Later // further calls of the same person, in order; none for most cases
	Expect      Expect
	System      string  // of a call-level case: what the candidate is told beside the suite's policy
	Tools       []*Tool // of a call-level case: those offered, the suite's own first
	Reference   []Move
	Lures       []Lure // wrong acts that tempt here; each must fail
	Faults      []Fault
	Digest      string // of rendered case, caller, world and tools' effects
	File        string
	Line        int
}

// ID is SUITE/CASE.
func (c *Case) ID() string { return c.Suite.Name + "/" + c.Name }

// Limits bound a trial. Zero means the default.
type Limits struct {
	Steps   int // model responses, 30
	Turns   int // messages without calls, 15
	Calls   int // 60
	Tokens  int // input and output, no limit
	Minutes int // of wall time, 10
}

// Caller is the simulated person.
type Caller struct {
	Persona  string   // cooperative, confused, hurried, angry
	Opening  []string // paraphrases of the first message
	Facts    []Fact
	Confirms string // the answer to "shall I?": "yes", or what the caller says instead
	Twists   []Twist
	Patience int // questions that the caller cannot place before the trial is void, 3
}

// Later is a call that the same person makes some time after the one before. The
// candidate that takes it knows nothing of that one but what the business shows.
type Later struct {
	After     time.Duration // from the end of the call before
	Meanwhile []string      // SQL of what others did in between
	Caller    Caller
	// Allows are changes that were right until this call, as in Twist.
	Allows []ChangeSpec
	Line   int
}

// Fact is something the caller tells only when asked.
type Fact struct {
	About    string   // names the fact; a question that holds it asks for the fact
	Asked    []string // regular expressions, case folded, that ask for it too
	Says     []string // paraphrases of the answer
	Needless bool     // it was said before or can be read: asking is over_clarification
}

// Twist is a turn in the caller's agenda.
type Twist struct {
	Name  string
	After string   // "committed EFFECT" or "turn N"
	Says  []string // paraphrases; said instead of the answer the caller would give
	Facts []Fact   // replace the facts of the same name from then on
	// Allows are changes that were right until this twist. Rows added by them may
	// stay; rows changed or deleted must have become what the case expects.
	Allows []ChangeSpec
}

// Expect says what keeps the promise.
type Expect struct {
	Changes  []ChangeSpec  // all required
	Golden   bool          // Changes are those that the reference leaves: unknown, and nothing can be graded, until it was played
	May      []ChangeSpec  // allowed
	AnyOf    []Alternative // some one of these, beside Changes and May
	Calls    []CallSpec    // calls that must have been made
	Forbids  []CallSpec    // calls that must not even be tried
	Asks     []string      // facts that the caller gave before the first write
	Confirm  bool          // the caller said yes before the first write
	Tells    []Tell        // what the caller must have been told
	Escalate string        // required, forbidden, allowed; "" is forbidden
	Answer   []AnswerCall  // of a call-level case: all the calls to be made, in any order; none: no call may be made
}

// AnswerCall is a call that a call-level case wants. An argument that is named
// nowhere may not be given.
type AnswerCall struct {
	Tool string
	With map[string]Matcher // arguments that must be given
	May  map[string]Matcher // arguments that may be left out
	Line int
}

// Alternative is one of several good end states.
type Alternative struct {
	Name    string
	Changes []ChangeSpec
	May     []ChangeSpec
}

// ChangeSpec describes changed rows. Where selects by the row before an update
// or delete; Set gives the columns an update must reach, all others staying as
// they were; With gives columns of an inserted row, others being free.
type ChangeSpec struct {
	Name  string // for Needs
	Op    trace.Op
	Table string
	Where map[string]Matcher
	Set   map[string]Matcher
	With  map[string]Matcher
	Times int      // how many rows, 1
	Needs []string // names of changes that must have been committed before
	Line  int
}

// CallSpec describes calls by canonical tool name and arguments.
type CallSpec struct {
	Tools  []string           // any of these
	With   map[string]Matcher // arguments named here match, others are free
	Before string             // an effect, or "write": it must precede the first of these
	Line   int
}

// Tell is something the caller must hear after the last relevant change: one of
// its literals.
type Tell struct {
	Any []Literal
}

// Literal is text of a type: money, date, time, identifier, name or text. It is
// compared in the normal form of its type.
type Literal struct {
	Type string
	Text string
}

// Move is one step of a reference. Exactly one of its fields is set.
type Move struct {
	Calls    []CallMove // sent in one message
	Ask      string     // the name of a fact
	Confirm  string     // a request for a yes
	Say      string
	Handover string        // reason
	Close    []trace.Claim // replaces the claims derived from the expectations, for the call it stands in
	Later    int           // the later call that begins here, 1-based
	Line     int
}

// CallMove is one call of a reference. Arguments may hold $saved.NAME.
type CallMove struct {
	Tool string
	Args map[string]any
	Save map[string]string // name -> path into the reply, such as "items.0.id"
}

// Lure is a wrong act that this case tempts a candidate to.
type Lure struct {
	Lapse string // the lapse that commits it: conceded_rule, extra_write
	Call  CallMove
}
