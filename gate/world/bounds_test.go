package world

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
)

const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :n) "

func TestSuiteFaultsEndTheTrial(t *testing.T) {
	for _, c := range []struct{ name, list, exec, args, want string }{
		{"too many rows", endless + "SELECT i FROM n", "", `{"n":5000}`, "run tool act: result: it has more than 1000 rows"},
		{"too many bytes", endless + "SELECT i, printf('%2000d', i) AS text FROM n", "", `{"n":900}`, "run tool act: result: it has more than 262144 bytes"},
		{"one huge value", "SELECT replace(hex(zeroblob(9999)), '0', hex(zeroblob(:n))) AS text", "", `{"n":9999}`, "run tool act: result: sqlite: step: string or blob too big"},
		{"blob in a result", "SELECT randomblob(3) AS b", "", `{}`, "run tool act: result: column b: the value is a blob"},
		{"infinite result", "SELECT 1e308 * 10 AS f", "", `{}`, "run tool act: result: column f: the number is infinite"},
		{"broken JSON", `SELECT '{"a":' AS "a:json"`, "", `{}`, "run tool act: result: column a:json is not JSON"},
		{"blob in a row", "", "UPDATE contacts SET title = x'00'", `{}`, "run tool act: step 1: contacts.title holds a blob"},
		{"infinite number in a row", "", "UPDATE contacts SET score = 1e308 * 10", `{}`, "run tool act: step 1: contacts.score holds an infinite number"},
		{"too many changes", "", endless + "INSERT INTO notices (contact, kind, at) SELECT 'c1', i, '' FROM n", `{"n":10001}`, "run tool act: step 1: more than 10000 rows changed"},
		{"huge random blob", "SELECT length(randomblob(:n)) AS n", "", `{"n":70000}`, "run tool act: result: randomblob(70000): the limit is 65536"},
		{"overflow", "SELECT abs(-9223372036854775807 - 1) AS n", "", `{}`, "integer overflow"},
		{"malformed list", "SELECT value AS v FROM json_each(:n)", "", `{"n":"[1,"}`, "malformed JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := crm(t)
			var execs []string
			if c.exec != "" {
				execs = append(execs, c.exec)
			}
			scripted(s, "act", trace.Write, c.list, execs...)
			w := opened(t, s)
			trial := began(t, w, 1)
			before := image(t, connOf(trial))
			do(t, trial, "update_title", `{"contact_id":"c1","title":"X"}`)
			calls := []trace.Call{{Tool: "act", Arguments: c.args}}
			if _, err := trial.Do(context.Background(), calls); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Do: %v\nwant %s", err, c.want)
			}
			if _, err := trial.Do(context.Background(), calls[:0:0]); err != nil {
				t.Errorf("no calls: %v", err)
			}
			if _, err := trial.Do(context.Background(), []trace.Call{{Tool: "wait", Arguments: `{"seconds":1}`}}); err == nil {
				t.Error("a broken trial goes on")
			}
			broken := connOf(trial)
			if err := trial.Close(); err != nil {
				t.Error(err)
			}
			next := began(t, w, 1)
			if connOf(next) == broken {
				t.Error("the connection of a broken trial is used again")
			}
			if image(t, connOf(next)) != before {
				t.Error("a broken trial left something")
			}
		})
	}
}

func TestRunawayQueryEndsWithItsContext(t *testing.T) {
	s := crm(t)
	scripted(s, "act", trace.Write, "", endless+"INSERT INTO notices (contact, kind, at) SELECT 'c1', count(*), '' FROM n")
	w := opened(t, s)
	trial := began(t, w, 1)
	before := image(t, connOf(trial))
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("the run is over")
	ended := make(chan error)
	go func() {
		_, err := trial.Do(ctx, []trace.Call{{Tool: "act", Arguments: `{"n":1e300}`}})
		ended <- err
	}()
	cancel(why)
	if err := <-ended; !errors.Is(err, why) {
		t.Errorf("Do ended with %v", err)
	}
	if err := trial.Close(); err != nil {
		t.Error(err)
	}
	if next := began(t, w, 1); image(t, connOf(next)) != before {
		t.Error("the interrupted trial left something")
	}
}

func TestLostTransactionEndsTheTrial(t *testing.T) {
	w := opened(t, crm(t))
	trial := began(t, w, 1)
	if err := connOf(trial).run(rollback); err != nil {
		t.Fatal(err)
	}
	lost := connOf(trial)
	_, err := trial.Do(context.Background(), []trace.Call{{Tool: "find_contacts", Arguments: `{"query":"x"}`}})
	if err == nil || !strings.Contains(err.Error(), "ended the transaction") {
		t.Errorf("Do: %v", err)
	}
	if err := trial.Close(); err != nil {
		t.Error(err)
	}
	if next := began(t, w, 1); connOf(next) == lost {
		t.Error("the connection is used again")
	}
}

func TestCancelledBeforeItBegan(t *testing.T) {
	w := opened(t, crm(t))
	ctx, cancel := context.WithCancel(context.Background())
	trial := began(t, w, 1)
	cancel()
	if _, err := w.Begin(ctx, Session{Case: w.suite.Cases[0]}); !errors.Is(err, context.Canceled) {
		t.Errorf("Begin: %v", err)
	}
	if _, err := trial.Do(ctx, []trace.Call{{Tool: "find_contacts", Arguments: `{"query":"x"}`}}); !errors.Is(err, context.Canceled) {
		t.Errorf("Do: %v", err)
	}
}
