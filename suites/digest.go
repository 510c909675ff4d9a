package suites

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
)

// digest covers what decides the state that trials reach: the world, the
// tools' effects, and how changes are named. Wording and parameters of the tools
// belong to the candidate and are left out.
func (s *Suite) digest() string {
	type effect struct {
		Name, Idempotency, Result, List string
		Kind                            any
		Key                             []string
		Steps                           []Step
		Undo                            *Undo
		Rival                           string    `json:",omitempty"`
		Items                           string    `json:",omitempty"`
		Capacity                        *Capacity `json:",omitempty"`
	}
	effects := make([]effect, 0, len(s.Tools))
	for _, t := range s.Tools {
		e := effect{
			Name: t.Name, Idempotency: t.Idempotency, Result: t.Result, List: t.List, Kind: t.Kind, Key: t.Key, Undo: t.Undo,
			Rival: t.Rival, Items: t.Items, Capacity: t.Capacity,
		}
		for _, step := range t.Steps {
			step.Line = 0
			e.Steps = append(e.Steps, step)
		}
		effects = append(effects, e)
	}
	parts := []any{s.Now, s.World, s.Vars, effects, s.Effects, s.Bookkeeping, s.Volatile, s.Canaries, s.Closing}
	if s.Capacity != nil {
		parts = append(parts, s.Capacity)
	}
	if s.Server != nil {
		state := slices.Clone(s.Server.State)
		for i := range state {
			state[i].Line = 0
		}
		parts = append(parts, s.Server.Command, s.Server.Env, s.Server.URL, state, s.Server.Reset, s.Server.digest)
	}
	return hash(parts...)
}

// Face is a digest of what a candidate is told: the policy, and the tools as they are
// offered. They are no part of Digest, since they belong to the candidate.
func (s *Suite) Face() string { return hash(s.Policy, offered(s.Tools)) }

// digest covers the rendered case and its suite's digest. The reference, the
// lures and the twin prove the case; they are no part of the promise and may be
// bettered, but for a reference whose changes are what the case expects.
func (c *Case) digest(raw rawCase) string {
	if !c.Expect.Golden {
		raw.Reference = nil
	}
	raw.Lures, raw.Promise, raw.Twin, raw.Provisional = nil, "", "", false
	return hash(c.Suite.Digest, raw)
}

// hash digests the JSON form of its parts; maps are written in key order.
func hash(parts ...any) string {
	h := sha256.New()
	for _, p := range parts {
		b, err := json.Marshal(p)
		if err != nil {
			b = fmt.Append(nil, p)
		}
		fmt.Fprintf(h, "%d:", len(b))
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}
