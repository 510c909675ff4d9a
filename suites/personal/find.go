package personal

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/keptgate/keptgate/suites/recorded"
)

// finder collects personal details.
type finder struct {
	found map[string]value // by the text in lower case
}

// value is a detail as it was found first.
type value struct {
	kind Kind
	text string
}

func (f *finder) conversation(c *recorded.Conversation) {
	f.shapes(c.System)
	for _, i := range c.Items {
		f.shapes(i.User)
		f.shapes(i.Agent)
		for _, call := range i.Calls {
			if call.Args == nil {
				f.shapes(call.Raw)
			}
			f.walk("", "", call.Args)
			if call.Answered {
				f.walk("", "", call.Value())
			}
		}
	}
}

// walk looks through a value that stands in a field, which is in an object in the
// field above.
func (f *finder) walk(field, above string, v any) {
	switch x := v.(type) {
	case map[string]any:
		for key, inner := range x {
			if slices.Contains(payments, spelled(field)) && strings.ContainsAny(key, "0123456789") {
				f.add(Payment, key)
				f.walk(field, above, inner) // its id is that of a way to pay
				continue
			}
			f.scalar(fieldKind(key, spelled(field), x), inner)
			f.walk(key, spelled(field), inner)
		}
	case []any:
		kind := fields[spelled(field)]
		for _, inner := range x {
			f.scalar(kind, inner)
			f.walk(field, above, inner)
		}
	case string:
		f.shapes(x)
	}
}

// scalar takes the value of a field of a kind.
func (f *finder) scalar(kind Kind, v any) {
	switch x := v.(type) {
	case string:
		f.add(kind, x)
	case int64:
		f.add(kind, fmt.Sprint(x))
	}
}

// plausible says what a value of a kind looks like; one that does not is left alone.
var plausible = map[Kind]*regexp.Regexp{
	Name:     regexp.MustCompile(`^[\pL\pM][\pL\pM .,'’\-]*$`),
	Email:    regexp.MustCompile(`^[^@\s]+@[^@\s]+$`),
	Phone:    regexp.MustCompile(`^[^\pL]*\d[^\pL]*\d[^\pL]*\d[^\pL]*\d[^\pL]*\d[^\pL]*$`),
	Street:   regexp.MustCompile(`[\pL\d]{2}`),
	Postcode: regexp.MustCompile(`\d`),
	Birth:    regexp.MustCompile(`\d`),
	Document: regexp.MustCompile(`\d{2}`),
	Card:     regexp.MustCompile(`\d{3}`),
	Payment:  regexp.MustCompile(`\d`),
	User:     regexp.MustCompile(`^[\pL\d][\pL\d._@+:\-]+$`),
	Host:     regexp.MustCompile(`^[0-9A-Fa-f:.]+$`),
}

// nobody are words that stand where a detail would, or in front of its number.
var nobody = []string{
	"none", "null", "unknown", "n/a", "na", "anonymous", "guest", "user", "usr", "customer", "cust", "member", "account", "acct", "client",
	"caller", "agent", "system", "admin", "id", "emp", "patient", "passenger",
}

// longest bounds a detail, in bytes.
const longest = 200

// add takes a value as a detail. Names are taken by their words.
func (f *finder) add(kind Kind, text string) {
	text = strings.TrimSpace(text)
	if kind == "" || len(text) > longest || len(text) < 2 || slices.Contains(nobody, strings.ToLower(text)) || !plausible[kind].MatchString(text) {
		return
	}
	switch kind {
	case Name:
		for _, word := range letters.FindAllString(text, -1) {
			f.name(word)
		}
		return
	case User:
		if parts := named.FindStringSubmatch(text); parts != nil {
			f.name(parts[1])
			f.name(parts[2])
		}
		if strings.Contains(text, "@") {
			kind = Email
		}
		if !strings.ContainsAny(text, "0123456789_@.-") && strings.ToLower(text) == text && slices.Contains(ordinary, text) {
			return
		}
	}
	f.keep(kind, text)
}

var (
	letters = regexp.MustCompile(`[\pL\pM]+`)
	named   = regexp.MustCompile(`^(\pL{2,})[._](\pL{2,})(?:[._]?\d+)?$`) // an identifier that holds a name
)

func (f *finder) name(word string) {
	if len([]rune(word)) > 1 && !slices.Contains(nobody, strings.ToLower(word)) {
		f.keep(Name, word)
	}
}

// keep notes a detail. What was found as several kinds is the first of kinds.
func (f *finder) keep(kind Kind, text string) {
	key := strings.ToLower(text)
	if len(f.found) > maxDetails {
		return
	}
	if old, ok := f.found[key]; ok {
		was, is := slices.Index(kinds, old.kind), slices.Index(kinds, kind)
		if was < is || was == is && old.text <= text { // so that the order of finding does not matter
			return
		}
	}
	f.found[key] = value{kind, text}
}

// canonical is what all writings of one value have in common.
func canonical(kind Kind, text string) string {
	if digits := onlyDigits(text); (kind == Phone || kind == Card) && !strings.ContainsFunc(text, unicode.IsLetter) {
		return digits
	}
	return strings.ToLower(text)
}

// shape is a form that gives a detail away in any text.
type shape struct {
	kind  Kind
	form  *regexp.Regexp
	truly func(string) bool // nil: the form is enough
}

var shapes = []shape{
	{Email, regexp.MustCompile(`[\pL\d._%+\-]*[\pL\d]@[\pL\d\-]+(?:\.[\pL\d\-]+)+`), nil},
	{Card, regexp.MustCompile(`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b`), isIBAN},
	{Card, regexp.MustCompile(`\b\d(?:[ \-]?\d){12,18}\b`), isCard},
	{Document, regexp.MustCompile(`\b\d{3}-\d{2}-\d{4}\b`), nil},
	{Phone, regexp.MustCompile(`\+\d[\d ().\-]{6,18}\d\b|\(\d{2,4}\) ?\d{3,4}[ .\-]?\d{3,4}\b|\b\d{3}[ .\-]\d{3}[ .\-]\d{4}\b`), nil},
	{Host, regexp.MustCompile(`\b\d{1,3}(?:\.\d{1,3}){3}\b`), isHost},
	{Host, regexp.MustCompile(`\b[0-9A-Fa-f]{1,4}:[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*[0-9A-Fa-f]\b`), isHost},
}

// shapes takes the details of a text that their form gives away.
func (f *finder) shapes(text string) {
	if !strings.ContainsAny(text, "@0123456789") {
		return
	}
	for _, s := range shapes {
		for _, match := range s.form.FindAllString(text, -1) {
			if s.truly == nil || s.truly(match) {
				f.add(s.kind, match)
			}
		}
	}
}

func isHost(text string) bool {
	_, err := netip.ParseAddr(text)
	return err == nil
}

// isCard checks the last digit by Luhn's formula (ISO/IEC 7812-1).
func isCard(text string) bool { return luhn(onlyDigits(text)) == 0 }

// luhn is the sum of Luhn's formula modulo 10; 0 for a valid number.
func luhn(digits string) int {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			d *= 2
			if d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum % 10
}

// isIBAN checks the two digits by ISO 7064, MOD 97-10.
func isIBAN(text string) bool {
	s := strings.ReplaceAll(text, " ", "")
	return len(s) >= 15 && len(s) <= 34 && mod97(s[4:]+s[:4]) == 1
}

func mod97(s string) int {
	rest := 0
	for _, r := range s {
		if r >= 'A' {
			rest = (rest*100 + int(r-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(r-'0')) % 97
		}
	}
	return rest
}

func onlyDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}
