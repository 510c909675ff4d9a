package audit

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// named looks for names of files, cases and tools that hold the name of a
// category: they would tell what a case is about.
func named(list []*suites.Suite) []schemas.Problem {
	var categories []string
	for _, s := range list {
		for _, c := range s.Cases {
			categories = append(categories, c.Category)
		}
	}
	slices.Sort(categories)
	telling := pattern(slices.Compact(categories)...)
	var out []schemas.Problem
	complain := func(file string, line int, what, name string) {
		if telling.MatchString(name) {
			out = append(out, schemas.Problem{
				Rule: "name-tells", Severity: schemas.Error, File: file, Line: line, Column: min(line, 1),
				Message: what + " " + name + " holds the name of a category", Fix: "choose a name that gives nothing away",
			})
		}
	}
	for _, s := range list {
		if s.CallLevel {
			continue // nobody sees its names, which may be those of outside data
		}
		files := map[string]bool{}
		for _, t := range s.Tools {
			complain(t.File, t.Line, "the tool", t.Name)
		}
		for _, c := range s.Cases {
			complain(c.File, c.Line, "the case", c.Name)
			if !files[c.File] {
				files[c.File] = true
				complain(c.File, 0, "the file", path.Base(c.File))
			}
		}
	}
	return out
}

// pattern finds names, whatever separates their words, also as a part of others.
func pattern(names ...string) *regexp.Regexp {
	var all []string
	for _, name := range names {
		words := strings.Split(name, "-")
		for i := range words {
			words[i] = regexp.QuoteMeta(words[i])
		}
		all = append(all, strings.Join(words, `[-_ ]?`))
	}
	return regexp.MustCompile(`(?i)(?:^|[^\pL\d])(?:` + strings.Join(all, "|") + `)s?(?:$|[^\pL\d])`)
}

// shown looks for the case's name and category in what tools reply to the
// reference.
func shown(c *suites.Case, r *trace.Record) []schemas.Problem {
	telling := pattern(c.Name, c.Category)
	for _, e := range r.Ledger {
		if found := telling.FindString(text(e.Reply.Body)); found != "" && e.Kind != trace.Control {
			return []schemas.Problem{complain(c, "reply-tells", "write the record, or name the case, otherwise",
				"a reply of %s to the reference of %s holds %q, the name of the case or of its category", e.Tool, c.Name, strings.TrimSpace(found))}
		}
	}
	return nil
}
