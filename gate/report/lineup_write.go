package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// LineupMarkdown writes candidates side by side: how each was judged, what each
// came to, and how far the others differ from the base, as far as the budget goes.
func LineupMarkdown(l *gate.Lineup, o MarkdownOptions) string {
	foot := lineupFoot(l, o)
	p := &page{room: o.Budget - len(foot), full: "result.json of each candidate"}
	if o.Link != "" {
		p.full = "the full report"
	}
	p.add("## " + o.heading + title(l.Verdict))
	if name := proseWithin(l.Results[0].Gate, maxName); name != "" {
		p.add(" · " + name)
	}
	p.add("\n\n" + LineupHeadline(l) + "\n\n")
	p.policy(l.Results[0])
	p.candidates(l)
	p.table(lineupColumns(l, ""), lineupFigures(l), "figures")
	p.table(lineupColumns(l, "passed"), lineupRates(l), "groups")
	p.waivers(l.Results...)
	list := duels(l)
	for i, d := range list {
		if !p.fits(proseWithin(d.sentence, maxNote)+"\n\n", 3*reserve) {
			p.add(fmt.Sprintf("%d more comparisons are in %s.\n\n", len(list)-i, p.full))
			break
		}
		if len(d.rows) > 0 && p.fits(unfold(Letter(d.at)+" against "+Letter(l.Base)), 3*reserve) {
			p.table(d.columns, d.rows, "rows")
			p.add(fold)
		}
	}
	return p.out.String() + foot
}

// candidates lists who takes part and how each was judged.
func (p *page) candidates(l *gate.Lineup) {
	for i, r := range l.Results {
		name := code(within(r.Candidate, maxName))
		if s := called(l, i); s != "" {
			name = code(within(s, maxName)) + " · " + name
		}
		line := fmt.Sprintf("- **%s** %s · %s %s\n", Letter(i), name, verdictWords(r), proseWithin(standing(r), maxNote))
		if !p.fits(line, 2*reserve) {
			p.add(fmt.Sprintf("- %d more candidates are in %s\n", len(l.Results)-i, p.full))
			break
		}
	}
	p.add("\n")
}

// verdictWords is a candidate's verdict within a line.
func verdictWords(r *gate.Result) string {
	if r.Decision == nil {
		return "the baseline:"
	}
	return title(r.Decision.Verdict) + "."
}

func lineupFoot(l *gate.Lineup, o MarkdownOptions) string {
	foot := "_" + prose(lineupNote(l)) + "_\n"
	if o.Link != "" {
		foot += fmt.Sprintf("\n[full report](%s)\n", o.Link)
	}
	return foot
}

// LineupTerminal writes candidates side by side for a terminal, the verdicts last.
func LineupTerminal(w io.Writer, l *gate.Lineup, o TerminalOptions) error {
	t := &terminal{options: o}
	gateName := plain(l.Results[0].Gate)
	t.text(strings.TrimSpace(gateName+" · "+plural(len(l.Results), "candidate", "candidates")+" side by side"), "", t.bold, gateName)
	for i, r := range l.Results {
		name := plain(r.Candidate)
		if s := plain(called(l, i)); s != "" {
			name = s + " · " + name
		}
		t.text(Letter(i)+" · "+name+" · "+tally(r), "  ", nil, "")
	}
	t.blank()
	t.table("", lineupColumns(l, ""), lineupFigures(l))
	t.table("", lineupColumns(l, "passed"), lineupRates(l))
	for _, d := range duels(l) {
		t.text(plain(d.sentence), "", nil, "")
		t.table("  ", d.columns, d.rows)
		if len(d.rows) == 0 {
			t.blank()
		}
	}
	t.policy(l.Results[0])
	t.waivers(l.Results...)
	t.text(lineupNote(l), "", nil, "")
	t.blank()
	for i, r := range l.Results {
		t.text(fmt.Sprintf("%s · %s · %s", Letter(i), cmp.Or(strings.ToUpper(plain(string(own(r)))), "baseline"), standing(r)), "", nil, "")
	}
	fmt.Fprintf(&t.out, "%s  %s\n", t.verdict(l.Verdict), LineupHeadline(l))
	if t.err != nil {
		return fmt.Errorf("draw report: %w", t.err)
	}
	_, err := io.WriteString(w, t.out.String())
	return err
}
