package suites

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	month = `(January|February|March|April|May|June|July|August|September|October|November|December` +
		`|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)`
	day = `(\d{1,2})(st|nd|rd|th)?`
)

// Forms of dates that are understood. Each has its parts as groups.
var (
	isoDate     = regexp.MustCompile(`(\d{4})-(\d{2})-(\d{2})`)
	compactDate = regexp.MustCompile(`(20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])`)
	numericDate = regexp.MustCompile(`(0[1-9]|[12]\d|3[01])([./])(0[1-9]|1[0-2])([./])(\d{4})`)
	dayMonth    = regexp.MustCompile(day + `(\.? (?:of )?)` + month + `(?:(,? )(\d{4}))?`)
	monthDay    = regexp.MustCompile(month + `( )` + day + `(?:(, )(\d{4}))?`)
	isoMonth    = regexp.MustCompile(`(\d{4})-(0[1-9]|1[0-2])`)
	monthYear   = regexp.MustCompile(month + `( )(\d{4})`)
)

// span is a piece of a text, and what stands in its place.
type span struct {
	from, to int
	text     string
}

// dates finds the dates of a text, in order, each with what it becomes.
func (r *recast) dates(s string) []span {
	if r.days == 0 {
		return nil
	}
	var found []span
	take := func(re *regexp.Regexp, move func(part func(int) string) (string, bool)) {
		for _, m := range re.FindAllStringSubmatchIndex(s, -1) {
			from, to := m[0], m[1]
			if !apart(s, from, to) && re != isoDate || re == isoDate && !looseISO(s, from, to) {
				continue
			}
			if slices.ContainsFunc(found, func(o span) bool { return from < o.to && o.from < to }) {
				continue
			}
			text, ok := move(func(i int) string {
				if m[2*i] < 0 {
					return ""
				}
				return s[m[2*i]:m[2*i+1]]
			})
			if ok {
				found = append(found, span{from, to, text})
			}
		}
	}
	take(isoDate, func(part func(int) string) (string, bool) {
		t, ok := r.moved(part(1), part(2), part(3))
		return t.Format("2006-01-02"), ok
	})
	take(compactDate, func(part func(int) string) (string, bool) {
		t, ok := r.moved(part(1), part(2), part(3))
		return t.Format("20060102"), ok
	})
	take(numericDate, func(part func(int) string) (string, bool) {
		t, ok := r.moved(part(5), part(3), part(1))
		return t.Format("02" + part(2) + "01" + part(4) + "2006"), ok
	})
	take(dayMonth, func(part func(int) string) (string, bool) {
		t, ok := r.spoken(part(6), part(4), part(1))
		return dayAs(t, part(1), part(2)) + part(3) + monthAs(t, part(4)) + yearAs(t, part(5), part(6)), ok
	})
	take(monthDay, func(part func(int) string) (string, bool) {
		t, ok := r.spoken(part(6), part(1), part(3))
		return monthAs(t, part(1)) + part(2) + dayAs(t, part(3), part(4)) + yearAs(t, part(5), part(6)), ok
	})
	if r.calendar {
		take(isoMonth, func(part func(int) string) (string, bool) {
			t, ok := r.moved(part(1), part(2), "15")
			return t.Format("2006-01"), ok
		})
		take(monthYear, func(part func(int) string) (string, bool) {
			t, ok := r.spoken(part(3), part(1), "15")
			return part(1) + part(2) + t.Format("2006"), ok
		})
	}
	slices.SortFunc(found, func(a, b span) int { return a.from - b.from })
	return found
}

// looseISO lets a time follow a date: 2026-03-17T09:00:00Z.
func looseISO(s string, from, to int) bool {
	return (from == 0 || !digit(s[from-1]) && s[from-1] != '-') && (to == len(s) || !digit(s[to]))
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// moved is a date as the seed moves it; false where there is no such day.
func (r *recast) moved(year, month, day string) (time.Time, bool) {
	t, err := time.Parse("2006-01-02", year+"-"+month+"-"+day)
	return t.AddDate(0, 0, r.days), err == nil
}

// spoken moves a date of a text. Without a year it is the one next to the time
// of the suite.
func (r *recast) spoken(year, name, day string) (time.Time, bool) {
	month := time.Month(0)
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(m.String(), name[:3]) {
			month = m
		}
	}
	if year != "" {
		return r.moved(year, fmt.Sprintf("%02d", month), fmt.Sprintf("%02s", day))
	}
	n, err := strconv.Atoi(day)
	if err != nil {
		return time.Time{}, false
	}
	var nearest time.Time
	for y := r.now.Year() - 1; y <= r.now.Year()+1; y++ {
		t := time.Date(y, month, n, 12, 0, 0, 0, time.UTC)
		if t.Month() == month && (nearest.IsZero() || t.Sub(r.now).Abs() < nearest.Sub(r.now).Abs()) {
			nearest = t
		}
	}
	return nearest.AddDate(0, 0, r.days), !nearest.IsZero()
}

// dayAs writes the day of a date as another was written: 7, 07, 7th.
func dayAs(t time.Time, like, ordinal string) string {
	out := strconv.Itoa(t.Day())
	if len(like) == 2 && like[0] == '0' {
		out = fmt.Sprintf("%02d", t.Day())
	}
	if ordinal == "" {
		return out
	}
	switch d := t.Day(); {
	case d%10 == 1 && d != 11:
		return out + "st"
	case d%10 == 2 && d != 12:
		return out + "nd"
	case d%10 == 3 && d != 13:
		return out + "rd"
	default:
		return out + "th"
	}
}

// monthAs writes the month of a date in full or in short, as another was.
func monthAs(t time.Time, like string) string {
	name := t.Month().String()
	if len(like) == 3 && like != "May" || like == "Sept" {
		return name[:3]
	}
	return name
}

func yearAs(t time.Time, between, like string) string {
	if like == "" {
		return ""
	}
	return between + strconv.Itoa(t.Year())
}

// keepsCalendar tells whether a move by some days takes the year of a time to
// another one with the same calendar, day for day.
func keepsCalendar(now time.Time, days int) bool {
	for _, y := range []int{now.Year(), now.Year() + 1} {
		if t := time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, days); t.YearDay() != 1 {
			return false
		}
	}
	return true
}
