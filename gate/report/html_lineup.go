package report

import (
	"fmt"
	"io"

	"github.com/keptgate/keptgate/gate"
)

// lineupPage is what the template of several candidates shows.
type lineupPage struct {
	shell
	Verdict  verdictMark
	Name     string // of the gate
	Headline string
	Link     string
	Members  []member
	Figures  table
	Rates    table
	Charts   []*chart
	Duels    []duelView
	Note     string
	Failures failureList
}

// member is one candidate of a lineup.
type member struct {
	Letter, Called, Candidate, Standing string
	Verdict                             verdictMark
}

// duelView is one candidate against the base.
type duelView struct {
	Title, Sentence string
	Table           table
}

// LineupHTML writes candidates side by side as one page, with the failing trials
// of all of them. logs are the trial logs by result, nil where there is none.
func LineupHTML(w io.Writer, l *gate.Lineup, logs []TrialLog, o HTMLOptions) error {
	p := &lineupPage{
		shell: newShell(title(l.Verdict) + " · " + plain(l.Results[0].Gate)), Verdict: verdictOf(l.Verdict), Name: within(l.Results[0].Gate, maxName), Headline: LineupHeadline(l), Link: o.Link,
		Figures: newTable(lineupColumns(l, ""), lineupFigures(l)), Rates: newTable(lineupColumns(l, "passed"), lineupRates(l)), Note: lineupNote(l),
	}
	var all failures
	var curves []series
	for i, r := range l.Results {
		p.Members = append(p.Members, member{Letter(i), within(called(l, i), maxName), within(r.Candidate, maxName), within(standing(r), maxHeadline), verdictOf(own(r))})
		all.contenders = append(all.contenders, contender{letter: Letter(i), result: r, log: logs[i]})
		if len(r.Curve) > 1 && len(curves) < maxCurves {
			curves = append(curves, series{fmt.Sprintf("s%d", len(curves)), Letter(i), r.Curve})
		}
	}
	if len(curves) > 0 {
		p.Charts = append(p.Charts, plotCurves(curves))
	}
	for _, d := range duels(l) {
		p.Duels = append(p.Duels, duelView{Letter(d.at) + " against " + Letter(l.Base), within(d.sentence, maxNote), newTable(d.columns, d.rows)})
		if c := duelChart(l, d.at); c != nil && len(p.Charts) < maxPlots {
			p.Charts = append(p.Charts, c)
		}
	}
	if err := all.gather(o.Budget); err != nil {
		return err
	}
	return all.fit(w, "lineup", o.Budget, func(shown failureList) any {
		p.Failures = shown
		return p
	})
}

// Bounds on the plots of a lineup.
const (
	maxCurves = 6
	maxPlots  = 8
)

// duelChart plots how far a candidate is from the base, by condition and category.
func duelChart(l *gate.Lineup, at int) *chart {
	widest := .1
	var rows []dotRow
	var cells [][]string
	for _, row := range l.Rows {
		o := row.Paired[at]
		if o == nil || o.Pairs.Total() == 0 {
			continue
		}
		class := "same"
		switch {
		case o.Missing, !o.Different:
		case o.Difference < 0:
			class = "bad"
		default:
			class = "good"
		}
		widest = max(widest, -o.Low, o.High)
		rows = append(rows, dotRow{plain(rowName(row)), []spot{{class, o.Difference, &o.Low, &o.High}}})
		cells = append(cells, []string{pairSign(o) + " " + rowName(row), fmt.Sprint(o.Pairs.Total()), points(o.Difference), bounds(o)})
	}
	if len(rows) == 0 {
		return nil
	}
	a, b := Letter(l.Base), Letter(at)
	c := &chart{
		ID: "duel-" + b, Title: b + " against " + a, Says: "Points of the same trials passed, with 95% intervals of one difference by itself." + fewerRows(len(rows)),
		Keys: []key{{"bad", "worse"}, {"good", "better"}, {"same", "no difference shown"}},
	}
	differencePlot(c, rows[:min(len(rows), maxCharts)], widest)
	c.Twin = newTable([]column{{"", false}, {"pairs", true}, {"difference", true}, {"95%", true}}, cells)
	return c
}
