package report

import (
	"bytes"
	"html/template"
	"io"

	"github.com/keptgate/keptgate/gate"
)

// HTMLBudget bounds an HTML report, in bytes.
const HTMLBudget = 10_000_000

// TrialLog reads a trial log, line by line, as gate.ReadTrials does.
type TrialLog func(keep func(*gate.Line)) (gate.Header, error)

// HTMLOptions shape an HTML report.
type HTMLOptions struct {
	Budget int    // bytes that the page may have, 200,000 or more
	Link   string // address of the run, "" if there is none
	Replay string // beginning of the command that runs one trial; see replay
}

// HTML writes a result as one page that needs nothing beside it: the verdict, the
// figures as plots and as tables, and every failing trial of a public case. With
// the run's trial log, which may be nil, failing trials show their conversation
// beside the ledger and what changed, as far as the budget goes: those of the
// weightiest cases first. A log of another run is an error.
func HTML(w io.Writer, r *gate.Result, log TrialLog, o HTMLOptions) error {
	p := &resultPage{
		shell: newShell(title(r.Decision.Verdict) + " · " + plain(r.Gate)), Verdict: verdictOf(r.Decision.Verdict), Name: plain(r.Gate), Headline: Headline(r), Link: o.Link,
		Tiles: tiles(r), Figures: figureTable(r), Charts: charts(r), Facts: htmlFacts(r), About: about(r),
	}
	for _, note := range r.Decision.Notes {
		p.Notes = append(p.Notes, within(note, maxNote))
	}
	columns, rows := tierRows(r)
	p.Tiers = newTable(columns, rows)
	list := failures{contenders: []contender{{result: r, log: log, replay: o.Replay}}}
	if err := list.gather(o.Budget); err != nil {
		return err
	}
	return list.fit(w, "result", o.Budget, func(shown failureList) any {
		p.Failures, p.Changed = shown, changed(r, shown.Cases)
		return p
	})
}

// resultPage is what the template of one result shows.
type resultPage struct {
	shell
	Verdict  verdictMark
	Name     string // of the gate
	Headline string
	Notes    []string
	Link     string
	Tiles    []tile
	Figures  table
	Charts   []*chart
	Changed  table
	Tiers    table
	Facts    []labelled
	About    []labelled
	Failures failureList
}

// labelled is a fact with its label.
type labelled struct{ Label, Text string }

func htmlFacts(r *gate.Result) []labelled {
	var out []labelled
	for _, f := range facts(r) {
		out = append(out, labelled{f.label, within(f.text, maxNote)})
	}
	return out
}

// about says what the verdict stands on.
func about(r *gate.Result) []labelled {
	baseline := ""
	if c := r.Comparison; c != nil {
		baseline = pooled(c) + within(c.Baseline, maxName)
		if c.Commit != "" {
			baseline += " at " + short(c.Commit)
		}
	}
	var out []labelled
	for _, f := range []labelled{
		{"candidate", within(r.Candidate, maxName)},
		{"commit", short(r.Commit)},
		{"baseline", baseline},
		{"trials", tally(r)},
		{"plan", within(sampled(r), maxName)},
		{"spent", spent(r)},
	} {
		if f.Text != "" {
			out = append(out, f)
		}
	}
	return out
}

// verdictMark is a verdict in words and the class that colours it.
type verdictMark struct{ Class, Words string }

func verdictOf(v gate.Verdict) verdictMark {
	switch v {
	case gate.Pass:
		return verdictMark{"good", "Passed"}
	case gate.Block:
		return verdictMark{"bad", "Blocked"}
	case gate.Inconclusive:
		return verdictMark{"warn", "Inconclusive"}
	case gate.NotEvaluated:
		return verdictMark{"none", "Not evaluated"}
	default:
		return verdictMark{"none", "Baseline"}
	}
}

// render executes a template of ours.
func render(name string, data any) ([]byte, error) {
	var out bytes.Buffer
	err := pages.ExecuteTemplate(&out, name, data)
	return out.Bytes(), err
}

// renderPart executes a template of a part of a page, whose output html/template
// has escaped for where it will stand: between elements.
func renderPart(name string, data any) (template.HTML, error) {
	out, err := render(name, data)
	return template.HTML(out), err
}
