package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// PlanOptions name what a plan is of.
type PlanOptions struct {
	Profile string
	K       int // of pass^k; 0: no score
	Seed    uint64
}

// Plan writes what a run would do, what it would take, and the smallest drops
// that it could see.
func Plan(w io.Writer, e gate.Estimate, p PlanOptions, o TerminalOptions) error {
	t := &terminal{options: o}
	score := "no score"
	if p.K > 0 {
		score = fmt.Sprintf("score with pass^%d", p.K)
	}
	t.text(fmt.Sprintf("%s · %d trials · %s tokens%s · about %s · seed %d · %s",
		plain(p.Profile), e.Trials, amount(e.Usage.InputTokens+e.Usage.OutputTokens), dollars(e.USD), minutes(e.Minutes), p.Seed, score),
		"", t.bold, plain(p.Profile))
	t.blank()
	var rows [][]string
	for _, r := range e.Rows {
		rows = append(rows, []string{
			r.Condition, fmt.Sprintf("%d of %d", r.Cases, r.Of), fmt.Sprint(r.Trials), fmt.Sprint(r.All), amount(r.Tokens), strings.TrimPrefix(dollars(r.USD), ", "),
		})
	}
	t.table("", []column{{"condition", false}, {"cases", true}, {"trials each", true}, {"trials", true}, {"tokens", true}, {"cost", true}}, rows)
	rows = [][]string{{"whole suite", "", drop(e.Whole)}}
	for _, c := range e.Categories {
		rows = append(rows, []string{c.Name, fmt.Sprint(c.Cases), drop(c.Smallest)})
	}
	t.table("", []column{{"category", false}, {"cases", true}, {"visible from", true}}, rows)
	if e.Assumed {
		t.text("The visible drops take a baseline with as many trials for granted.", "", nil, "")
	}
	if t.err != nil {
		return fmt.Errorf("draw plan: %w", t.err)
	}
	_, err := io.WriteString(w, t.out.String())
	return err
}

func drop(points *float64) string {
	if points == nil {
		return "too few"
	}
	return "−" + wholePoints(*points)
}

func dollars(usd *float64) string {
	if usd == nil {
		return ""
	}
	return fmt.Sprintf(", $%.2f", *usd)
}

// amount is a number of tokens in a few digits.
func amount(n int) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%.1f M", float64(n)/1e6)
	case n >= 1_000:
		return fmt.Sprintf("%.0f k", float64(n)/1e3)
	default:
		return fmt.Sprint(n)
	}
}

func minutes(m float64) string {
	if m < 1 {
		return "a minute"
	}
	return fmt.Sprintf("%.0f min", m)
}
