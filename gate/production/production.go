// Package production judges what became of a candidate's work once it was deployed:
// corrections, repairs and complaints, by category, against declared limits.
//
// It promises that chance alone rolls back a good deployment in at most Alpha of all
// reports, and that too little said is never a reason to go on. It reads no clock and
// no network. The command line may import it.
package production

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate/stats"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/thresholds"
)

// Alpha is how often a report of a deployment that keeps all its limits leads to a
// roll-back.
const Alpha = 0.01

// Report is what was seen of one deployment in a span of time.
type Report struct {
	Stage      string            `json:"stage"`
	Commit     string            `json:"commit"`
	From       time.Time         `json:"from"`
	To         time.Time         `json:"to"`
	Categories map[string]Counts `json:"categories"`
}

// Counts are of the cases of one category. Each kind counts the handled cases that
// had one, so that it is no more than Handled.
type Counts struct {
	Handled     int `json:"handled"`
	Corrections int `json:"corrections"` // somebody had to put a change right
	Repairs     int `json:"repairs"`     // somebody had to put the data right
	Complaints  int `json:"complaints"`
}

// Advice is what to do with a deployment.
type Advice string

// The advice, the best first.
const (
	Continue Advice = "continue"
	Hold     Advice = "hold"
	RollBack Advice = "roll back"
)

// Line is the advice by one limit in one category.
type Line struct {
	Category string
	Kind     string // corrections, repairs, complaints
	Count    int
	Handled  int
	Rate     float64 // 0 to 1; 0 where nothing was handled
	Least    float64 // what the rate is at least, at the confidence of the whole report
	Limit    float64
	Advice   Advice
	Few      bool // too few were handled to say more
}

// Parse reads a report in YAML or JSON. now is the time up to which there can be
// outcomes. The error is schemas.Problems.
func Parse(file string, data []byte, now time.Time) (*Report, error) {
	doc, problems := schemas.ParseYAML(file, data)
	if len(problems) == 0 {
		problems = doc.CheckOwn("outcomes")
	}
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	var r Report
	if err := schemas.Decode(doc.Value, &r); err != nil {
		return nil, schemas.Problems{doc.Problem("", "outcomes-value", "%v", err)}
	}
	if !r.From.Before(r.To) || r.To.After(now) {
		p := doc.Problem("/to", "outcomes-time", "the time from %s to %s is none that has passed", r.From.Format(time.RFC3339), r.To.Format(time.RFC3339))
		p.Fix = "give the beginning and the end of the time in which outcomes were counted"
		return nil, schemas.Problems{p}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Categories)) {
		c := r.Categories[name]
		if most := max(c.Corrections, c.Repairs, c.Complaints); most > c.Handled {
			p := doc.Problem(schemas.Pointer("categories", name), "outcomes-count", "%d cases had an outcome, and %d were handled", most, c.Handled)
			p.Fix = "count each handled case once for each kind"
			problems = append(problems, p)
		}
	}
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	return &r, nil
}

// kind is a kind of outcome, its limit and its count.
type kind struct {
	name  string
	limit *thresholds.Rate
	count func(Counts) int
}

func kinds(o *thresholds.Outcomes) []kind {
	all := []kind{
		{"corrections", o.Corrections, func(c Counts) int { return c.Corrections }},
		{"repairs", o.Repairs, func(c Counts) int { return c.Repairs }},
		{"complaints", o.Complaints, func(c Counts) int { return c.Complaints }},
	}
	return slices.DeleteFunc(all, func(k kind) bool { return k.limit == nil })
}

// Judge holds a report against the limits, a line for each limit and category, the
// worst first. A rate above its limit rolls back where chance does not explain it:
// where its exact lower bound lies above the limit, at Alpha shared evenly among the
// lines (Bonferroni). A rate that lies above the limit otherwise holds, and so does a
// category of which too few cases were handled. Limits that are all open are an error.
func (r *Report) Judge(limits *thresholds.Outcomes) ([]Line, error) {
	list := kinds(limits)
	if len(list) == 0 {
		return nil, fmt.Errorf("judge outcomes: no limit is set; set one under outcomes, such as complaints: {max_rate: 0.02}")
	}
	var out []Line
	for _, category := range slices.Sorted(maps.Keys(r.Categories)) {
		c := r.Categories[category]
		for _, k := range list {
			line, err := judge(k, c, Alpha/float64(len(list)*len(r.Categories)), limits.Least())
			if err != nil {
				return nil, fmt.Errorf("judge %s of %s: %w", k.name, category, err)
			}
			line.Category = category
			out = append(out, line)
		}
	}
	slices.SortStableFunc(out, func(a, b Line) int { return cmp.Compare(a.Advice.weight(), b.Advice.weight()) })
	return out, nil
}

func judge(k kind, c Counts, alpha float64, least int) (Line, error) {
	l := Line{Kind: k.name, Count: k.count(c), Handled: c.Handled, Limit: k.limit.Max, Few: c.Handled < least, Advice: Continue}
	if c.Handled > 0 {
		l.Rate = float64(l.Count) / float64(l.Handled)
	}
	var err error
	l.Least, err = stats.Least(stats.Count{Pass: l.Count, Trials: l.Handled}, alpha)
	switch {
	case l.Least > l.Limit:
		l.Advice, l.Few = RollBack, false
	case l.Few, l.Rate > l.Limit:
		l.Advice = Hold
	}
	return l, err
}

func (a Advice) weight() int { return slices.Index([]Advice{RollBack, Hold, Continue}, a) }

// Worst is the advice of the lines together; Hold where there are none.
func Worst(lines []Line) Advice {
	if len(lines) == 0 {
		return Hold
	}
	return lines[0].Advice
}
