package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/suites/bfcl"
)

// importBFCLCmd makes a call-level suite of a category of the Berkeley Function
// Calling Leaderboard.
type importBFCLCmd struct {
	Questions string `arg:"" help:"Questions of one category, as JSON Lines or a JSON list." placeholder:"QUESTIONS"`
	Answers   string `help:"Acceptable answers to them; none where nothing may be called." placeholder:"FILE"`
	World     string `help:"Folder of a suite whose world has the tools of entries of several turns, which become its cases." placeholder:"SUITE"`
	Name      string `help:"Name of the suite; that of the folder unless given." placeholder:"NAME"`
	Out       string `help:"Folder for the suite. It must be empty, or not there yet." required:"" placeholder:"DIR"`
}

// Run writes the suite, and says what it could not take over and what is wrong
// with it.
func (c *importBFCLCmd) Run(ctx context.Context, sys *system) error {
	if err := vacant(c.Out); err != nil {
		return err
	}
	questions, err := readUpTo(c.Questions, maxRecording)
	if err != nil {
		return usage(fmt.Errorf("read questions: %w", err))
	}
	var answers []byte
	if c.Answers != "" {
		if answers, err = readUpTo(c.Answers, maxRecording); err != nil {
			return usage(fmt.Errorf("read answers: %w", err))
		}
	}
	if c.World != "" {
		return c.onto(ctx, sys, questions, answers)
	}
	d, err := bfcl.Read(questions, answers)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", c.Questions, err))
	}
	name := suiteName(cmp.Or(c.Name, filepath.Base(c.Out)))
	problems, err := c.doubted(d, name)
	if err != nil {
		return err
	}
	if err := writeSuite(c.Out, d.Files(name)); err != nil {
		return err
	}
	return c.say(sys.stdout, d, name, problems)
}

// doubted finds what is wrong with the answers, and takes their vote from cases
// that no call can pass or that contradict another.
func (c *importBFCLCmd) doubted(d *bfcl.Draft, name string) ([]schemas.Problem, error) {
	stage, err := os.MkdirTemp("", "keptgate-import-")
	if err != nil {
		return nil, fmt.Errorf("make folder: %w", err)
	}
	defer os.RemoveAll(stage)
	dir := filepath.Join(stage, name)
	if err := writeSuite(dir, d.Files(name)); err != nil {
		return nil, err
	}
	s, err := suites.Load(os.DirFS(stage), name, 0)
	if err != nil {
		return nil, usage(fmt.Errorf("load what was imported: %w", err))
	}
	byID := map[string]*bfcl.Case{}
	for _, one := range d.Cases {
		byID[one.ID] = one
	}
	problems := s.CheckAnswers()
	for _, p := range problems {
		id, why, _ := strings.Cut(p.Message, ": ")
		if one := byID[id]; one != nil && p.Severity == schemas.Error {
			one.Doubts = append(one.Doubts, why)
		}
	}
	return problems, nil
}

// vacant refuses a folder for a suite that holds something.
func vacant(dir string) error {
	if there, err := os.ReadDir(dir); err == nil && len(there) > 0 {
		return usage(fmt.Errorf("write suite: %s holds %s and more; name a folder that is empty or not there yet", dir, there[0].Name()))
	}
	return nil
}

// writeSuite writes a suite into a folder of its own.
func writeSuite(dir string, files map[string]string) error {
	if err := vacant(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return usage(fmt.Errorf("make folder of the suite: %w", err))
	}
	return writeNew(dir, slices.Sorted(maps.Keys(files)), files)
}

func (c *importBFCLCmd) say(w io.Writer, d *bfcl.Draft, name string, problems []schemas.Problem) error {
	var out strings.Builder
	silent, provisional := 0, 0
	for _, one := range d.Cases {
		if len(one.Answer) == 0 {
			silent++
		}
		if len(one.Doubts) > 0 {
			provisional++
		}
	}
	fmt.Fprintf(&out, "%s of the suite %s in %s; in %d of them nothing may be called.\n", plural(len(d.Cases), "case"), name, c.Out, silent)
	if len(d.Notes) > 0 {
		fmt.Fprintf(&out, "Not taken over:\n  %s\n", strings.Join(d.Notes, "\n  "))
	}
	if len(problems) > 0 {
		out.WriteString("What is wrong with the answers, by rule, with the first of each:\n")
	}
	for _, rule := range rulesIn(problems) {
		first := slices.IndexFunc(problems, func(p schemas.Problem) bool { return p.Rule == rule })
		n := 0
		for _, p := range problems {
			if p.Rule == rule {
				n++
			}
		}
		fmt.Fprintf(&out, "  %-18s %4d  %s\n", rule, n, problems[first].Message)
	}
	if provisional > 0 {
		fmt.Fprintf(&out, "%s provisional, without a vote: no call can pass them, or they contradict another.\n", are(provisional, "case"))
	}
	fmt.Fprintf(&out, "Next: keptgate validate %s\n", c.Out)
	_, err := io.WriteString(w, out.String())
	return err
}

// are is "1 case is" or "2 cases are".
func are(n int, what string) string {
	if n == 1 {
		return plural(n, what) + " is"
	}
	return plural(n, what) + " are"
}

// rulesIn lists the rules of problems, sorted.
func rulesIn(problems []schemas.Problem) []string {
	seen := map[string]bool{}
	for _, p := range problems {
		seen[p.Rule] = true
	}
	return slices.Sorted(maps.Keys(seen))
}
