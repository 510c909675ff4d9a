package grade

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// The tests write cases as suite files do and records as scripts of this form:
//
//   - caller: What they say.
//   - say: What the candidate says.   # heard, released, needless, twist: the exchange it leads to
//   - call: {tool: {argument: value}} # changes, outcome, status, reply, beside (text), raw (arguments)
//     changes: [{update: contacts/c204, set: {title: Boss}}, {insert: notices/n1, with: {…}}, {delete: …}]
//   - handover: reason
//   - wait: 30
//   - close: [{effect: …, record: …, status: done}]
//   - harness: The caller has left.
//   - end: goodbye                    # the default; crashed has a crash beside it
//   - again: What they say.           # the caller rings again, three days later
//   - others: [{update: …}]           # changes that others made before that
//   - rival: [{update: …}]            # changes that another actor made; damage: those before the trial
//   - effect: 3                       # what came of call 3 late or a second time, with its changes
//   - drift: {…}                      # what was planned for the record; load likewise
//
// A call is a message of its own unless it says "same": then it belongs to that of
// the call before. At a call "fired" is the number of the case's fault that
// happened at it, with "until" in seconds from then and "untrue" values; "took"
// are seconds, and the reply of one that is "lost" was never handed over.
type line struct {
	Caller   string                    `json:"caller"`
	Again    string                    `json:"again"`
	Others   []map[string]any          `json:"others"`
	Say      string                    `json:"say"`
	Heard    []string                  `json:"heard"`
	Says     string                    `json:"says"` // "no": the caller did not confirm what was heard
	Released []string                  `json:"released"`
	Needless []string                  `json:"needless"`
	Twist    string                    `json:"twist"`
	Call     map[string]map[string]any `json:"call"`
	Changes  []map[string]any          `json:"changes"`
	Outcome  trace.Outcome             `json:"outcome"`
	Status   int                       `json:"status"`
	Reply    any                       `json:"reply"`
	Beside   string                    `json:"beside"`
	Raw      string                    `json:"raw"`
	Handover string                    `json:"handover"`
	Wait     int                       `json:"wait"`
	Close    []map[string]any          `json:"close"`
	Harness  string                    `json:"harness"`
	End      trace.End                 `json:"end"`
	Crash    string                    `json:"crash"`

	Rival  []map[string]any `json:"rival"`
	Damage []map[string]any `json:"damage"`
	Effect int              `json:"effect"`
	Drift  *trace.Drift     `json:"drift"`
	Load   *trace.Load      `json:"load"`
	Same   bool             `json:"same"`
	Fired  int              `json:"fired"`
	Until  int              `json:"until"`
	Untrue map[string]any   `json:"untrue"`
	Took   int              `json:"took"`
	Lost   bool             `json:"lost"`
}

// rows are those of testdata/suite/world.sql.
func rows() map[string]trace.Row {
	contact := func(account, name, title, email string, points int64) trace.Row {
		return trace.Row{"account": account, "name": name, "title": title, "email": email, "points": points, "updated_at": "2025-01-01T00:00:00Z"}
	}
	all := map[string]trace.Row{
		"contacts/c204":   contact("northwind", "Alex Rivera", "Manager", "alex.rivera@northwind.example", 10),
		"contacts/c117":   contact("northwind", "Alex Chen", "Engineer", "alex.chen@northwind.example", 0),
		"contacts/c900":   contact("contoso", "Mia Lindqvist", "Buyer", "mia@contoso.example", 5),
		"permissions/p1":  {"contact_id": "c204", "role": "reader"},
		"appointments/a1": {"patient_id": "p7", "start": "2026-03-04T14:30:00Z", "room": "2"},
	}
	for name, row := range all {
		_, row["id"], _ = strings.Cut(name, "/")
	}
	return all
}

