package suites

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestToolChanges(t *testing.T) {
	for sql, want := range map[string][]string{
		"INSERT INTO notices VALUES (1)":                           {"notices"},
		"insert or replace into \"notices\" (id) SELECT id FROM x": {"notices"},
		"UPDATE OR IGNORE contacts SET title = 1":                  {"contacts"},
		"WITH x AS (SELECT 1) DELETE FROM contacts WHERE 1":        {"contacts"},
		"REPLACE INTO t VALUES (1)":                                {"t"},
		"SELECT * FROM contacts":                                   nil,
	} {
		if diff := cmp.Diff(want, (&Tool{Steps: []Step{{Exec: sql}}}).Changes()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", sql, diff)
		}
	}
}

// returning is a case whose caller rings twice more.
const returning = `
- name: a-1
  category: returning
  promise: The drill is lent, the saw with it, and the drill is moved.
  session: {user: Ana, account: desk}
  caller: {opening: "The drill, please."}
  later:
    - after: 3d
      meanwhile: ["DELETE FROM loans WHERE id = $days"]
      caller: {persona: angry, opening: "The saw too, please.", confirms: "no, wait"}
      allows: [{insert: loans, with: {tool: t1}}]
    - {after: 12h, caller: {opening: "Move the drill, please."}}
  expect: {changes: [{insert: loans, with: {tool: t1}}, {insert: loans, with: {tool: t2}}, {update: tools, where: {id: t1}, set: {name: Saw}}]}
  reference:
    - call: {lend_tool: {tool: t1}}
    - later: 1
    - call: {find_tools: {name: Saw}}
      save: {tool: items.0.id}
    - call: {lend_tool: {tool: t2}}
    - later: 2
    - say: Done.
`

func loadReturning(t *testing.T, change func(string) string) *Case {
	t.Helper()
	fsys := sound(t)
	fsys["desk/cases/a.yaml"].Data = []byte(change(returning))
	s, err := Load(fsys, "desk", 0)
	if err != nil {
		t.Fatal(err)
	}
	return s.Cases[0]
}

func same(s string) string { return s }

func TestLaterCalls(t *testing.T) {
	c := loadReturning(t, same)
	if n := len(c.Callers()); n != 3 || len(c.Later) != 2 {
		t.Fatalf("%d callers, %d later calls", n, len(c.Later))
	}
	one, two := c.Later[0], c.Later[1]
	if one.After != 72*time.Hour || two.After != 12*time.Hour {
		t.Errorf("the calls come after %v and %v", one.After, two.After)
	}
	if diff := cmp.Diff([]string{"DELETE FROM loans WHERE id = $days"}, one.Meanwhile); diff != "" {
		t.Errorf("meanwhile (-want +got): SQL keeps its variables\n%s", diff)
	}
	if diff := cmp.Diff(Caller{Persona: "angry", Opening: []string{"The saw too, please."}, Confirms: "no, wait", Patience: 3}, *c.Callers()[1]); diff != "" {
		t.Errorf("caller (-want +got):\n%s", diff)
	}
	if len(one.Allows) != 1 || one.Allows[0].Table != "loans" || one.Line == 0 || one.Line == two.Line {
		t.Errorf("later calls: %+v", c.Later)
	}
	for i, want := range map[int]int{0: 0, 1: 1, 2: 2} { // the last is made nowhere
		if got := c.CallOf(&c.Expect.Changes[i]); got != want {
			t.Errorf("change %d is made in call %d, want %d", i, got, want)
		}
	}
	c = loadReturning(t, func(s string) string { return strings.Replace(s, "{tool: t2}}\n", "{tool: $saved.tool}}\n", 1) })
	for i, want := range map[int]int{0: 1, 1: 1, 2: 2} { // a saved value may be any
		if got := c.CallOf(&c.Expect.Changes[i]); got != want {
			t.Errorf("with a saved value change %d is made in call %d, want %d", i, got, want)
		}
	}
}

// TestLaterCallsAreInTheDigest: what a later call is like is part of the promise,
// where its moves begin is not.
func TestLaterCallsAreInTheDigest(t *testing.T) {
	before := loadReturning(t, same).Digest
	for old, test := range map[string]struct {
		by      string
		changed bool
	}{
		"after: 3d":         {"after: 4d", true},
		"id = $days":        {"id = 7", true},
		"The saw too":       {"Also the saw", true},
		"- later: 2":        {"- later: 2\n    - say: Hello.", false},
		"{tool: t1}}]\n   ": {"{tool: t2}}]\n   ", true},
	} {
		after := loadReturning(t, func(s string) string { return strings.Replace(s, old, test.by, 1) }).Digest
		if (after != before) != test.changed {
			t.Errorf("%s for %s: the digest changed: %v", test.by, old, after != before)
		}
	}
}
