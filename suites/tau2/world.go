package tau2

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/keptgate/keptgate/schemas"
)

// Setting is import.yaml: how a domain is a business here. Without the file it is
// empty.
type Setting struct {
	// Licence is that of tasks and database. It stands at the top of what they
	// become.
	Licence string            `json:"licence,omitempty"`
	Session map[string]string `json:"session,omitempty"` // of every case; account: caller unless given
	Confirm bool              `json:"confirm,omitempty"` // the policy asks for a yes before the first write
	Tables  []Table           `json:"tables,omitempty"`  // in the order in which rows are inserted
}

// Table says how parts of the database become rows of a table of tables.sql.
type Table struct {
	Table string `json:"table"`
	// From is the path to the entries, * standing for each of a list or an object.
	From string `json:"from"`
	// Columns by name: the path from an entry to the value, . being the entry, .. what holds it, @ its name or place,
	// or {path, times} for a number that is multiplied and then rounded.
	Columns map[string]any `json:"columns"`
}

// World is a folder that says how a domain is a business.
type World struct {
	Setting Setting
	files   map[string]string
}

// Names of files of a world that do not go into the suite as they are.
const (
	settingFile = "import.yaml"
	tablesFile  = "tables.sql"
	worldFile   = "world.sql"
)

// ReadWorld takes the files of a folder, by their paths in it. Its error is
// schemas.Problems where import.yaml is wrong.
func ReadWorld(name string, files map[string]string) (*World, error) {
	w := &World{files: files}
	for _, needed := range []string{"suite.yaml", "policy.md"} {
		if _, ok := files[needed]; !ok {
			return nil, fmt.Errorf("read world %s: it has no %s; examples/worlds has a world to begin with", name, needed)
		}
	}
	text, ok := files[settingFile]
	if !ok {
		return w, nil
	}
	doc, problems := schemas.ParseYAML(path.Join(name, settingFile), []byte(text))
	if len(problems) == 0 {
		problems = doc.CheckOwn("import")
	}
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	if err := schemas.Decode(doc.Value, &w.Setting); err != nil {
		return nil, fmt.Errorf("read world %s: decode %s: %w", name, settingFile, err)
	}
	return w, nil
}

// Files are those of the suite, by path, without its cases. The database is nil
// where there is none: then the world is a server, or brings its own world.sql.
func (w *World) Files(db []byte) (map[string]string, error) {
	out := map[string]string{}
	for name, text := range w.files {
		if name != settingFile && name != tablesFile && !strings.HasPrefix(name, "cases/") {
			out[name] = text
		}
	}
	if db == nil {
		return out, nil
	}
	tables, ok := w.files[tablesFile]
	if !ok {
		return nil, fmt.Errorf("make world: there is a database, and no %s that says what it becomes; without a database of its own a world needs no --db", tablesFile)
	}
	rows, err := w.rows(db)
	if err != nil {
		return nil, fmt.Errorf("make world: %w", err)
	}
	out[worldFile] = comment("-- ", w.Setting.Licence) + tables + rows
	return out, nil
}

// Stub is a file of one case, for the world to be tried with.
func (w *World) Stub() string {
	return "- name: t-000\n  category: stub\n  promise: Stub.\n  session: " + w.session() + "\n  caller: {opening: Hello.}\n  expect: {changes: [], tells: [{text: hello}]}\n  reference: [{say: Hello.}]\n"
}

// session is who calls, as YAML.
func (w *World) session() string {
	names := []string{"account", "user"}
	values := map[string]string{"account": "tau2", "user": "caller"}
	for name, value := range w.Setting.Session {
		values[name] = value
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for i, name := range names {
		names[i] = name + ": " + literal(values[name])
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// comment is a text as a comment, with an empty line behind; "" for none.
func comment(mark, text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	var out strings.Builder
	for l := range strings.Lines(strings.TrimSpace(text) + "\n") {
		out.WriteString(strings.TrimRight(mark+strings.Map(printable, l), " \t\n") + "\n")
	}
	return out.String() + "\n"
}

// printable keeps what can stand in a comment and on a terminal.
func printable(r rune) rune {
	if unicode.IsControl(r) && r != '\t' || unicode.Is(unicode.Bidi_Control, r) || strings.ContainsRune("\u2028\u2029\ufeff\ufffd", r) {
		return -1
	}
	return r
}
