package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/audit"
	"github.com/keptgate/keptgate/gate/report"
)

// validation writes what an audit of suites found, for people.
type validation struct {
	out   io.Writer
	width int
}

func (v *validation) write(r *audit.Report, notes []audit.Saturation) error {
	if !slices.ContainsFunc(r.Suites, func(s audit.Suite) bool { return s.References > 0 }) {
		return nil // nothing could be played; the problems say why
	}
	for _, part := range []func() error{
		func() error { return v.suites(r) },
		func() error { return v.mutants(r) },
		func() error { return v.variants(r) },
		func() error { return v.lazy(r) },
		func() error { return v.warnings(r) },
		func() error { return v.saturation(notes) },
		func() error { return v.weak(r) },
		func() error { return v.strict(r) },
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// table writes a table with a blank line in front, nothing without rows. Columns
// but the first hold numbers where the first row does.
func (v *validation) table(heads []report.Head, rows [][]string) error {
	if len(rows) == 0 {
		return nil
	}
	if _, err := io.WriteString(v.out, "\n"); err != nil {
		return err
	}
	return report.Table(v.out, v.width, heads, rows)
}

func heads(text string, numbers ...string) []report.Head {
	all := []report.Head{{Title: text}}
	for _, title := range numbers {
		all = append(all, report.Head{Title: title, Number: true})
	}
	return all
}

func numbers(text string, list ...int) []string {
	row := []string{text}
	for _, n := range list {
		row = append(row, fmt.Sprint(n))
	}
	return row
}

func (v *validation) suites(r *audit.Report) error {
	var rows [][]string
	for i := range r.Suites {
		s := &r.Suites[i]
		passed := 0
		for _, variant := range s.Variants {
			if variant.Pass {
				passed++
			}
		}
		rows = append(rows, numbers(s.Suite.Name, len(s.Suite.Cases), len(s.Suite.Tools), s.References,
			s.Count(""), s.Count(audit.Killed), s.Count(audit.Equivalent), s.Count(audit.Survived), len(s.Variants), passed, len(s.Warnings)))
	}
	return report.Table(v.out, v.width, heads("suite", "cases", "tools", "refs",
		"mutants", "killed", "equal", "survived", "variants", "passed", "warnings"), rows)
}

// mutants counts the mutants of each lapse, with the classes that found them.
func (v *validation) mutants(r *audit.Report) error {
	var rows [][]string
	for _, lapse := range lapsesIn(r) {
		fates, classes := map[audit.Fate]int{}, map[string]int{}
		for i := range r.Suites {
			for _, m := range r.Suites[i].Mutants {
				if m.Lapse == lapse {
					fates[m.Fate]++
					classes[m.Class]++
				}
			}
		}
		delete(classes, "")
		all := fates[audit.Killed] + fates[audit.Equivalent] + fates[audit.Survived]
		if all > 0 {
			rows = append(rows, append(numbers(lapse, all, fates[audit.Killed], fates[audit.Equivalent], fates[audit.Survived]), common(classes)))
		}
	}
	return v.table(append(heads("mutants", "all", "killed", "equal", "survived"), report.Head{Title: "found as"}), rows)
}

// lapsesIn lists what the mutants of a report do wrong, in the order of the table
// of lapses; those of call-level cases come last.
func lapsesIn(r *audit.Report) []string {
	var names, rest []string
	for _, l := range agent.Lapses() {
		names = append(names, l.Name)
	}
	for i := range r.Suites {
		for _, m := range r.Suites[i].Mutants {
			rest = append(rest, m.Lapse)
		}
	}
	return together(names, rest)
}

// libertiesIn lists in the same way how variants differ from the reference.
func libertiesIn(r *audit.Report) []string {
	var names, rest []string
	for _, l := range agent.Liberties() {
		names = append(names, l.Name)
	}
	for i := range r.Suites {
		for _, v := range r.Suites[i].Variants {
			rest = append(rest, v.Liberty)
		}
	}
	return together(names, rest)
}

// together adds the names that the first list lacks, sorted.
func together(names, more []string) []string {
	slices.Sort(more)
	for _, name := range slices.Compact(more) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// common is the most common classes.
func common(classes map[string]int) string {
	const most = 3
	names := slices.SortedFunc(maps.Keys(classes), func(a, b string) int {
		return cmp.Or(classes[b]-classes[a], cmp.Compare(a, b))
	})
	text := ""
	for i, name := range names[:min(most, len(names))] {
		if i > 0 {
			text += ", "
		}
		text += name
	}
	if len(names) > most {
		text += fmt.Sprintf(", %d more", len(names)-most)
	}
	return text
}

func (v *validation) variants(r *audit.Report) error {
	var rows [][]string
	for _, liberty := range libertiesIn(r) {
		all, passed := 0, 0
		for i := range r.Suites {
			for _, variant := range r.Suites[i].Variants {
				if variant.Liberty == liberty {
					all++
					if variant.Pass {
						passed++
					}
				}
			}
		}
		if all > 0 {
			rows = append(rows, numbers(liberty, all, passed))
		}
	}
	return v.table(heads("variants", "all", "passed"), rows)
}

func (v *validation) lazy(r *audit.Report) error {
	var rows [][]string
	for _, l := range r.Lazy {
		rows = append(rows, append(numbers(l.Agent, l.Cases, l.Passed), l.Category))
	}
	return v.table(append(heads("lazy agent", "cases", "passed"), report.Head{Title: "category"}), rows)
}

func (v *validation) warnings(r *audit.Report) error {
	first := true
	for i := range r.Suites {
		for _, w := range r.Suites[i].Warnings {
			if first {
				if _, err := io.WriteString(v.out, "\n"); err != nil {
					return err
				}
				first = false
			}
			if _, err := fmt.Fprintln(v.out, w); err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *validation) saturation(notes []audit.Saturation) error {
	var rows [][]string
	for _, n := range notes {
		says := "saturated: every trial passed"
		if !n.Passed {
			says = "out of reach: every trial failed"
		}
		rows = append(rows, append(numbers(n.Category, n.Cases, n.Trials), says))
	}
	return v.table(append(heads("category", "cases", "trials"), report.Head{Title: "in the result"}), rows)
}

// weak lists what got through, with the candidate that plays it again.
func (v *validation) weak(r *audit.Report) error {
	var rows [][]string
	for i := range r.Suites {
		for _, m := range r.Suites[i].Mutants {
			if m.Fate == audit.Survived {
				rows = append(rows, []string{m.Case.ID(), m.Candidate, m.Condition, fmt.Sprint(m.Trial)})
			}
		}
	}
	return v.table([]report.Head{{Title: "weak case"}, {Title: "what got through"}, {Title: "condition"}, {Title: "trial", Number: true}}, rows)
}

// strict lists what is as good as the reference and fails.
func (v *validation) strict(r *audit.Report) error {
	var rows [][]string
	for i := range r.Suites {
		for _, variant := range r.Suites[i].Variants {
			if !variant.Pass {
				rows = append(rows, []string{variant.Case.ID(), variant.Candidate, variant.Class, variant.Message})
			}
		}
	}
	return v.table([]report.Head{{Title: "strict case"}, {Title: "what fails"}, {Title: "by"}, {Title: "finding"}}, rows)
}
