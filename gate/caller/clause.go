package caller

import (
	"regexp"
	"slices"
	"strings"
)

// A clause is a part of a sentence that can be a request of its own, with the
// condition that it hangs on: "if you agree, | please confirm".
type clause struct {
	body  string // in the form of normal
	cond  string // the condition, "" for none
	asked bool   // a question or an imperative
}

// waits tells whether the clause depends on something. An aim, as in "to help
// you, I will …", is nothing to wait for.
func (c clause) waits() bool {
	return c.cond != "" && !strings.HasPrefix(c.cond, "to ") && !strings.HasPrefix(c.cond, "in order to ")
}

// clauses splits a sentence into clauses, each condition put with what it
// qualifies.
func clauses(s sentence) []clause {
	if !s.question && !hinted(s.text, pleading) {
		return []clause{{body: s.text}}
	}
	var out []clause
	from, cond := 0, ""
	for _, to := range openings(s.text) {
		text := link.ReplaceAllString(strings.Trim(s.text[from:to], " ,;(-"), "")
		from = to
		if to < len(s.text) && condition.MatchString(text) && !strings.Contains(text, "please") {
			cond = strings.TrimSpace(cond + " " + strings.TrimRight(text, ": "))
			continue
		}
		out = append(out, clause{body: text, cond: cond})
		cond = ""
	}
	return mark(out, s.question)
}

// openings are the offsets at which clauses end, the last being the text's.
func openings(text string) []int {
	at := []int{}
	for _, r := range []*regexp.Regexp{opener, follower} {
		for _, m := range r.FindAllStringSubmatchIndex(text, -1) {
			at = append(at, m[2])
		}
	}
	slices.Sort(at)
	return append(slices.Compact(at), len(text))
}

// mark says which clauses ask for something, and takes conditions off their end.
func mark(cs []clause, question bool) []clause {
	found := false
	for i := range cs {
		c := &cs[i]
		c.asked = request.in(c.body) || question && inverted.in(c.body)
		if i > 0 && cs[i-1].asked && joined.MatchString(c.body) {
			c.asked = true
			if strings.HasPrefix(c.body, "if ") || strings.HasPrefix(c.body, "whether ") {
				c.cond, c.body = c.body, "let me know"
			}
		}
		found = found || c.asked
	}
	if question && !found {
		cs[len(cs)-1].asked = true
	}
	for i := range cs {
		c := &cs[i]
		m := tail.FindStringIndex(c.body)
		if m == nil {
			continue
		}
		if before := c.body[:m[0]]; kindOf(before) != direct && (c.asked || !findsOut.MatchString(before)) {
			c.cond = strings.TrimSpace(c.cond + " " + strings.Trim(c.body[m[0]:], " ,"))
			c.body = c.body[:m[0]]
		}
	}
	return cs
}
