package report

import "math"

// chartWidth is the width of every plot in its own units: at 360 pixels of a
// screen its text is as large as that of the page's notes.
const chartWidth = 380

// chart is a plot, the sentence that it shows, and the same as a table.
type chart struct {
	ID, Title, Says string
	Width, Height   float64
	Shapes          []shape
	Keys            []key
	Twin            table
}

// shape is one mark of a plot; which fields count depends on Kind.
type shape struct {
	Kind         string // line, area, curve, dot, bar, text
	Class        string
	X, Y, X2, Y2 float64 // bars: a corner, width and height
	R            float64 // dots: the radius
	Points       string  // areas and curves
	Text         string
	Anchor       string // texts: start, middle or end
}

// key explains a colour.
type key struct{ Class, Text string }

// axis maps values to places.
type axis struct{ low, high, from, to float64 }

func (a axis) at(v float64) float64 {
	v = min(max(v, a.low), a.high)
	return tenth(a.from + (v-a.low)/(a.high-a.low)*(a.to-a.from))
}

// tenth rounds a place, so that pages stay small.
func tenth(v float64) float64 { return math.Round(10*v) / 10 }

func caption(x, y float64, anchor, class, s string) shape {
	return shape{Kind: "text", Class: class, X: tenth(x), Y: tenth(y), Anchor: anchor, Text: s}
}

func rule(x, y, x2, y2 float64, class string) shape {
	return shape{Kind: "line", Class: class, X: tenth(x), Y: tenth(y), X2: tenth(x2), Y2: tenth(y2)}
}

// spot is a value with its interval in a row of a dot plot.
type spot struct {
	class     string
	value     float64
	low, high *float64
}

// dotRow is a row of a dot plot.
type dotRow struct {
	label string
	spots []spot
}

// Rows of dot plots.
const (
	dotLeft   = 150.0 // where labels end
	dotRight  = chartWidth - 16.0
	dotTop    = 8.0
	dotStep   = 22.0
	maxLabel  = 23 // characters of a label
	maxCharts = 40 // rows of one dot plot
)

// dotPlot sets values with their intervals below each other. Where the axis holds
// 0 within it, that is the line to compare with.
func dotPlot(c *chart, rows []dotRow, x axis, ticks []float64, write func(float64) string) {
	x.from, x.to = dotLeft+12, dotRight
	bottom := dotTop + dotStep*float64(len(rows))
	for _, t := range ticks {
		class := "grid"
		if t == 0 && x.low < 0 {
			class = "zero"
		}
		c.Shapes = append(c.Shapes, rule(x.at(t), dotTop, x.at(t), bottom, class), caption(x.at(t), bottom+16, "middle", "tick", write(t)))
	}
	for i, row := range rows {
		middle := dotTop + dotStep*(float64(i)+.5)
		c.Shapes = append(c.Shapes, caption(dotLeft, middle+4, "end", "label", clip(plain(row.label), maxLabel)))
		for n, s := range row.spots {
			y := middle + 5*(float64(n)-float64(len(row.spots)-1)/2)
			if s.low != nil && s.high != nil {
				c.Shapes = append(c.Shapes, rule(x.at(*s.low), y, x.at(*s.high), y, "arm "+s.class))
			}
			c.Shapes = append(c.Shapes, shape{Kind: "dot", Class: s.class, X: x.at(s.value), Y: tenth(y), R: 4})
		}
	}
	c.Width, c.Height = chartWidth, bottom+24
}

// floor is where an axis of figures up to 1 begins: lower values leave no room
// for it to begin higher.
func floor(values []float64) float64 {
	least := 1.0
	for _, v := range values {
		least = min(least, v)
	}
	for _, from := range []float64{.8, .5} {
		if least >= from+.02 {
			return from
		}
	}
	return 0
}

// steps are the ticks of an axis that begins at one of the floors.
func steps(from float64) []float64 {
	switch from {
	case .8:
		return []float64{.8, .85, .9, .95, 1}
	case .5:
		return []float64{.5, .6, .7, .8, .9, 1}
	default:
		return []float64{0, .25, .5, .75, 1}
	}
}
