package lint

import (
	"cmp"
	"slices"

	"github.com/keptgate/keptgate/schemas"
)

// OutputVersion is the version of the form of Output.
const OutputVersion = 1

// Output is what lint found in several files, for other programs. Its schema is
// lint.schema.json.
type Output struct {
	Version int          `json:"version"`
	Files   []FileOutput `json:"files"`
	Rules   []Tally      `json:"rules"` // those that found something, the gravest first
}

// FileOutput is what was found in one file.
type FileOutput struct {
	File        string            `json:"file"`
	Definitions int               `json:"definitions"`
	Skipped     int               `json:"skipped,omitempty"` // tools that the provider defines
	Problems    []schemas.Problem `json:"problems"`
	More        int               `json:"more,omitempty"` // problems that are not listed
}

// Tally is how often a rule found something.
type Tally struct {
	Name     string           `json:"name"`
	Severity schemas.Severity `json:"severity"`
	Why      string           `json:"why"`
	Mends    bool             `json:"mends,omitempty"`
	Count    int              `json:"count"`
}

// Add takes the report of a file up.
func (o *Output) Add(file string, r *Report) {
	f := FileOutput{File: file, Definitions: r.Definitions, Skipped: r.Skipped, Problems: []schemas.Problem{}, More: r.More}
	for _, finding := range r.Findings {
		f.Problems = append(f.Problems, finding.Problem)
	}
	o.Files = append(o.Files, f)
	for name, count := range r.Counts {
		i := slices.IndexFunc(o.Rules, func(t Tally) bool { return t.Name == name })
		if i < 0 {
			i = len(o.Rules)
			rule := ruleOf(name)
			o.Rules = append(o.Rules, Tally{Name: name, Severity: rule.Severity, Why: rule.Why, Mends: rule.Mends})
		}
		o.Rules[i].Count += count
	}
	grave := []schemas.Severity{schemas.Error, schemas.Warning, schemas.Note}
	slices.SortFunc(o.Rules, func(a, b Tally) int {
		return cmp.Or(
			cmp.Compare(slices.Index(grave, a.Severity), slices.Index(grave, b.Severity)),
			cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name),
		)
	})
}

// Count is how many findings of a severity there are, listed or not.
func (o *Output) Count(severity schemas.Severity) int {
	n := 0
	for _, t := range o.Rules {
		if t.Severity == severity {
			n += t.Count
		}
	}
	return n
}
