package fidelity

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/keptgate/keptgate/schemas"
)

// ReportVersion is the version of the form of fidelity.json.
const ReportVersion = 1

// Verdict is what came of replaying a contract.
type Verdict string

// The verdicts.
const (
	Same         Verdict = "same"          // no difference, and nothing that was to be compared was missing
	Drifted      Verdict = "drift"         // some difference
	NotEvaluated Verdict = "not-evaluated" // the service did not answer, or something could not be compared
)

// Report is what came of a contract: fidelity.json.
type Report struct {
	Version        int           `json:"version"`
	Keptgate       string        `json:"keptgate"` // version of the program
	Contract       string        `json:"contract"`
	ContractDigest string        `json:"contract_digest"` // SHA-256 of its file
	Suite          string        `json:"suite"`
	SuiteDigest    string        `json:"suite_digest"` // as results have it
	Live           string        `json:"live"`         // mcp or http
	At             time.Time     `json:"at"`           // when it began, to the second
	Verdict        Verdict       `json:"verdict"`
	Why            string        `json:"why,omitempty"` // why it was not evaluated
	Counts         Counts        `json:"counts"`
	Steps          []StepReport  `json:"steps"`
	Drifts         []Drift       `json:"drifts"`
	NotCompared    []NotCompared `json:"not_compared"`
}

// Counts are of everything, also of what is not listed.
type Counts struct {
	Steps       int `json:"steps"`        // of the contract, and calls that undo them
	NotRun      int `json:"not_run"`      // of these
	Compared    int `json:"compared"`     // places of replies that both sides showed
	Drifts      int `json:"drifts"`       //
	NotCompared int `json:"not_compared"` // places that one side could not show
	Allowed     int `json:"allowed"`      // of these, that the contract goes without
	Left        int `json:"left"`         // writes to the service that were to be undone and were not
}

// StepReport is what became of one step.
type StepReport struct {
	Step  int    `json:"step"` // 1-based
	Tool  string `json:"tool"`
	Undo  bool   `json:"undo,omitempty"`  // the call that takes the step back
	Here  string `json:"here,omitempty"`  // the outcome in the simulation
	There string `json:"there,omitempty"` // in the live service
	Why   string `json:"why,omitempty"`   // why it was not run
}

// Drift is one difference.
type Drift struct {
	Step  int    `json:"step"`
	Tool  string `json:"tool"`
	Path  string `json:"path"` // into the reply, such as items.*.title; "." for the reply itself
	Kind  Kind   `json:"kind"`
	Here  string `json:"here,omitempty"`
	There string `json:"there,omitempty"`
}

// NotCompared is one place that a side could not show.
type NotCompared struct {
	Step    int    `json:"step"`
	Tool    string `json:"tool"`
	Path    string `json:"path"`
	Why     string `json:"why"`
	Allowed bool   `json:"allowed,omitempty"` // the contract goes without it
}

// Bounds of a report.
const (
	maxListed = 200 // differences, and places not compared; more are counted
	maxText   = 300 // bytes of one text
)

// note takes a comparison over.
func (r *Report) note(step int, tool string, c Comparison) {
	r.Counts.Compared += c.Compared
	r.Counts.Drifts += len(c.Differences)
	r.Counts.NotCompared += len(c.Gaps)
	for _, d := range c.Differences {
		if len(r.Drifts) < maxListed {
			r.Drifts = append(r.Drifts, Drift{step, tool, d.Path, d.Kind, d.Here, d.There})
		}
	}
	for _, g := range c.Gaps {
		if g.Allowed {
			r.Counts.Allowed++
		}
		if len(r.NotCompared) < maxListed {
			r.NotCompared = append(r.NotCompared, NotCompared{step, tool, g.Path, g.Why, g.Allowed})
		}
	}
}

