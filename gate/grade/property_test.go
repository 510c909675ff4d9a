package grade

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// sample is one record of a golden file.
type sample struct {
	name   string
	c      *suites.Case
	record *trace.Record
}

// samples reads the golden files once; who changes a record copies it first.
func samples(tb testing.TB) []sample {
	tb.Helper()
	golden.once.Do(func() { golden.samples = readSamples(tb) })
	return golden.samples
}

// active are the samples of cases in which something is to be done.
func active(tb testing.TB) []sample {
	return slices.DeleteFunc(slices.Clone(samples(tb)), func(s sample) bool { return s.c.Suite.CallLevel && len(s.c.Expect.Answer) == 0 })
}

// inWorlds are the samples of cases that have a world.
func inWorlds(tb testing.TB) []sample {
	return slices.DeleteFunc(slices.Clone(samples(tb)), func(s sample) bool { return s.c.Suite.CallLevel })
}

var golden struct {
	once    sync.Once
	samples []sample
}

func readSamples(tb testing.TB) []sample {
	tb.Helper()
	var out []sample
	for _, file := range archives(tb) {
		a, err := txtar.ParseFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		c := loadCase(tb, string(member(a, "case.yaml")))
		for _, f := range a.Files {
			if name, ok := strings.CutSuffix(f.Name, ".yaml"); ok && name != "case" {
				out = append(out, sample{file + ":" + name, c, buildRecord(tb, c, string(f.Data))})
			}
		}
	}
	return out
}

// copyOf copies a record by way of JSON, as a trial log does.
func copyOf(tb testing.TB, r *trace.Record) *trace.Record {
	tb.Helper()
	data, err := json.Marshal(r)
	if err != nil {
		tb.Fatal(err)
	}
	var out trace.Record
	if err := json.Unmarshal(data, &out); err != nil {
		tb.Fatal(err)
	}
	return &out
}

// outcome is what must not depend on the numbers of calls.
func outcome(v Verdict) string { return fmt.Sprint(v.Pass, v.Primary, v.Classes, v.Alternative) }

func TestLogRoundTrip(t *testing.T) {
	for _, s := range samples(t) {
		want := Grade(s.c, s.record)
		if diff := cmp.Diff(want, Grade(s.c, copyOf(t, s.record))); diff != "" {
			t.Errorf("%s: graded again from the log (-want +got):\n%s", s.name, diff)
		}
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Verdict
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: verdict read from JSON (-want +got):\n%s", s.name, diff)
		}
	}
}

// TestOrder shuffles what has no order: the specs of a case and the changes of a call.
func TestOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, s := range samples(t) {
		want := Grade(s.c, s.record)
		for range 5 {
			c, r := *s.c, copyOf(t, s.record)
			c.Expect.Changes = shuffled(random, c.Expect.Changes)
			c.Expect.May = shuffled(random, c.Expect.May)
			c.Expect.Calls = shuffled(random, c.Expect.Calls)
			c.Expect.Tells = shuffled(random, c.Expect.Tells)
			for i := range r.Ledger {
				r.Ledger[i].Changes = shuffled(random, r.Ledger[i].Changes)
			}
			got := Grade(&c, r)
			if outcome(got) != outcome(want) {
				t.Errorf("%s: want %s, got %s", s.name, outcome(want), outcome(got))
			}
			c.Expect.AnyOf = shuffled(random, c.Expect.AnyOf)
			if got := Grade(&c, r); got.Pass != want.Pass {
				t.Errorf("%s: alternatives in another order: want %v, got %v", s.name, want.Pass, got.Pass)
			}
		}
	}
}

func shuffled[T any](random *rand.Rand, list []T) []T {
	list = slices.Clone(list)
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// TestAnswersHaveNoOrder shuffles the calls of an answer, and those that the case
// wants.
func TestAnswersHaveNoOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, s := range samples(t) {
		if !s.c.Suite.CallLevel {
			continue
		}
		want := Grade(s.c, s.record)
		for range 5 {
			c, r := *s.c, copyOf(t, s.record)
			c.Expect.Answer = shuffled(random, c.Expect.Answer)
			r.Ledger = shuffled(random, r.Ledger)
			if got := Grade(&c, r); outcome(got) != outcome(want) {
				t.Errorf("%s: want %s, got %s", s.name, outcome(want), outcome(got))
			}
		}
	}
}

