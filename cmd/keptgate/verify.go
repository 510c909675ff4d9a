package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/evidence"
	"github.com/keptgate/keptgate/gate/report"
)

// verifyCmd checks the evidence of a promotion.
type verifyCmd struct {
	Evidence string `arg:"" help:"Evidence that a promotion left." placeholder:"EVIDENCE"`
	Result   string `help:"Result that it is about; result.json beside it unless given." placeholder:"RESULT"`
}

// Run holds the evidence against itself and against the result, and says what it did
// not check. Evidence that was altered exits with 1. So does a result that is another;
// one that is not there leaves the question open and exits with 3.
func (c *verifyCmd) Run(ctx context.Context, sys *system) error {
	data, err := readUpTo(c.Evidence, evidence.MaxSize)
	if err != nil {
		return usage(fmt.Errorf("read evidence: %w", err))
	}
	s, err := evidence.Parse(data)
	if err != nil {
		return altered(fmt.Errorf("%s: %w", c.Evidence, err))
	}
	file := c.Result
	if file == "" {
		file = filepath.Join(filepath.Dir(c.Evidence), gate.ResultFile)
		if !exists(file) {
			return fmt.Errorf("verify %s: it is as it was written, but the result that it speaks of is not at %s; get it from the run and name it with --result", c.Evidence, file)
		}
	}
	if err := against(ctx, s, data, file); err != nil {
		return err
	}
	p := s.Predicate
	_, err = fmt.Fprintf(sys.stdout, `%s
checked: the evidence is as it was written, and its own digest matches
checked: %s has the digest that the evidence names, and all that the evidence says of it is so: suites, policy, candidate, baseline, verdict, figures, versions
not checked: who wrote it. It is unsigned as far as this program can tell: whoever can write both files can make others that match.
             Check the platform's attestation, where the workflow made one, with: gh attestation verify %s --repo %s
`, report.Line(fmt.Sprintf("%s of %s, commit %s, was promoted to %s by %s at %s: verdict %s",
		p.Gate, p.Repository, p.Commit, p.Stage, p.By, p.At.Format("2006-01-02 15:04:05 UTC"), p.Verdict)),
		file, shellQuote(c.Evidence), shellQuote(report.Line(p.Repository)))
	return err
}

// against holds evidence, which data holds, against the result that it names.
func against(ctx context.Context, s evidence.Statement, data []byte, file string) error {
	text, err := loadBytes(ctx, file)
	if err != nil {
		return err
	}
	digest := ""
	for _, subject := range s.Subject {
		if subject.Name == gate.ResultFile {
			digest = subject.Digest["sha256"]
		}
	}
	if got := evidence.SHA256(text); got != digest {
		return altered(fmt.Errorf("verify %s: its SHA-256 is %s, and the evidence names %q: %w", file, got, digest, evidence.ErrAltered))
	}
	r, err := gate.ReadResult(text)
	if err != nil {
		return usage(fmt.Errorf("read result %s: %w", file, err))
	}
	if again, err := stated(s.Predicate, r, text).Encode(); err != nil || !bytes.Equal(again, data) {
		return altered(fmt.Errorf("verify %s: it has the digest that the evidence names, but says something else of suites, policy, candidate, baseline, verdict, figures or versions: %w", file, evidence.ErrAltered))
	}
	return nil
}

// altered gives an error about a file the exit code for it: 1 where the file is not
// what it was, 2 where it is something else altogether.
func altered(err error) error {
	if errors.Is(err, evidence.ErrAltered) {
		return &exitError{exitBlock, err}
	}
	return usage(err)
}

// loadBytes reads a result's file as it is.
func loadBytes(ctx context.Context, file string) ([]byte, error) {
	data, _, err := gate.FileStore{}.Load(ctx, file)
	if err != nil {
		return nil, usage(fmt.Errorf("read result: %s", strings.TrimPrefix(err.Error(), "load baseline ")))
	}
	return data, nil
}
