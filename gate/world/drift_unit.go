package world

import (
	"regexp"
	"slices"
	"strings"
)

// unit is a change of a unit of measure that the name of a parameter shows.
type unit struct {
	word   string // last word of the name
	new    string // the word in its place
	factor int    // new units in an old one
}

func units() []unit {
	return []unit{
		{"weeks", "days", 7},
		{"days", "hours", 24},
		{"hours", "minutes", 60},
		{"minutes", "seconds", 60},
		{"seconds", "milliseconds", 1000},
		{"km", "m", 1000},
		{"kilometers", "meters", 1000},
		{"kilometres", "metres", 1000},
		{"kg", "g", 1000},
		{"kilograms", "grams", 1000},
		{"tons", "kilograms", 1000},
		{"litres", "millilitres", 1000},
		{"liters", "milliliters", 1000},
	}
}

// money are the words for sums in whole units of a currency; doubtful ones are
// sums only where more speaks for it.
func money() (certain, doubtful []string) {
	return []string{"amount", "price", "fee", "cost", "budget", "deposit", "refund", "payment", "tip", "salary", "balance"},
		[]string{"total", "limit", "sum", "discount", "value"}
}

var (
	aboutMoney = regexp.MustCompile(`(?i)\b(euros?|eur|usd|dollars?|gbp|pounds?|currency|money|price)\b|[€$£]`)
	wholeUnits = regexp.MustCompile(`(?i)\b(whole )?(euros?|dollars?)\b`)
	minorUnit  = regexp.MustCompile(`(?i)\b(pounds?|gbp|yen|jpy|cents?|pence|minor units?|percent|basis points?)\b|%`)
	digitsIn   = regexp.MustCompile(`[0-9]`)
)

// unitOf finds the change of unit that a parameter can take part in, and its name
// in the new one.
func unitOf(name string, schema object) (u unit, renamed string, ok bool) {
	text, _ := schema["description"].(string)
	kind := schema["type"]
	parts := words(name)
	if kind != "integer" && kind != "number" || len(parts) == 0 || digitsIn.MatchString(text) {
		return unit{}, "", false
	}
	last := parts[len(parts)-1]
	for _, u := range units() {
		if u.word == last {
			return u, strings.Join(append(parts[:len(parts)-1], u.new), "_"), true
		}
	}
	certain, doubtful := money()
	isMoney := slices.Contains(certain, last) ||
		slices.Contains(doubtful, last) && (aboutMoney.MatchString(text) || slices.ContainsFunc(parts[:len(parts)-1], func(s string) bool {
			return slices.Contains([]string{"credit", "spending", "price", "order", "invoice"}, s)
		}))
	if !isMoney || minorUnit.MatchString(text) || slices.Contains(parts, "percent") {
		return unit{}, "", false
	}
	return unit{word: last, new: "cents", factor: 100}, strings.Join(append(parts, "cents"), "_"), true
}

// inUnit says in a parameter's description what it is measured in from now on.
func inUnit(description any, u unit) string {
	text, _ := description.(string)
	if u.new == "cents" {
		text = wholeUnits.ReplaceAllString(text, u.new)
		if strings.HasPrefix(text, u.new) {
			text = "C" + text[1:]
		}
	} else {
		text = reworded(text, u.word, u.new)
		text = reworded(text, strings.TrimSuffix(u.word, "s"), strings.TrimSuffix(u.new, "s"))
	}
	if lower := strings.ToLower(text); reworded(lower, u.new, "") != lower {
		return text
	}
	return remark(text, "In "+u.new+".")
}
