package report

import (
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// soon is how many days before its end a waiver is told of as ending.
const soon = 14

// waivers says what has no vote for a time: how many cases, and of each how it
// went, who mends it, why it may fail and until when. It is nil where nothing is
// waived. Of candidates side by side, whose waivers are the same, it says how each
// of them went.
func waivers(results []*gate.Result) (title string, lines []string) {
	ending := 0
	r := results[0]
	for _, w := range r.Waivers {
		left := ""
		if days := w.Left(r.Times.Started); days <= soon {
			ending++
			left = ", which is in " + plural(days, "day", "days")
			if days == 0 {
				left = ", which is today"
			}
		}
		lines = append(lines, fmt.Sprintf("%s, %s; owner %s; %s; until %s%s", w.Case, went(results, w.Case), w.Owner, w.Reason, w.Until, left))
	}
	if len(lines) == 0 {
		return "", nil
	}
	title = plural(len(lines), "case is", "cases are") + " waived, without a vote"
	if ending > 0 {
		title += fmt.Sprintf("; %d of the waivers will expire within %d days", ending, soon)
	}
	return title, lines
}

// went says how a case went, of several candidates behind their letters.
func went(results []*gate.Result, id string) string {
	if len(results) == 1 {
		return passedOf(results[0], id)
	}
	parts := make([]string, len(results))
	for i, r := range results {
		parts[i] = Letter(i) + " " + passedOf(r, id)
	}
	return strings.Join(parts, ", ")
}

// passedOf says how many trials of a case passed, under all conditions.
func passedOf(r *gate.Result, id string) string {
	passed, valid := 0, 0
	for i := range r.Cases {
		if c := &r.Cases[i]; c.ID() == id {
			passed += c.Passed
			valid += c.Valid()
		}
	}
	if valid == 0 {
		return "no trial with a verdict here"
	}
	return fmt.Sprintf("%d of %s passed", passed, plural(valid, "trial", "trials"))
}

// waivers lists the waivers in force, so far as there is room: the count is always
// there.
func (p *page) waivers(results ...*gate.Result) {
	title, lines := waivers(results)
	if title == "" {
		return
	}
	p.add("**" + prose(title) + "**\n\n")
	for i, line := range lines {
		if !p.fits("- "+proseWithin(line, maxNote)+"\n", 3*reserve) {
			p.add(fmt.Sprintf("- %d more are in %s\n", len(lines)-i, p.full))
			break
		}
	}
	p.add("\n")
}

func (t *terminal) waivers(results ...*gate.Result) {
	title, lines := waivers(results)
	if title == "" {
		return
	}
	t.text(title+":", "", nil, "")
	for _, line := range lines {
		t.text(plain(line), "  ", nil, "")
	}
	t.blank()
}
