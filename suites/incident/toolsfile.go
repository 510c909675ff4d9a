package incident

import (
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/suites/draft"
)

// toolsFile writes the tools with the SQL that replays what was recorded of them.
func (m *maker) toolsFile() string {
	var out strings.Builder
	out.WriteString("# A draft. Reads give the recorded replies; a list is served as items and their count, and what has no common form under reply.\n" +
		"# review: whether each tool reads or writes, its description and its parameters; then put in your own rules.\n")
	for i, t := range m.tools {
		if i > 0 {
			out.WriteString("\n")
		}
		how := "guessed from its name"
		if t.said {
			how = "as its definition says"
		}
		parameters := ""
		if !t.defined {
			parameters = " # review: made of the calls"
		}
		fmt.Fprintf(&out, "- name: %s\n  description: %s\n  parameters: %s%s\n", t.name, draft.Quote(t.description), draft.JSON(t.parameters), parameters)
		if t.reads {
			fmt.Fprintf(&out, "  effect: read # review: %s\n  supports: [unavailable, rate_limited]\n", how)
		} else {
			fmt.Fprintf(&out, "  effect: irreversible # review: %s; declare an undo, and say write\n  supports: [unavailable, rate_limited]\n", how)
		}
		out.WriteString("  steps:\n")
		t.steps(&out)
	}
	return out.String()
}

func (t *tool) steps(out *strings.Builder) {
	check := func(query, code string, status int, message string) {
		fmt.Fprintf(out, "    - check: %s\n      error: {code: %s, status: %d, message: %s}\n", draft.JSON(query), code, status, draft.Quote(message))
	}
	if len(t.refused) > 0 {
		for i, message := range t.messages() {
			check(fmt.Sprintf("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM %s WHERE only_in = @account AND message_no = %d%s)", t.refusing(), i+1, t.matches()), "refused", 422, message)
		}
	}
	if !t.reads {
		t.write(out)
		return
	}
	from := fmt.Sprintf("FROM %s WHERE only_in IN ('', @account)%s ORDER BY only_in DESC LIMIT 1", t.known(), t.matches())
	check("SELECT 1 "+from, "not_found", 404, "There is no such record.")
	var columns []string
	for _, f := range t.shape.fields {
		columns = append(columns, f.column())
	}
	list := strings.Join(columns, ", ")
	switch {
	case t.shape.list:
		fmt.Fprintf(out, "  list: %s\n", draft.JSON(fmt.Sprintf("SELECT %s FROM %s WHERE reading = (SELECT entry_no %s) ORDER BY entry_no", list, t.items(), from)))
	case t.shape.whole:
		fmt.Fprintf(out, "  result: %s\n", draft.JSON(`SELECT reply AS "reply:json" `+from))
	default:
		fmt.Fprintf(out, "  result: %s\n", draft.JSON("SELECT "+list+" "+from))
	}
}

// write notes the call, and gives the recorded reply if there is one.
func (t *tool) write(out *strings.Builder) {
	var columns, values []string
	for _, name := range t.args {
		columns, values = append(columns, quoted(name)), append(values, ":"+name)
	}
	exec := fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", t.noted(), strings.Join(append(columns, "noted_at"), ", "), strings.Join(append(values, "@now"), ", "))
	result := "SELECT 'done' AS reply"
	if len(t.answers) > 0 {
		result = fmt.Sprintf(`SELECT coalesce((SELECT reply FROM %s WHERE only_in = @account%s LIMIT 1), '"done"') AS "reply:json"`, t.answered(), t.matches())
	}
	fmt.Fprintf(out, "    - exec: %s\n  result: %s\n", draft.JSON(exec), draft.JSON(result))
}

// matches are the conditions on the arguments of a call.
func (t *tool) matches() string {
	var out strings.Builder
	for _, name := range t.args {
		fmt.Fprintf(&out, " AND %s IS :%s", quoted("by_"+name), name)
	}
	return out.String()
}

func (f field) column() string {
	if f.json {
		return fmt.Sprintf(`%s AS "%s:json"`, quoted(f.name), f.name)
	}
	return quoted(f.name)
}
