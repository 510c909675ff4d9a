package grade

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

const promotion = `
expect:
  changes: [{update: contacts, where: {id: c204}, set: {title: Director}}]
`

func TestVoid(t *testing.T) {
	c := loadCase(t, promotion)
	for _, tt := range []struct {
		record trace.Record
		want   Verdict
	}{
		{trace.Record{Void: &trace.Void{Class: "provider_error"}, End: trace.EndVoid}, Verdict{Void: "provider_error"}},
		{trace.Record{Void: &trace.Void{Class: "caller_breach"}}, Verdict{Void: "caller_breach"}},
		{trace.Record{End: trace.EndVoid}, Verdict{Void: "harness_error"}},
	} {
		if diff := cmp.Diff(tt.want, Grade(c, &tt.record)); diff != "" {
			t.Errorf("verdict (-want +got):\n%s", diff)
		}
	}
}

func TestNothingAsserted(t *testing.T) {
	c := loadCase(t, promotion)
	record := &trace.Record{End: trace.EndGoodbye}
	for name, e := range map[string]suites.Expect{
		"nothing":                 {},
		"only what is optional":   {May: c.Expect.Changes, Forbids: []suites.CallSpec{{Tools: []string{"cancel"}}}, Escalate: "allowed"},
		"an alternative of none":  {AnyOf: []suites.Alternative{{Changes: c.Expect.Changes}, {Name: "none"}}},
		"a tell of nothing":       {Tells: []suites.Tell{{Any: []suites.Literal{{Type: "text", Text: " "}}}}},
		"a tell without literals": {Tells: []suites.Tell{{}}},
		"a confirmation":          {Confirm: true},
	} {
		kase := *c
		kase.Expect = e
		if v := Grade(&kase, record); v.Pass || v.Primary != NothingAsserted {
			t.Errorf("%s: %+v", name, v)
		}
	}
	if v := Grade(c, record); v.Has(NothingAsserted) {
		t.Errorf("a required change is an assertion: %v", v.Classes)
	}
}

func TestClasses(t *testing.T) {
	seen := map[string]bool{}
	for _, class := range Classes() {
		if seen[class.Name] || class.Question == "" || !strings.HasSuffix(class.Meaning, ".") {
			t.Errorf("class %+v: want a name of its own, a question and a sentence", class)
		}
		seen[class.Name] = true
	}
	Classes()[0].Name = "spoilt"
	if Classes()[0].Name == "spoilt" {
		t.Error("the list can be written from outside")
	}
}

func TestEscalation(t *testing.T) {
	made := &trace.Record{Ledger: trace.Ledger{{Tool: trace.ToolHandover, Outcome: trace.Done}}}
	none := &trace.Record{}
	for _, tt := range []struct {
		policy     string
		made, none Confusion
	}{
		{"required", Confusion{True: 1}, Confusion{Missed: 1}},
		{"forbidden", Confusion{False: 1}, Confusion{}},
		{"", Confusion{False: 1}, Confusion{}},
		{"allowed", Confusion{}, Confusion{}},
	} {
		c := &suites.Case{Expect: suites.Expect{Escalate: tt.policy}}
		if got := Escalation(c, made); got != tt.made {
			t.Errorf("%q with a handover: got %+v, want %+v", tt.policy, got, tt.made)
		}
		if got := Escalation(c, none); got != tt.none {
			t.Errorf("%q without one: got %+v, want %+v", tt.policy, got, tt.none)
		}
	}
}

// TestFirstDivergence: the earliest call with changes explains a failure, before
// graver findings of later calls and of none.
func TestFirstDivergence(t *testing.T) {
	c := loadCase(t, promotion+"  forbids: [{tool: delete_contact}]\n  tells: [{name: Alex Rivera}]\n")
	v := Grade(c, buildRecord(t, c, `
- caller: Make Alex Director.
- call: {read_all: {}}
  outcome: unknown_tool
- call: {add_points: {contact_id: c204, points: 1}}
  changes: [{update: contacts/c204, set: {points: 11}}]
- call: {delete_contact: {contact_id: c117}}
  changes: [{delete: contacts/c117}]
- say: Done.
`))
	want := &Divergence{
		Call: 2, Step: 2, Turn: 1, Tool: "add_points", Class: WrongTool,
		Message: "add_points had an effect of a kind that this case has no place for.",
	}
	if diff := cmp.Diff(want, v.Divergence); diff != "" {
		t.Errorf("divergence (-want +got):\n%s", diff)
	}
	if v.Primary != WrongTool || !v.Has(ForbiddenAction) || !v.Has(Untold) || v.Has(WrongValue) {
		t.Errorf("verdict: %+v", v)
	}
}

