package thresholds

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/keptgate/keptgate/schemas"
)

// Waiver takes the vote from a case for a time: it is run and reported, and counts
// in no metric and no comparison. A class of zero tolerance blocks all the same.
type Waiver struct {
	Case   string `json:"case"`   // SUITE/CASE
	Owner  string `json:"owner"`  // who mends it
	Reason string `json:"reason"` // why it may fail meanwhile
	Until  string `json:"until"`  // last day in force, YYYY-MM-DD in UTC
}

// maxWaived is how far off the end of a waiver may be, in years.
const maxWaived = 1

// Left is how many days a waiver holds after today: 0 on its last, less once it
// has expired.
func (w Waiver) Left(now time.Time) int {
	until, err := time.Parse(time.DateOnly, w.Until)
	if err != nil {
		return -1 // what cannot be read is never in force
	}
	return int(until.Sub(day(now)) / (24 * time.Hour))
}

// day is midnight, in UTC, of the day that a time lies in.
func day(t time.Time) time.Time {
	y, m, d := t.UTC().Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// checkWaivers refuses waivers that are wrong on any day.
func checkWaivers(doc *schemas.Document, list []Waiver) []schemas.Problem {
	var problems []schemas.Problem
	seen := map[string]bool{}
	for i, w := range list {
		if seen[w.Case] {
			p := doc.Problem(waiverAt(i, "case"), "waiver-twice", "%s is waived twice", w.Case)
			p.Fix = "keep one of the waivers"
			problems = append(problems, p)
		}
		seen[w.Case] = true
		if _, err := time.Parse(time.DateOnly, w.Until); err != nil {
			p := doc.Problem(waiverAt(i, "until"), "waiver-date", "%s is no day", w.Until)
			p.Fix = "write a day of the calendar as YYYY-MM-DD"
			problems = append(problems, p)
		}
	}
	return problems
}

// CheckWaivers refuses waivers that have expired, and those that are to hold for
// longer than a year. The error is schemas.Problems.
func (c *Config) CheckWaivers(now time.Time) error {
	last := day(now).AddDate(maxWaived, 0, 0).Format(time.DateOnly)
	var problems []schemas.Problem
	for i, w := range c.Waivers {
		place := waiverAt(i, "until")
		switch {
		case w.Left(now) < 0:
			p := c.problem(place, "waiver-expired", "the waiver of %s, which %s owns, expired on %s", w.Case, w.Owner, w.Until)
			p.Fix = "remove it, so that the case has its vote back, or agree with the owner on a later day"
			problems = append(problems, p)
		case w.Until > last:
			p := c.problem(place, "waiver-long", "the waiver of %s holds until %s, longer than a year", w.Case, w.Until)
			p.Fix = "set a day up to " + last
			problems = append(problems, p)
		}
	}
	return problemsOrNil(problems)
}

// CheckWaived refuses waivers of cases that are not there. cases are those of the
// run, SUITE/CASE; those of hidden are held out. In a run that was narrowed to
// some suites, waivers of others are none of its business.
func (c *Config) CheckWaived(cases []string, hidden string, narrowed bool) error {
	var problems []schemas.Problem
	for i, w := range c.Waivers {
		place := waiverAt(i, "case")
		suite, _, _ := strings.Cut(w.Case, "/")
		here := slices.ContainsFunc(cases, func(id string) bool { return strings.HasPrefix(id, suite+"/") })
		switch {
		case suite == hidden:
			p := c.problem(place, "waiver-held-out", "%s is held out, and such a case cannot be waived", w.Case)
			p.Fix = "remove the waiver; a new period brings other cases"
			problems = append(problems, p)
		case !slices.Contains(cases, w.Case) && (here || !narrowed):
			p := c.problem(place, "waiver-unknown", "no case is named %s", w.Case)
			p.Fix = "name a case of the suites as SUITE/CASE, or remove the waiver"
			problems = append(problems, p)
		}
	}
	return problemsOrNil(problems)
}

// InForce is the configuration without the waivers that have expired, whose cases
// have their vote back.
func (c *Config) InForce(now time.Time) *Config {
	out := *c
	out.Waivers = slices.DeleteFunc(slices.Clone(c.Waivers), func(w Waiver) bool { return w.Left(now) < 0 })
	return &out
}

// Waives tells whether a case, SUITE/CASE, has no vote by a waiver.
func (p *Policy) Waives(id string) bool {
	return slices.ContainsFunc(p.Waivers, func(w Waiver) bool { return w.Case == id })
}

func waiverAt(i int, field string) string { return schemas.Pointer("waivers", strconv.Itoa(i), field) }

// problem is about a place in the file that the configuration was read from.
func (c *Config) problem(pointer, rule, format string, args ...any) schemas.Problem {
	return c.doc.Problem(pointer, rule, format, args...)
}

func problemsOrNil(problems []schemas.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return schemas.Problems(problems)
}
