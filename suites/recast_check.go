package suites

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/keptgate/keptgate/schemas"
)

// What a text says of days in a form that cannot be moved by some weeks.
var (
	bareDay   = regexp.MustCompile(`\b[Tt]he \d{1,2}(?:st|nd|rd|th)\b( [a-z]+)?`)
	sharedDay = regexp.MustCompile(`\b\d{1,2}(?:st|nd|rd|th)? ?(?:-|–|to|and|or|until|till) ?(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?` + month + `\b`)
	bareMonth = regexp.MustCompile(`\b(?:January|February|April|June|July|August|September|October|November|December|(?:in|of|since|until|till|by|for|from|during|before|after|next|last|this|end of) (?:March|May))\b`)
	notADay   = regexp.MustCompile(` (?:floor|time|line|year|birthday|anniversary|order|attempt|edition|street|avenue|storey|item|one|reminder|visit|week|of)$`)
)

// unmovable tells what a text says of days that a seed cannot move, "" if
// nothing: it would go on naming the published day.
func (r *recast) unmovable(s string) string {
	if r.days == 0 {
		return ""
	}
	if r.calendar {
		return "" // days and months keep their names
	}
	if m := sharedDay.FindString(s); m != "" {
		return m
	}
	dates := r.dates(s)
	free := func(from, to int) bool {
		for _, d := range dates {
			if from < d.to && d.from < to {
				return false
			}
		}
		return true
	}
	for _, re := range []*regexp.Regexp{bareDay, bareMonth, isoMonth} {
		for _, at := range re.FindAllStringIndex(s, -1) {
			m := s[at[0]:at[1]]
			if free(at[0], at[1]) && apart(s, at[0], at[1]) && !(re == bareDay && notADay.MatchString(m)) {
				return m
			}
		}
	}
	return ""
}

// checker looks for what a seed cannot replace well.
type checker struct {
	recast *recast
	taken  lexicon         // all words that a seed may put in the place of others
	wanted map[string]bool // words that are replaced, plain and in lower case: false until seen
	said   map[string]bool // words of which the check complained
	found  []schemas.Problem
}

// newChecker prepares the check of a suite's texts under a seed. A nil checker
// looks for nothing.
func newChecker(raw *rawRecast, r *recast) *checker {
	if r == nil {
		return nil
	}
	c := &checker{recast: r, taken: lexicon{}, wanted: map[string]bool{}, said: map[string]bool{}}
	for _, line := range raw.Names {
		c.wanted[plain(line[0])] = false
		for _, word := range line[1:] {
			for _, form := range forms(word) {
				c.taken.add(form)
			}
		}
	}
	return c
}

// plain is a word without accents, in lower case.
func plain(word string) string { return strings.ToLower(unaccented(word)) }

// text checks one text as it stands in a file.
func (c *checker) text(s string, at func() schemas.Problem) {
	if c == nil || s == "" {
		return
	}
	if day := c.recast.unmovable(s); day != "" {
		c.problem(at(), "recast-date", "write day and month, such as 17 March, or move days by whole years (4018 or 6209 days from 2026)",
			"%q names a day that a seed cannot move", day)
	}
	c.taken.each(s, func(from, to int) bool {
		if word := s[from:to]; !c.said[plain(word)] {
			c.said[plain(word)] = true
			c.problem(at(), "recast-taken", "choose another word under recast.names", "%q stands in the suite already, so that a seed could make two people one", word)
		}
		return true
	})
	c.recast.names.find.each(s, func(from, to int) bool {
		c.wanted[plain(s[from:to])] = true
		return true
	})
}

// value checks all texts of a value.
func (c *checker) value(pointer string, v any, doc *schemas.Document) {
	if c == nil || named.MatchString(pointer) {
		return
	}
	switch x := v.(type) {
	case string:
		c.text(x, func() schemas.Problem { return doc.Problem(pointer, "", "") })
	case []any:
		for i := range x {
			c.value(fmt.Sprintf("%s/%d", pointer, i), x[i], doc)
		}
	case map[string]any:
		for k := range x {
			c.value(pointer+schemas.Pointer(k), x[k], doc)
		}
	}
}

// lines checks a file that is a text, line by line.
func (c *checker) lines(file, text string) {
	if c == nil {
		return
	}
	for i, line := range strings.Split(text, "\n") {
		c.text(line, func() schemas.Problem { return schemas.Problem{File: file, Line: i + 1, Column: 1} })
	}
}

// sql checks the texts in a file of SQL.
func (c *checker) sql(file, text string) {
	if c == nil {
		return
	}
	for _, at := range sqlToken.FindAllStringIndex(text, -1) {
		if text[at[0]] == '\'' {
			c.text(text[at[0]+1:at[1]-1], func() schemas.Problem {
				return schemas.Problem{File: file, Line: 1 + strings.Count(text[:at[0]], "\n"), Column: 1}
			})
		}
	}
}

func (c *checker) problem(at schemas.Problem, rule, fix, format string, args ...any) {
	at.Rule, at.Severity, at.Fix, at.Message = rule, schemas.Error, fix, fmt.Sprintf(format, args...)
	c.found = append(c.found, at)
}

// unused complains of words that stand nowhere.
func (c *checker) unused(raw *rawRecast, at func(i int) schemas.Problem) {
	for i, line := range raw.Names {
		if !c.wanted[plain(line[0])] {
			c.problem(at(i), "recast-unused", "take the line out, or put the word first that the suite holds", "%q stands nowhere in the suite", line[0])
		}
	}
}
