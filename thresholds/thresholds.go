// Package thresholds holds the policies that a gate decides by: the profiles as
// data, the repository's own .keptgate.yml, and the names of all metrics.
//
// It promises that a Policy it returns is complete and names only metrics that
// its plan can produce. It imports schemas; the gate and the command line may
// import it.
package thresholds

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas"
)

//go:embed profiles/*.yaml
var profiles embed.FS

// Policy is what decides a verdict.
type Policy struct {
	Profile       string
	Plan          Plan
	Weights       Weights
	Demanded      bool             // the weights are the repository's own: a component without trials is refused
	Capped        bool             // so is the budget: dollars that cannot be counted are refused
	Null          string           // each: no case changed; net: a category as a whole did not
	Thresholds    map[string]Bound // by metric
	ZeroTolerance []string         // failure classes of which one valid trial blocks
	Strict        bool             // absolute thresholds must hold with their interval
	Waivers       []Waiver         // of cases that have no vote for a time
	Spectrum      *Spectrum        // what tools weigh and how they fail; nil: all alike
}

// Plan says how many trials a case gets under each condition, and what a run may
// spend.
type Plan struct {
	K      int // of pass^k; no more than Steady. 0: no score is computed
	Steady int // trials of each case
	Faults int
	Drift  int
	Load   int
	// Cases bounds how many cases take part under each condition; 0: all.
	Cases Cases
	// Looks: compare with the baseline on the way, and stop early where the outcome
	// is clear.
	Looks    bool
	InFlight int // trials at once; 0: as the command line says
	Budget   Budget
}

// Cases is a number of cases for each condition. 0 is all of them.
type Cases struct {
	Steady int `json:"steady"`
	Faults int `json:"faults"`
	Drift  int `json:"drift"`
	Load   int `json:"load"`
}

// Budget is what a run may spend. 0 is no limit.
type Budget struct {
	USD     float64      `json:"usd"`     // by the prices of the configuration
	Tokens  int          `json:"tokens"`  // input and output
	Minutes float64      `json:"minutes"` // of wall time
	Trial   *TrialBudget `json:"trial"`
}

// dollars tells whether some limit is in dollars.
func (b Budget) dollars() bool { return b.USD > 0 || b.Trial != nil && b.Trial.USD > 0 }

// TrialBudget is what one trial may spend. To exceed it is the candidate's
// failure.
type TrialBudget struct {
	USD    float64 `json:"usd"`
	Tokens int     `json:"tokens"`
}

// Weights of the reliability score's components. Those of 0 are left out and
// the rest renormalised.
type Weights struct {
	PassK    float64 `json:"pass_k"`
	Recovery float64 `json:"recovery"`
	Load     float64 `json:"load"`
	Drift    float64 `json:"drift"`
}

// Bound is an absolute limit. A nil side is open.
type Bound struct {
	Min *float64 `json:"min"`
	Max *float64 `json:"max"`
}

// Config is a repository's .keptgate.yml.
type Config struct {
	Gate          string           `json:"gate"`
	Candidate     string           `json:"candidate"`
	Suites        []string         `json:"suites"`
	HeldOut       *HeldOut         `json:"held_out"`
	Extends       string           `json:"extends"`
	Plan          *PlanConfig      `json:"plan"`
	Weights       *Weights         `json:"weights"`
	Null          string           `json:"null"`
	Thresholds    map[string]Bound `json:"thresholds"`
	ZeroTolerance []string         `json:"zero_tolerance"`
	Candidates    map[string]Own   `json:"candidates"` // what is demanded of one candidate, by the first word of its identity
	Strict        *bool            `json:"strict"`
	AllowFailOn   bool             `json:"allow_fail_on"` // the action's input fail-on may let verdicts through
	Prices        map[string]Price `json:"prices"`
	Spectrum      string           `json:"spectrum"` // file, relative to the configuration file
	Waivers       []Waiver         `json:"waivers"`
	Baseline      *Baseline        `json:"baseline"`
	Promote       *Promote         `json:"promote"`
	Outcomes      *Outcomes        `json:"outcomes"`
	Fidelity      *Fidelity        `json:"fidelity"`

	doc *schemas.Document // that it was read from
}

// Own is what is demanded of one candidate beside what is demanded of all.
type Own struct {
	Thresholds map[string]Bound `json:"thresholds"` // each in the place of that of all candidates
}