// loadCase reads a case as a suite file holds it; what the test does not care
// about is filled in. Suite is a patch of suite.yaml.
func loadCase(tb testing.TB, text string) *suites.Case {
	tb.Helper()
	if c, ok := loaded.Load(text); ok {
		return c.(*suites.Case)
	}
	c := parseCase(tb, text)
	loaded.Store(text, c)
	return c
}

var loaded sync.Map // text -> *suites.Case; who changes a case copies it first

func parseCase(tb testing.TB, text string) *suites.Case {
	tb.Helper()
	kase := map[string]any{
		"name": "case", "category": "test", "promise": "A promise.", "reference": []any{map[string]any{"say": "Done."}},
		"session": map[string]any{"user": "u1", "account": "northwind"},
		"caller":  map[string]any{"opening": []any{"Hello."}},
	}
	var patch map[string]any
	if err := yaml.Unmarshal([]byte(text), &patch); err != nil {
		tb.Fatalf("read case: %v", err)
	}
	if _, ok := patch["answer"]; ok {
		return parseCallCase(tb, patch)
	}
	fsys := fstest.MapFS{}
	for _, name := range []string{"suite.yaml", "world.sql", "tools.yaml", "policy.md"} {
		data, err := os.ReadFile("testdata/suite/" + name)
		if err != nil {
			tb.Fatal(err)
		}
		if more, _ := patch["suite"].(string); name == "suite.yaml" {
			if !strings.Contains(more, "bookkeeping:") {
				more += "bookkeeping: [activity]\n"
			}
			data = append(data, more...)
		}
		fsys["desk/"+name] = &fstest.MapFile{Data: data}
	}
	delete(patch, "suite")
	maps.Copy(kase, patch)
	data, err := yaml.Marshal([]any{kase})
	if err != nil {
		tb.Fatal(err)
	}
	fsys["desk/cases/case.yaml"] = &fstest.MapFile{Data: data}
	s, err := suites.Load(fsys, "desk", 0)
	if err != nil {
		tb.Fatalf("load case: %v", err)
	}
	return s.Cases[0]
}

// parseCallCase reads a call-level case.
func parseCallCase(tb testing.TB, patch map[string]any) *suites.Case {
	tb.Helper()
	kase := map[string]any{"name": "case", "category": "test", "promise": "A promise.", "ask": "Hello."}
	maps.Copy(kase, patch)
	data, err := yaml.Marshal([]any{kase})
	if err != nil {
		tb.Fatal(err)
	}
	s, err := suites.Load(fstest.MapFS{
		"calls/suite.yaml":      {Data: []byte("name: calls\nversion: '1'\nbusiness: Calls.\nnow: 2026-03-02T09:00:00Z\nworld: none\n")},
		"calls/cases/case.yaml": {Data: data},
	}, "calls", 0)
	if err != nil {
		tb.Fatalf("load case: %v", err)
	}
	return s.Cases[0]
}

// buildRecord turns a script into the record that a trial would have left.
func buildRecord(tb testing.TB, c *suites.Case, script string) *trace.Record {
	tb.Helper()
	var generic any
	if err := yaml.Unmarshal([]byte(script), &generic); err != nil {
		tb.Fatalf("read record: %v", err)
	}
	data, err := json.Marshal(generic)
	if err != nil {
		tb.Fatal(err)
	}
	var lines []line
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&lines); err != nil {
		tb.Fatalf("read record: %v", err)
	}
	b := &recorder{tb: tb, c: c, rows: rows(), attempts: map[string]int{}, now: c.Now, turn: 1}
	b.r = &trace.Record{Suite: c.Suite.Name, Case: c.Name, Condition: "steady", Began: c.Now, End: trace.EndGoodbye}
	if c.Suite.CallLevel {
		b.r.End = trace.EndAnswered
	}
	for _, f := range c.Faults {
		b.r.Faults = append(b.r.Faults, f.Fault)
	}
	for _, l := range lines {
		b.line(l)
	}
	b.r.Steps, b.r.Turns, b.r.Ended = b.step, b.turn-1, b.now
	return b.r
}

