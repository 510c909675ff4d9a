package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate"
)

// HistoryPoint is what one run came to, for a page over time.
type HistoryPoint struct {
	Time       time.Time
	Commit     string
	Candidate  string
	Verdict    gate.Verdict // "" for a baseline, which has none
	Score      *float64     // 0 to 1; nil: not measured
	Low, High  *float64     // bounds of the score's 95% interval, where there is one
	Categories map[string]HistoryRate
	Stage      string // that the run was promoted to, "" if to none
}

// HistoryRate counts the trials of a category, under all conditions.
type HistoryRate struct{ Pass, Trials int }

// NewHistoryPoint takes over a result, and the stage that it was promoted to.
func NewHistoryPoint(r *gate.Result, stage string) HistoryPoint {
	p := HistoryPoint{Time: r.Times.Finished, Commit: r.Commit, Candidate: r.Candidate, Verdict: own(r), Categories: map[string]HistoryRate{}, Stage: stage}
	if m := r.Metric("score"); m != nil {
		p.Score, p.Low, p.High = m.Value, m.Low, m.High
	}
	for name, n := range rates(r) {
		if n.trials > 0 {
			p.Categories[name] = HistoryRate{n.pass, n.trials}
		}
	}
	return p
}

// PromotedPoint takes over a line of the history that a branch keeps.
func PromotedPoint(p gate.Promotion) HistoryPoint {
	h := HistoryPoint{
		Time: p.Time, Commit: p.Commit, Candidate: p.Candidate, Verdict: p.Verdict, Stage: p.Stage,
		Score: p.Score, Low: p.Low, High: p.High, Categories: map[string]HistoryRate{},
	}
	for name, n := range p.Categories {
		h.Categories[name] = HistoryRate{n.Passed, n.Trials}
	}
	return h
}

// maxPoints bounds the runs on a page over time, and maxSparks its categories.
const (
	maxPoints = 300
	maxSparks = 100
)

// historyPage is what the template of runs over time shows.
type historyPage struct {
	shell
	Headline string
	Charts   []*chart
	Sparks   []sparkRow
	More     int // categories that were left out
	Runs     table
}

// sparkRow is a category over time.
type sparkRow struct {
	Name, First, Last, Change string
	Lines                     []string // of points, broken where a run has no trial of the category
	Dots                      []shape
}

// HistoryHTML writes runs, the oldest first, as one page: the score and the
// categories over time, promotions marked.
func HistoryHTML(w io.Writer, list []HistoryPoint) error {
	p := historyPage{shell: newShell("History")}
	if n := len(list) - maxPoints; n > 0 {
		list = list[n:]
		p.Headline = fmt.Sprintf("The last %d runs; %d earlier ones are left out. ", maxPoints, n)
	} else {
		p.Headline = plural(len(list), "run", "runs") + ", the oldest first. "
	}
	promoted := 0
	for _, h := range list {
		if h.Stage != "" {
			promoted++
		}
	}
	p.Headline += plural(promoted, "was promoted.", "were promoted.")
	if c := scoreChart(list); c != nil {
		p.Charts = append(p.Charts, c)
	}
	p.Sparks, p.More = sparks(list)
	p.Runs = runRows(list)
	out, err := render("history", p)
	if err != nil {
		return fmt.Errorf("draw history: %w", err)
	}
	_, err = w.Write(out)
	return err
}

