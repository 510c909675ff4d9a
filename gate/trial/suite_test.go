package trial

import (
	"context"
	"testing"
	"testing/fstest"
	"time"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/caller"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// The suite of the tests: a desk that lends tools.
var files = map[string]string{
	"policy.md": "You lend tools to members.\n",
	"suite.yaml": `
name: desk
version: "1"
business: A lending desk for tools.
now: 2026-03-02T09:00:00Z
effects:
  loan_made: {insert: loans, description: A tool was lent.}
  tool_renamed: {update: tools, columns: [name], description: A tool got another name.}
  tool_moved: {update: tools, columns: [shelf], description: A tool got another shelf.}
  booking_dropped: {delete: bookings, description: A booking was dropped.}
bookkeeping: [views]
`,
	"world.sql": `
CREATE TABLE tools (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, shelf TEXT NOT NULL);
CREATE TABLE loans (id INTEGER PRIMARY KEY, tool TEXT NOT NULL, who TEXT NOT NULL, due TEXT NOT NULL);
CREATE TABLE bookings (tool TEXT NOT NULL, day TEXT NOT NULL, who TEXT NOT NULL, PRIMARY KEY (tool, day));
CREATE TABLE views (id INTEGER PRIMARY KEY, tool TEXT NOT NULL);
INSERT INTO tools VALUES ('t1', 'Drill', 'A'), ('t2', 'Drill', 'B');
INSERT INTO bookings VALUES ('t1', '2026-03-05', 'Ana');
`,
	"tools.yaml": `
- name: find_tools
  description: Find tools by name.
  parameters: {type: object, additionalProperties: false, required: [name], properties: {name: {type: string}}}
  effect: read
  list: SELECT id, name, shelf FROM tools WHERE name = :name ORDER BY id
- name: lend_tool
  description: Lend one tool until a day.
  parameters:
    type: object
    additionalProperties: false
    required: [tool_id, due]
    properties: {tool_id: {type: string}, due: {type: string}, request: {type: string}}
  effect: write
  idempotency: request
  steps:
    - exec: INSERT INTO loans (tool, who, due) VALUES (:tool_id, @user, :due)
- name: rename_tool
  description: Give a tool another name.
  parameters:
    type: object
    additionalProperties: false
    required: [tool_id, name]
    properties: {tool_id: {type: string}, name: {type: string}}
  effect: write
  steps:
    - exec: INSERT INTO views (tool) VALUES (:tool_id)
    - exec: UPDATE tools SET name = :name WHERE id = :tool_id
  undo: {tool: rename_tool, args: {tool_id: ":tool_id", name: ":before.name"}}
- name: parse_note
  description: Read a note that is JSON.
  parameters: {type: object, additionalProperties: false, required: [note], properties: {note: {type: string}}}
  effect: read
  result: SELECT json_extract(:note, '$.a') AS a
`,
	"cases/lending.yaml": `
- name: d-001
  category: lending
  promise: A drill is lent to Ana until 9 March.
  session: {user: Ana, account: desk}
  caller:
    opening: ["I'd like to borrow a drill until the 9th of March.", "Can I have a drill till March 9?"]
    facts:
      - {about: which drill, asked: ["which (drill|one)"], says: The one on shelf B.}
  expect:
    changes:
      - {insert: loans, with: {tool: t2, who: Ana, due: "2026-03-09"}}
    asks: [which drill]
    tells: [{date: "2026-03-09"}]
    calls: [{tool: find_tools, with: {name: Drill}}]
  reference:
    - call: {find_tools: {name: Drill}}
      save: {tool: items.1.id}
    - ask: which drill
    - call: {lend_tool: {tool_id: $saved.tool, due: "2026-03-09"}}
    - say: The drill is yours until 9 March 2026.
- name: d-002
  category: lending
  promise: Whichever way, the drill is moved or renamed.
  session: {user: Ana, account: desk}
  caller:
    opening: ["Please rename the drill on shelf A to Hammer drill."]
    twists:
      - {name: other, after: turn 1, says: "Actually, call it Impact drill."}
  expect:
    changes:
      - {insert: loans, with: {tool: {one_of: [t1, t2]}}, times: 2}
      - {insert: views, with: {tool: t1}}
      - {delete: bookings, where: {day: "2026-03-05", tool: t1}}
    any_of:
      - {name: renamed, changes: [{update: tools, where: {id: t1}, set: {name: Impact drill}}]}
      - {name: moved, changes: [{update: tools, where: {id: t1}, set: {shelf: B}}]}
    escalate: allowed
  reference:
    - calls: [{rename_tool: {tool_id: t1, name: Impact drill}}, {lend_tool: {tool_id: t1, due: "2026-03-09"}}]
    - confirm: Shall I go ahead?
    - close: [{effect: tool_renamed, record: t1, status: done}]
    - handover: The rest is for a person.
  lures:
    - {lapse: extra_write, call: {rename_tool: {tool_id: t2, name: Impact drill}}}
`,
}

// desk loads the suite.
func desk(t *testing.T) *suites.Suite {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys["desk/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	s, err := suites.Load(fsys, "desk", 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// setup prepares a trial of case d-001 as changed by adapt.
func setup(t *testing.T, candidate agent.Candidate, adapt func(*suites.Case)) Setup {
	t.Helper()
	s := desk(t)
	w, err := world.Open(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	c := s.Cases[0]
	if adapt != nil {
		adapt(c)
	}
	script, err := caller.Prepare(c)
	if err != nil {
		t.Fatal(err)
	}
	return Setup{World: w, Case: c, Caller: script, Condition: "steady", Seed: 7, Candidate: candidate, Wall: stopped}
}

// stopped is a clock that stands still.
func stopped() time.Time { return time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC) }

// run runs a trial that must leave a record.
func run(t *testing.T, s Setup) *trace.Record {
	t.Helper()
	r, err := Run(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// turn is one thing that a candidate of the tests says, or does wrong.
type turn struct {
	text  string
	calls []trace.Call
	cut   bool
	usage trace.Usage
	err   error
	then  func() // run before the candidate answers
}

func says(text string) turn { return turn{text: text} }

// calls is a message of calls, each given as a tool's name and its arguments.
func calls(pairs ...string) turn {
	var t turn
	for i := 0; i < len(pairs); i += 2 {
		t.calls = append(t.calls, trace.Call{ID: "c", Tool: pairs[i], Arguments: pairs[i+1]})
	}
	return t
}

// actor is a candidate that takes its turns in order, and the last one again and
// again. It notes what it was given.
type actor struct {
	turns    []turn
	startErr error
	closeErr error
	briefing agent.Briefing
	heard    []trace.Message
	served   [][]string
	tools    []trace.Tool // as served last
	closed   int
}

func acts(turns ...turn) *actor { return &actor{turns: turns} }

func (a *actor) Identity() string { return "test:actor" }

func (a *actor) Start(_ context.Context, b agent.Briefing) (agent.Session, error) {
	a.briefing = b
	return a, a.startErr
}

func (a *actor) Close() error {
	a.closed++
	return a.closeErr
}

func (a *actor) Next(_ context.Context, m trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	turn := a.turns[min(len(a.heard), len(a.turns)-1)]
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	a.heard, a.served, a.tools = append(a.heard, m), append(a.served, names), tools
	if turn.then != nil {
		turn.then()
	}
	return trace.Message{Text: turn.text, Calls: turn.calls, Cut: turn.cut}, turn.usage, turn.err
}
