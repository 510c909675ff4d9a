package grade

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	monthPattern = `(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`
	dayPattern   = `(\d{1,2})(?:st|nd|rd|th)?`
	weekPattern  = `(?:(mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\.?,? (?:the )?)?`
)

// The ways to write a date, most telling first; later ones do not look where an
// earlier one has matched.
var dateForms = []struct {
	pattern *regexp.Regexp
	read    func(g []string, d *written)
}{
	{regexp.MustCompile(`\b` + weekPattern + `(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:\b|t\d)`), func(g []string, d *written) {
		d.week, d.year, d.month, d.day = g[1], g[2], g[3], g[4]
	}},
	{regexp.MustCompile(`\b` + weekPattern + dayPattern + `(?: of)?[ -]` + monthPattern + `\b\.?(?:,?[ -](\d{4})\b)?`), func(g []string, d *written) {
		d.week, d.day, d.month, d.year = g[1], g[2], g[3], g[4]
	}},
	{regexp.MustCompile(`\b` + weekPattern + monthPattern + `\.? (?:the )?` + dayPattern + `\b(?:,? (\d{4})\b)?`), func(g []string, d *written) {
		d.week, d.month, d.day, d.year = g[1], g[2], g[3], g[4]
	}},
	{regexp.MustCompile(`\b` + weekPattern + `(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})\b`), func(g []string, d *written) {
		d.week, d.day, d.month, d.year, d.either = g[1], g[2], g[3], g[4], true
	}},
	{regexp.MustCompile(`\b(?:(next|this|coming) )?(mon|tues|wednes|thurs|fri|satur|sun)day(?: the (\d{1,2})(?:st|nd|rd|th))?\b`), func(g []string, d *written) {
		d.next, d.week, d.day = g[1] == "next", g[2], g[3]
	}},
	{regexp.MustCompile(`\b(today|tomorrow|day after tomorrow|yesterday)\b`), func(g []string, d *written) {
		d.word = g[1]
	}},
}

// written is a date as it stands in a text; what is not written is "".
type written struct {
	week, day, month, year, word string
	either                       bool // day and month may stand in either order
	next                         bool // "next" stands before the day of the week
}

// findDate finds mentions of the date wanted, itself written in any full form. A
// year that is left out is that of now, or the nearest one; days of the week and
// words such as tomorrow count from now.
func findDate(flat, want string, now time.Time) []span {
	wanted, ok := readDate(want, now)
	if !ok {
		return nil
	}
	var out []span
	eachDate(flat, func(d written, s span) {
		if d.is(wanted, now) {
			out = append(out, s)
		}
	})
	return out
}

// readDate reads the literal of a case. Day before month where both could be.
func readDate(s string, now time.Time) (time.Time, bool) {
	var found time.Time
	eachDate(s, func(d written, _ span) {
		day, _ := strconv.Atoi(d.day)
		year, err := strconv.Atoi(d.year)
		if err != nil {
			year = now.Year()
		}
		if len(d.year) == 2 {
			year += 2000
		}
		if m := monthOf(d.month); found.IsZero() && m > 0 && day > 0 {
			found = time.Date(year, m, day, 0, 0, 0, 0, time.UTC)
		}
	})
	return found, !found.IsZero()
}

// eachDate calls f with every date in a text.
func eachDate(flat string, f func(written, span)) {
	rest := []byte(flat)
	for _, form := range dateForms {
		for _, m := range form.pattern.FindAllSubmatchIndex(rest, -1) {
			groups := make([]string, len(m)/2)
			for i := range groups {
				if m[2*i] >= 0 {
					groups[i] = string(rest[m[2*i]:m[2*i+1]])
				}
			}
			var d written
			form.read(groups, &d)
			f(d, span{m[0], m[1]})
			for i := m[0]; i < m[1]; i++ {
				rest[i] = 0
			}
		}
	}
}

// is tells whether the date as written is the one wanted.
func (d written) is(want, now time.Time) bool {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	ahead := int(want.Sub(today) / (24 * time.Hour))
	switch {
	case d.word != "":
		words := map[string]int{"yesterday": -1, "today": 0, "tomorrow": 1, "day after tomorrow": 2}
		return ahead == words[d.word]
	case d.week != "" && !strings.HasPrefix(strings.ToLower(want.Weekday().String()), d.week[:3]):
		return false
	case d.month == "":
		return d.day == "" && ahead >= 0 && (ahead <= 7 || d.next && ahead <= 13) || d.day == strconv.Itoa(want.Day()) && ahead >= -31 && ahead <= 31
	}
	day, month := number(d.day), monthOf(d.month)
	same := day == want.Day() && month == want.Month()
	if d.either {
		same = same || int(month) == want.Day() && day == int(want.Month())
	}
	return same && d.sameYear(want, now)
}

func (d written) sameYear(want, now time.Time) bool {
	switch len(d.year) {
	case 0:
		near := now.AddDate(0, -6, 0).Before(want) && want.Before(now.AddDate(0, 6, 0))
		return near || want.Year() == now.Year()
	case 2:
		return number(d.year) == want.Year()%100
	default:
		return number(d.year) == want.Year()
	}
}

// monthOf reads a month by number or name, 0 for neither. A number beyond 12
// comes back as it is, for dates that can be read in either order.
func monthOf(s string) time.Month {
	if n := number(s); n > 0 {
		return time.Month(n)
	}
	for m := time.January; m <= time.December; m++ {
		if len(s) >= 3 && strings.HasPrefix(strings.ToLower(m.String()), s[:3]) {
			return m
		}
	}
	return 0
}

// number reads digits, 0 for anything else.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
