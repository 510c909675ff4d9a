package world

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"zombiezen.com/go/sqlite"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// busy is the crm with tools that change many rows in many ways.
func busy(t testing.TB) *suites.Suite {
	s := crm(t)
	scripted(s, "grow", trace.Write, "", "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 40 + :n) INSERT INTO notices (contact, kind, at) SELECT 'c1', printf('%300d', n), @now FROM i")
	scripted(s, "shrink", trace.Write, "", "DELETE FROM notices WHERE id % 3 = :n % 3")
	scripted(s, "turn", trace.Write, "", "UPDATE memberships SET team = team + 100 + :n", "REPLACE INTO settings VALUES ('northwind', 'limit', random())")
	scripted(s, "fail", trace.Write, "", "DELETE FROM contacts", "INSERT INTO companies VALUES ('contoso', 'again')")
	scripted(s, "wipe", trace.Irreversible, "", "DELETE FROM contacts WHERE id <> :n", "DELETE FROM companies WHERE id = 'contoso'", "DELETE FROM settings")
	return s
}

// random makes a call that may do anything, or be nonsense.
func random(r *rand.Rand) trace.Call {
	n := r.IntN(40)
	contact := []string{"c1", "c2", "c3", "none"}[r.IntN(4)]
	tools := []trace.Call{
		{Tool: "grow", Arguments: fmt.Sprintf(`{"n":%d}`, n)},
		{Tool: "shrink", Arguments: fmt.Sprintf(`{"n":%d}`, n)},
		{Tool: "turn", Arguments: fmt.Sprintf(`{"n":%d}`, n)},
		{Tool: "fail", Arguments: `{}`},
		{Tool: "wipe", Arguments: fmt.Sprintf(`{"n":%q}`, contact)},
		{Tool: "update_title", Arguments: fmt.Sprintf(`{"contact_id":%q,"title":"T%d","request_key":"k%d"}`, contact, n, n%5)},
		{Tool: "set_mail", Arguments: fmt.Sprintf(`{"contact_id":%q,"mail":"m%d"}`, contact, n%3)},
		{Tool: "remove_contact", Arguments: fmt.Sprintf(`{"contact_id":%q}`, contact)},
		{Tool: "find_contacts", Arguments: `{"query":"a"}`},
		{Tool: "wait", Arguments: `{"seconds":60}`},
		{Tool: "nothing", Arguments: `]`},
	}
	return tools[r.IntN(len(tools))]
}

// TestThousandTrialsLeaveTheWorldAsItWas runs random trials on one warm world;
// after each the database is byte for byte as at the start, sequences included,
// as the connection sees it; and at the end as every other connection sees it.
func TestThousandTrialsLeaveTheWorldAsItWas(t *testing.T) {
	w := opened(t, busy(t))
	want := image(t, w.anchor)
	changed := 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 0))
		trial, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + r.IntN(8) {
			if _, err := trial.Do(context.Background(), []trace.Call{random(r)}); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		changed += len(trial.Ledger().Net())
		c := connOf(trial)
		if err := trial.Close(); err != nil {
			t.Fatal(err)
		}
		if got := image(t, c); got != want {
			t.Fatalf("seed %d left the world changed: %d bytes, before %d", seed, len(got), len(want))
		}
	}
	if changed < 10_000 {
		t.Errorf("only %d rows changed: the test shows too little", changed)
	}
	if image(t, w.anchor) != want || image(t, connOf(began(t, w, 1))) != want {
		t.Error("another connection sees a change")
	}
}

