package report

import (
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// Budgets in bytes, below GitHub's own limits: 65,536 characters of a comment, of
// which the marker of a gate with a long name takes 1,400, and 1 MiB of a summary.
// What is cut there as Markdown could open what was closed here.
const (
	CommentBudget = 63_500
	SummaryBudget = 1_000_000
)

// Bounds in bytes on outside text outside of the evidence, as it is written.
const (
	maxName     = 300
	maxHeadline = 1_500
	maxNote     = 500
	maxNotes    = 5
)

// MarkdownOptions shape a Markdown report.
type MarkdownOptions struct {
	Budget int    // bytes that the report may have, 4,000 or more
	Link   string // address of the full report, "" if there is none
	Replay string // beginning of the command that runs one trial; see replay

	heading string // what stands before the verdict in the heading
}

// Markdown writes the comment of a result: the verdict first, then what differs,
// then the evidence of failing trials, ranked, as far as the budget goes.
func Markdown(r *gate.Result, o MarkdownOptions) string {
	foot := markdownFoot(r, o)
	p := &page{room: o.Budget - len(foot), full: "result.json"}
	if o.Link != "" {
		p.full = "the full report"
	}
	p.head(r, o.heading)
	p.tables(r)
	list := failing(r)
	for i, c := range list {
		if !p.fits(markdownCase(c, o.Replay), reserve) {
			p.add(left(len(list)-i, p.full) + "\n\n")
			break
		}
	}
	return p.out.String() + foot
}

// reserve is the room kept for a line that counts what was left out, and for the
// end of what is open.
const reserve = 200

// page is a text that grows up to a number of bytes.
type page struct {
	out  strings.Builder
	room int
	full string // where what is left out can be found
}

func (p *page) add(s string) {
	p.out.WriteString(s)
	p.room -= len(s)
}

// fits adds a text if room remains after it.
func (p *page) fits(s string, remain int) bool {
	if len(s)+remain > p.room {
		return false
	}
	p.add(s)
	return true
}

func (p *page) head(r *gate.Result, heading string) {
	p.add("## " + heading + title(r.Decision.Verdict))
	if name := proseWithin(r.Gate, maxName); name != "" {
		p.add(" · " + name)
	}
	p.add("\n\n" + opening(proseWithin(Headline(r), maxHeadline)) + "\n\n")
	p.policy(r)
	for _, note := range r.Decision.Notes[:min(len(r.Decision.Notes), maxNotes)] {
		p.fits("_"+proseWithin(note, maxNote)+"_\n\n", 2*reserve)
	}
	p.waivers(r)
}

// tables writes figures, categories and faults, folded where there is nothing to
// act on.
func (p *page) tables(r *gate.Result) {
	folded := r.Decision.Verdict == gate.Pass
	if folded {
		p.add(unfold("Figures"))
	}
	p.table([]column{{"", false}, {"baseline", true}, {"this change", true}, {"difference", true}, {"", false}}, figures(r), "figures")
	columns, rows := categoryRows(r)
	p.table(columns, rows, "categories")
	columns, rows = tierRows(r)
	p.table(columns, rows, "tiers")
	var list []string
	for _, f := range facts(r) {
		list = append(list, "- "+f.label+": "+proseWithin(f.text, maxNote)+"\n")
	}
	if len(list) > 0 {
		p.fits(strings.Join(list, "")+"\n", 2*reserve)
	}
	columns, rows = faultRows(r)
	if len(rows) > 0 && !folded {
		folded = p.fits(unfold("Faults by kind"), 3*reserve)
	}
	if folded {
		p.table(columns, rows, "kinds")
		p.add(fold)
	}
}

// unfold begins a folded part, fold ends it.
func unfold(title string) string { return "<details><summary>" + title + "</summary>\n\n" }

const fold = "</details>\n\n"

// table writes rows as far as there is room, and counts the others.
func (p *page) table(columns []column, rows [][]string, what string) {
	if len(rows) == 0 {
		return
	}
	columns, rows = compact(columns, rows)
	titles, rules := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		titles[i], rules[i] = c.title, ":--"
		if c.number {
			rules[i] = "--:"
		}
	}
	if !p.fits(cellRow(titles)+"|"+strings.Join(rules, "|")+"|\n", 2*reserve) {
		return
	}
	for i, row := range rows {
		if !p.fits(cellRow(row), 2*reserve) {
			more := make([]string, len(columns))
			more[0] = fmt.Sprintf("%d more %s are in %s", len(rows)-i, what, p.full)
			p.add(cellRow(more))
			break
		}
	}
	p.add("\n")
}

