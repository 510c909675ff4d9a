package github

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
)

// maxComment is the budget of a comment in bytes of UTF-8, marker included. GitHub refuses more than 65,536 characters.
const maxComment = 65_000

// marker is the invisible first line of a comment or an issue: whose it is and which run wrote it.
type marker struct {
	gate       string
	head       string
	run        int64
	attempt    int64
	unverified bool // the run only reported it, and another workflow wrote it
}

// The marker counts only at the very start, where no report that quotes outside text can hold a forged one.
var markerPattern = regexp.MustCompile(`^<!-- keptgate gate=(\S*) head=([0-9a-f]+) run=(\d{1,18}) attempt=(\d{1,18})( unverified)? -->`)

// String encodes the gate's name, so that no name can end the HTML comment or look like another field.
func (m marker) String() string {
	end := ""
	if m.unverified {
		end = " unverified"
	}
	return fmt.Sprintf("<!-- keptgate gate=%s head=%s run=%d attempt=%d%s -->", url.QueryEscape(m.gate), m.head, m.run, m.attempt, end)
}

// body puts the marker before the Markdown and keeps the budget.
func (m marker) body(markdown, link string) string {
	line := m.String() + "\n"
	return line + fit(markdown, maxComment-len(line), link)
}

// outranks tells whether a text with this marker stays where one with the other marker is to be written: what a run
// wrote itself stays against what is unverified of the same head, and else the newer of two.
func (m marker) outranks(other marker) bool {
	if m.head == other.head && m.unverified != other.unverified {
		return other.unverified
	}
	return m.compare(other) > 0
}

// compare orders markers of one gate by run, then by attempt.
func (m marker) compare(other marker) int {
	return cmp.Or(cmp.Compare(m.run, other.run), cmp.Compare(m.attempt, other.attempt))
}

// parseMarker reads the marker of a comment's body, and reports whether it has one.
func parseMarker(body string) (marker, bool) {
	groups := markerPattern.FindStringSubmatch(body)
	if groups == nil {
		return marker{}, false
	}
	gate, err := url.QueryUnescape(groups[1])
	if err != nil {
		return marker{}, false
	}
	run, _ := strconv.ParseInt(groups[3], 10, 64) // at most 18 digits always fit
	attempt, _ := strconv.ParseInt(groups[4], 10, 64)
	return marker{gate: gate, head: groups[2], run: run, attempt: attempt, unverified: groups[5] != ""}, true
}
