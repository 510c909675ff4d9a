package thresholds

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/keptgate/keptgate/schemas"
)

// Spectrum lists the tools that an agent touches, in tiers. The weight of a tier
// is that of the cases which touch its tools; its error modes and latency, or a
// tool's own, are what is planned for the tools under faults and under load.
type Spectrum struct {
	Tiers map[string]Tier         `json:"tiers"`
	Tools map[string]SpectrumTool `json:"tools"` // by TOOL, or by SUITE/TOOL, which wins
}

// Tier is a class of tools.
type Tier struct {
	Weight  *float64           `json:"weight"` // more than 0; 1 unless given
	Latency *Latency           `json:"latency"`
	Errors  map[string]float64 `json:"errors"` // share of calls at which a kind of fault happens, more than 0
}

// Of returns the weight of the tier.
func (t Tier) Of() float64 {
	if t.Weight == nil {
		return 1
	}
	return *t.Weight
}

// Latency is how long calls of a tool take.
type Latency struct {
	P50 Duration `json:"p50"`
	P95 Duration `json:"p95"` // no less than P50
}

// Duration is a time written like 800ms or 2s.
type Duration time.Duration

// UnmarshalJSON reads a duration of more than 0.
func (d *Duration) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	v, err := time.ParseDuration(text)
	if err != nil || v <= 0 {
		return fmt.Errorf("read duration %q: want more than nothing, such as 800ms or 2s", text)
	}
	*d = Duration(v)
	return nil
}

// SpectrumTool is a tool with its tier and what sets it apart from it.
type SpectrumTool struct {
	Tier    string             `json:"tier"`
	Latency *Latency           `json:"latency"`
	Errors  map[string]float64 `json:"errors"` // in place of the tier's
}

// UnmarshalJSON reads the name of a tier, or a mapping.
func (t *SpectrumTool) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &t.Tier) == nil {
		return nil
	}
	type plain SpectrumTool
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	return dec.Decode((*plain)(t))
}

// ParseSpectrum reads a spectrum file. The error is schemas.Problems.
func ParseSpectrum(file string, data []byte) (*Spectrum, error) {
	var s Spectrum
	doc, err := parse(file, data, "spectrum", &s)
	if err != nil {
		return nil, err
	}
	var problems []schemas.Problem
	for _, name := range slices.Sorted(maps.Keys(s.Tools)) {
		if _, ok := s.Tiers[s.Tools[name].Tier]; !ok {
			p := doc.Problem(schemas.Pointer("tools", name), "spectrum-tier", "no tier is named %q", s.Tools[name].Tier)
			p.Fix = "use one of " + strings.Join(slices.Sorted(maps.Keys(s.Tiers)), ", ") + ", or add it under tiers"
			problems = append(problems, p)
		}
	}
	slow := func(at string, l *Latency) {
		if l != nil && l.P95 < l.P50 {
			problems = append(problems, doc.Problem(at+"/latency/p95", "spectrum-latency", "p95 is shorter than p50"))
		}
	}
	for name, t := range s.Tiers {
		slow(schemas.Pointer("tiers", name), t.Latency)
	}
	for name, t := range s.Tools {
		slow(schemas.Pointer("tools", name), t.Latency)
	}
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	return &s, nil
}

// Find returns the tool as it is listed for a suite, under its own name or under
// SUITE/TOOL, with what its tier says where it says nothing itself. The name is
// that under which it is listed; "" says that it is not.
func (s *Spectrum) Find(suite, tool string) (name string, t SpectrumTool, tier Tier) {
	if s == nil {
		return "", t, tier
	}
	for _, name = range []string{suite + "/" + tool, tool} {
		t, ok := s.Tools[name]
		if !ok {
			continue
		}
		tier = s.Tiers[t.Tier]
		if t.Latency == nil {
			t.Latency = tier.Latency
		}
		if t.Errors == nil {
			t.Errors = tier.Errors
		}
		return name, t, tier
	}
	return "", SpectrumTool{}, Tier{}
}