// scoreChart is the score of run after run, each as far from the next.
func scoreChart(list []HistoryPoint) *chart {
	var values []float64
	for _, h := range list {
		for _, v := range []*float64{h.Score, h.Low} {
			if v != nil && h.Score != nil {
				values = append(values, *v)
			}
		}
	}
	if len(values) == 0 {
		return nil
	}
	c := &chart{
		ID: "score", Title: "Reliability score, run by run", Says: "With 95% intervals. Dashed lines are promotions.", Width: 2 * chartWidth, Height: 250,
		Keys: []key{{"good", "passed"}, {"bad", "blocked"}, {"warn", "inconclusive"}, {"none", "no verdict"}},
	}
	from := floor(values)
	x, y := axis{0, float64(max(len(list)-1, 1)), 56, 2*chartWidth - 48}, axis{from, 1, 196, 30}
	for _, t := range steps(from) {
		c.Shapes = append(c.Shapes, rule(x.from-8, y.at(t), x.to+8, y.at(t), "grid"), caption(x.from-16, y.at(t)+4, "end", "tick", decimals(t)))
	}
	every := (len(list) + 5) / 6
	var line []string
	var marks []shape
	flush := func() {
		if len(line) > 1 {
			c.Shapes = append(c.Shapes, shape{Kind: "curve", Class: hereClass, Points: strings.Join(line, " ")})
		}
		line = nil
	}
	for i, h := range list {
		at := x.at(float64(i))
		if h.Stage != "" {
			c.Shapes = append(c.Shapes, rule(at, 18, at, y.from, "promoted"))
			marks = append(marks, caption(at, 13, "middle", "label", clip(plain(h.Stage), 12)))
		}
		if i%every == 0 {
			c.Shapes = append(c.Shapes, caption(at, y.from+20, "middle", "tick", day(h.Time)), caption(at, y.from+36, "middle", "tick", short(h.Commit)))
		}
		if h.Score == nil {
			flush()
			continue
		}
		if h.Low != nil && h.High != nil {
			marks = append(marks, rule(at, y.at(*h.Low), at, y.at(*h.High), "arm "+hereClass))
		}
		line = append(line, fmt.Sprintf("%g,%g", at, y.at(*h.Score)))
		marks = append(marks, shape{Kind: "dot", Class: verdictOf(h.Verdict).Class, X: at, Y: y.at(*h.Score), R: 4.5})
	}
	flush()
	c.Shapes = append(c.Shapes, marks...)
	return c
}

func day(t time.Time) string {
	if t.IsZero() {
		return unknown
	}
	return t.UTC().Format("2006-01-02")
}

// sparks are the categories, those that fell most since the run before first.
func sparks(list []HistoryPoint) (rows []sparkRow, more int) {
	names := map[string]bool{}
	for _, h := range list {
		for name := range h.Categories {
			names[name] = true
		}
	}
	fell := map[string]float64{}
	byName := map[string]sparkRow{}
	for name := range names {
		byName[name], fell[name] = spark(list, name)
	}
	order := slices.Sorted(maps.Keys(names))
	slices.SortStableFunc(order, func(a, b string) int {
		switch {
		case fell[a] < fell[b]:
			return -1
		case fell[a] > fell[b]:
			return 1
		default:
			return 0
		}
	})
	if len(order) > maxSparks {
		order, more = order[:maxSparks], len(order)-maxSparks
	}
	for _, name := range order {
		rows = append(rows, byName[name])
	}
	return rows, more
}

// spark is one category over time, and its change from the run before the last
// that has it.
func spark(list []HistoryPoint, name string) (s sparkRow, change float64) {
	s.Name = within(name, maxName)
	x, y := axis{0, float64(max(len(list)-1, 1)), 4, 196}, axis{0, 1, 30, 4}
	var line []string
	var seen []float64
	for i, h := range list {
		n, ok := h.Categories[name]
		if !ok || n.Trials == 0 {
			s.Lines, line = append(s.Lines, strings.Join(line, " ")), nil
			continue
		}
		v := float64(n.Pass) / float64(n.Trials)
		seen = append(seen, v)
		line = append(line, fmt.Sprintf("%g,%g", x.at(float64(i)), y.at(v)))
		s.Dots = append(s.Dots, shape{X: x.at(float64(i)), Y: y.at(v)})
	}
	s.Lines = slices.DeleteFunc(append(s.Lines, strings.Join(line, " ")), func(l string) bool { return !strings.Contains(l, " ") })
	if len(seen) == 0 {
		return s, 0
	}
	s.First, s.Last = gate.Percent(seen[0]), gate.Percent(seen[len(seen)-1])
	if len(seen) > 1 {
		change = seen[len(seen)-1] - seen[len(seen)-2]
		s.Change = points(change)
	}
	return s, change
}

// runRows are the runs, the newest first.
func runRows(list []HistoryPoint) table {
	var rows [][]string
	for _, h := range slices.Backward(list) {
		score := "not measured"
		if h.Score != nil {
			score = valued(&gate.Metric{Value: h.Score, Low: h.Low, High: h.High}, decimals)
		}
		rows = append(rows, []string{day(h.Time), short(h.Commit), verdictOf(h.Verdict).Words, score, h.Stage, h.Candidate})
	}
	return newTable([]column{{"day", false}, {"commit", false}, {"verdict", false}, {"score (95%)", true}, {"promoted to", false}, {"candidate", false}}, rows)
}
