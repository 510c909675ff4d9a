package gate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trial"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// counter is a business that draws keys, counts keys, and notes times.
var counter = map[string]string{
	"suite.yaml": `
name: counter
version: "1"
business: A counter that takes orders.
now: 2026-03-02T09:00:00Z
effects: {order_made: {insert: orders, description: An order was made.}}
bookkeeping: [log]
volatile: [items.seen]
`,
	"world.sql": `
CREATE TABLE items (id TEXT PRIMARY KEY NOT NULL, left INTEGER NOT NULL, checked TEXT, seen TEXT);
CREATE TABLE orders (id TEXT PRIMARY KEY NOT NULL, who TEXT NOT NULL, at TEXT NOT NULL, gift TEXT);
CREATE TABLE lines (order_id TEXT NOT NULL, item TEXT NOT NULL, n INTEGER NOT NULL, due TEXT, PRIMARY KEY (order_id, item));
CREATE TABLE tickets (id INTEGER PRIMARY KEY, size INTEGER NOT NULL, next_id INTEGER);
CREATE TABLE log (id INTEGER PRIMARY KEY, what TEXT NOT NULL);
INSERT INTO items VALUES ('pen', 5, NULL, NULL), ('ink', 1, NULL, NULL);
`,
	"tools.yaml": `
- name: see_item
  description: See an item.
  parameters: {type: object, required: [item], properties: {item: {type: string}}}
  effect: read
  result: SELECT id, left FROM items WHERE id = :item
- name: make_order
  description: Make an order.
  parameters: {type: object, properties: {}}
  effect: write
  steps:
    - exec: INSERT INTO orders (id, who, at) VALUES (lower(hex(randomblob(4))), @user, @now) RETURNING id AS made
    - exec: INSERT INTO log (what) VALUES ('made')
  result: SELECT :made AS order_id
- name: add_line
  description: Add a line.
  parameters: {type: object, required: [order_id, item, n], properties: {order_id: {type: string}, item: {type: string}, n: {type: integer}}}
  effect: write
  steps:
    - exec: INSERT INTO lines (order_id, item, n, due) VALUES (:order_id, :item, :n, iif(strftime('%M', @now) = '00', 'now', NULL))
    - exec: UPDATE items SET left = left - :n, seen = @now, checked = @now WHERE id = :item
- name: draw_ticket
  description: Draw a ticket.
  parameters: {type: object, required: [size], properties: {size: {type: integer}}}
  effect: write
  steps:
    - exec: INSERT INTO tickets (size, next_id) VALUES (:size, 1)
- name: drop_item
  description: Drop an item.
  parameters: {type: object, required: [item], properties: {item: {type: string}}}
  effect: write
  steps: [{exec: "DELETE FROM items WHERE id = :item"}]
- name: note_early
  description: Note what is early.
  parameters: {type: object, properties: {}}
  effect: write
  steps: [{exec: "INSERT INTO tickets (size) SELECT 9 WHERE strftime('%M', @now) = '00'"}]
- name: touch_item
  description: Touch an item.
  parameters: {type: object, required: [item], properties: {item: {type: string}}}
  effect: write
  steps: [{exec: "UPDATE items SET seen = @now WHERE id = :item"}]
`,
	"policy.md": "Take orders.",
}

// counterCase is the one case of a counter, with a reference.
const counterCase = `
- name: g-1
  category: multi-step
  promise: Two pens are ordered, a ticket is drawn, and ink is no more.
  session: {user: jo, account: desk}
  caller: {opening: "Two pens on an order and a ticket of size 1, please. And we are out of ink."}
  expect: {changes: reference}
  reference:
%s
    - say: Done.
`

const makesAll = `
    - call: {see_item: {item: pen}}
    - call: {make_order: {}}
      save: {order: order_id}
    - call: {add_line: {order_id: $saved.order, item: pen, n: 2}}
    - call: {draw_ticket: {size: 1}}
    - call: {drop_item: {item: ink}}`