// HeldOut says where the held-out side of the suites comes from: one of Dir,
// Sealed and SeedEnv is set. Variables are named here and read by the program
// alone.
type HeldOut struct {
	Dir           string   `json:"dir"`            // folder with the suites below it, such as a private checkout
	Sealed        string   `json:"sealed"`         // file that keptgate held-out seal wrote
	KeyEnv        string   `json:"key_env"`        // variable that holds the identity which opens it
	PassphraseEnv string   `json:"passphrase_env"` // or the passphrase
	SeedEnv       string   `json:"seed_env"`       // variable that holds the secret which suites are varied by
	Period        string   `json:"period"`         // in which they are, such as 2026Q4
	Suites        []string `json:"suites"`         // to vary; empty: those of the run
}

// Price is what a model costs, in dollars per million tokens.
type Price struct {
	In     float64  `json:"in"`
	Cached *float64 `json:"cached"` // In where absent
	Out    float64  `json:"out"`
}

// Baseline says where the baseline is kept: File or Branch is set.
type Baseline struct {
	File   string `json:"file"`   // relative to the configuration file
	Branch string `json:"branch"` // of the repository; read and written through GitHub's API
	Line   string `json:"line"`   // of candidates in the branch; "" for main
	Pool   int    `json:"pool"`   // last runs promoted that are pooled, 1 to 10; 0 for 1
}

// DefaultProfile is the profile of a run that names none.
const DefaultProfile = "default"

// Profiles lists the names of the profiles that come with the program.
func Profiles() []string {
	entries, err := fs.ReadDir(profiles, "profiles")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	return names
}

// ParseConfig reads a .keptgate.yml. The error is schemas.Problems.
func ParseConfig(file string, data []byte) (*Config, error) {
	var c Config
	doc, err := parse(file, data, "config", &c)
	if err != nil {
		return nil, err
	}
	c.doc = doc
	var problems []schemas.Problem
	if c.Extends != "" && !slices.Contains(Profiles(), c.Extends) {
		p := doc.Problem("/extends", "profile-unknown", "no profile is named %q", c.Extends)
		p.Fix = "use one of " + strings.Join(Profiles(), ", ")
		problems = append(problems, p)
	}
	problems = append(problems, checkBounds(doc, c.Thresholds, "thresholds")...)
	for _, name := range slices.Sorted(maps.Keys(c.Candidates)) {
		problems = append(problems, checkBounds(doc, c.Candidates[name].Thresholds, "candidates", name, "thresholds")...)
	}
	problems = append(problems, checkWaivers(doc, c.Waivers)...)
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	return &c, nil
}

// Resolve lays the configuration over its profile. A profile named here wins
// over the one that the configuration extends. c may be nil.
func Resolve(profile string, c *Config) (*Policy, error) {
	if c == nil {
		c = &Config{}
	}
	if profile == "" {
		profile = c.Extends
	}
	if profile == "" {
		profile = DefaultProfile
	}
	p, err := load(profile)
	if err != nil {
		return nil, err
	}
	p.overlay(c)
	p.Demanded = c.Weights != nil
	p.Waivers = c.Waivers
	p.Capped = c.Plan != nil && c.Plan.Budget != nil
	if err := p.check(); err != nil {
		return nil, err
	}
	return p, nil
}

// For is the policy for one candidate: identity begins with the word that candidates
// of the configuration are named by, such as openai:gpt-5.
func (p *Policy) For(identity string, c *Config) *Policy {
	word, _, _ := strings.Cut(identity, " ")
	own, ok := c.Candidates[word]
	if !ok {
		return p
	}
	out := *p
	out.Thresholds = maps.Clone(p.Thresholds)
	maps.Copy(out.Thresholds, own.Thresholds)
	return &out
}

func load(profile string) (*Policy, error) {
	if !slices.Contains(Profiles(), profile) {
		return nil, fmt.Errorf("find profile %q: there are %s", profile, strings.Join(Profiles(), ", "))
	}
	file := path.Join("profiles", profile+".yaml")
	data, err := profiles.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read profile: %w", err)
	}
	var c Config
	if _, err := parse(path.Join("thresholds", file), data, "profile", &c); err != nil {
		return nil, err
	}
	p := &Policy{Profile: profile, Thresholds: map[string]Bound{}}
	if c.Extends != "" {
		if p, err = load(c.Extends); err != nil {
			return nil, err
		}
		p.Profile = profile
	}
	p.overlay(&c)
	return p, nil
}

func parse(file string, data []byte, schema string, into any) (*schemas.Document, error) {
	doc, problems := schemas.ParseYAML(file, data)
	if len(problems) == 0 {
		problems = doc.CheckOwn(schema)
	}
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	if err := schemas.Decode(doc.Value, into); err != nil {
		return nil, schemas.Problems{doc.Problem("", "config-value", "%v", err)}
	}
	return doc, nil
}
