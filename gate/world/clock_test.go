package world

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// asked gives the value of an SQL expression in a trial at the given time.
func asked(t *testing.T, sql string, seed uint64, after time.Duration) string {
	t.Helper()
	s := crm(t)
	scripted(s, "ask", trace.Read, "SELECT "+sql+" AS v")
	trial := began(t, opened(t, s), seed)
	trial.Advance(after)
	e := do(t, trial, "ask", `{}`)
	text := e.Reply.Text()
	return strings.TrimSuffix(strings.TrimPrefix(text, `{"count":1,"items":[{"v":`), `}]}`)
}

func TestClockIsTheTrials(t *testing.T) {
	const after = 26*time.Hour + 3*time.Minute + 4*time.Second
	for sql, want := range map[string]string{
		"CURRENT_TIMESTAMP":            `"2026-03-03 11:03:04"`,
		"CURRENT_DATE":                 `"2026-03-03"`,
		"CURRENT_TIME":                 `"11:03:04"`,
		"@now":                         `"2026-03-03T11:03:04Z"`,
		"@today":                       `"2026-03-03"`,
		"date()":                       `"2026-03-03"`,
		"datetime('now')":              `"2026-03-03 11:03:04"`,
		"time('NOW', '+1 hour')":       `"12:03:04"`,
		"datetime('now', 'localtime')": `"2026-03-03 11:03:04"`,
		"datetime('now', 'utc', 'start of month')": `"2026-03-01 00:00:00"`,
		"datetime('subsec')":                       `"2026-03-03 11:03:04.000"`,
		"strftime('%Y-%m')":                        `"2026-03"`,
		"strftime('%s', 'now')":                    `"1772535784"`,
		"unixepoch()":                              `1772535784`,
		"unixepoch('now', 'subsec')":               `1772535784`,
		"round(julianday('now'), 4)":               `2461102.9605`,
		"timediff('now', '2026-03-03')":            `"+0000-00-00 11:03:04.000"`,
		"timediff('2026-03-04', 'now')":            `"+0000-00-00 12:56:56.000"`,
		"date('2026-02-27', '+2 days')":            `"2026-03-01"`,
		"date(1772535784, 'unixepoch')":            `"2026-03-03"`,
		"date(1772535784, 'auto')":                 `"2026-03-03"`,
		"date(NULL)":                               `null`,
		"date('no date')":                          `null`,
		"strftime('%w', '2026-03-02')":             `"1"`,
		"(SELECT count(*) FROM contacts WHERE updated_at < datetime('now', '-1 day'))": `3`,
	} {
		t.Run(sql, func(t *testing.T) {
			if got := asked(t, sql, 1, after); got != want {
				t.Errorf("%s = %s, want %s", sql, got, want)
			}
		})
	}
}

func TestDefaultsReadTheTrialsClock(t *testing.T) {
	s := crm(t)
	scripted(s, "add", trace.Write, "", "INSERT INTO contacts (id, account, name) VALUES ('c9', 'contoso', 'New')")
	trial := began(t, opened(t, s), 1)
	trial.Advance(time.Minute)
	if got := do(t, trial, "add", `{}`).Changes[0].After["updated_at"]; got != "2026-03-02 09:01:00" {
		t.Errorf("the default is %v", got)
	}
}

func TestChanceFollowsTheSeed(t *testing.T) {
	const sql = "random() || ' ' || hex(randomblob(9)) || ' ' || (SELECT group_concat(id) FROM (SELECT id FROM contacts ORDER BY random()))"
	first := asked(t, sql, 7, 0)
	if again := asked(t, sql, 7, 0); again != first {
		t.Errorf("the same seed gave %s and %s", first, again)
	}
	if other := asked(t, sql, 8, 0); other == first {
		t.Errorf("another seed gave %s again", other)
	}
	if got := asked(t, "length(randomblob(0)) || length(randomblob(5))", 1, 0); got != `"15"` {
		t.Errorf("lengths of random blobs: %s", got)
	}
}

func TestChanceDiffersWithinATrial(t *testing.T) {
	s := crm(t)
	scripted(s, "ask", trace.Read, "SELECT random() AS a, random() AS b FROM contacts")
	trial := began(t, opened(t, s), 1)
	seen := map[any]bool{}
	for range 2 {
		for _, item := range do(t, trial, "ask", `{}`).Reply.Body.(map[string]any)["items"].([]any) {
			seen[item.(map[string]any)["a"]] = true
			seen[item.(map[string]any)["b"]] = true
		}
	}
	if len(seen) != 12 {
		t.Errorf("12 draws gave %d values", len(seen))
	}
}

func TestCaseBeginsAtItsOwnTime(t *testing.T) {
	s := crm(t)
	s.Cases[0].Now = time.Date(2027, 1, 1, 0, 30, 0, 0, time.FixedZone("", 3600))
	trial := began(t, opened(t, s), 1)
	e := do(t, trial, "update_title", `{"contact_id":"c1","title":"X"}`)
	if diff := cmp.Diff("2026-12-31T23:30:00Z", e.Changes[0].After["updated_at"]); diff != "" {
		t.Errorf("@now (-want +got):\n%s", diff)
	}
}

// SQLite may compute a clock function once for a statement, not once for a trial.
func TestClockMovesBetweenCalls(t *testing.T) {
	s := crm(t)
	s.World += "CREATE TABLE stamps (id INTEGER PRIMARY KEY, at TEXT DEFAULT (datetime('now', '+1 hour')));"
	scripted(s, "stamp", trace.Write, "SELECT at, datetime('now') AS now FROM stamps WHERE at > datetime('now') ORDER BY id DESC LIMIT 1", "INSERT INTO stamps DEFAULT VALUES")
	trial := began(t, opened(t, s), 1)
	for _, want := range []string{
		`{"count":1,"items":[{"at":"2026-03-02 10:00:00","now":"2026-03-02 09:00:00"}]}`,
		`{"count":1,"items":[{"at":"2026-03-02 10:00:30","now":"2026-03-02 09:00:30"}]}`,
	} {
		if got := do(t, trial, "stamp", `{}`).Reply.Text(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		trial.Advance(30 * time.Second)
	}
}
