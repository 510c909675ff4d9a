package gate

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// SpectrumInfo says how far the run covers the tools that an agent touches. Of
// held-out suites nothing is counted.
type SpectrumInfo struct {
	Tiers     []TierInfo `json:"tiers"`               // the heaviest first
	Untouched []string   `json:"untouched,omitempty"` // tools of the spectrum that no case of the run touches
	Unlisted  []string   `json:"unlisted,omitempty"`  // SUITE/TOOL: tools that write and are not in the spectrum
	Unmet     []Unmet    `json:"unmet,omitempty"`     // of the tools that are touched
	// Modes is a digest of the error modes and latencies: trials under faults and
	// load are of the same kind only where it is equal. Absent where there are none.
	Modes string `json:"modes,omitempty"`
}

// TierInfo counts one tier.
type TierInfo struct {
	Name    string  `json:"name"`
	Weight  float64 `json:"weight"`
	Tools   int     `json:"tools"`
	Touched int     `json:"touched"` // by some case of the run
	Cases   int     `json:"cases"`   // that weigh what the tier weighs for its tools
	Passed  int     `json:"passed"`  // trials of these, under all conditions
	Failed  int     `json:"failed"`
}

// Unmet is an error mode that reached no trial.
type Unmet struct {
	Tool  string `json:"tool"` // as the spectrum lists it
	Fault string `json:"fault"`
	Why   string `json:"why"`
}

