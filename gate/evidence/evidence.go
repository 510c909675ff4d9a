// Package evidence is what a promotion leaves for an auditor: a statement in the
// shape of in-toto, with the digests of all that the verdict hangs on.
//
// It promises that a statement has one way to be written, so that a file in which
// any byte was altered is found. It does not promise who wrote the file: digests
// without a signature can be computed anew by anyone. It knows strings, not results,
// and imports nothing of ours; the command line fills statements.
package evidence

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// The types that a statement names, in-toto's and ours.
const (
	StatementType = "https://in-toto.io/Statement/v1"
	PredicateType = "https://github.com/keptgate/keptgate/evidence/v1"
)

// MaxSize bounds an evidence file, in bytes.
const MaxSize = 1 << 20

// Statement says of its subjects what the predicate holds.
type Statement struct {
	Type          string    `json:"_type"`
	Subject       []Subject `json:"subject"`
	PredicateType string    `json:"predicateType"`
	Predicate     Promotion `json:"predicate"`
}

// Subject is a thing that the statement is about.
type Subject struct {
	Name   string            `json:"name"`
	Digest map[string]string `json:"digest"` // by algorithm, in hexadecimal: sha256 of a file, gitCommit of a commit
}

// Promotion is the predicate: what was promoted to which stage, on what grounds, by
// whom and when.
type Promotion struct {
	Gate       string    `json:"gate"`
	Stage      string    `json:"stage"`
	By         string    `json:"by"` // who started the run
	At         time.Time `json:"at"` // in UTC, to the second
	Run        string    `json:"run"`
	RunID      int64     `json:"run_id"` // grows with every run of the repository
	Event      string    `json:"event"`  // that the promotion ran on
	Repository string    `json:"repository"`
	Commit     string    `json:"commit"`
	Tree       string    `json:"tree"` // of the commit, and of the one that was evaluated

	Evaluated Evaluated   `json:"evaluated"`
	Candidate Candidate   `json:"candidate"`
	Suites    []Suite     `json:"suites"`
	Policy    Policy      `json:"policy"`
	Baseline  *Baseline   `json:"baseline,omitempty"` // absent where there was none
	Verdict   string      `json:"verdict"`
	Figures   []Figure    `json:"figures"`
	Tools     Tools       `json:"tools"`
	Digest    SelfDigests `json:"digest"`
}

// Evaluated is the run whose result was promoted.
type Evaluated struct {
	Commit   string    `json:"commit"`
	Event    string    `json:"event"`
	Started  time.Time `json:"started"`
	Finished time.Time `json:"finished"`
}

// Candidate is what was judged.
type Candidate struct {
	Identity string `json:"identity"`
	SHA256   string `json:"sha256"` // of the identity, which has digests of prompt and program
}

// Suite is a suite that took part.
type Suite struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Digest  string `json:"digest"`
	Cases   int    `json:"cases"`
}

// Policy is what decided.
type Policy struct {
	Profile string   `json:"profile"`
	SHA256  string   `json:"sha256"` // of the policy in force: profile, configuration and inputs together
	Commit  string   `json:"commit"` // that it comes from
	Waivers []Waiver `json:"waivers,omitempty"`
}

// Waiver is a case that had no vote.
type Waiver struct {
	Case  string `json:"case"`
	Owner string `json:"owner"`
	Until string `json:"until"`
}

// Baseline is what the result was compared with.
type Baseline struct {
	Candidate string `json:"candidate"`
	Commit    string `json:"commit"`
	SHA256    string `json:"sha256"`
}

// Figure is one of the figures that a verdict is known by.
type Figure struct {
	Name  string   `json:"name"`
	Value float64  `json:"value"`
	Low   *float64 `json:"low,omitempty"` // bounds of a 95% interval where there is one
	High  *float64 `json:"high,omitempty"`
}

// Tools are the versions of what measured and what promoted.
type Tools struct {
	Keptgate string `json:"keptgate"` // that ran the trials
	Grader   string `json:"grader"`
	Promoter string `json:"promoter"` // the keptgate that wrote the statement
}

// SelfDigests are of the file itself, as it is with an empty value in the place of
// each digest.
type SelfDigests struct {
	SHA256 string `json:"sha256"`
}

// ErrAltered says that a file is evidence no longer as it was written.
var ErrAltered = errors.New("it was altered")

// Encode writes a statement in its one form: the fields in their order, indented by
// one space, with a line break at the end. It sets the types and the digest of the
// file itself.
func (s Statement) Encode() ([]byte, error) {
	s.Type, s.PredicateType = StatementType, PredicateType
	s.Predicate.Digest = SelfDigests{}
	bare, err := encode(s)
	if err != nil {
		return nil, err
	}
	s.Predicate.Digest.SHA256 = SHA256(bare)
	return encode(s)
}

func encode(s Statement) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(s); err != nil {
		return nil, fmt.Errorf("encode evidence: %w", err)
	}
	return out.Bytes(), nil
}

// Parse reads a statement. The error is ErrAltered where the file is one, but not as
// Encode writes it.
func Parse(data []byte) (Statement, error) {
	var s Statement
	if len(data) > MaxSize {
		return s, fmt.Errorf("read evidence: it has %d bytes, more than the %d allowed", len(data), MaxSize)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return s, fmt.Errorf("read evidence: it is no statement of a promotion: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return s, fmt.Errorf("read evidence: something follows the statement: %w", ErrAltered)
	}
	if s.Type != StatementType || s.PredicateType != PredicateType {
		return s, fmt.Errorf("read evidence: it is of the types %q and %q; this program reads %s and %s", s.Type, s.PredicateType, StatementType, PredicateType)
	}
	if written, err := s.Encode(); err != nil || !bytes.Equal(written, data) {
		return s, fmt.Errorf("check evidence: its content and the digest in it do not belong together: %w", ErrAltered)
	}
	return s, nil
}

// SHA256 is the digest of a content, in hexadecimal.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
