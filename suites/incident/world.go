package incident

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/suites/draft"
)

// worldFile writes tables and rows.
func (m *maker) worldFile() string {
	var out strings.Builder
	out.WriteString("-- A draft, made of what tools replied in recorded conversations. Each read has a table of its readings, by the\n" +
		"-- arguments it was called with (by_...); only_in names the case in which alone it was read so. Each write is noted.\n" +
		"-- review: make tables of your business of these, and add rows that nobody asked for: hundreds, and as untidy as the real ones.\n")
	for _, t := range m.tools {
		switch {
		case !t.reads:
			fmt.Fprintf(&out, "\nCREATE TABLE %s (\n  entry_no INTEGER PRIMARY KEY,\n%s  noted_at TEXT NOT NULL\n);\n", t.noted(), declared(t.args))
			if len(t.answers) > 0 {
				t.readings(&out, t.answered(), []field{{"reply", true}}, func(a *answer) []any { return []any{a.value} })
			}
		case t.shape.list:
			t.readings(&out, t.known(), nil, func(*answer) []any { return nil })
			t.rows(&out)
		case t.shape.whole:
			t.readings(&out, t.known(), []field{{"reply", true}}, func(a *answer) []any { return []any{a.value} })
		default:
			t.readings(&out, t.known(), t.shape.fields, func(a *answer) []any { return t.shape.values(a.value) })
		}
		t.refusals(&out)
	}
	return out.String()
}

func (t *tool) known() string    { return "known_" + t.table }
func (t *tool) items() string    { return "items_" + t.table }
func (t *tool) noted() string    { return "noted_" + t.table }
func (t *tool) answered() string { return "answered_" + t.table }
func (t *tool) refusing() string { return "refused_" + t.table }

// values are those of a record, by field.
func (s shape) values(v any) []any {
	record, _ := v.(map[string]any)
	values := make([]any, len(s.fields))
	for i, f := range s.fields {
		values[i] = record[f.name]
	}
	return values
}

// readings writes the table of a tool's replies.
func (t *tool) readings(out *strings.Builder, table string, fields []field, values func(*answer) []any) {
	columns := []string{"entry_no", "only_in"}
	for _, name := range t.args {
		columns = append(columns, "by_"+name)
	}
	for _, f := range fields {
		columns = append(columns, f.name)
	}
	fmt.Fprintf(out, "\nCREATE TABLE %s (\n  entry_no INTEGER PRIMARY KEY,\n  only_in TEXT NOT NULL", table)
	for _, name := range columns[2:] {
		fmt.Fprintf(out, ",\n  %s", quoted(name))
	}
	out.WriteString("\n);\n")
	for i, a := range t.answers {
		row := append([]string{fmt.Sprint(i + 1), draft.SQL(a.only)}, t.literals(a)...)
		for j, v := range values(a) {
			if f := fields[j]; f.name == "reply" && f.json && v == nil {
				row = append(row, "'null'")
			} else {
				row = append(row, f.of(v))
			}
		}
		insert(out, table, columns, row)
	}
}

// rows writes the records of the lists that a tool replied.
func (t *tool) rows(out *strings.Builder) {
	columns := []string{"entry_no", "reading"}
	fmt.Fprintf(out, "\nCREATE TABLE %s (\n  entry_no INTEGER PRIMARY KEY,\n  reading INTEGER NOT NULL", t.items())
	for _, f := range t.shape.fields {
		columns = append(columns, f.name)
		fmt.Fprintf(out, ",\n  %s", quoted(f.name))
	}
	out.WriteString("\n);\n")
	n := 0
	for i, a := range t.answers {
		list, _ := a.value.([]any)
		for _, item := range list {
			n++
			row := []string{fmt.Sprint(n), fmt.Sprint(i + 1)}
			for j, v := range t.shape.values(item) {
				row = append(row, t.shape.fields[j].of(v))
			}
			insert(out, t.items(), columns, row)
		}
	}
}

// refusals writes the table of the calls that a tool refused.
func (t *tool) refusals(out *strings.Builder) {
	if len(t.refused) == 0 {
		return
	}
	messages := t.messages()
	columns := []string{"entry_no", "only_in", "message_no"}
	fmt.Fprintf(out, "\nCREATE TABLE %s (\n  entry_no INTEGER PRIMARY KEY,\n  only_in TEXT NOT NULL,\n  message_no INTEGER NOT NULL", t.refusing())
	for _, name := range t.args {
		columns = append(columns, "by_"+name)
		fmt.Fprintf(out, ",\n  %s", quoted("by_"+name))
	}
	out.WriteString("\n);\n")
	for i, a := range t.refused {
		message := slices.Index(messages, a.value.(string)) + 1
		if message == 0 {
			message = len(messages)
		}
		row := append([]string{fmt.Sprint(i + 1), draft.SQL(a.only), fmt.Sprint(message)}, t.literals(a)...)
		insert(out, t.refusing(), columns, row)
	}
}

// maxMessages is how many messages a tool has for what it refuses; the last stands
// for all others.
const maxMessages = 20

// messages are those with which a tool refused calls.
func (t *tool) messages() []string {
	var list []string
	for _, a := range t.refused {
		text := a.value.(string)
		if slices.Contains(list, text) {
			continue
		}
		if len(list) == maxMessages-1 {
			return append(list, "The call failed in the recording.")
		}
		list = append(list, text)
	}
	return list
}

// literals are the arguments of a call as SQL.
func (t *tool) literals(a *answer) []string {
	var list []string
	for _, name := range t.args {
		list = append(list, literal(a.args[name]))
	}
	return list
}

func insert(out *strings.Builder, table string, columns, row []string) {
	names := make([]string, len(columns))
	for i, name := range columns {
		names[i] = quoted(name)
	}
	fmt.Fprintf(out, "INSERT INTO %s (%s) VALUES (%s);\n", table, strings.Join(names, ", "), strings.Join(row, ", "))
}

func declared(columns []string) string {
	var out strings.Builder
	for _, c := range columns {
		fmt.Fprintf(&out, "  %s,\n", quoted(c))
	}
	return out.String()
}

func quoted(name string) string { return `"` + name + `"` }