// touched lists the tools that a case is about: those that its reference calls,
// that it demands, forbids or tempts to, each once.
func touched(c *suites.Case) []string {
	var names []string
	for _, m := range c.Reference {
		for _, call := range m.Calls {
			names = append(names, call.Tool)
		}
	}
	for _, spec := range slices.Concat(c.Expect.Calls, c.Expect.Forbids) {
		names = append(names, spec.Tools...)
	}
	for _, l := range c.Lures {
		names = append(names, l.Call.Tool)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// heaviest is the tier that a case counts for: the heaviest of those of the tools
// that it touches; "" where none is listed. A held-out case counts for none, since
// its weight would tell of its tools.
func heaviest(s *thresholds.Spectrum, c *suites.Case) (tier string, weight float64) {
	weight = 1
	if s == nil || c.Suite.HeldOut {
		return "", weight
	}
	for _, tool := range touched(c) {
		name, listed, t := s.Find(c.Suite.Name, tool)
		if name != "" && (tier == "" || t.Of() > weight) {
			tier, weight = listed.Tier, t.Of()
		}
	}
	return tier, weight
}

// modes is what the spectrum knows of the tools of a suite.
func modes(s *thresholds.Spectrum, suite *suites.Suite) map[string]world.Modes {
	if s == nil {
		return nil
	}
	out := map[string]world.Modes{}
	for _, t := range suite.Tools {
		name, listed, _ := s.Find(suite.Name, t.Name)
		if name == "" || suite.HeldOut {
			continue
		}
		out[t.Name] = modesOf(listed)
	}
	return out
}

// modesOf is what is known of one tool.
func modesOf(t thresholds.SpectrumTool) world.Modes {
	m := world.Modes{Errors: t.Errors}
	if l := t.Latency; l != nil {
		m.P50, m.P95 = time.Duration(l.P50), time.Duration(l.P95)
	}
	return m
}

// modesDigest covers what a spectrum makes happen in trials, which its weights do
// not; "" where that is nothing.
func modesDigest(s *thresholds.Spectrum) string {
	if s == nil {
		return ""
	}
	known := map[string]world.Modes{}
	for name := range s.Tools {
		if _, listed, _ := s.Find("", name); listed.Errors != nil || listed.Latency != nil {
			known[name] = modesOf(listed)
		}
	}
	if len(known) == 0 {
		return ""
	}
	text, err := json.Marshal(known)
	if err != nil {
		return err.Error() // cannot be: these are names and numbers
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))[:16]
}

// modes is the digest of what the run's spectrum made happen.
func (r *Result) modes() string {
	if r.Spectrum == nil {
		return ""
	}
	return r.Spectrum.Modes
}

// disturbed tells whether trials under a condition met other disturbances in one
// result than in another.
func disturbed(r, other *Result, condition string) bool {
	return (condition == Faults || condition == Load) && r.modes() != other.modes()
}

// spectrum sums up what a run covers of the spectrum; nil without one.
func (p *Plan) spectrum(cases []CaseResult) *SpectrumInfo {
	s := p.Policy.Spectrum
	if s == nil {
		return nil
	}
	tiers := map[string]*TierInfo{}
	for name, t := range s.Tiers {
		tiers[name] = &TierInfo{Name: name, Weight: t.Of()}
	}
	for _, t := range s.Tools {
		tiers[t.Tier].Tools++
	}
	info := &SpectrumInfo{Modes: modesDigest(s)}
	seen := p.covered(cases, tiers)
	for _, name := range slices.Sorted(maps.Keys(s.Tools)) {
		if seen[name] == nil {
			info.Untouched = append(info.Untouched, name)
			continue
		}
		tiers[s.Tools[name].Tier].Touched++
		info.Unmet = append(info.Unmet, p.unmet(name, seen[name], cases)...)
	}
	for _, suite := range p.Suites {
		for _, t := range suite.Tools {
			if name, _, _ := s.Find(suite.Name, t.Name); name == "" && t.Writes() && !suite.HeldOut && !suite.Proposal {
				info.Unlisted = append(info.Unlisted, suite.Name+"/"+t.Name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tiers)) {
		info.Tiers = append(info.Tiers, *tiers[name])
	}
	slices.SortStableFunc(info.Tiers, func(a, b TierInfo) int { return cmp.Compare(b.Weight, a.Weight) })
	return info
}

// covered counts the cases and trials of each tier, and returns by their listed
// names the tools that some case touches.
func (p *Plan) covered(cases []CaseResult, tiers map[string]*TierInfo) map[string][]*suites.Tool {
	seen := map[string][]*suites.Tool{}
	tierOf := map[string]string{}
	for _, t := range p.Tasks {
		c := t.Case
		if _, known := tierOf[c.ID()]; known || c.Suite.HeldOut {
			continue
		}
		tier, _ := heaviest(p.Policy.Spectrum, c)
		if tierOf[c.ID()] = tier; tier != "" {
			tiers[tier].Cases++
		}
		for _, tool := range touched(c) {
			name, _, _ := p.Policy.Spectrum.Find(c.Suite.Name, tool)
			if t := c.Suite.Tool(tool); name != "" && t != nil && !slices.Contains(seen[name], t) {
				seen[name] = append(seen[name], t)
			}
		}
	}
	for i := range cases {
		if t := tiers[tierOf[cases[i].ID()]]; t != nil {
			t.Passed, t.Failed = t.Passed+cases[i].Passed, t.Failed+cases[i].Failed
		}
	}
	return seen
}

// unmet lists the error modes of a tool that reached no trial, and why. tools are
// those of the suites that go by the listed name.
func (p *Plan) unmet(name string, tools []*suites.Tool, cases []CaseResult) []Unmet {
	var out []Unmet
	s := p.Policy.Spectrum.Tools[name]
	errors := s.Errors
	if errors == nil {
		errors = p.Policy.Spectrum.Tiers[s.Tier].Errors
	}
	for _, fault := range slices.Sorted(maps.Keys(errors)) {
		kind, _ := suites.FaultNamed(fault)
		planned, reached := met(cases, tools, fault)
		bears := slices.ContainsFunc(tools, func(t *suites.Tool) bool {
			_, ok := t.Bears(kind)
			return ok && slices.Contains(t.Supports, fault)
		})
		why := "planned for no trial of this run"
		switch {
		case reached:
			continue
		case planned:
			why = "planned, and reached nobody"
		case !bears:
			why = "the tool does not declare that it can bear it: see supports in its file"
		}
		out = append(out, Unmet{Tool: name, Fault: fault, Why: why})
	}
	return out
}

// met tells whether a fault was planned at one of some tools, and reached a trial.
func met(cases []CaseResult, tools []*suites.Tool, fault string) (planned, reached bool) {
	for i := range cases {
		if cases[i].HeldOut {
			continue
		}
		for _, t := range cases[i].Trials {
			for _, f := range t.Faults {
				if f.Kind == fault && slices.ContainsFunc(tools, func(t *suites.Tool) bool { return t.Name == f.Tool }) {
					planned, reached = true, reached || f.Reached
				}
			}
		}
	}
	return planned, reached
}
