package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/keptgate/keptgate/gate/shadow"
)

// maxShown bounds the rows of each table that a terminal shows.
const maxShown = 25

// ShadowTerminal writes how far a candidate agrees with a record. Of each table it
// shows the first rows.
func ShadowTerminal(w io.Writer, r *shadow.Report, o TerminalOptions) error {
	t := &terminal{options: o}
	name := plain(r.Candidate)
	t.text(name+" · "+plain(shadowed(r)), "", t.bold, name)
	t.blank()
	for _, s := range shadowTables(r) {
		t.table("", s.columns, s.first(maxShown))
	}
	for _, line := range shadowFacts(r) {
		t.text(plain(line), "", nil, "")
	}
	if t.err != nil {
		return fmt.Errorf("draw report: %w", t.err)
	}
	_, err := io.WriteString(w, t.out.String())
	return err
}

// ShadowMarkdown is the same as Markdown, with all conversations that fit.
func ShadowMarkdown(r *shadow.Report) string {
	p := &page{room: SummaryBudget, full: "shadow.json"}
	p.add("## Shadow · " + proseWithin(r.Candidate, maxName) + "\n\n" + opening(proseWithin(shadowed(r), maxHeadline)) + "\n\n")
	for _, line := range shadowFacts(r) {
		p.add("- " + opening(proseWithin(line, maxHeadline)) + "\n")
	}
	p.add("\n")
	for _, s := range shadowTables(r) {
		p.table(s.columns, s.rows, s.what)
	}
	return p.out.String()
}

// shadowed says what was replayed.
func shadowed(r *shadow.Report) string {
	var files []string
	for _, trace := range r.Traces {
		files = append(files, trace.File)
	}
	s := fmt.Sprintf("%s of %s replayed", plural(r.Count.Played, "conversation", "conversations"), strings.Join(files, ", "))
	for _, other := range []struct {
		n    int
		what string
	}{
		{r.Count.Void, "void by its provider"}, {r.Count.Unfit, "not to be replayed"}, {r.Count.Left, "not begun"},
	} {
		if other.n > 0 {
			s += fmt.Sprintf(", %d %s", other.n, other.what)
		}
	}
	return s + ". Nothing was carried out. Agreement with a record is no verdict."
}

// section is one table.
type section struct {
	what    string
	columns []column
	rows    [][]string
}

// first are at most so many rows, and one that counts the others.
func (s section) first(most int) [][]string {
	if len(s.rows) <= most {
		return s.rows
	}
	more := make([]string, len(s.columns))
	more[0] = fmt.Sprintf("and %d more", len(s.rows)-most)
	return append(s.rows[:most:most], more)
}

// shadowTables are the figures, and the conversations whose writes do not agree.
func shadowTables(r *shadow.Report) []section {
	if r.Count.Played == 0 {
		return nil
	}
	effects := section{what: "effects", columns: append(actionColumns("", nil), column{"95% interval", true})}
	for _, e := range r.Effects {
		effects.add([]string{string(e.Effect) + "s"}, e.Figures, interval(e.Figures.Agreement))
	}
	effects.add([]string{"all calls"}, r.All, interval(r.All.Agreement))
	tools := section{what: "tools", columns: append(actionColumns("tool", []column{{"", false}}), column{"interval", true}, column{"arguments that differ", false})}
	for _, f := range r.Tools {
		tools.add([]string{f.Tool, string(f.Effect)}, f.Figures, interval(f.Figures.Agreement), differing(f.Differs))
	}
	out := []section{effects, tools}
	if len(r.Categories) > 1 {
		out = append(out, splitSection("category", "categories", r.Categories))
	}
	if len(r.Outcomes) > 1 || r.Outcomes[0].Name != shadow.NotSaid {
		out = append(out, splitSection("promise", "outcomes", outcomesNamed(r.Outcomes)))
	}
	return append(out, apartSection(r))
}

// add adds a row with figures between what stands before and after them.
func (s *section) add(before []string, f shadow.Figures, after ...string) {
	row := append(before, fmt.Sprint(f.Recorded), fmt.Sprint(f.Agreed), fmt.Sprint(f.Other), fmt.Sprint(f.NotMade), fmt.Sprint(f.NotRecorded), share(f.Agreement))
	s.rows = append(s.rows, append(row, after...))
}

// actionColumns are those of actions, behind a first column and others.
func actionColumns(first string, others []column) []column {
	out := append([]column{{first, false}}, others...)
	for _, title := range []string{"recorded", "agree", "other args", "not made", "extra", "agreement"} {
		out = append(out, column{title, true})
	}
	return out
}

// share is an agreement as a number, and interval what surrounds it.
func share(a shadow.Agreement) string {
	if a.Value == nil {
		return unknown
	}
	return decimals(*a.Value)
}

func interval(a shadow.Agreement) string {
	if a.Value == nil {
		return unknown
	}
	return decimals(a.Low) + "–" + decimals(a.High)
}

// differing lists the arguments that differed most.
func differing(list []shadow.Argument) string {
	const most = 5
	var parts []string
	for _, a := range list[:min(len(list), most)] {
		parts = append(parts, fmt.Sprintf("%s %d", a.Name, a.Calls))
	}
	if n := len(list) - most; n > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(parts, ", ")
}

// splitSection is a table of groups of conversations.
func splitSection(first, what string, list []shadow.Split) section {
	s := section{what: what, columns: append(actionColumns(first, []column{{"talks", true}}), column{"interval", true}, column{"all writes", true})}
	for _, one := range list {
		writes := fmt.Sprintf("%d of %d", one.Writes.Agreement.Agreed, one.Writes.Agreement.Of)
		s.add([]string{one.Name, fmt.Sprint(one.Conversations)}, one.Figures, interval(one.Figures.Agreement), writes)
	}
	return s
}

var outcomeWords = map[string]string{shadow.Kept: "kept", shadow.NotKept: "not kept", shadow.NotSaid: "not said"}

func outcomesNamed(list []shadow.Split) []shadow.Split {
	out := make([]shadow.Split, len(list))
	for i, s := range list {
		s.Name = outcomeWords[s.Name]
		out[i] = s
	}
	return out
}

// apartSection lists conversations whose writes do not agree: names of tools and of
// arguments, no values.
func apartSection(r *shadow.Report) section {
	s := section{what: "conversations", columns: []column{
		{"writes apart in", false}, {"category", false}, {"promise", false}, {"other args", false}, {"not made", false}, {"extra", false},
	}}
	for _, d := range r.Played {
		of := map[string][]string{}
		for _, a := range d.Actions {
			if a.Effect != shadow.Write {
				continue
			}
			name := a.Tool
			if len(a.Differs) > 0 {
				name += " (" + strings.Join(a.Differs, ", ") + ")"
			}
			of[a.Kind] = append(of[a.Kind], name)
		}
		if len(of) == 0 {
			continue
		}
		s.rows = append(s.rows, []string{
			within(d.ID, maxName), within(d.Category, maxName), outcomeWords[d.Outcome],
			within(strings.Join(of[shadow.Other], ", "), maxNote), within(strings.Join(of[shadow.NotMade], ", "), maxNote), within(strings.Join(of[shadow.NotRecorded], ", "), maxNote),
		})
	}
	return s
}
