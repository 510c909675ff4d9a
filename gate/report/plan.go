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
	Free    bool // the candidate is no model: nothing is spent
}

// Ahead is one line on what a run is about to do and to take.
func Ahead(e gate.Estimate, p PlanOptions) string {
	score := "no score"
	if p.K > 0 {
		score = fmt.Sprintf("score with pass^%d", p.K)
	}
	spent := fmt.Sprintf(" · about %s tokens%s · about %s", many(e.Usage.InputTokens+e.Usage.OutputTokens), dollars(e.USD), minutes(e.Minutes))
	if p.Free {
		spent = ""
	}
	return fmt.Sprintf("%s · %d trials%s · seed %d · %s", plain(p.Profile), e.Trials, spent, p.Seed, score)
}

// Plan writes what a run would do, what it would take, and the smallest drops
// that it could see.
func Plan(w io.Writer, e gate.Estimate, v gate.Visible, p PlanOptions, o TerminalOptions) error {
	t := &terminal{options: o}
	t.text(Ahead(e, p), "", t.bold, plain(p.Profile))
	t.blank()
	var rows [][]string
	for _, r := range e.Rows {
		rows = append(rows, []string{
			r.Condition, fmt.Sprintf("%d of %d", r.Cases, r.Of), fmt.Sprint(r.Trials), fmt.Sprint(r.All), many(r.Tokens), strings.TrimPrefix(dollars(r.USD), ", "),
		})
	}
	t.table("", []column{{"condition", false}, {"cases", true}, {"trials each", true}, {"trials", true}, {"tokens", true}, {"cost", true}}, rows)
	if e.HeldOut > 0 {
		t.text(fmt.Sprintf("%s held out.", plural(e.HeldOut, "of the cases is", "of the cases are")), "", nil, "")
		t.blank()
	}
	rows = [][]string{{"whole suite", "", drop(v.Whole)}}
	for _, c := range v.Categories {
		rows = append(rows, []string{c.Name, fmt.Sprint(c.Cases), drop(c.Smallest)})
	}
	t.table("", []column{{"category", false}, {"cases", true}, {"visible from", true}}, rows)
	if v.Assumed {
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
		return "no drop"
	}
	return "−" + wholePoints(*points)
}

func dollars(usd *float64) string {
	if usd == nil {
		return ""
	}
	return fmt.Sprintf(", $%.2f", *usd)
}

func minutes(m float64) string {
	if m < 1 {
		return "a minute"
	}
	return fmt.Sprintf("%.0f min", m)
}
