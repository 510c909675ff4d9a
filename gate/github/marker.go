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

// marker is the comment's invisible first line: whose it is and which run wrote it.
type marker struct {
	gate    string
	head    string
	run     int64
	attempt int64
}

// The marker counts only at the very start, where no report that quotes outside text can hold a forged one.
var markerPattern = regexp.MustCompile(`^<!-- keptgate gate=(\S*) head=([0-9a-f]+) run=(\d{1,18}) attempt=(\d{1,18}) -->`)

// String encodes the gate's name, so that no name can end the HTML comment or look like another field.
func (m marker) String() string {
	return fmt.Sprintf("<!-- keptgate gate=%s head=%s run=%d attempt=%d -->", url.QueryEscape(m.gate), m.head, m.run, m.attempt)
}

// body puts the marker before the Markdown and keeps the budget.
func (m marker) body(markdown, link string) string {
	line := m.String() + "\n"
	return line + fit(markdown, maxComment-len(line), link)
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
	return marker{gate: gate, head: groups[2], run: run, attempt: attempt}, true
}
