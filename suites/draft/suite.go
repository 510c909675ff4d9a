package draft

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// harness are the tools that the harness serves itself: no suite may define them.
var harness = []string{"wait", "handover", "close_call"}

// Files writes the suite, by path inside its folder.
func (d *Draft) Files(name string) (map[string]string, error) {
	for _, t := range slices.Clone(d.tools) {
		if slices.Contains(harness, t.name) {
			d.Notes = append(d.Notes, fmt.Sprintf("%s is left out: the harness serves a tool of that name itself", t.name))
			d.tools = slices.DeleteFunc(d.tools, func(o *tool) bool { return o == t })
			d.calls = slices.DeleteFunc(d.calls, func(c call) bool { return c.tool == t })
		}
		for p := range t.parameters.properties {
			if !IsColumn(p) {
				d.Notes = append(d.Notes, fmt.Sprintf("the parameter %q of %s is served, and not kept in the world", p, t.name))
			}
		}
	}
	cases := d.cases()
	if cases == "" {
		return nil, errors.New("write draft: no tool of it can be called with what is known")
	}
	return map[string]string{
		"suite.yaml": d.suite(name), "tools.yaml": d.toolsFile(), "world.sql": d.world(), "policy.md": d.policy(), "cases/draft.yaml": cases,
	}, nil
}

func (d *Draft) suite(name string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# A draft: everything that says so is yours to replace.\nname: %s\nversion: \"1\"\nbusiness: A draft of a business. Say in one line what it does.\nnow: 2026-03-10T09:00:00Z\n", name)
	out.WriteString("effects:")
	none := true
	for _, t := range d.tools {
		if t.writes {
			none = false
			fmt.Fprintf(&out, "\n  %s: {insert: %s, description: %s}", t.effect(), t.table(), Quote("Done: "+Words(t.name)+"."))
		}
	}
	if none {
		out.WriteString(" {}")
	}
	out.WriteString("\nclosing: required\n")
	return out.String()
}

func (d *Draft) toolsFile() string {
	var out strings.Builder
	out.WriteString("# Names, descriptions and parameters are those of your tools. Steps and results are drafts: put in your own rules.\n")
	for i, t := range d.tools {
		if i > 0 {
			out.WriteString("\n")
		}
		description := t.description
		if description == "" {
			description = "A draft: say what it does."
		}
		fmt.Fprintf(&out, "- name: %s\n  description: %s\n  parameters: %s\n", t.name, Quote(description), JSON(t.raw))
		columns := t.parameters.columns()
		if !t.writes {
			fmt.Fprintf(&out, "  effect: read\n  result: %s\n", JSON(fmt.Sprintf("SELECT reply AS \"reply:json\" FROM %s WHERE %s", t.table(), where(columns))))
			continue
		}
		fmt.Fprintf(&out, "  effect: irreversible # until you declare an undo, and say write\n  supports: [unavailable, rate_limited]\n  steps:\n    - exec: %s\n",
			JSON(fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", t.table(), quoted(append(columns, "noted_at")), values(t.parameters.columns()))))
		fmt.Fprintf(&out, "  result: %s\n", JSON(fmt.Sprintf("SELECT 'done' AS status, entry_no AS entry FROM %s ORDER BY entry_no DESC LIMIT 1", t.table())))
	}
	return out.String()
}

func (d *Draft) world() string {
	var out strings.Builder
	out.WriteString("-- A draft: each write is noted in a table of its own, each read answers from a table of known answers.\n-- Put your own tables and rows in their place: hundreds, and as untidy as the real ones.\n")
	for _, t := range d.tools {
		columns := t.parameters.columns()
		if t.writes {
			fmt.Fprintf(&out, "\nCREATE TABLE %s (\n  entry_no INTEGER PRIMARY KEY,\n%s  noted_at TEXT NOT NULL\n);\n", t.table(), declared(columns))
			continue
		}
		fmt.Fprintf(&out, "\nCREATE TABLE %s (\n  answer_no INTEGER PRIMARY KEY,\n%s  reply TEXT NOT NULL\n);\n", t.table(), declared(columns))
		for _, k := range t.answers() {
			var row []string
			for _, c := range columns {
				row = append(row, sqlValue(k.args[c]))
			}
			fmt.Fprintf(&out, "INSERT INTO %s (%s) VALUES (%s);\n", t.table(), quoted(append(slices.Clone(columns), "reply")), strings.Join(append(row, SQL(JSON(k.reply))), ", "))
		}
	}
	return out.String()
}

// answers are what a read has to say: what was recorded, or one made up.
func (t *tool) answers() []known {
	if len(t.known) > 0 {
		return t.known
	}
	return []known{{t.args, map[string]any{"note": sampleNote}}}
}

// sampleNote is what a made-up answer says.
const sampleNote = "drafted answer 1001"

func (d *Draft) policy() string {
	return "# A draft of a policy\n\nYou act for this business. Do what the caller asks for with the tools you are given, and nothing else.\n" +
		"Ask for what you need and were not told. When the caller only wants to know something, change nothing. Say what you did.\n\n" +
		"At the end file the record of the call: one line for each change that was made or asked for.\n"
}

func (t *tool) effect() string { return strings.ReplaceAll(Words(t.name), " ", "_") + "_done" }

// table is where a tool's writes are noted, or its answers known.
func (t *tool) table() string {
	name := strings.ReplaceAll(t.name, "-", "_")
	if t.writes {
		return "noted_" + name
	}
	return "known_" + name
}

func where(columns []string) string {
	conditions := []string{"1"}
	for _, c := range columns {
		conditions = append(conditions, fmt.Sprintf("(%s IS NULL OR %s IS :%s)", name(c), name(c), c))
	}
	return strings.Join(conditions, " AND ") + " ORDER BY answer_no LIMIT 1"
}

func values(columns []string) string {
	var out []string
	for _, c := range columns {
		out = append(out, ":"+c)
	}
	return strings.Join(append(out, "@now"), ", ")
}

func declared(columns []string) string {
	var out strings.Builder
	for _, c := range columns {
		fmt.Fprintf(&out, "  %s,\n", name(c))
	}
	return out.String()
}

func quoted(columns []string) string {
	var out []string
	for _, c := range columns {
		out = append(out, name(c))
	}
	return strings.Join(out, ", ")
}

func name(column string) string { return `"` + column + `"` }

// sqlValue is a scalar as SQL; what is none stands for any.
func sqlValue(v any) string {
	switch x := v.(type) {
	case string:
		return SQL(x)
	case float64:
		return JSON(x)
	default:
		return "NULL"
	}
}
