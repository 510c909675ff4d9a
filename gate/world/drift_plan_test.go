package world

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/suites"
)

// calls makes a case whose reference makes these calls, a message each.
func calls(s *suites.Suite, moves ...suites.CallMove) *suites.Case {
	c := *s.Cases[0]
	for _, m := range moves {
		c.Reference = append(c.Reference, suites.Move{Calls: []suites.CallMove{m}}, suites.Move{Say: "Well."})
	}
	return &c
}

func TestDriftOptions(t *testing.T) {
	s := visits(t)
	find := suites.CallMove{Tool: "find_contacts", Args: map[string]any{"query": "Alex"}, Save: map[string]string{"id": "items.0.name"}}
	plan := suites.CallMove{Tool: "plan_visit", Args: planVisit()}
	c := calls(s, find, find, plan, suites.CallMove{Tool: "wait", Args: map[string]any{"seconds": int64(5)}})
	var got []string
	seen := map[string]bool{}
	for _, d := range DriftOptions(c) {
		got = append(got, fmt.Sprint(d.Tool, " ", d.Kind, " ", d.Name, " ", d.Value, " ", d.Factor, " ", d.Announced()))
		seen[d.Name] = true
		if d.From > 2 {
			t.Errorf("%+v comes late", d)
		}
	}
	for _, want := range []string{
		"plan_visit changed_unit minutes  60 true",
		"plan_visit changed_unit price  100 false",
		"plan_visit removed_enum_value kind call 0 true",
		"plan_visit rename_tool   0 false",
		"plan_visit new_required   0 false",
		"find_contacts rename_field query  0 true",
		"find_contacts rename_result_field name  0 true",
		"find_contacts rename_result_field id  0 false",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is no option among\n%s", want, strings.Join(got, "\n"))
		}
	}
	if seen["request_key"] || seen["seconds"] {
		t.Errorf("keys and the harness's tools drift: %v", seen)
	}
	if !strings.HasPrefix(got[0], "plan_visit") {
		t.Errorf("the first option is %s, want a tool that writes", got[0])
	}
	if diff := cmp.Diff(DriftOptions(c), DriftOptions(c)); diff != "" {
		t.Errorf("the same case gives other options:\n%s", diff)
	}
}

// A drift in mid-conversation that no later call would meet is none.
func TestDriftComesBeforeACallThatMeetsIt(t *testing.T) {
	s := visits(t)
	find := suites.CallMove{Tool: "find_contacts", Args: map[string]any{"query": "Alex"}}
	plan := suites.CallMove{Tool: "plan_visit", Args: visitWith("urgent", nil)}
	urgent := suites.CallMove{Tool: "plan_visit", Args: planVisit()}
	froms := func(c *suites.Case, name string) (out []int) {
		for _, d := range DriftOptions(c) {
			if d.Kind == "changed_type" && d.Name == name || d.Kind == "rename_tool" && name == "" {
				out = append(out, d.From)
			}
		}
		return out
	}
	both := calls(s)
	both.Reference = []suites.Move{{Calls: []suites.CallMove{find, plan}}, {Calls: []suites.CallMove{plan}}}
	for _, c := range []struct {
		what string
		kase *suites.Case
		tool string
		want []int
	}{
		{"the only call", calls(s, plan), "", []int{0}},
		{"one call before", calls(s, find, plan), "", []int{0, 0, 1}},
		{"used at once, and again", calls(s, plan, plan), "", []int{0, 1}},
		{"between two messages", both, "", []int{0, 2, 0}},
	} {
		if got := froms(c.kase, c.tool); !reflect.DeepEqual(sorted(got), sorted(c.want)) {
			t.Errorf("%s: from %v, want %v", c.what, got, c.want)
		}
	}
	if got := froms(calls(s, plan, urgent), "urgent"); !slices.Equal(got, []int{0, 1}) && len(got) > 0 {
		t.Errorf("the parameter of a later call: from %v", got)
	}
	if got := froms(calls(s, urgent, plan, plan), "urgent"); len(got) > 1 {
		t.Errorf("a parameter that no later call gives: from %v", got)
	}
}

func sorted(list []int) []int { return slices.Sorted(slices.Values(list)) }

// reached is a call of a reference with something in the place of saved values.
func reached(p *plan, args map[string]any) map[string]any {
	f, _ := formOf(p.served.Parameters)
	out := maps.Clone(args)
	for name, v := range out {
		if s, ok := v.(string); ok && strings.Contains(s, "$saved.") && f != nil {
			if f.property(name)["type"] == "integer" {
				out[name] = int64(7)
			}
		}
	}
	return out
}

func TestResultColumnsAreThoseOfTheDatabase(t *testing.T) {
	for _, name := range []string{"crm", "clinic", "airline"} {
		s, err := suites.Public(name, 1)
		if err != nil {
			t.Fatal(err)
		}
		w := opened(t, s)
		for _, tool := range s.Tools {
			var want []string
			if p := w.plans[tool.Name]; p.answer != nil {
				for _, c := range p.answer.columns {
					want = append(want, c.name)
				}
			}
			if diff := cmp.Diff(want, resultColumns(tool.Result+tool.List)); diff != "" {
				t.Errorf("%s.%s (-want +got):\n%s", name, tool.Name, diff)
			}
		}
	}
}

func TestResultColumns(t *testing.T) {
	for _, c := range []struct {
		sql  string
		want []string
	}{
		{"", nil},
		{"UPDATE a SET b = 1", nil},
		{"selection", nil},
		{"WITH x AS (SELECT 1) SELECT a FROM x", nil},
		{"SELECT a, t.b, 'x, from y' AS c, (SELECT d FROM e) AS f, count(*) FROM g", []string{"a", "b", "c", "f"}},
		{`select a as "b:json", 1 AS two`, []string{"b", "two"}},
		{"SELECT 'it''s' AS quoted, fromage FROM x", []string{"quoted", "fromage"}},
		{"SELECT 'open AS x", nil},
		{"SELECT a FROM b UNION SELECT c FROM d", []string{"a"}},
	} {
		if diff := cmp.Diff(c.want, resultColumns(c.sql)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.sql, diff)
		}
	}
}

func FuzzResultColumns(f *testing.F) {
	for _, sql := range []string{"SELECT a, b AS c FROM d", "SELECT (((", "SELECT '", "SELECT a))), b FROM", `SELECT "a:json"`} {
		f.Add(sql)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		for _, name := range resultColumns(sql) {
			if name == "" || !strings.Contains(sql, name) {
				t.Errorf("%q gives the column %q", sql, name)
			}
		}
	})
}
