package report

import (
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// Budgets in bytes, below GitHub's own limits.
const (
	CommentBudget = 65_000
	SummaryBudget = 1_000_000
)

// MarkdownOptions shape a Markdown report.
type MarkdownOptions struct {
	Budget int    // bytes that the report may have
	Link   string // address of the full report, "" if there is none
	Replay string // beginning of the command that runs one trial; see replay
}

// Markdown writes the comment of a result: the verdict first, then what differs,
// then the evidence of failing trials, ranked, as far as the budget goes.
func Markdown(r *gate.Result, o MarkdownOptions) string {
	head := markdownHead(r)
	foot := markdownFoot(r, o)
	room := o.Budget - len(head) - len(foot) - 200 // 200: the line that counts what was left out
	var b strings.Builder
	b.WriteString(head)
	list := failing(r)
	written := 0
	for _, c := range list {
		detail := markdownCase(c, o.Replay)
		if len(detail) > room {
			break
		}
		room -= len(detail)
		written++
		b.WriteString(detail)
	}
	if left := len(list) - written; left > 0 {
		fmt.Fprintf(&b, "%d more failing cases are in the full report.\n\n", left)
	}
	b.WriteString(foot)
	return b.String()
}

func markdownHead(r *gate.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s · %s\n\n%s\n\n", title(r.Decision.Verdict), prose(r.Gate), prose(Headline(r)))
	for _, note := range r.Decision.Notes {
		fmt.Fprintf(&b, "_%s_\n\n", prose(note))
	}
	table := figureTable(r) + categoryTable(r)
	if r.Decision.Verdict == gate.Pass {
		table = "<details><summary>Figures</summary>\n\n" + table + "</details>\n\n"
	}
	b.WriteString(table)
	return b.String()
}

func figureTable(r *gate.Result) string {
	var b strings.Builder
	b.WriteString("| | baseline | this change | difference | |\n|:--|--:|--:|--:|:--|\n")
	for _, row := range figures(r) {
		b.WriteString(cells(row))
	}
	return b.String() + "\n"
}

func categoryTable(r *gate.Result) string {
	c := r.Comparison
	if c == nil || len(c.Categories) == 0 {
		return ratesTable(r)
	}
	var b strings.Builder
	b.WriteString("| category | baseline | this change | difference | cases that flipped |\n|:--|--:|--:|--:|:--|\n")
	rows, others := shown(c)
	for _, d := range rows {
		b.WriteString(cells([]string{
			sign(d) + " " + d.Name, percent(d.Baseline), percent(d.Candidate), points(d.Candidate - d.Baseline), flips(d),
		}))
	}
	if n := len(others); n > 0 {
		b.WriteString(cells([]string{"~ " + plural(n, "other category", "other categories"), "", "", "", widest(others)}))
	}
	return b.String() + "\n"
}

// ratesTable lists the categories of a run that has nothing to compare with.
func ratesTable(r *gate.Result) string {
	var b strings.Builder
	b.WriteString("| category | kept the promise | trials |\n|:--|--:|--:|\n")
	for _, name := range r.Categories() {
		pass, trials := rates(r, name)
		b.WriteString(cells([]string{name, share(pass, trials), fmt.Sprint(trials)}))
	}
	return b.String() + "\n"
}

// markdownCase is the folded evidence of one failing case.
func markdownCase(c *gate.CaseResult, base string) string {
	primary := "failed"
	parts := []string{"**Promise.** " + prose(c.Promise)}
	if len(c.Evidence) > 0 {
		e := c.Evidence[0]
		primary = name(e.Primary)
		parts = append(parts, markdownEvidence(e)...)
		parts = append(parts, "Replay: "+code(replay(base, c, e.Index)))
	}
	return fmt.Sprintf("<details><summary><b>%s</b> · %s · %d of %d trials</summary>\n\n%s\n\n</details>\n\n",
		prose(c.ID()), prose(primary), c.Failed, c.Valid(), strings.Join(parts, "\n\n"))
}

// markdownEvidence is what one failing trial shows, by paragraph.
func markdownEvidence(e gate.Evidence) []string {
	first := "**First divergence.** "
	if e.Call != "" {
		first += fmt.Sprintf("Call %d, %s. ", e.Seq, code(e.Call))
	}
	parts := []string{first + prose(divergence(e))}
	if rows := state(e); len(rows) > 0 {
		table := "| table | row | field | wanted | found |\n|:--|:--|:--|:--|:--|\n"
		for _, row := range rows {
			table += cells(row)
		}
		parts = append(parts, strings.TrimSuffix(table, "\n"))
	}
	var list []string
	for _, f := range told(e) {
		list = append(list, fmt.Sprintf("- %s: %s", prose(name(f.Class)), prose(f.Message)))
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

func markdownFoot(r *gate.Result, o MarkdownOptions) string {
	parts := []string{tally(r)}
	if tokens := r.Usage.InputTokens + r.Usage.OutputTokens; tokens > 0 {
		parts = append(parts, fmt.Sprintf("%d tokens", tokens))
	}
	if r.CostUSD != nil {
		parts = append(parts, fmt.Sprintf("$%.2f", *r.CostUSD))
	}
	parts = append(parts, "candidate "+code(r.Candidate))
	if r.Comparison != nil {
		at := ""
		if r.Comparison.Commit != "" {
			at = " at " + code(short(r.Comparison.Commit))
		}
		parts = append(parts, "baseline "+code(r.Comparison.Baseline)+at)
	}
	if o.Link != "" {
		parts = append(parts, fmt.Sprintf("[full report](%s)", o.Link))
	}
	return strings.Join(parts, " · ") + "\n"
}

func short(commit string) string { return commit[:min(len(commit), 7)] }

// tally counts the trials of a run.
func tally(r *gate.Result) string {
	valid, missing := 0, 0
	for _, c := range r.Cases {
		valid, missing = valid+c.Valid(), missing+c.Missing
	}
	return fmt.Sprintf("%d trials of %d cases, %d without a verdict", valid+missing, len(r.Cases), missing)
}

// cells writes one row of a Markdown table.
func cells(values []string) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = prose(v)
	}
	return "| " + strings.Join(out, " | ") + " |\n"
}
