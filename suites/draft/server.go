package draft

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Server is the MCP server of a drafted suite, as its author started or named it.
type Server struct {
	Command []string
	Env     map[string]string
	URL     string // in place of Command
	Tables  []Table
}

// Table is a list of rows in the answer of a tool that only reads.
type Table struct {
	Name string
	Key  []string // columns that tell its rows apart; nil where there were no rows to see
	Tool string
	Rows string // path into the answer
}

// Look is a call that only reads, to ask a server what it holds.
type Look struct {
	Tool string
	Args map[string]any
}

// maxLooks bounds how often a server is asked.
const maxLooks = 8

// Looks lists calls of tools that only read: those without required arguments
// first.
func (d *Draft) Looks() []Look {
	var out []Look
	for _, t := range d.tools {
		if !t.writes && !slices.Contains(harness, t.name) {
			out = append(out, Look{t.name, t.args})
		}
	}
	slices.SortStableFunc(out, func(a, b Look) int { return min(len(a.Args), 1) - min(len(b.Args), 1) })
	return out[:min(len(out), maxLooks)]
}

// Answered notes what a look brought.
func (d *Draft) Answered(l Look, reply any) {
	t := d.tool(l.Tool)
	t.known = append(t.known, known{l.Args, reply})
}

// TablesIn finds the lists of rows in an answer that came back twice.
func TablesIn(tool string, reply any) []Table {
	var out []Table
	find("", reply, func(path string, list []any) {
		name := path[strings.LastIndexByte(path, '.')+1:]
		if name == "" || name == "items" {
			name = strings.Join(strings.Fields(Words(tool))[1:], "_")
		}
		out = append(out, Table{Name: tableName(name), Key: keyOf(list), Tool: tool, Rows: path})
	})
	return out
}

// find calls yes with every list of objects, and every empty list, that stands in
// objects alone.
func find(path string, v any, yes func(string, []any)) {
	switch x := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(x)) {
			if !strings.Contains(name, ".") {
				find(strings.TrimPrefix(path+"."+name, "."), x[name], yes)
			}
		}
	case []any:
		if path == "content" {
			return // pieces that are no rows: pictures, links
		}
		if !slices.ContainsFunc(x, func(item any) bool { _, ok := item.(map[string]any); return !ok }) {
			yes(path, x)
		}
	}
}

// tableName makes a name that a table can have.
func tableName(s string) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, strings.ReplaceAll(Words(s), " ", "_"))
	if name == "" || name[0] < 'a' || name[0] > 'z' {
		return "rows" + name
	}
	return name
}

// keyOf finds a column that tells all rows apart, those that are called so first,
// or else takes all that are no lists and no objects; nil without rows.
func keyOf(list []any) []string {
	if len(list) == 0 {
		return nil
	}
	first, _ := list[0].(map[string]any)
	columns := slices.Sorted(maps.Keys(first))
	rank := func(name string) int {
		plain := Words(name)
		for i, key := range []string{"id", "key", "uuid", "uri", "path", "code", "number", "name"} {
			if plain == key {
				return i
			}
		}
		if strings.HasSuffix(plain, " id") {
			return 8
		}
		return 9
	}
	slices.SortStableFunc(columns, func(a, b string) int { return rank(a) - rank(b) })
	var scalars []string
	for _, column := range columns {
		seen, scalar := map[string]bool{}, true
		for _, item := range list {
			row, _ := item.(map[string]any)
			switch v := row[column].(type) {
			case nil, []any, map[string]any:
				scalar = false
			default:
				seen[fmt.Sprint(v)] = true
			}
		}
		switch {
		case scalar && len(seen) == len(list):
			return []string{column}
		case scalar:
			scalars = append(scalars, column)
		}
	}
	return scalars
}

// ServerFiles writes the suite whose world is a server, by path inside its folder.
func (d *Draft) ServerFiles(name string, s Server) (map[string]string, error) {
	d.tools = slices.DeleteFunc(d.tools, func(t *tool) bool {
		reserved := slices.Contains(harness, t.name)
		if reserved {
			d.Notes = append(d.Notes, fmt.Sprintf("the server offers %s, which the harness serves itself: rename it there", t.name))
		}
		return reserved
	})
	cases := d.serverCases(s)
	if cases == "" {
		return nil, errors.New("write draft: no tool of the server that only reads, by its annotations or else by its name, answers what can be made up; write the suite by hand, like those of examples/servers")
	}
	if len(s.keyed()) == 0 {
		d.Notes = append(d.Notes, "what the server holds is not seen yet: fill in server.state in suite.yaml, so that changes count")
	}
	return map[string]string{
		"suite.yaml": s.suite(name), "tools.yaml": d.serverTools(), "policy.md": d.policy(), "cases/draft.yaml": cases,
	}, nil
}

