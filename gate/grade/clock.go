package grade

import (
	"regexp"
	"strconv"
	"strings"
)

// clock finds a time of day: hours, minutes, half of the day.
var clock = regexp.MustCompile(`(\d{1,2})(?:([:.h])(\d{2})(?::\d{2}(?:\.\d+)?)?)?(?: ?(a\.?m\b|p\.?m\b|o'clock))?(?: (in the morning|in the afternoon|in the evening|at night))?`)

// named are the times of day that have a name, in minutes.
var named = map[string]int{"noon": 12 * 60, "midday": 12 * 60, "midnight": 0}

// findTime finds times of day equal to the one wanted. A time written without
// its half of the day and without a leading zero, as 2:30, is taken as either.
func findTime(flat, want string) []span {
	wanted, _ := readTimes(want)
	if len(wanted) == 0 {
		return nil
	}
	times, spans := readTimes(flat)
	var out []span
	for i, minutes := range times {
		for _, m := range minutes {
			if m == wanted[0][0] {
				out = append(out, spans[i])
				break
			}
		}
	}
	return out
}

// readTimes lists the times of day in a text, each with the minutes since
// midnight that it can mean, the likeliest first.
func readTimes(flat string) ([][]int, []span) {
	var times [][]int
	var spans []span
	for _, m := range clock.FindAllStringSubmatchIndex(flat, -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return flat[m[2*i]:m[2*i+1]]
		}
		half := halfOf(group(4), group(5))
		bare := group(3) == "" || group(2) == "."
		if insideNumber(flat, m[0], m[1]) || bare && half == "" && group(4) == "" {
			continue
		}
		if minutes := minutesOf(group(1), group(3), half); minutes != nil {
			times, spans = append(times, minutes), append(spans, span{m[0], m[1]})
		}
	}
	for word, minutes := range named {
		for _, s := range findWords(flat, word, true) {
			times, spans = append(times, []int{minutes}), append(spans, s)
		}
	}
	return times, spans
}

func halfOf(mark, phrase string) string {
	switch {
	case strings.HasPrefix(mark, "a"), phrase == "in the morning":
		return "am"
	case strings.HasPrefix(mark, "p"), phrase != "":
		return "pm"
	default:
		return ""
	}
}

// minutesOf reads a time of day; nil where there is no such time.
func minutesOf(hours, minutes, half string) []int {
	h, err := strconv.Atoi(hours)
	if err != nil || h > 23 {
		return nil
	}
	m, _ := strconv.Atoi(minutes) // two digits or none
	if m > 59 {
		return nil
	}
	switch {
	case half == "am" && h == 12:
		h = 0
	case half == "pm" && h < 12:
		h += 12
	case half == "" && h >= 1 && h <= 12 && hours[0] != '0':
		return []int{h*60 + m, (h+12)%24*60 + m}
	}
	return []int{h*60 + m}
}

var (
	numberBefore = regexp.MustCompile(`(?:[\pL\d_]|\d[:/.,])$`)
	isoBefore    = regexp.MustCompile(`\dt$`)
	numberAfter  = regexp.MustCompile(`^(?:\d|[:/.]\d)`)
)

// insideNumber tells whether a time is part of something longer; the time of a
// timestamp is not.
func insideNumber(flat string, from, to int) bool {
	before := tail(flat[:from])
	return numberBefore.MatchString(before) && !isoBefore.MatchString(before) || numberAfter.MatchString(flat[to:])
}