// TestLedgerIsTheDifference holds the net changes of random trials against the
// rows of all tables before and after: capture misses nothing and adds nothing.
func TestLedgerIsTheDifference(t *testing.T) {
	w := opened(t, busy(t))
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		trial := began(t, w, seed)
		before := dump(t, connOf(trial))
		for range 6 {
			if _, err := trial.Do(context.Background(), []trace.Call{random(r)}); err != nil {
				t.Fatal(err)
			}
		}
		after := dump(t, connOf(trial))
		want := trace.Ledger{{Committed: true, Changes: difference(w, before, after)}}.Net()
		if diff := cmp.Diff(want, trial.Ledger().Net()); diff != "" {
			t.Fatalf("seed %d: rows that differ (-want) and net changes (+got):\n%s", seed, diff)
		}
		if err := trial.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// dump reads all rows of all tables, by table and key.
func dump(t *testing.T, c *conn) map[string]map[string]trace.Row {
	t.Helper()
	c.guard.mode = harness
	defer func() { c.guard.mode = tools }()
	out := map[string]map[string]trace.Row{}
	for _, table := range c.world.tables {
		rows := map[string]trace.Row{}
		err := c.query("SELECT "+table.list("")+" FROM "+quote(table.name), func(stmt *sqlite.Stmt) {
			row := trace.Row{}
			for i, name := range table.columns {
				v, err := value(stmt, i)
				if err != nil {
					t.Fatal(err)
				}
				row[name] = v
			}
			rows[table.id(row)] = row
		})
		if err != nil {
			t.Fatal(err)
		}
		out[table.name] = rows
	}
	return out
}

func difference(w *World, before, after map[string]map[string]trace.Row) []trace.Change {
	var out []trace.Change
	for _, table := range w.tables {
		for id, row := range before[table.name] {
			out = append(out, trace.Change{Table: table.name, ID: id, Before: row, After: after[table.name][id]})
		}
		for id, row := range after[table.name] {
			if before[table.name][id] == nil {
				out = append(out, trace.Change{Table: table.name, ID: id, After: row})
			}
		}
	}
	return out
}

// TestTrialsDoNotSeeEachOther runs 32 trials at once. Each writes its own mark
// into the same rows, many times, and must never read another's.
func TestTrialsDoNotSeeEachOther(t *testing.T) {
	w := opened(t, crm(t))
	var group errgroup.Group
	for i := range 32 {
		group.Go(func() error {
			for round := range 3 {
				if err := alone(w, fmt.Sprintf("mark-%d-%d", i, round)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
	if len(w.pool.idle) > 33 {
		t.Errorf("%d connections for 32 trials", len(w.pool.idle))
	}
}

func alone(w *World, mark string) error {
	ctx := context.Background()
	trial, err := w.Begin(ctx, Session{Case: w.suite.Cases[0]})
	if err != nil {
		return err
	}
	for i := range 5 {
		title := fmt.Sprintf("%s-%d", mark, i)
		replies, err := trial.Do(ctx, []trace.Call{
			{Tool: "update_title", Arguments: fmt.Sprintf(`{"contact_id":"c1","title":%q}`, title)},
			{Tool: "find_contacts", Arguments: `{"query":"Rivera"}`},
		})
		if err != nil {
			return err
		}
		if got := replies[1].Text(); !strings.Contains(got, title) {
			return fmt.Errorf("%s reads %s", title, got)
		}
		if notice := replies[0].Body.(map[string]any)["notice"]; notice != int64(2+i) {
			return fmt.Errorf("%s got notice %v: another's rows were counted", title, notice)
		}
	}
	return trial.Close()
}

// TestSameSeedSameLedger plays the same random trials twice, once on a warm world.
func TestSameSeedSameLedger(t *testing.T) {
	w := opened(t, busy(t))
	ledger := func(seed uint64) trace.Ledger {
		r := rand.New(rand.NewPCG(seed, 2))
		trial := began(t, w, seed)
		for range 6 {
			do(t, trial, "turn", fmt.Sprintf(`{"n":%d}`, r.IntN(5)))
		}
		if err := trial.Close(); err != nil {
			t.Fatal(err)
		}
		return trial.Ledger()
	}
	first := ledger(5)
	ledger(6)
	if diff := cmp.Diff(first, ledger(5)); diff != "" {
		t.Errorf("the ledgers of one seed differ:\n%s", diff)
	}
}

// connOf is the connection that a trial in SQL works on.
func connOf(t *Trial) *conn { return t.state.(rows).conn }