// keyed are the tables of which enough is known; a server at a url is not seen to
// change until its author says how it is reset.
func (s Server) keyed() []Table {
	if s.URL != "" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Tables), func(t Table) bool { return len(t.Key) == 0 })
}

func (s Server) suite(name string) string {
	var out strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&out, format, args...) }
	f("# A draft: everything that says so is yours to replace.\nname: %s\nversion: \"1\"\nbusiness: A draft of a business. Say in one line what it does.\nnow: 2026-03-10T09:00:00Z\nserver:\n", name)
	if s.URL != "" {
		f("  url: %s\n  # reset: {command: [PROGRAM]} # fill in: how it comes back to its start before each trial; or {call: {TOOL: {}}}\n", Quote(s.URL))
	} else {
		f("  command: %s\n", literal(s.Command))
		if len(s.Env) > 0 {
			f("  env: %s\n", literal(s.Env))
		}
		f("  # files: start # a folder of the suite that each trial finds in @folder, where the server works\n")
	}
	keyed := s.keyed()
	if len(keyed) > 0 {
		f("  state:\n")
	} else {
		f("  # state: # fill in: what the server holds, each table read from outside before a trial and after every call\n")
		if len(s.Tables) == 0 {
			f("  #   - {table: NAME, key: [COLUMN], call: {TOOL: {}}, rows: PATH}\n")
		}
	}
	for _, t := range s.Tables {
		mark, key := "  ", literal(t.Key)
		if len(t.Key) == 0 {
			key = "[COLUMN]"
		}
		if len(t.Key) == 0 || s.URL != "" {
			mark = "  # "
		}
		f("%s  - {table: %s, key: %s, call: {%s: {}}", mark, t.Name, key, t.Tool)
		if t.Rows != "" {
			f(", rows: %s", Quote(t.Rows))
		}
		f("}\n")
	}
	f("effects:")
	for _, t := range keyed {
		f("\n  %s_added: {insert: %s, description: A draft. A row of %s was added.}", t.Name, t.Name, t.Name)
		f("\n  %s_changed: {update: %s, description: A draft. A row of %s was changed.}", t.Name, t.Name, t.Name)
		f("\n  %s_removed: {delete: %s, description: A draft. A row of %s was removed.}", t.Name, t.Name, t.Name)
	}
	if len(keyed) == 0 {
		f(" {}")
	}
	f("\nclosing: optional\n")
	return out.String()
}

func (d *Draft) serverTools() string {
	var out strings.Builder
	out.WriteString("# Names, descriptions and schemas are the server's. Here stands what a call may do, and which faults it can bear.\n")
	for _, t := range d.tools {
		why, effect, supports := "guessed from its name", "write", "[rate_limited]"
		if t.said {
			why = "as the server says"
		}
		switch {
		case !t.writes:
			effect, supports = "read", "[rate_limited, unavailable]"
		case t.destroys:
			effect, why = "irreversible", "the server says that it destroys; write, once you declare an undo"
		}
		fmt.Fprintf(&out, "- name: %s\n  effect: %s # %s\n  supports: %s\n", t.name, effect, why, supports)
	}
	return out.String()
}

// told finds the look that a question is best made of: one that was answered with
// something to tell, and that takes arguments, so that a wrong one shows.
func (d *Draft) told() *tool {
	var best *tool
	most := -1
	for _, t := range d.tools {
		if t.writes || len(t.known) == 0 {
			continue
		}
		worth := min(len(t.args), 1)
		if firstText(t.known[0].reply) != "" {
			worth += 2
		}
		if worth > most {
			best, most = t, worth
		}
	}
	return best
}

// serverCases drafts a question that was answered, and a request as a comment: what
// that is made of is made up, and only its author knows what the server takes; ""
// where nothing was answered.
func (d *Draft) serverCases(s Server) string {
	w := &written{}
	w.out.WriteString("# Drafts. Read each, make it yours, and run: keptgate validate\n")
	t := d.told()
	if t == nil {
		return ""
	}
	w.add(question(t))
	for _, t := range d.tools {
		if !t.writes || len(t.args) == 0 || len(s.keyed()) == 0 {
			continue
		}
		o := request(t)
		o.golden, o.lures = true, nil
		other := &written{count: w.count}
		other.add(o)
		w.out.WriteString("\n# Fill in: arguments that the server takes, and what callers say. What the reference then leaves is what is expected.\n")
		w.out.WriteString("#" + strings.ReplaceAll(strings.Trim(other.out.String(), "\n"), "\n", "\n#") + "\n")
		break
	}
	return w.out.String()
}
