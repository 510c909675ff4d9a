package agent

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// DefaultRates is the mix of builtin:flaky without parameters: an agent that is
// right in about half of its calls, and wrong in the ways that hurt most.
func DefaultRates() map[string]float64 {
	return map[string]float64{
		"wrong_identity":   0.3,
		"skipped_question": 0.2,
		"false_claim":      0.1,
		"repeated_write":   0.1,
		"conceded_rule":    0.2,
	}
}

// flaky plays references, with lapses.
type flaky struct {
	rates map[string]float64
	seed  uint64
}

// Drawer is a candidate whose lapses are known: a test of what finds them.
type Drawer interface {
	Scripted
	// Drawn names the lapse that a trial of this seed commits, "" for none. Each
	// lapse is drawn for itself, at its rate. Of those drawn, the first in the
	// table that applies to the script is committed, and it alone.
	Drawn(seed uint64, s *Script) string
}

// Identity implements Candidate.
func (f flaky) Identity() string {
	params := []string{}
	for _, l := range Lapses() {
		if rate, ok := f.rates[l.Name]; ok {
			params = append(params, l.Name+"="+strconv.FormatFloat(rate, 'g', -1, 64))
		}
	}
	if f.seed != 0 {
		params = append(params, fmt.Sprintf("seed=%d", f.seed))
	}
	return "builtin:flaky?" + strings.Join(params, "&")
}

// Scripted implements Scripted.
func (flaky) Scripted() {}

// Drawn implements Drawer.
func (f flaky) Drawn(seed uint64, s *Script) string {
	lapse, _ := f.draw(seed, s)
	return lapse.Name
}

func (f flaky) draw(seed uint64, s *Script) (Lapse, *rand.Rand) {
	for _, l := range Lapses() {
		rate, named := f.rates[l.Name]
		if !named {
			continue
		}
		rng := f.source(seed, l.Name)
		if rng.Float64() < rate && l.Applicable(s) {
			return l, rng
		}
	}
	return Lapse{}, f.source(seed, "")
}

// source is the randomness of one lapse in one trial. It does not depend on
// which other lapses there are.
func (f flaky) source(seed uint64, lapse string) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d/%d/%s", seed, f.seed, lapse))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:8]), binary.LittleEndian.Uint64(sum[8:16])))
}

// Start implements Candidate.
func (f flaky) Start(_ context.Context, b Briefing) (Session, error) {
	if b.Script == nil {
		return nil, errNoScript
	}
	s := b.Script.prepare()
	lapse, rng := f.draw(b.Seed, b.Script)
	if lapse.commit != nil {
		lapse.commit(s, rng)
	}
	return newPlayer(s, rng, b), nil
}