// counterOf loads the counter with a reference.
func counterOf(t *testing.T, reference string) *suites.Suite {
	t.Helper()
	fsys := fstest.MapFS{}
	files := maps.Clone(counter)
	files["cases/a.yaml"] = fmt.Sprintf(counterCase, strings.Trim(reference, "\n"))
	for name, text := range files {
		fsys["counter/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	s, err := suites.Load(fsys, "counter", 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// written writes expected changes, one a line.
func written(specs []suites.ChangeSpec) []string {
	var out []string
	for _, spec := range specs {
		line := string(spec.Op) + " " + spec.Table
		for _, part := range []struct {
			word string
			m    map[string]suites.Matcher
		}{{"where", spec.Where}, {"set", spec.Set}, {"with", spec.With}} {
			for _, column := range slices.Sorted(maps.Keys(part.m)) {
				line += " " + part.word + " " + column + "=" + part.m[column].String()
			}
		}
		out = append(out, line)
	}
	return out
}

// TestGoldenKeepsWhatTheReferenceDecides holds the derived changes: what the
// business draws, counts or stamps may be anything, all else is to the letter.
func TestGoldenKeepsWhatTheReferenceDecides(t *testing.T) {
	s := counterOf(t, makesAll)
	if err := Golden(t.Context(), []*suites.Suite{s}); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"insert orders with at=any value with gift=null with who=jo",
		"insert lines with due=any value or null with item=pen with n=2 with order_id=any value",
		"update items where id=pen set checked=any value set left=3",
		"insert tickets with next_id=any value with size=1",
		"delete items where id=ink",
	}
	got := s.Cases[0].Expect.Changes
	if diff := cmp.Diff(want, written(got)); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if err := Golden(t.Context(), []*suites.Suite{s}); err != nil || &got[0] != &s.Cases[0].Expect.Changes[0] {
		t.Errorf("once more: %v, or played again", err)
	}
}

// TestGoldenIsGraded plays other ways through a case that expects what its
// reference leaves.
func TestGoldenIsGraded(t *testing.T) {
	s := counterOf(t, makesAll)
	if err := Golden(t.Context(), []*suites.Suite{s}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, reference, class string }{
		{"the same", makesAll, ""},
		{"another order", `
    - call: {drop_item: {item: ink}}
    - call: {draw_ticket: {size: 1}}
    - call: {make_order: {}}
      save: {order: order_id}
    - call: {add_line: {order_id: $saved.order, item: pen, n: 2}}`, ""},
		{"a step less", strings.Replace(makesAll, "    - call: {draw_ticket: {size: 1}}\n", "", 1), grade.Incomplete},
		{"a step more", makesAll + "\n    - call: {draw_ticket: {size: 4}}", grade.CollateralChange},
		{"a wrong value", strings.Replace(makesAll, "n: 2", "n: 3", 1), grade.WrongValue},
		{"a wrong row", strings.Replace(makesAll, "item: ink", "item: pen", 1), grade.WrongIdentity},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := playedFor(t, s.Cases[0], counterOf(t, test.reference).Cases[0])
			switch {
			case test.class == "" && !v.Pass:
				t.Errorf("fails: %+v", v.Findings)
			case test.class != "" && !slices.Contains(v.Classes, test.class):
				t.Errorf("fails under %v, want %s", v.Classes, test.class)
			}
		})
	}
}

// playedFor plays the reference of one case and grades it by another.
func playedFor(t *testing.T, by, c *suites.Case) grade.Verdict {
	t.Helper()
	policy := &thresholds.Policy{Plan: thresholds.Plan{K: 1, Steady: 1}, Weights: thresholds.Weights{PassK: 1}}
	plan, err := NewPlan([]*suites.Suite{c.Suite}, policy, 11, Filter{Trial: -1})
	if err != nil {
		t.Fatal(err)
	}
	st, err := openStage(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer st.close()
	setup := st.setup(plan.Tasks[0], plan.Seed, agent.Reference(), epoch)
	setup.Case, setup.Script = c, nil
	c.Expect = by.Expect
	record, err := trial.Run(t.Context(), setup)
	if err != nil {
		t.Fatal(err)
	}
	return grade.Grade(by, record)
}

// TestGoldenThatIsNotPlayedPassesNothing grades without the reference's changes.
func TestGoldenThatIsNotPlayedPassesNothing(t *testing.T) {
	c := counterOf(t, makesAll).Cases[0]
	if v := playedFor(t, c, c); v.Pass || !slices.Contains(v.Classes, grade.NothingAsserted) {
		t.Errorf("%+v", v)
	}
}

// TestGoldenRefuses holds what is said of references that leave no one state.
func TestGoldenRefuses(t *testing.T) {
	for reference, want := range map[string]string{
		"    - call: {see_item: {item: pen}}":                      "it changes nothing",
		"    - call: {touch_item: {item: pen}}":                    "it changes nothing that counts",
		"    - call: {note_early: {}}":                             "two runs of it change different rows",
		strings.Repeat("    - say: What colour is your hat?\n", 5): "it does not run",
	} {
		s := counterOf(t, reference)
		err := Golden(t.Context(), []*suites.Suite{s})
		var problems schemas.Problems
		if !errors.As(err, &problems) || !strings.Contains(err.Error(), want) || problems[0].Line != 2 || problems[0].Rule != "expect-reference" {
			t.Errorf("%s: %v, want %q", strings.TrimSpace(reference), err, want)
		}
		s.HeldOut = true
		if err := Golden(t.Context(), []*suites.Suite{s}); err == nil || strings.Contains(err.Error(), "g-1") {
			t.Errorf("held out: %v", err)
		}
	}
	broken := counterOf(t, makesAll)
	broken.World = "CREATE TABLE"
	if err := Golden(t.Context(), []*suites.Suite{broken}); err == nil {
		t.Error("a world that does not open: no error")
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Golden(over, []*suites.Suite{counterOf(t, makesAll)}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