// cellRow writes one row of a Markdown table.
func cellRow(values []string) string {
	var b strings.Builder
	b.WriteString("|")
	for _, v := range values {
		if v != alike { // which forms nothing between bars
			v = prose(v)
		}
		if v != "" {
			b.WriteString(" " + v)
		}
		b.WriteString(" |")
	}
	return b.String() + "\n"
}

// markdownCase is the folded evidence of one failing case.
func markdownCase(c *gate.CaseResult, base string) string {
	primary := class("")
	parts := []string{"**Promise.** " + prose(c.Promise)}
	if len(c.Evidence) > 0 {
		e := c.Evidence[0]
		primary = class(e.Primary)
		if s := encountered(c, e.Index); s != "" {
			parts = append(parts, "**Faults.** "+prose(s))
		}
		if s := drifted(c, e.Index); s != "" {
			parts = append(parts, "**Interface.** "+prose(s))
		}
		parts = append(parts, markdownEvidence(e)...)
		parts = append(parts, "Replay: "+code(replay(base, c, e.Index)))
	}
	return fmt.Sprintf("<details><summary><b>%s</b> · %s · %d of %d trials</summary>\n\n%s\n\n</details>\n\n",
		inTag(caseName(c.ID(), c.Condition)), inTag(primary), c.Failed, c.Valid(), strings.Join(parts, "\n\n"))
}

// markdownEvidence is what one failing trial shows, by paragraph.
func markdownEvidence(e gate.Evidence) []string {
	var parts []string
	first := prose(divergence(e))
	if e.Call != "" {
		first = strings.TrimSpace(fmt.Sprintf("Call %d, %s. %s", e.Seq, code(e.Call), first))
	}
	if first != "" {
		parts = append(parts, "**First divergence.** "+first)
	}
	if rows := state(e); len(rows) > 0 {
		table := cellRow([]string{"table", "row", "field", "wanted", "found"}) + "|:--|:--|:--|:--|:--|\n"
		for _, row := range rows {
			table += cellRow(row)
		}
		parts = append(parts, strings.TrimSuffix(table, "\n"))
	}
	var list []string
	for _, f := range told(e) {
		list = append(list, fmt.Sprintf("- %s: %s", opening(prose(class(f.Class))), prose(f.Message)))
	}
	if len(list) > 0 {
		parts = append(parts, strings.Join(list, "\n"))
	}
	if e.Said != "" {
		parts = append(parts, "It last told the caller "+code(e.Said))
	}
	if s := filed(e); s != "" {
		parts = append(parts, "It filed "+code(s))
	}
	return parts
}

// markdownFoot says what the verdict stands on.
func markdownFoot(r *gate.Result, o MarkdownOptions) string {
	parts := []string{tally(r)}
	if s := sampled(r); s != "" {
		parts = append(parts, proseWithin(s, maxName))
	}
	if s := spent(r); s != "" {
		parts = append(parts, s)
	}
	parts = append(parts, "candidate "+code(within(r.Candidate, maxName)))
	if c := r.Comparison; c != nil {
		at := ""
		if c.Commit != "" {
			at = " at " + code(short(c.Commit))
		}
		parts = append(parts, "baseline "+pooled(c)+code(within(c.Baseline, maxName))+at)
	}
	if o.Link != "" {
		parts = append(parts, fmt.Sprintf("[full report](%s)", o.Link))
	}
	return strings.Join(parts, " · ") + "\n"
}

func short(commit string) string { return within(commit, 7) }
