package tau2

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/schemas"
)

// world is a world with an import.yaml.
func world(t testing.TB, setting string) *World {
	t.Helper()
	w, err := ReadWorld("w", map[string]string{
		"suite.yaml": "name: w\n", "policy.md": "# Policy\n", "tables.sql": "-- Tables.\n", "import.yaml": setting,
		"cases/old.yaml": "[]\n", "start/a.txt": "a\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

const shop = `
licence: |
  Somebody's.

  Keep	this.
session: {user: chat, line: "$1"}
tables:
  - {table: people, from: people/*, columns: {id: "@", name: name/first, town: town, own: ., nth: notes/2}}
  - {table: cards, from: people/*/cards/*, columns: {person: ../../@, place: "@", cents: {path: left, times: 100}, good: good}}
`

func TestFilesOfAWorld(t *testing.T) {
	const db = `{"people": {
		"b": {"name": {"first": "Béa's"}, "town": "A\u0000'", "notes": ["x", {"y": 1.50}]},
		"a": {"cards": [{"left": 1.005, "good": true}, {"left": 12345678901234567.89, "good": false}, {"left": null, "good": 7}]}
	}}`
	got, err := world(t, shop).Files([]byte(db))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"suite.yaml": "name: w\n", "policy.md": "# Policy\n", "start/a.txt": "a\n",
		"world.sql": `-- Somebody's.
--
-- Keep	this.

-- Tables.

INSERT INTO "people" ("id", "name", "nth", "own", "town") VALUES
  ('a', NULL, NULL, '{"cards":[{"good":true,"left":1.005},{"good":false,"left":12345678901234567.89},{"good":7,"left":null}]}', NULL),
  ('b', 'Béa''s', '{"y":1.50}', '{"name":{"first":"Béa''s"},"notes":["x",{"y":1.50}],"town":"A\u0000''"}', 'A''');

INSERT INTO "cards" ("cents", "good", "person", "place") VALUES
  (101, 1, 'a', 1),
  (1234567890123456789, 0, 'a', 2),
  (NULL, 7, 'a', 3);
`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	own, err := world(t, shop).Files(nil)
	if err != nil || own["world.sql"] != "" || own["start/a.txt"] == "" {
		t.Errorf("without a database: %v, %v", own, err)
	}
}

func TestManyRowsAreManyStatements(t *testing.T) {
	w := world(t, "tables: [{table: n, from: '*', columns: {v: .}}]")
	files, err := w.Files([]byte("[" + strings.Repeat("1,", inInsert) + "2]"))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(files["world.sql"], "INSERT INTO"); got != 2 || !strings.HasSuffix(files["world.sql"], "VALUES\n  (2);\n") {
		t.Errorf("%d statements\n%s", got, files["world.sql"])
	}
}

func TestWhatADatabaseCannotBe(t *testing.T) {
	tests := []struct{ name, setting, db, want string }{
		{"no JSON", shop, `{`, "make world: read database: unexpected EOF"},
		{"no list", shop, `{"people": 3}`, "make world: fill table people: * stands where there is neither a list nor an object"},
		{"another database", shop, `{"persons": {}}`, "make world: fill tables: the paths of import.yaml lead to nothing"},
		{"no number", shop, `{"people": [{"cards": [{"left": "3"}]}]}`, `fill table cards: entry 1, column cents: "3" is no plain number to multiply`},
		{"a huge number", shop, `{"people": [{"cards": [{"left": 1e999999999}]}]}`, "1e999999999 is no plain number to multiply"},
		{"too many entries", "tables: [{table: n, from: '*', columns: {v: .}}]", "[" + strings.Repeat("1,", maxRows) + "1]", "fill table n: there are more than 500000 entries"},
		{"too many rows", strings.Replace("tables: [{table: n, from: '*', columns: {v: .}}, X]", "X", "{table: m, from: '*', columns: {v: .}}", 1), "[" + strings.Repeat("1,", maxRows/2) + "1]", "fill table m: there are more than 500000 rows"},
		{"too many bytes", "tables: [{table: n, from: '*', columns: {a: ../@, b: ..}}]", `["` + strings.Repeat("x", 1<<20) + `"` + strings.Repeat(",1", 40) + "]", "fill table n: the rows have more than"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := world(t, test.setting).Files([]byte(test.db))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %.300v, want %q in it", err, test.want)
			}
		})
	}
}

func TestReadWorldSaysWhatIsMissing(t *testing.T) {
	if _, err := ReadWorld("w", map[string]string{"suite.yaml": ""}); err == nil || !strings.Contains(err.Error(), "read world w: it has no policy.md") {
		t.Errorf("got %v", err)
	}
	w, err := ReadWorld("w", map[string]string{"suite.yaml": "", "policy.md": ""})
	if err != nil {
		t.Fatal(err)
	}
	if got := w.session(); got != `{account: "tau2", user: "caller"}` {
		t.Errorf("session %s", got)
	}
	if _, err := w.Files([]byte("{}")); err == nil || !strings.Contains(err.Error(), "there is a database, and no tables.sql") {
		t.Errorf("got %v", err)
	}
	for setting, want := range map[string]string{
		"tables: 3":       "w/import.yaml:1:9",
		"a: b: c":         "w/import.yaml:1:4",
		"session: {a: 1}": "w/import.yaml:1:14",
	} {
		_, err := ReadWorld("w", map[string]string{"suite.yaml": "", "policy.md": "", "import.yaml": setting})
		var problems schemas.Problems
		if !errors.As(err, &problems) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", setting, err, want)
		}
	}
	if got, want := world(t, shop).session(), `{account: "tau2", line: "$$1", user: "chat"}`; got != want {
		t.Errorf("session %s, want %s", got, want)
	}
}

// FuzzRows: no database makes the importer panic, and what it becomes are
// statements, one for each row and no more.
func FuzzRows(f *testing.F) {
	f.Add([]byte(`{"people": {"a": {"name": {"first": "O'x"}, "cards": [{"left": -1.5, "good": false}]}}}`))
	f.Add([]byte(`{"people": [[], {"cards": {"x": {"left": 3}}}, null, "'); DROP TABLE people; --"]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		files, err := world(t, shop).Files(data)
		if err != nil {
			return
		}
		text := files["world.sql"][len("-- Somebody's."):]
		if strings.Count(outside(text), ";") != strings.Count(outside(text), "INSERT INTO") {
			t.Errorf("a value broke out of its quotes:\n%s", text)
		}
	})
}

// outside is SQL without its texts.
func outside(sql string) string {
	var out strings.Builder
	for i, part := range strings.Split(sql, "'") {
		if i%2 == 0 {
			fmt.Fprint(&out, part)
		}
	}
	return out.String()
}