// TestBounded: a record cannot make a verdict grow without end.
func TestBounded(t *testing.T) {
	c := loadCase(t, promotion)
	long := strings.Repeat("é", 5000)
	r := &trace.Record{End: trace.EndGoodbye}
	e := trace.Entry{Seq: 1, Tool: "x", Kind: trace.Write, Outcome: trace.Done, Committed: true}
	for i := range 500 {
		e.Changes = append(e.Changes, trace.Change{Table: "contacts", Op: trace.Insert, ID: fmt.Sprint(i, long), After: trace.Row{"id": long, "name": "\xff" + long}})
	}
	r.Ledger = trace.Ledger{e}
	v := Grade(c, r)
	n := 0
	for _, f := range v.Findings {
		if f.Class == CollateralChange {
			n++
		}
	}
	if n != maxFindings || !slices.ContainsFunc(v.Findings, func(f Finding) bool { return strings.Contains(f.Message, "and 480 more") }) {
		t.Errorf("%d findings of one class, want %d and a note of 480 more", n, maxFindings)
	}
	if data, err := json.Marshal(v); err != nil || len(data) > 64<<10 {
		t.Errorf("the verdict has %d bytes (%v)", len(data), err)
	}
}

// TestPairing holds the matching against trying all pairings.
func TestPairing(t *testing.T) {
	const rows, slots = 4, 4
	for bits := range 1 << (rows * slots) {
		if bits%7 != 0 { // every seventh of 65,536 graphs
			continue
		}
		fits := map[int][]int{}
		for i := range rows * slots {
			if bits>>i&1 == 1 {
				fits[i/slots] = append(fits[i/slots], i%slots)
			}
		}
		spare := func(row int) bool { return row == 3 }
		m := pair(fits, []int{0, 1, 2, 3}, []int{0, 1}, spare)
		filled, placed := 0, 0
		for row, slot := range m.slotOf {
			if m.rowOf[slot] != row || !slices.Contains(fits[row], slot) {
				t.Fatalf("graph %b: row %d has slot %d, which is not its own", bits, row, slot)
			}
			if slot < 2 {
				filled++
			}
			if !spare(row) {
				placed++
			}
		}
		wantFilled, wantPlaced := best(fits, 0, map[int]bool{})
		if filled != wantFilled || placed != wantPlaced {
			t.Fatalf("graph %b: %d needed slots filled and %d rows placed, want %d and %d", bits, filled, placed, wantFilled, wantPlaced)
		}
	}
}

// best tries every pairing of the rows from row on: the most needed slots filled
// and, apart from that, the most rows that are not spare placed.
func best(fits map[int][]int, row int, taken map[int]bool) (filled, placed int) {
	if row == 4 {
		return 0, 0
	}
	filled, placed = best(fits, row+1, taken)
	for _, slot := range fits[row] {
		if taken[slot] {
			continue
		}
		taken[slot] = true
		f, p := best(fits, row+1, taken)
		delete(taken, slot)
		if slot < 2 {
			f++
		}
		if row != 3 {
			p++
		}
		filled, placed = max(filled, f), max(placed, p)
	}
	return filled, placed
}

// FuzzGrade grades records that no world would leave.
func FuzzGrade(f *testing.F) {
	all := samples(f)
	for i, s := range all {
		data, err := json.Marshal(s.record)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint(i), data)
	}
	f.Add(uint(0), []byte(`{"ledger":[{"seq":-1,"committed":true,"kind":"write","changes":[{},{"table":"contacts","op":"?"}]}],"exchanges":[{"ledger":-5}],"messages":[{"ledger":99,"role":"candidate","calls":[{}]}]}`))
	f.Fuzz(func(t *testing.T, n uint, data []byte) {
		var r trace.Record
		if json.Unmarshal(data, &r) != nil {
			return
		}
		c := all[n%uint(len(all))].c
		v := Grade(c, &r)
		if diff := cmp.Diff(v, Grade(c, &r)); diff != "" {
			t.Fatalf("graded twice (-first +second):\n%s", diff)
		}
		if v.Pass != (v.Void == "" && len(v.Classes) == 0) || (v.Void == "" && !v.Pass) != (v.Divergence != nil) {
			t.Fatalf("the verdict contradicts itself: %+v", v)
		}
		idle := c.Suite.CallLevel && len(c.Expect.Answer) == 0 // rightly
		if v.Pass && len(r.Ledger) == 0 && len(c.Expect.Tells) == 0 && !idle {
			t.Fatalf("doing nothing passed")
		}
	})
}

func BenchmarkGrade(b *testing.B) {
	c := loadCase(b, promotion+"  tells: [{name: Alex Rivera}]\n")
	script := "- caller: Make Alex Director.\n"
	for i := range 7 {
		script += fmt.Sprintf("- call: {find_contacts: {query: Alex %d}}\n  reply: {items: [{id: c204, name: Alex Rivera}, {id: c117, name: Alex Chen}], count: 2}\n", i)
	}
	r := buildRecord(b, c, script+`
- call: {update_contact: {contact_id: c204, title: Director}}
  changes: [{update: contacts/c204, set: {title: Director}}]
- say: Alex Rivera is Director now.
- close: [{effect: title_changed, record: c204, status: done}]
`)
	b.ReportAllocs()
	for b.Loop() {
		if v := Grade(c, r); !v.Pass {
			b.Fatal(v)
		}
	}
}
