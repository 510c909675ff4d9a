package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/stats"
)

// Classes of the two sides of a comparison.
const (
	hereClass = "here"
	wasClass  = "was"
)

// charts are the plots of a result, each only where there is something to plot.
func charts(r *gate.Result) []*chart {
	var out []*chart
	for _, c := range []*chart{curveChart(r), componentChart(r), categoryChart(r), faultChart(r), latencyChart(r), sidesChart(r)} {
		if c != nil {
			out = append(out, c)
		}
	}
	return out
}

// series is a curve of pass^k.
type series struct {
	class, name string
	points      []gate.CurvePoint
}

func curveChart(r *gate.Result) *chart {
	all := []series{{hereClass, "this change", r.Curve}}
	if c := r.Comparison; c != nil && len(c.Curve) > 0 {
		all = append([]series{{wasClass, "baseline", c.Curve}}, all...)
	}
	if len(r.Curve) < 2 {
		return nil
	}
	last := r.Curve[len(r.Curve)-1]
	c := plotCurves(all)
	c.Says = fmt.Sprintf("A promise is kept in one trial with probability %s, in %d of %d with %s.", decimals(r.Curve[0].Value), last.K, last.K, decimals(last.Value))
	return c
}

// plotCurves draws pass^k against k with bands of 95%.
func plotCurves(all []series) *chart {
	c := &chart{ID: "pass-k", Title: "pass^k by k", Width: chartWidth, Height: 224}
	last := 1
	var values []float64
	for _, s := range all {
		for _, p := range s.points {
			last = max(last, p.K)
			values = append(values, p.Value)
			if p.Low != nil {
				values = append(values, *p.Low)
			}
		}
	}
	from := floor(values)
	x, y := axis{1, float64(max(last, 2)), 46, chartWidth - 18}, axis{from, 1, 180, 14}
	for _, t := range steps(from) {
		c.Shapes = append(c.Shapes, rule(x.from, y.at(t), x.to, y.at(t), "grid"), caption(x.from-8, y.at(t)+4, "end", "tick", decimals(t)))
	}
	for k := 1; k <= last; k++ {
		if last <= 12 || k%5 == 0 || k == 1 {
			c.Shapes = append(c.Shapes, caption(x.at(float64(k)), y.from+18, "middle", "tick", fmt.Sprint(k)))
		}
	}
	c.Shapes = append(c.Shapes, caption((x.from+x.to)/2, y.from+36, "middle", "tick", "k: trials that all have to keep the promise"))
	var rows [][]string
	for _, s := range all {
		c.Shapes = append(c.Shapes, curveShapes(s, x, y)...)
		c.Keys = append(c.Keys, key{s.class, s.name})
		for _, p := range s.points {
			rows = append(rows, []string{s.name, fmt.Sprint(p.K), valued(&gate.Metric{Value: &p.Value, Low: p.Low, High: p.High}, decimals)})
		}
	}
	c.Twin = newTable([]column{{"", false}, {"k", true}, {"pass^k (95%)", true}}, rows)
	return c
}

func curveShapes(s series, x, y axis) []shape {
	var low, high, mid []string
	for _, p := range s.points {
		at := x.at(float64(p.K))
		mid = append(mid, fmt.Sprintf("%g,%g", at, y.at(p.Value)))
		if p.Low != nil && p.High != nil {
			low, high = append(low, fmt.Sprintf("%g,%g", at, y.at(*p.Low))), append(high, fmt.Sprintf("%g,%g", at, y.at(*p.High)))
		}
	}
	var out []shape
	if len(low) > 1 {
		slices.Reverse(low)
		out = append(out, shape{Kind: "area", Class: s.class, Points: strings.Join(append(high, low...), " ")})
	}
	out = append(out, shape{Kind: "curve", Class: s.class, Points: strings.Join(mid, " ")})
	for _, p := range s.points {
		out = append(out, shape{Kind: "dot", Class: s.class, X: x.at(float64(p.K)), Y: y.at(p.Value), R: 3})
	}
	return out
}

// componentChart is the score and what it is made of, with intervals.
func componentChart(r *gate.Result) *chart {
	was := map[string]float64{}
	if c := r.Comparison; c != nil {
		if c.Score != nil {
			was["score"] = c.Score.Baseline
		}
		for _, d := range c.Components {
			was[d.Metric] = d.Baseline
		}
	}
	list := append([]gate.Weight{{Metric: "score"}}, r.Weights...)
	var rows []dotRow
	var values []float64
	var cells [][]string
	for _, w := range list {
		m := r.Metric(w.Metric)
		if m == nil || m.Value == nil {
			continue
		}
		label, before := "Score", ""
		if w.Metric != "score" {
			label = component(r, w)
		}
		row := dotRow{label: label}
		if v, ok := was[w.Metric]; ok {
			before = decimals(v)
			row.spots, values = append(row.spots, spot{class: wasClass, value: v}), append(values, v)
		}
		row.spots, values = append(row.spots, spot{hereClass, *m.Value, m.Low, m.High}), append(values, *m.Value)
		if m.Low != nil {
			values = append(values, *m.Low)
		}
		rows, cells = append(rows, row), append(cells, []string{label, before, valued(m, decimals)})
	}
	if len(rows) < 2 || len(rows) > maxCharts {
		return nil
	}
	c := &chart{ID: "components", Title: "Score and its components", Says: "With 95% intervals, as far as they are known.", Keys: []key{{hereClass, "this change"}}}
	if len(was) > 0 {
		c.Keys = append([]key{{wasClass, "baseline"}}, c.Keys...)
	}
	from := floor(values)
	dotPlot(c, rows, axis{low: from, high: 1}, steps(from), decimals)
	c.Twin = newTable([]column{{"", false}, {"baseline", true}, {"this change (95%)", true}}, cells)
	return c
}

