package report

import (
	"fmt"
	"strconv"

	"github.com/keptgate/keptgate/gate"
)

// faultChart shows what became of the faults of each kind.
func faultChart(r *gate.Result) *chart {
	list := faults(r)
	if len(list) == 0 {
		return nil
	}
	columns, rows := faultRows(r)
	c := &chart{
		ID: "faults", Title: "Faults by kind", Says: within(mended(r), maxNote), Width: chartWidth, Twin: newTable(columns, rows),
		Keys: []key{{"good", "recovered"}, {"warn", "not recovered"}, {"bad", "unsafe"}, {"none", "reached nobody"}},
	}
	shown := list[:min(len(list), maxKinds)]
	most := 1
	for _, m := range shown {
		most = max(most, m.reached+m.missed)
	}
	x := axis{0, float64(most), 0, dotRight - dotLeft - 12 - 44}
	for i, m := range shown {
		y := dotTop + dotStep*float64(i)
		c.Shapes = append(c.Shapes, caption(dotLeft, y+15, "end", "label", clip(m.kind, maxLabel)))
		at := dotLeft + 12.0
		for _, part := range []struct {
			class string
			n     int
		}{{"good", m.recovered}, {"warn", max(0, m.reached-m.recovered-m.unsafe)}, {"bad", m.unsafe}, {"none", m.missed}} {
			if part.n > 0 {
				wide := x.at(float64(part.n))
				c.Shapes = append(c.Shapes, shape{Kind: "bar", Class: part.class, X: tenth(at), Y: y + 4, X2: wide, Y2: dotStep - 8})
				at += wide
			}
		}
		said := "–"
		if m.reached > 0 {
			said = fmt.Sprintf("%d of %d", m.recovered, m.reached)
		}
		c.Shapes = append(c.Shapes, caption(at+6, y+15, "start", "tick", said))
	}
	c.Height = dotTop + dotStep*float64(len(shown)) + 8
	return c
}

// latencyChart is how long tools took under load, in virtual time.
func latencyChart(r *gate.Result) *chart {
	f := r.Load
	if f == nil || len(f.Spread) == 0 || len(f.Spread) > maxCharts {
		return nil
	}
	c := &chart{
		ID: "latency", Title: "Time of a call under load", Width: chartWidth, Height: 200,
		Says: fmt.Sprintf("Virtual time of the tools, not of the candidate: half of the calls took at most %s s, 95%% at most %s s, 99%% at most %s s.", brief(f.P50), brief(f.P95), brief(f.P99)),
	}
	most := 1
	for _, b := range f.Spread {
		most = max(most, b.Calls)
	}
	const left, right, bottom, top = 14.0, chartWidth - 14.0, 160.0, 22.0
	step := (right - left) / float64(len(f.Spread))
	tall := axis{0, float64(most), 0, bottom - top}
	var rows [][]string
	for i, b := range f.Spread {
		x, high := left+step*float64(i), tall.at(float64(b.Calls))
		upTo := strconv.FormatFloat(b.UpTo, 'g', -1, 64)
		c.Shapes = append(c.Shapes, shape{Kind: "bar", Class: hereClass, X: tenth(x + 2), Y: tenth(bottom - high), X2: tenth(step - 4), Y2: high},
			caption(x+step/2, bottom-high-5, "middle", "tick", many(b.Calls)))
		if len(f.Spread) <= 10 || i%2 == 0 {
			c.Shapes = append(c.Shapes, caption(x+step/2, bottom+16, "middle", "tick", upTo))
		}
		rows = append(rows, []string{upTo, fmt.Sprint(b.Calls)})
	}
	c.Shapes = append(c.Shapes, rule(left, bottom, right, bottom, "zero"), caption(chartWidth/2, bottom+34, "middle", "tick", "up to so many seconds"))
	c.Twin = newTable([]column{{"up to, seconds", true}, {"calls", true}}, rows)
	return c
}

// sidesChart sets public figures beside those of the held-out side.
func sidesChart(r *gate.Result) *chart {
	s := r.HeldOut
	if s == nil {
		return nil
	}
	var rows []dotRow
	var values []float64
	var cells [][]string
	for _, m := range s.Public.Metrics {
		h := s.HeldOut.Metric(m.Name)
		if m.Value == nil || h == nil || h.Value == nil {
			continue
		}
		label := component(r, gate.Weight{Metric: m.Name})
		switch m.Name {
		case "score":
			label = "Score"
		case "pass_rate":
			label = "Steady trials passed"
		}
		rows = append(rows, dotRow{label, []spot{{hereClass, *m.Value, m.Low, m.High}, {"held", *h.Value, h.Low, h.High}}})
		for _, v := range []*float64{m.Value, m.Low, h.Value, h.Low} {
			if v != nil {
				values = append(values, *v)
			}
		}
		cells = append(cells, []string{label, valued(&m, decimals), valued(h, decimals)})
	}
	if len(rows) == 0 || len(rows) > maxCharts {
		return nil
	}
	c := &chart{ID: "held-out", Title: "Public against held-out", Says: within(sides(r), maxNote), Keys: []key{{hereClass, "public"}, {"held", "held out"}}}
	from := floor(values)
	dotPlot(c, rows, axis{low: from, high: 1}, steps(from), decimals)
	c.Twin = newTable([]column{{"", false}, {"public (95%)", true}, {"held out (95%)", true}}, cells)
	return c
}