// TestExtraReads adds reads, which change no verdict, only where action was needed at all.
func TestExtraReads(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, s := range inWorlds(t) {
		want := Grade(s.c, s.record)
		r := copyOf(t, s.record)
		for n := range 6 {
			addRead(r, random.IntN(len(r.Ledger)+1), n)
		}
		got := Grade(s.c, r)
		if slices.Contains(want.Classes, NoAction) {
			if got.Pass {
				t.Errorf("%s: reads alone made it pass", s.name)
			}
			continue
		}
		if outcome(got) != outcome(want) {
			t.Errorf("%s: want %s, got %s", s.name, outcome(want), outcome(got))
		}
	}
}

// addRead puts a read that fits no expectation at a place in the ledger.
func addRead(r *trace.Record, at, n int) {
	e := trace.Entry{
		Tool: "find_contacts_by_hand", Kind: trace.Read, Outcome: trace.Done, Logical: fmt.Sprint("read", n),
		Args: map[string]any{"query": fmt.Sprint("number ", n)}, Reply: trace.Reply{Status: 200},
	}
	e.Call = trace.Call{Tool: e.Tool, Arguments: fmt.Sprintf(`{"query": "number %d"}`, n)}
	if at < len(r.Ledger) {
		e.Turn, e.Phase = r.Ledger[at].Turn, r.Ledger[at].Phase
	} else if at > 0 {
		e.Turn, e.Phase = r.Ledger[at-1].Turn, r.Ledger[at-1].Phase
	}
	r.Ledger = slices.Insert(r.Ledger, at, e)
	for i := range r.Ledger {
		r.Ledger[i].Seq = i + 1
		if r.Ledger[i].Echo > at {
			r.Ledger[i].Echo++
		}
	}
	for i := range r.Messages {
		if r.Messages[i].Ledger > at {
			r.Messages[i].Ledger++
		}
	}
	for i := range r.Exchanges {
		if r.Exchanges[i].Ledger > at {
			r.Exchanges[i].Ledger++
		}
	}
}

// TestNeedsEveryChange takes each required row out of the passing records.
func TestNeedsEveryChange(t *testing.T) {
	taken := 0
	for _, s := range samples(t) {
		if !Grade(s.c, s.record).Pass {
			continue
		}
		settled := Settle(s.c, s.record)
		for j, slot := range settled.slots {
			part, made := settled.pairs.rowOf[j]
			if !slot.required || !made { // what is missing is excused by a fault
				continue
			}
			row := settled.parts[part].place()
			r := copyOf(t, s.record)
			whole := settled.rules.bookkeeping[row.table] // where another row may be left over to take its place
			for i := range r.Ledger {
				r.Ledger[i].Changes = slices.DeleteFunc(r.Ledger[i].Changes, func(c trace.Change) bool { return c.Table == row.table && (whole || c.ID == row.id) })
			}
			taken++
			v := Grade(s.c, r)
			if excused := v.Pass && shows(v, Incomplete) && len(r.Faults) > 0; excused {
				continue // filed as unconfirmed where nobody can be sure
			}
			if v.Pass || !v.Has(Incomplete) {
				t.Errorf("%s without %v: %s", s.name, row, outcome(v))
			}
		}
	}
	if taken < 20 {
		t.Errorf("only %d changes were taken out", taken)
	}
}

// TestEveryRowCounts adds a change of any other row to the passing records.
func TestEveryRowCounts(t *testing.T) {
	for _, s := range inWorlds(t) {
		if !Grade(s.c, s.record).Pass {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(rows())) {
			table, id, _ := strings.Cut(name, "/")
			r := copyOf(t, s.record)
			r.Ledger = append(r.Ledger, trace.Entry{
				Seq: len(r.Ledger) + 1, Tool: "x", Kind: trace.Write, Outcome: trace.Done, Committed: true, Phase: 99,
				Changes: []trace.Change{{Table: table, Op: trace.Update, ID: id + "x", Before: trace.Row{"id": id + "x"}, After: trace.Row{"id": id + "x", "note": "spoilt"}}},
			})
			if v := Grade(s.c, r); !v.Has(CollateralChange) {
				t.Errorf("%s with another row of %s: %s", s.name, table, outcome(v))
			}
		}
	}
}

// TestDoingNothing grades records without a call against every case.
func TestDoingNothing(t *testing.T) {
	for _, s := range active(t) {
		for _, end := range []trace.End{trace.EndGoodbye, trace.EndSilence, trace.EndTurns, ""} {
			r := &trace.Record{End: end, Messages: []trace.Message{
				{Role: trace.RoleCaller, Text: "Hello."},
				{Role: trace.RoleCandidate, Text: "Thank you for calling. Everything is done."},
			}}
			if v := Grade(s.c, r); v.Pass || v.Primary == "" || v.Divergence == nil {
				t.Errorf("%s: doing nothing: %+v", s.name, v)
			}
		}
	}
}
