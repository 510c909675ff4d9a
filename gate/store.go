package gate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// ErrNoBaseline says that a store holds nothing under the key.
var ErrNoBaseline = errors.New("no baseline")

// ErrStale says that a baseline changed since the version that was loaded.
var ErrStale = errors.New("the baseline was changed meanwhile")

// Store keeps baselines. Save replaces only the version that was loaded ("" for
// none) and returns ErrStale otherwise.
type Store interface {
	Load(ctx context.Context, key string) (data []byte, version string, err error)
	Save(ctx context.Context, key string, data []byte, version string) error
}

// FileStore keeps a baseline in a file; the key is its path.
type FileStore struct{}

// maxResult bounds a result file, in bytes.
const maxResult = 64 << 20

// Load reads the file.
func (FileStore) Load(_ context.Context, key string) ([]byte, string, error) {
	info, err := os.Stat(key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", fmt.Errorf("load baseline %s: %w", key, ErrNoBaseline)
	}
	if err == nil && info.Size() > maxResult {
		err = fmt.Errorf("it has %d bytes, more than the %d allowed", info.Size(), maxResult)
	}
	if err != nil {
		return nil, "", fmt.Errorf("load baseline %s: %w", key, err)
	}
	data, err := os.ReadFile(key)
	if err != nil {
		return nil, "", fmt.Errorf("load baseline: %w", err)
	}
	return data, version(data), nil
}

// Save writes the file whole or not at all.
func (s FileStore) Save(ctx context.Context, key string, data []byte, expected string) error {
	_, now, err := s.Load(ctx, key)
	if err != nil && !errors.Is(err, ErrNoBaseline) {
		return err
	}
	if now != expected {
		return fmt.Errorf("save baseline %s: %w; load it again", key, ErrStale)
	}
	return WriteFile(key, data)
}

func version(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

// WriteFile writes a file whole or not at all: a reader sees the old content or
// the new.
func WriteFile(path string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Chmod(0o644)
	}
	if err == nil {
		err = tmp.Sync()
	}
	err = closing(err, tmp.Close)
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", path, err), removeIfThere(tmp.Name()))
	}
	return nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Baseline is the part of a result that a later run compares with: counts, no
// evidence, no text of the candidate. A result that has no verdict of its own
// trials cannot be one, nor one that stopped early. One that lacks a verdict only
// because nothing compares with the baseline before it can: it is what mends that.
func (r *Result) Baseline() (*Result, error) {
	if err := r.wholeRun(); err != nil {
		return nil, fmt.Errorf("make baseline: %w", err)
	}
	if r.Decision == nil || r.Decision.Verdict == NotEvaluated && !r.Decision.incomparable() {
		return nil, fmt.Errorf("make baseline: the run was not evaluated, so it says nothing to compare with")
	}
	if r.Look != nil && r.Look.Early {
		return nil, fmt.Errorf("make baseline: the run stopped early, so it measured less than its plan; run it with plan.looks: false")
	}
	if r.Carried != nil {
		return nil, fmt.Errorf("make baseline: its verdict is carried over from %s, and no trial was run", r.Carried.Commit)
	}
	b := *r
	b.Verdict = r.Decision.Verdict
	b.Cases = slices.Clone(r.Cases)
	for i := range b.Cases {
		b.Cases[i].Trials, b.Cases[i].Evidence = nil, nil
	}
	b.Comparison, b.Decision, b.Kept, b.Offer = nil, nil, nil, ""
	return &b, nil
}

// incomparable tells whether the baseline, and nothing of the run itself, stands in
// the way of a verdict.
func (d *Decision) incomparable() bool {
	return len(d.Reasons) > 0 && !slices.ContainsFunc(d.Reasons, func(r Reason) bool { return r.Kind != "incomparable" })
}