type recorder struct {
	tb                testing.TB
	c                 *suites.Case
	r                 *trace.Record
	rows              map[string]trace.Row
	attempts          map[string]int
	now               time.Time
	step, turn, phase int
	later             int
}

func (b *recorder) line(l line) {
	switch {
	case l.Caller != "":
		b.message(trace.Message{Role: trace.RoleCaller, Text: l.Caller})
	case l.Again != "":
		b.now = b.now.Add(72 * time.Hour)
		b.later++
		b.message(trace.Message{Role: trace.RoleCaller, Later: b.later, Text: l.Again})
	case l.Others != nil:
		b.aside(trace.Entry{Actor: trace.Others}, l, l.Others)
	case l.Harness != "":
		b.message(trace.Message{Role: trace.RoleHarness, Text: l.Harness})
	case l.Say != "":
		b.next()
		b.message(trace.Message{Role: trace.RoleCandidate, Step: b.step, Text: l.Say})
		if l.Twist != "" {
			b.phase++
		}
		b.r.Exchanges = append(b.r.Exchanges, trace.Exchange{
			Turn: b.turn, Ledger: len(b.r.Ledger), Intents: l.Heard, Confirmed: slices.Contains(l.Heard, "confirm") && l.Says != "no", Released: l.Released, Needless: l.Needless, Twist: l.Twist, Phase: b.phase,
		})
		b.turn++
		b.now = b.now.Add(30 * time.Second)
	case l.End != "":
		b.r.End, b.r.Crash = l.End, l.Crash
	case l.Handover != "":
		b.call(trace.ToolHandover, map[string]any{"reason": l.Handover}, l)
	case l.Wait != 0:
		b.call(trace.ToolWait, map[string]any{"seconds": l.Wait}, l)
		b.now = b.now.Add(time.Duration(l.Wait) * time.Second)
	case l.Rival != nil:
		b.aside(trace.Entry{Actor: trace.Rival}, l, l.Rival)
	case l.Damage != nil:
		b.aside(trace.Entry{Actor: trace.Damage}, l, l.Damage)
	case l.Effect != 0:
		of := b.r.Ledger[l.Effect-1]
		of.Echo, of.Marks, of.Changes, of.Delivered = of.Seq, nil, nil, false
		b.aside(of, l, l.Changes)
	case l.Drift != nil:
		b.r.Drift = l.Drift
	case l.Load != nil:
		b.r.Load = l.Load
	case l.Close != nil:
		items := make([]any, len(l.Close))
		for i, item := range l.Close {
			items[i] = item
		}
		b.call(trace.ToolCloseCall, map[string]any{"items": items}, l)
	default:
		for tool, args := range l.Call {
			b.call(tool, args, l)
		}
	}
}

func (b *recorder) message(m trace.Message) {
	m.At, m.Ledger = b.now, len(b.r.Ledger)
	b.r.Messages = append(b.r.Messages, m)
}

func (b *recorder) call(tool string, args map[string]any, l line) {
	if !l.Same {
		b.next()
	}
	e := trace.Entry{
		Seq: len(b.r.Ledger) + 1, Step: b.step, Turn: b.turn, Phase: b.phase, At: b.now, Tool: tool, Outcome: l.Outcome,
		Args: trace.Normal(maps.Clone(args)).(map[string]any),
	}
	if e.Outcome == "" {
		e.Outcome = trace.Done
	}
	raw, err := json.Marshal(args)
	if err != nil {
		b.tb.Fatal(err)
	}
	e.Call = trace.Call{ID: fmt.Sprint("call", e.Seq), Tool: tool, Arguments: string(raw)}
	if l.Raw != "" {
		e.Call.Arguments = l.Raw
	}
	if e.Outcome == trace.NotJSON {
		e.Args = nil
	}
	b.nature(&e)
	for _, change := range l.Changes {
		e.Changes = append(e.Changes, b.change(change))
	}
	e.Committed = e.Outcome == trace.Done && (e.Kind == trace.Write || e.Kind == trace.Irreversible)
	e.Reply = trace.Reply{CallID: e.Call.ID, Status: max(l.Status, 200), Body: trace.Normal(l.Reply)}
	e.Delivered, e.Took, e.Marks = !l.Lost, 1000*l.Took, b.marks(l)
	b.now = b.now.Add(time.Duration(l.Took) * time.Second)
	if last := len(b.r.Messages) - 2; l.Same {
		b.r.Messages[last].Calls = append(b.r.Messages[last].Calls, e.Call)
		b.r.Messages[last+1].Replies = append(b.r.Messages[last+1].Replies, e.Reply)
		b.r.Ledger = append(b.r.Ledger, e)
		b.r.Messages[last+1].Ledger++
		return
	}
	b.message(trace.Message{Role: trace.RoleCandidate, Step: b.step, Text: l.Beside, Calls: []trace.Call{e.Call}})
	b.r.Ledger = append(b.r.Ledger, e)
	b.message(trace.Message{Role: trace.RoleTools, Replies: []trace.Reply{e.Reply}})
}