// judge says the verdict. A service that did not answer has not drifted, and what is
// missing is never taken for equal.
func (r *Report) judge() {
	c := r.Counts
	missing := c.NotCompared - c.Allowed
	switch {
	case r.Why != "":
		r.Verdict = NotEvaluated
	case c.Drifts > 0:
		r.Verdict = Drifted
	case c.NotRun > 0:
		r.Verdict, r.Why = NotEvaluated, fmt.Sprintf("%d of %d calls were not made", c.NotRun, c.Steps)
	case missing > 0:
		r.Verdict, r.Why = NotEvaluated, fmt.Sprintf("%d of the places to compare could not be; give the step other arguments, or list them under may_lack", missing)
	case c.Compared == 0:
		r.Verdict, r.Why = NotEvaluated, "nothing was compared"
	default:
		r.Verdict = Same
	}
}

// clean hides secrets in all that came from outside, and cuts it.
func (r *Report) clean(hide func(string) string) {
	short := func(s *string) {
		*s = strings.ToValidUTF8(hide(*s), "\uFFFD")
		if len(*s) > maxText {
			*s = strings.ToValidUTF8((*s)[:maxText], "") + "…"
		}
	}
	short(&r.Why)
	for i := range r.Steps {
		s := &r.Steps[i]
		short(&s.Here)
		short(&s.There)
		short(&s.Why)
	}
	for i := range r.Drifts {
		d := &r.Drifts[i]
		short(&d.Path)
		short(&d.Here)
		short(&d.There)
	}
	for i := range r.NotCompared {
		short(&r.NotCompared[i].Path)
		short(&r.NotCompared[i].Why)
	}
}

// forms are the ways in which a secret may be written.
func forms(value string) []string {
	all := []string{value, url.QueryEscape(value), url.PathEscape(value)}
	for _, quoted := range []string{written(value), strconv.Quote(value)} {
		all = append(all, quoted[1:len(quoted)-1])
	}
	slices.Sort(all)
	all = slices.Compact(all)
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}

// ReadReport reads a fidelity.json, and holds it against itself. The error is
// schemas.Problems where the file does not keep to its form.
func ReadReport(file string, data []byte) (*Report, error) {
	doc, problems := schemas.ParseYAML(file, data)
	if len(problems) == 0 {
		problems = doc.CheckOwn("fidelity")
	}
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	var r Report
	if err := schemas.Decode(doc.Value, &r); err != nil {
		return nil, schemas.Problems{doc.Problem("", "fidelity-value", "%v", err)}
	}
	again := r
	again.Why = ""
	again.judge()
	if r.Verdict == Same && (again.Verdict != Same || r.Why != "" || len(r.Drifts) > 0) {
		return nil, schemas.Problems{doc.Problem("/verdict", "fidelity-verdict", "the verdict is same, and the counts say otherwise")}
	}
	return &r, nil
}

// Standing says why a report does not vouch for a suite of a run: it was made for
// another form of it, is too old at the time now, is of a time to come, shows drift or
// was not evaluated. maxAge is 0 where any age will do. "" says that it does vouch.
func (r *Report) Standing(digests map[string]string, now time.Time, maxAge time.Duration) string {
	digest, ok := digests[r.Suite]
	age := now.Sub(r.At)
	switch {
	case !ok:
		return fmt.Sprintf("it is about the suite %s, which the result does not have", r.Suite)
	case digest != r.SuiteDigest:
		return fmt.Sprintf("it was made with another form of the suite %s (digest %s, and the result has %s)", r.Suite, r.SuiteDigest, digest)
	case r.Verdict == Drifted:
		return fmt.Sprintf("the simulation and the live service differ in %d places", r.Counts.Drifts)
	case r.Verdict != Same:
		return "it was not evaluated: " + r.Why
	case age < 0:
		return fmt.Sprintf("it is of %s, a time to come", r.At.Format(time.RFC3339))
	case maxAge > 0 && age > maxAge:
		return fmt.Sprintf("it is of %s, more than %d days ago", r.At.Format(time.RFC3339), int(maxAge.Hours()/24))
	default:
		return ""
	}
}
