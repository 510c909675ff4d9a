package bfcl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// perFile is how many cases stand in one file.
const perFile = 50

// Files writes the suite, by path inside its folder.
func (d *Draft) Files(name string) map[string]string {
	files := map[string]string{"suite.yaml": fmt.Sprintf(`# Questions and answers are outside data with a licence of their own: the Berkeley
# Function Calling Leaderboard is Apache-2.0, ShishirPatil/gorilla.
name: %s
version: "1"
business: Calls that one message asks for, of the Berkeley Function Calling Leaderboard.
now: 2026-01-05T09:00:00Z
world: none
texts: loose # as the leaderboard compares them
`, name)}
	for from := 0; from < len(d.Cases); from += perFile {
		var out strings.Builder
		for i, c := range d.Cases[from:min(from+perFile, len(d.Cases))] {
			if i > 0 {
				out.WriteByte('\n')
			}
			c.write(&out)
		}
		files[fmt.Sprintf("cases/%03d.yaml", from/perFile+1)] = out.String()
	}
	return files
}

func (c *Case) write(out *strings.Builder) {
	promise := "All calls that were asked for are made as they were asked for, and no others."
	if len(c.Answer) == 0 {
		promise = "Nothing is called, since no tool at hand fits."
	}
	fmt.Fprintf(out, "- name: %s\n  category: %s\n  promise: %s\n", plain(c.ID), c.Category, promise)
	doubted(out, c.Doubts)
	if c.System != "" {
		fmt.Fprintf(out, "  system: %s\n", plain(c.System))
	}
	fmt.Fprintf(out, "  ask: %s\n", plain(c.Ask))
	if len(c.Tools) > 0 {
		out.WriteString("  tools:\n")
	}
	for _, t := range c.Tools {
		fmt.Fprintf(out, "    - name: %s\n      description: %s\n      parameters: %s\n", t.Name, plain(t.Description), plain(t.Parameters))
	}
	out.WriteString("  answer:")
	if len(c.Answer) == 0 {
		out.WriteString(" []")
	}
	out.WriteByte('\n')
	for _, a := range c.Answer {
		fmt.Fprintf(out, "    - call: {%s: %s}\n", plain(a.Tool), plain(a.With))
		if len(a.May) > 0 {
			fmt.Fprintf(out, "      may: %s\n", plain(a.May))
		}
	}
}

// doubted takes a case's vote where there are reasons to.
func doubted(out *strings.Builder, why []string) {
	for i, doubt := range why {
		if i == 0 {
			out.WriteString("  provisional: true\n")
		}
		fmt.Fprintf(out, "  # %s\n", strings.Join(strings.Fields(doubt), " "))
	}
}

// plain writes a value as JSON, which is YAML as well.
func plain(v any) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // it was decoded from JSON
	return strings.TrimSpace(out.String())
}
