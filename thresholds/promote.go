package thresholds

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Promote says what may be promoted where.
type Promote struct {
	Stages   []string `json:"stages"`   // in order; candidate, staging, production where empty
	Branches []string `json:"branches"` // that may be promoted from beside the default branch
}

// stages are those of a repository that declares none.
var stages = []string{"candidate", "staging", "production"}

// From tells whether a branch may be promoted from. p may be nil.
func (p *Promote) From(branch, preset string) bool {
	return branch != "" && (branch == preset || p != nil && slices.Contains(p.Branches, branch))
}

// Before returns the stage that a commit must have been promoted to before it is
// promoted to another one, "" for the first. p may be nil.
func (p *Promote) Before(stage string) (string, error) {
	list := stages
	if p != nil && len(p.Stages) > 0 {
		list = p.Stages
	}
	switch i := slices.Index(list, stage); i {
	case -1:
		return "", fmt.Errorf("find stage %q: there are %s; declare it under promote.stages", stage, strings.Join(list, ", "))
	case 0:
		return "", nil
	default:
		return list[i-1], nil
	}
}

// Outcomes are limits on what becomes of a candidate's work in production. A kind
// without one is not judged.
type Outcomes struct {
	Corrections *Rate `json:"corrections"`
	Repairs     *Rate `json:"repairs"`
	Complaints  *Rate `json:"complaints"`
	MinHandled  int   `json:"min_handled"` // 200 where 0
}

// Rate is the limit of one kind of outcome.
type Rate struct {
	Max float64 `json:"max_rate"` // greatest share of the handled cases, 0 to 1
}

// defaultHandled is how many cases a category must have handled before it is judged
// where the configuration does not say it.
const defaultHandled = 200

// Least is how many cases a category must have handled before it is judged.
func (o *Outcomes) Least() int {
	if o.MinHandled > 0 {
		return o.MinHandled
	}
	return defaultHandled
}

// Fidelity is what a promotion demands of the simulation: a report that holds it
// against the live service.
type Fidelity struct {
	Report     string `json:"report"`       // fidelity.json, relative to the configuration file
	MaxAgeDays int    `json:"max_age_days"` // 0: any age will do
}

// MaxAge is how old the report may be, 0 for any age.
func (f *Fidelity) MaxAge() time.Duration { return time.Duration(f.MaxAgeDays) * 24 * time.Hour }
