package grade

import (
	"cmp"
	"regexp"
	"strings"
)

// amount is a sum of money as written. A figure such as 1.200 can be read in two
// ways. The currency is "" where none is written, "$" for any dollar.
type amount struct {
	values   []string // decimal, without leading and trailing zeros
	currency string
}

// money finds a figure with what stands before and behind it.
var money = regexp.MustCompile(`((?:us|ca|au|nz|hk|s|c|a)?\$|[€£¥₹]|\b[a-z]{2,3})? ?-?(\d{1,3}(?:[ ,.']\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)(?: ?([$€£¥₹]|[a-z]{2,9}\b))?`)

// currencies maps what is written to a code.
var currencies = map[string]string{
	"$": "$", "dollar": "$", "dollars": "$", "bucks": "$",
	"us$": "USD", "usd": "USD", "ca$": "CAD", "c$": "CAD", "cad": "CAD", "au$": "AUD", "a$": "AUD", "aud": "AUD",
	"nz$": "NZD", "nzd": "NZD", "hk$": "HKD", "hkd": "HKD", "s$": "SGD", "sgd": "SGD",
	"€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR",
	"£": "GBP", "gbp": "GBP", "pound": "GBP", "pounds": "GBP", "quid": "GBP",
	"¥": "JPY", "jpy": "JPY", "yen": "JPY", "cny": "CNY", "rmb": "CNY", "₹": "INR", "inr": "INR", "rs": "INR", "rupees": "INR",
	"chf": "CHF", "francs": "CHF", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "pln": "PLN", "czk": "CZK", "brl": "BRL", "mxn": "MXN", "zar": "ZAR",
}

// findMoney finds sums equal to the one wanted; the currencies must agree where
// both are written. The sign is left out: a refund of 50 is written so.
func findMoney(flat, want string) []span {
	wanted, _ := readMoney(want)
	if len(wanted) != 1 {
		return nil
	}
	sums, spans := readMoney(flat)
	var out []span
	for i, sum := range sums {
		if sum.agrees(wanted[0]) {
			out = append(out, spans[i])
		}
	}
	return out
}

func (a amount) agrees(b amount) bool {
	dollars := func(x, y string) bool { return x == "$" && strings.HasSuffix(y, "D") }
	if a.currency != "" && b.currency != "" && a.currency != b.currency && !dollars(a.currency, b.currency) && !dollars(b.currency, a.currency) {
		return false
	}
	for _, v := range a.values {
		for _, w := range b.values {
			if v == w {
				return true
			}
		}
	}
	return false
}

// readMoney lists the figures in a text that can be sums, with their places.
// Parts of dates, times and identifiers are none.
func readMoney(flat string) ([]amount, []span) {
	var sums []amount
	var spans []span
	for _, m := range money.FindAllStringSubmatchIndex(flat, -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return flat[m[2*i]:m[2*i+1]]
		}
		a := amount{values: readFigure(group(2)), currency: currencies[group(1)]}
		from, to := m[4], m[5]
		if a.currency != "" {
			from = m[2]
		}
		if after := currencies[group(3)]; after != "" {
			a.currency, to = cmp.Or(a.currency, after), m[7]
		}
		if glued(flat, from, to) {
			continue
		}
		sums, spans = append(sums, a), append(spans, span{m[4], m[5]})
	}
	return sums, spans
}

// glued tells whether a figure is part of something longer, as in c204,
// 2026-03-05, 14:30, 5/6 or 5th.
func glued(flat string, from, to int) bool {
	return runsIn.MatchString(strings.TrimSuffix(tail(flat[:from]), "-")) || runsOn.MatchString(flat[to:])
}

// tail is the end of a text, long enough for two characters.
func tail(s string) string { return s[max(0, len(s)-8):] }

var (
	runsIn = regexp.MustCompile(`(?:[\pL\d_#]|\d[-:/.,])$`)
	runsOn = regexp.MustCompile(`^(?:[\pL\d_]|[-:/.,]\d)`)
)

// readFigure reads a figure with its thousands and decimal marks.
func readFigure(s string) []string {
	s = strings.NewReplacer(" ", "", "'", "").Replace(s)
	last := strings.LastIndexAny(s, ".,")
	if last < 0 {
		return []string{decimal(s, "")}
	}
	marks := strings.Count(s, s[last:last+1])
	whole, rest := strings.NewReplacer(".", "", ",", "").Replace(s[:last]), s[last+1:]
	grouped := len(rest) == 3
	other := strings.ContainsAny(s[:last], ".,") && marks == 1
	switch {
	case other || !grouped:
		return []string{decimal(whole, rest)}
	case marks > 1 || s[last] == ',':
		return []string{decimal(whole+rest, "")}
	default:
		return []string{decimal(whole+rest, ""), decimal(whole, rest)}
	}
}

func decimal(whole, fraction string) string {
	whole, fraction = strings.TrimLeft(whole, "0"), strings.TrimRight(fraction, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction == "" {
		return whole
	}
	return whole + "." + fraction
}
