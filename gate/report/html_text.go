package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/keptgate/keptgate/gate/trace"
)

// passage is outside text of several lines, cut to a length.
type passage struct {
	Text string
	More int // bytes that were cut off
}

// newPassage brings outside text to visible characters, as plain does, but keeps
// its line breaks, and cuts it to so many bytes of whole characters.
func newPassage(s string, most int) passage {
	whole := len(s)
	if whole > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	p := passage{More: max(0, whole-most)}
	s = strings.ReplaceAll(strings.ToValidUTF8(s, string(unicode.ReplacementChar)), "\r\n", "\n")
	p.Text = strings.Map(func(r rune) rune {
		switch r {
		case '\n', '\r', '\u2028', '\u2029':
			return '\n'
		case '\t':
			return ' '
		default:
			return shown(r)
		}
	}, s)
	return p
}

// value writes a value of a row on one line.
func value(v any) string {
	switch v := v.(type) {
	case nil:
		return unknown
	case string:
		return within(v, maxValue)
	default:
		return within(trace.Reply{Body: v}.Text(), maxValue)
	}
}

// fit are names that an anchor takes over as they are.
var fit = regexp.MustCompile(`^[A-Za-z0-9-]{1,40}$`)

// TrialAnchor is the fragment, without "#", at which the HTML report of one
// candidate shows a failing trial. id is SUITE/CASE.
func TrialAnchor(id, condition string, index int) string {
	return fmt.Sprintf("trial-%s-%d", anchor(id, condition), index)
}

// anchor names a case under a condition: its names with dots between them or,
// where they hold other characters than letters and digits, a digest of them.
func anchor(id, condition string) string {
	suite, name, _ := strings.Cut(id, "/")
	if fit.MatchString(suite) && fit.MatchString(name) && fit.MatchString(condition) {
		return suite + "." + name + "." + condition
	}
	sum := sha256.Sum256([]byte(id + "\x00" + condition))
	return hex.EncodeToString(sum[:8])
}