// next begins another response of the model.
func (b *recorder) next() {
	b.step++
	b.now = b.now.Add(2 * time.Second)
}

func (b *recorder) marks(l line) []trace.Mark {
	if l.Fired == 0 {
		return nil
	}
	m := trace.Mark{Fault: l.Fired - 1, Fired: true}
	if l.Until > 0 {
		m.Until = b.now.Add(time.Duration(l.Until) * time.Second)
	}
	if l.Untrue != nil {
		m.False = trace.Normal(l.Untrue).(map[string]any)
	}
	return []trace.Mark{m}
}

// aside is an entry of no call: what others did, or what came of a call later.
func (b *recorder) aside(e trace.Entry, l line, changes []map[string]any) {
	e.Seq, e.Step, e.Turn, e.Phase, e.At = len(b.r.Ledger)+1, b.step, b.turn, b.phase, b.now
	e.Outcome, e.Committed, e.Reply, e.Marks = trace.Done, true, trace.Reply{Status: 200}, b.marks(l)
	for _, change := range changes {
		e.Changes = append(e.Changes, b.change(change))
	}
	b.r.Ledger = append(b.r.Ledger, e)
}

// nature fills what the world knows of the entry's tool.
func (b *recorder) nature(e *trace.Entry) {
	if slices.Contains([]string{trace.ToolWait, trace.ToolHandover, trace.ToolCloseCall}, e.Tool) {
		e.Kind = trace.Control
		return
	}
	for _, t := range b.c.Suite.Tools {
		if t.Name == e.Tool {
			key := []any{t.Name}
			for _, name := range t.Key {
				key = append(key, e.Args[name])
			}
			e.Kind, e.Logical = t.Kind, fmt.Sprint(key...)
			b.attempts[e.Logical]++
			e.Attempt = b.attempts[e.Logical]
		}
	}
	if e.Outcome == trace.UnknownTool {
		e.Tool, e.Kind = "", ""
	}
}

func (b *recorder) change(m map[string]any) trace.Change {
	for _, op := range []trace.Op{trace.Insert, trace.Update, trace.Delete} {
		name, ok := m[string(op)].(string)
		if !ok {
			continue
		}
		table, id, _ := strings.Cut(name, "/")
		before := b.rows[name]
		if (before == nil) != (op == trace.Insert) {
			b.tb.Fatalf("%s %s: the row is not there, or there already", op, name)
		}
		c := trace.Change{Table: table, Op: op, ID: id, Before: before}
		if op != trace.Delete {
			c.After = trace.Row{"id": id}
			maps.Copy(c.After, before)
			for _, key := range []string{"set", "with"} {
				values, _ := m[key].(map[string]any)
				maps.Copy(c.After, trace.Normal(values).(map[string]any))
			}
		}
		b.rows[name] = c.After
		return c
	}
	b.tb.Fatalf("change %v: it needs insert, update or delete", m)
	return trace.Change{}
}
