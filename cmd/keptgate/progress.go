package main

import (
	"fmt"
	"io"
	"os"
	"strconv"

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

func newProgress(sys *system) *progress {
	p := &progress{out: sys.stderr}
	if isTerminal(sys.stderr) {
		p.bar = progressbar.NewOptions(-1, progressbar.OptionSetWriter(sys.stderr), progressbar.OptionSetDescription("trials"),
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
