package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
)

// progress shows how far a run is: a bar on a terminal, a line for every tenth
// of the trials elsewhere.
type progress struct {
	out   io.Writer
	bar   *progressbar.ProgressBar // nil where out is no terminal
	tenth int
}

func newProgress(sys *system) *progress { return newProgressOf(sys, "trials") }

// newProgressOf is of work that is counted in something else.
func newProgressOf(sys *system, what string) *progress {
	p := &progress{out: sys.stderr}
	if isTerminal(sys.stderr) {
		p.bar = progressbar.NewOptions(-1, progressbar.OptionSetWriter(sys.stderr), progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(), progressbar.OptionClearOnFinish())
	}
	return p
}

func (p *progress) show(s gate.Progress) {
	p.step(s.Done+s.Void, s.Planned, fmt.Sprintf(" trials, %d failed, %d without a verdict", s.Failed, s.Void))
}

// part shows how far work is of which nothing but its size is known.
func (p *progress) part(done, of int) { p.step(done, of, " trials") }

func (p *progress) step(done, of int, what string) {
	if p.bar != nil {
		p.bar.ChangeMax(of)
		_ = p.bar.Set(done) // a bar that cannot be drawn is no reason to stop
		return
	}
	if tenth := 10 * done / max(of, 1); tenth > p.tenth {
		p.tenth = tenth
		fmt.Fprintf(p.out, "%d of %d%s\n", done, of, what)
	}
}

func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// board sums up the progress of several runs for one bar.
type board struct {
	mu   sync.Mutex
	bar  *progress
	runs []gate.Progress
}

// of is the progress of one run among all; it plans so many trials.
func (b *board) of(i, planned int) func(gate.Progress) {
	b.runs[i].Planned = planned
	return func(p gate.Progress) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.runs[i] = p
		var sum gate.Progress
		for _, r := range b.runs {
			sum.Planned, sum.Done, sum.Failed, sum.Void = sum.Planned+r.Planned, sum.Done+r.Done, sum.Failed+r.Failed, sum.Void+r.Void
		}
		b.bar.show(sum)
	}
}

// terminal says how a report may look on stdout.
func (sys *system) terminal(replay string) report.TerminalOptions {
	o := report.TerminalOptions{Width: 100, Replay: replay}
	if isTerminal(sys.stdout) {
		o.Color = sys.env("NO_COLOR") == "" && sys.env("TERM") != "dumb"
	}
	if n, err := strconv.Atoi(sys.env("COLUMNS")); err == nil && n >= 40 {
		o.Width = n
	}
	return o
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
