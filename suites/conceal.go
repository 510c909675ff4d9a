package suites

import (
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/keptgate/keptgate/schemas"
)

// HeldOutName is the name that every held-out suite goes by. No other suite may
// have it.
const HeldOutName = "held-out"

// idDigits is the length of a held-out case's name: two of ten thousand cases
// have the same by a chance of one in five million.
const idDigits = 12

// conceal takes away what a message could quote: names become identifiers that
// nobody can derive without the case itself, or the key; promise, version,
// business and places are forgotten. What a trial needs stays. files lists the
// files of the side, whose numbers stand for them.
func (s *Suite) conceal(key []byte, files []string) {
	s.HeldOut, s.Files = true, nil
	for _, c := range s.Cases {
		id := derive(key, "case", s.Name, c.Name, c.Digest)
		c.Name, c.Digest = hex.EncodeToString(id)[:idDigits], hex.EncodeToString(derive(key, "digest", c.Digest))[:len(c.Digest)]
		c.Promise, c.File = "", opaque(c.File, files)
	}
	for _, t := range s.Tools {
		t.File = opaque(t.File, files)
	}
	s.Digest = hex.EncodeToString(derive(key, "suite", s.Digest))[:len(s.Digest)]
	s.WorldFile = opaque(s.WorldFile, files)
	s.Name, s.Version, s.Business = HeldOutName, "", ""
}

// opaque names a held-out file by its place among the files of its side.
func opaque(file string, files []string) string {
	if i := slices.Index(files, file); i >= 0 {
		return fmt.Sprintf("%s/file %d", HeldOutName, i+1)
	}
	return HeldOutName
}

// Conceal leaves of what is wrong with a held-out suite the rules and the lines;
// of any other error that there was one.
func Conceal(err error) error { return concealAs(err, nil) }

func concealAs(err error, files []string) error {
	var problems schemas.Problems
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &problems):
		return errors.New("load held-out side: a suite of it cannot be used; look at it where it may be seen, with keptgate validate")
	}
	out := make(schemas.Problems, 0, len(problems))
	for _, p := range problems {
		if !isOpaque.MatchString(p.File) {
			p.File = opaque(p.File, files)
		}
		out = append(out, ConcealProblem(p))
	}
	return out
}

// isOpaque tells whether a file's name is one that opaque gave.
var isOpaque = regexp.MustCompile(`^` + HeldOutName + `(/file \d+)?$`)

// ConcealProblem leaves of a problem in a held-out suite its rule, its line, and
// the place of a suite that was concealed.
func ConcealProblem(p schemas.Problem) schemas.Problem {
	if !isOpaque.MatchString(p.File) {
		p.File = HeldOutName
	}
	return schemas.Problem{
		Rule: p.Rule, Severity: p.Severity, File: p.File, Line: p.Line, Message: "a rule is broken, and what is held out is not quoted",
		Fix: "look at it where it may be seen, with keptgate validate FOLDER",
	}
}
