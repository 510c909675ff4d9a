package suites

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/keptgate/keptgate/schemas"
)

// rawRecast says what a seed replaces everywhere in a suite: in rows, in texts
// and in expectations alike.
type rawRecast struct {
	Names       [][]string `json:"names"`
	Identifiers []string   `json:"identifiers"`
	Days        []int      `json:"days"`
	Personas    []string   `json:"personas"`
}

// recast replaces, for one seed, people, identifiers and dates. Each replacement
// is one to one and the same everywhere, so that what was equal stays equal and
// what was different stays different.
type recast struct {
	names       words
	identifiers *regexp.Regexp // nil: none
	digits      [10]byte
	days        int // by which dates move
	now         time.Time
	calendar    bool // the dates keep their day and month: the move is one of whole years
	personas    []string
	seed        uint64
}

// newRecast draws the replacements of a seed. Seed 0 is the suite as published:
// nothing is replaced, and nil returned. The expressions of raw compile.
func newRecast(raw *rawRecast, seed uint64, now time.Time) *recast {
	if raw == nil || seed == 0 {
		return nil
	}
	r := &recast{names: newWords(raw.Names, seed), now: now, personas: raw.Personas, seed: seed}
	for i := range r.digits {
		r.digits[i] = byte('0' + i)
	}
	// Zeros stay: an identifier keeps its length when it is read as a number.
	rand.New(rand.NewPCG(seed, draw(seed, "digits"))).Shuffle(9, func(i, j int) {
		r.digits[i+1], r.digits[j+1] = r.digits[j+1], r.digits[i+1]
	})
	if len(raw.Identifiers) > 0 {
		r.identifiers = regexp.MustCompile(`(?:` + strings.Join(raw.Identifiers, `)|(?:`) + `)`)
		r.identifiers.Longest()
	}
	if len(raw.Days) > 0 {
		r.days = other(raw.Days, seed, "days")
	}
	r.calendar = keepsCalendar(now, r.days)
	return r
}

// draw is a number that follows from a seed and a name.
func draw(seed uint64, name string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d/%s", seed, name)
	return h.Sum64()
}

// other draws one of the values behind the first, which is the published one.
func other[T any](values []T, seed uint64, name string) T {
	if len(values) == 1 {
		return values[0]
	}
	return values[1+draw(seed, name)%uint64(len(values)-1)]
}

// persona draws the persona of a case anew where it is one of those that may be
// exchanged.
func (r *recast) persona(persona, name string) string {
	if r == nil || !slices.Contains(r.personas, persona) {
		return persona
	}
	return r.personas[draw(r.seed, "persona/"+name)%uint64(len(r.personas))]
}

// text replaces in a text: dates first, then identifiers, then names.
func (r *recast) text(s string) string {
	if r == nil || s == "" {
		return s
	}
	var out strings.Builder
	last := 0
	for _, d := range r.dates(s) {
		out.WriteString(r.rest(s[last:d.from]))
		out.WriteString(d.text)
		last = d.to
	}
	out.WriteString(r.rest(s[last:]))
	return out.String()
}

func (r *recast) rest(s string) string {
	if r.identifiers == nil {
		return r.names.replace(s)
	}
	var out strings.Builder
	last := 0
	for _, at := range r.identifiers.FindAllStringSubmatchIndex(s, -1) {
		if !apart(s, at[0], at[1]) {
			continue
		}
		out.WriteString(r.names.replace(s[last:at[0]]))
		out.WriteString(r.names.replace(r.identifier(s, at)))
		last = at[1]
	}
	out.WriteString(r.names.replace(s[last:]))
	return out.String()
}

// identifier replaces the digits of a match, or those of its groups where it has
// any.
func (r *recast) identifier(s string, at []int) string {
	out, last, grouped := "", at[0], false
	for g := 2; g < len(at); g += 2 {
		if at[g] >= last {
			out += s[last:at[g]] + r.exchange(s[at[g]:at[g+1]])
			last, grouped = at[g+1], true
		}
	}
	if !grouped {
		return r.exchange(s[at[0]:at[1]])
	}
	return out + s[last:at[1]]
}

// exchange replaces digits.
func (r *recast) exchange(s string) string {
	b := []byte(s)
	for i, c := range b {
		if '0' <= c && c <= '9' {
			b[i] = r.digits[c-'0']
		}
	}
	return string(b)
}

// number replaces a whole number that is an identifier.
func (r *recast) number(text string) string {
	if r == nil || r.identifiers == nil {
		return text
	}
	at := r.identifiers.FindStringSubmatchIndex(text)
	if at == nil || at[0] > 0 || at[1] < len(text) {
		return text
	}
	return r.identifier(text, at)
}

// value replaces in all texts and whole numbers of a value, but for what the
// harness knows by name: the names of cases and tools.
func (r *recast) value(pointer string, v any) any {
	if r == nil || named.MatchString(pointer) {
		return v
	}
	switch x := v.(type) {
	case string:
		return r.text(x)
	case int64:
		if n, err := strconv.ParseInt(r.number(strconv.FormatInt(x, 10)), 10, 64); err == nil {
			return n
		}
		return x
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = r.value(fmt.Sprintf("%s/%d", pointer, i), x[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for k := range x {
			out[k] = r.value(pointer+schemas.Pointer(k), x[k])
		}
		return out
	default:
		return v
	}
}

// named matches the pointers of names that stay.
var named = regexp.MustCompile(`^(?:/\d+/(?:name|category|twin)|/recast|/vary|/name|/version)$`)

// apart tells whether s[from:to] stands for itself: no letter or digit goes on
// where it begins or ends with one, nor does a backslash before it make it a
// part of a regular expression.
func apart(s string, from, to int) bool {
	return from < to && !(from > 0 && (alnum(s[from-1]) || s[from-1] == '\\') && alnum(s[from])) &&
		!(to < len(s) && alnum(s[to-1]) && alnum(s[to]))
}

func alnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
