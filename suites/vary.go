package suites

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
)

// Manifest says how suites of the public side are varied into held-out ones. It
// is all that a generated side needs to hold: whoever has it and the program has
// the cases, so it is as secret as they are.
type Manifest struct {
	Version int           `json:"version"`
	Period  string        `json:"period"`
	Key     string        `json:"key"` // of identifiers, in hexadecimal digits
	Suites  []VariedSuite `json:"suites"`
}

// VariedSuite is one suite with the seed that varies it.
type VariedSuite struct {
	Name    string `json:"name"`    // of a public suite, or its folder
	Version string `json:"version"` // of the suite that the seed was tried on
	Seed    uint64 `json:"seed"`
}

// manifestVersion is the version of the form of a manifest.
const manifestVersion = 1

// MinSecret is the number of bytes that a secret must have, so that nobody finds
// it by trying: the public suites, and the identifiers that a run publishes, would
// tell whether a guess is right.
const MinSecret = 20

// period is what a held-out period may be called.
var period = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$`)

// NewManifest derives from a secret how suites are varied in a period, such as
// 2026Q4: other seeds each period, none of which tells the secret. Versions are
// left to be filled in.
func NewManifest(secret []byte, of string, names []string) (*Manifest, error) {
	switch {
	case len(secret) < MinSecret:
		return nil, fmt.Errorf("derive held-out seeds: the secret has %d bytes, and could be guessed; use %d or more, such as openssl rand -hex 32 gives", len(secret), MinSecret)
	case !period.MatchString(of):
		return nil, fmt.Errorf("derive held-out seeds: %q is no name of a period; write one such as 2026Q4", of)
	}
	m := &Manifest{Version: manifestVersion, Period: of, Key: hex.EncodeToString(derive(secret, "identifiers", of))}
	for _, name := range names {
		seed := binary.BigEndian.Uint64(derive(secret, "suite", of, name))
		m.Suites = append(m.Suites, VariedSuite{Name: name, Seed: max(seed, 1)}) // 0 is the published choice
	}
	return m, nil
}

// derive is HMAC-SHA256 of the parts under a key. No two lists of parts are
// written alike.
func derive(key []byte, parts ...string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte("keptgate held-out"))
	for _, p := range parts {
		fmt.Fprintf(h, "\n%d:%s", len(p), p)
	}
	return h.Sum(nil)
}

// Encode writes the manifest as JSON.
func (m *Manifest) Encode() ([]byte, error) {
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode manifest: %w", err)
	}
	return append(data, '\n'), nil
}

func (m *Manifest) check() error {
	if key, err := hex.DecodeString(m.Key); m.Version != manifestVersion || err != nil || len(key) < MinSecret || len(m.Suites) > maxSuites || !period.MatchString(m.Period) {
		return errors.New("unusable")
	}
	for _, s := range m.Suites {
		if s.Name == "" || s.Seed == 0 {
			return errors.New("unusable")
		}
	}
	return nil
}

// Load loads the varied suites. Cases that the seed leaves as they are published
// are left out: they are not held out.
func (m *Manifest) Load(find Find) (*HeldOut, error) {
	key, err := hex.DecodeString(m.Key)
	if err != nil {
		return nil, errors.New("read held-out manifest: its key is no hexadecimal number")
	}
	side := &HeldOut{}
	for i := range m.Suites {
		v := &m.Suites[i]
		published, err := loadSafely(func() (*Suite, error) { return find(v.Name, 0) })
		if err != nil {
			return nil, Conceal(err)
		}
		if v.Version == "" {
			v.Version = published.Version
		}
		if v.Version != published.Version {
			return nil, errors.New("load held-out side: it was made of another version of a suite than there is now; generate it again")
		}
		s, err := loadSafely(func() (*Suite, error) { return find(v.Name, v.Seed) })
		if err != nil {
			return nil, Conceal(err)
		}
		side.AsPublished += s.drop(published)
		if len(s.Cases) > 0 {
			s.conceal(key, nil)
			side.Suites = append(side.Suites, s)
		}
	}
	return side, nil
}

// drop takes the cases out of a varied suite that are the same in the published
// one, and returns their number.
func (s *Suite) drop(published *Suite) int {
	same := map[string]bool{}
	for _, c := range published.Cases {
		same[c.Digest] = true
	}
	all := s.Cases
	s.Cases = nil
	for _, c := range all {
		if !same[c.Digest] {
			s.Cases = append(s.Cases, c)
		}
	}
	return len(all) - len(s.Cases)
}
