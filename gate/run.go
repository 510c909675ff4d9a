package gate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/mcp"
)

// Names of the files that a run leaves in its folder.
const (
	LogFile    = "trials.jsonl"
	ResultFile = "result.json"
)

// Runner holds what a run needs beside its plan.
type Runner struct {
	Candidate agent.Candidate
	Dir       string // folder of the trial log; it exists
	Resume    bool
	Parallel  int                 // trials in flight, 1 or more
	Slots     *semaphore.Weighted // shared with runs of other candidates: all together are in flight; nil: nothing is shared
	Version   string
	Wall      func() time.Time
	Price     *Price         // nil where the model has none
	Base      *Result        // the baseline, where the plan looks at it on the way; else nil
	Progress  func(Progress) // called after every trial, never at once

	grade grader // nil: grade.Grade
}

// Ended says how a run came to its end.
type Ended struct {
	Stopped string // why it stopped before its plan was done, "" if it did not
	Look    *Look  // the look that ended it; nil where the plan has no looks
}

// Run runs what the log does not hold yet. Trials that finished are in the log,
// however the run ended. An error is the machine's: a log that cannot be written,
// a world that does not load.
func (r *Runner) Run(ctx context.Context, p *Plan) (end Ended, err error) {
	looks := r.looks(p)
	state := newProgressState(len(p.Tasks))
	spent := newMeter(p.Policy.Plan.Budget, r.Price, r.Wall).part(p.shard)
	log, err := r.open(p, func(line *Line) {
		state.add(line)
		spent.add(line)
		looks.add(line)
	})
	if err != nil {
		return end, err
	}
	_, served := agent.Split(r.Candidate)
	stage, err := openStage(ctx, p, served)
	if err != nil {
		return end, closing(err, log.Close)
	}
	defer func() { err = closing(err, log.Close, stage.close) }()
	job := &work{Runner: r, plan: p, stage: stage, log: log, state: state, spent: spent, looks: looks}
	if agent.IsWhole(r.Candidate) {
		if stage.host, err = mcp.Listen(ctx, "127.0.0.1:0"); err != nil {
			return end, err
		}
	}
	for round, units := range looks.rounds(p) {
		if end.Stopped, err = job.round(ctx, units); err != nil || end.Stopped != "" {
			return end, err
		}
		if end.Look, err = looks.judge(round); err != nil || end.Look != nil {
			break
		}
	}
	if err == nil && end.Look != nil {
		end.Stopped, err = job.round(ctx, looks.owed(p, end.Look))
	}
	return end, err
}

// work is a run under way.
type work struct {
	*Runner
	plan  *Plan
	stage *stage
	log   *Log
	state *progressState
	spent *meter
	looks *looking
}

// round runs units of the plan and returns once all of them are in the log, or
// why the run has to stop.
func (w *work) round(ctx context.Context, units [][]Task) (stopped string, err error) {
	halt, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	halt, done := w.spent.limit(halt)
	defer done()
	lines := make(chan *Line)
	workers, working := errgroup.WithContext(halt)
	workers.SetLimit(max(w.Parallel, 1))
	go func() {
		defer close(lines)
		for _, unit := range units {
			if working.Err() != nil {
				continue
			}
			if left := w.unfinished(unit); len(left) > 0 {
				workers.Go(func() error { return w.unit(working, unit, left, lines) })
			}
		}
		if err := workers.Wait(); err != nil {
			cancel(err)
		}
	}()
	return w.collect(ctx, halt, cancel, lines)
}

func (w *work) unfinished(unit []Task) []Task {
	var left []Task
	for _, t := range unit {
		if !w.state.finished(t.Key()) {
			left = append(left, t)
		}
	}
	return left
}

// collect writes lines as they come, many at a time where the disk is slower
// than the trials, and stops a run that cannot come to anything.
func (w *work) collect(ctx, halt context.Context, cancel context.CancelCauseFunc, lines <-chan *Line) (string, error) {
	var failure error
	for first := range lines {
		batch := append([]*Line{first}, waiting(lines)...)
		if failure == nil {
			if failure = w.log.Append(batch...); failure != nil {
				cancel(failure)
			}
		}
		for _, line := range batch {
			w.looks.add(line)
			reason := w.state.add(line)
			if over := w.spent.add(line); reason == "" {
				reason = over
			}
			if reason != "" {
				cancel(&stop{reason})
			}
		}
		if w.Progress != nil {
			w.Progress(w.state.progress)
		}
	}
	if failure != nil {
		return "", failure
	}
	switch cause := context.Cause(halt).(type) {
	case nil:
		return "", nil
	case *stop:
		return cause.reason, nil
	default:
		if ctx.Err() != nil {
			return "the run was interrupted", nil
		}
		return "", cause
	}
}

// waiting takes the lines that are ready now.
func waiting(lines <-chan *Line) []*Line {
	const most = 64
	var out []*Line
	for len(out) < most {
		select {
		case line, ok := <-lines:
			if !ok {
				return out
			}
			out = append(out, line)
		default:
			return out
		}
	}
	return out
}

func (r *Runner) open(p *Plan, keep func(*Line)) (*Log, error) {
	path := filepath.Join(r.Dir, LogFile)
	h := Header{Keptgate: r.Version, Grader: grade.Version, Candidate: r.Candidate.Identity(), Seed: p.Seed, Modes: modesDigest(p.Policy.Spectrum), Shard: p.shard.String()}
	if r.Resume {
		planned := map[Key]bool{}
		for _, t := range p.Tasks {
			planned[t.Key()] = true
		}
		return ResumeLog(path, h, func(line *Line) {
			if planned[line.Key] {
				keep(line)
			}
		})
	}
	return CreateLog(path, h)
}

// closing runs what must be closed and keeps the first error.
func closing(err error, closers ...func() error) error {
	for _, c := range closers {
		if e := c(); err == nil {
			err = e
		}
	}
	return err
}

// stop is why a run ended before its plan.
type stop struct{ reason string }

func (s *stop) Error() string { return s.reason }

// ReadTrials reads the trial log in a run's folder.
func ReadTrials(dir string, keep func(*Line)) (h Header, err error) {
	f, err := os.Open(filepath.Join(dir, LogFile))
	if err != nil {
		return Header{}, fmt.Errorf("open trial log: %w", err)
	}
	defer func() { err = closing(err, f.Close) }()
	h, _, err = ReadLog(f, keep)
	return h, err
}