// categoryChart is the difference of each category to the baseline or, where
// there is none, its rate.
func categoryChart(r *gate.Result) *chart {
	if r.Comparison == nil || len(r.Comparison.Categories) == 0 {
		return rateChart(r)
	}
	widest := .1
	var rows []dotRow
	var cells [][]string
	for _, d := range r.Comparison.Categories {
		class := "same"
		switch {
		case d.Regressed:
			class = "bad"
		case d.Improved:
			class = "good"
		}
		diff := d.Candidate - d.Baseline
		interval := ""
		for _, v := range []*float64{&diff, d.Low, d.High} {
			if v != nil {
				widest = max(widest, *v, -*v)
			}
		}
		if d.Low != nil && d.High != nil {
			interval = points(*d.Low) + " to " + points(*d.High)
		}
		rows = append(rows, dotRow{plain(d.Name), []spot{{class, diff, d.Low, d.High}}})
		cells = append(cells, []string{sign(d) + " " + d.Name, fmt.Sprint(d.Cases), gate.Percent(d.Baseline), gate.Percent(d.Candidate), points(diff), interval, visible(d)})
	}
	c := &chart{
		ID: "categories", Title: "Categories against the baseline", Says: differSentence(r) + fewerRows(len(rows)),
		Keys: []key{{"bad", "worse beyond chance"}, {"good", "better"}, {"same", "no difference shown"}},
	}
	differencePlot(c, rows[:min(len(rows), maxCharts)], widest)
	c.Twin = newTable([]column{
		{"category", false}, {"cases", true}, {"baseline", true}, {"this change", true}, {"difference", true}, {"95%", true}, {"visible from", true},
	}, cells)
	return c
}

func differSentence(r *gate.Result) string {
	worse, better := 0, 0
	for _, d := range r.Comparison.Categories {
		if d.Regressed {
			worse++
		} else if d.Improved {
			better++
		}
	}
	return fmt.Sprintf("Points of the trials passed: %d of %s fell, %d rose. Intervals are 95%% for one category by itself; the verdict tests all of them together.",
		worse, plural(len(r.Comparison.Categories), "category", "categories"), better)
}

func fewerRows(n int) string {
	if n <= maxCharts {
		return ""
	}
	return fmt.Sprintf(" The plot shows the first %d; the table has all.", maxCharts)
}

// differencePlot is a dot plot around 0, as wide on both sides.
func differencePlot(c *chart, rows []dotRow, widest float64) {
	far := 1.0
	for _, v := range []float64{.5, .2, .1} {
		if widest <= v {
			far = v
		}
	}
	dotPlot(c, rows, axis{low: -far, high: far}, []float64{-far, -far / 2, 0, far / 2, far}, points)
}

// rateChart is the share of trials that passed, by category, the lowest first.
func rateChart(r *gate.Result) *chart {
	counts := rates(r)
	if len(counts) == 0 || passes(r).Trials == 0 {
		return nil
	}
	var rows []dotRow
	var values []float64
	var cells [][]string
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(counts)), func(name string) bool { return counts[name].trials == 0 })
	slices.SortStableFunc(names, func(a, b string) int {
		return counts[a].pass*counts[b].trials - counts[b].pass*counts[a].trials
	})
	for _, name := range names {
		n := counts[name]
		low, high := stats.Wilson(stats.Count{Pass: n.pass, Trials: n.trials})
		v := float64(n.pass) / float64(n.trials)
		rows, values = append(rows, dotRow{plain(name), []spot{{hereClass, v, &low, &high}}}), append(values, low)
		cells = append(cells, []string{name, fmt.Sprint(n.trials), valued(&gate.Metric{Value: &v, Low: &low, High: &high}, gate.Percent)})
	}
	c := &chart{ID: "categories", Title: "Trials passed by category", Says: "With 95% intervals; there is no baseline to compare with." + fewerRows(len(rows))}
	from := floor(values[:min(len(values), maxCharts)])
	dotPlot(c, rows[:min(len(rows), maxCharts)], axis{low: from, high: 1}, steps(from), gate.Percent)
	c.Twin = newTable([]column{{"category", false}, {"trials", true}, {"passed (95%)", true}}, cells)
	return c
}
