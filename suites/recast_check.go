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
	taken  *regexp.Regexp  // all words that a seed may put in the place of others
	wanted map[string]bool // words that are replaced, in lower case: false until seen
	found  []schemas.Problem
}

// newChecker prepares the check of a suite's texts under a seed. A nil checker
// looks for nothing.
func newChecker(raw *rawRecast, r *recast) *checker {
	if r == nil {
		return nil
	}
	c := &checker{recast: r, wanted: map[string]bool{}}
	var spare []string
	for _, line := range raw.Names {
		c.wanted[strings.ToLower(line[0])] = false
		for _, word := range line[1:] {
			spare = append(spare, forms(word)...)
		}
	}
	if len(spare) > 0 {
		c.taken = anyOf(spare)
	}
	return c
}

// text checks one text as it stands in a file.
func (c *checker) text(s string, at func() schemas.Problem) {
	if c == nil || s == "" {
		return
	}
	if day := c.recast.unmovable(s); day != "" {
		c.problem(at(), "recast-date", "write day and month, such as 17 March, or move days by whole years (4018 or 6209 days from 2026)",
			"%q names a day that a seed cannot move", day)
	}
	if c.taken != nil {
		if word, ok := standsIn(s, c.taken); ok {
			c.problem(at(), "recast-taken", "choose another word under recast.names", "%q stands in the suite already, so that a seed could make two people one", word)
		}
	}
	if f := c.recast.names.find; f != nil {
		for _, m := range f.FindAllStringIndex(s, -1) {
			if wholeWord(s, m[0], m[1]) {
				c.seen(s[m[0]:m[1]])
			}
		}
	}
}

// seen notes that a word to be replaced stands somewhere.
func (c *checker) seen(form string) {
	for word := range c.wanted {
		if strings.EqualFold(word, form) || strings.EqualFold(unaccented(word), form) {
			c.wanted[word] = true
		}
	}
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
			c.value(pointer+"/"+escapePointer(k), x[k], doc)
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
		if !c.wanted[strings.ToLower(line[0])] {
			c.problem(at(i), "recast-unused", "take the line out, or put the word first that the suite holds", "%q stands nowhere in the suite", line[0])
		}
	}
}
