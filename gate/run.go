package gate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trial"
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
	Parallel  int // trials in flight, 1 or more
	Version   string
	Wall      func() time.Time
	Progress  func(Progress) // called after every trial, never at once
}

// Progress counts trials, those of an earlier part of the run included.
type Progress struct {
	Planned, Done, Failed, Void int
}

// Run runs what the log does not hold yet. It returns "" when the plan was
// finished, or why it stopped before that; trials that finished are in the log
// either way. An error is the machine's: a log that cannot be written, a world
// that does not load.
func (r *Runner) Run(ctx context.Context, p *Plan) (stopped string, err error) {
	state := newProgressState(len(p.Tasks))
	log, err := r.open(p, state)
	if err != nil {
		return "", err
	}
	stage, err := openStage(ctx, p)
	if err != nil {
		return "", closing(err, log.Close)
	}
	defer func() { err = closing(err, log.Close, stage.close) }()

	halt, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	lines := make(chan *Line)
	workers, working := errgroup.WithContext(halt)
	workers.SetLimit(max(r.Parallel, 1))
	go func() {
		defer close(lines)
		for _, t := range p.Tasks {
			if state.finished(t.Key()) || working.Err() != nil {
				continue
			}
			workers.Go(func() error { return r.task(working, stage, p, t, state.draws(t.Key()), lines) })
		}
		if err := workers.Wait(); err != nil {
			cancel(err)
		}
	}()
	return r.collect(ctx, halt, cancel, log, lines, state)
}

// collect writes lines as they come, many at a time where the disk is slower
// than the trials, and stops a run that cannot come to anything.
func (r *Runner) collect(ctx, halt context.Context, cancel context.CancelCauseFunc, log *Log, lines <-chan *Line, state *progressState) (string, error) {
	var failure error
	for first := range lines {
		batch := append([]*Line{first}, waiting(lines)...)
		if failure == nil {
			if failure = log.Append(batch...); failure != nil {
				cancel(failure)
			}
		}
		for _, line := range batch {
			if reason := state.add(line); reason != "" {
				cancel(&stop{reason})
			}
		}
		if r.Progress != nil {
			r.Progress(state.progress)
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

// task runs one trial, and once more where the first draw was void.
func (r *Runner) task(ctx context.Context, s *stage, p *Plan, t Task, drawn int, lines chan<- *Line) error {
	for draw := drawn + 1; ; draw++ {
		record, err := trial.Run(ctx, s.setup(t, p.Seed, r.Candidate, r.Wall))
		if err != nil {
			return nil // the run is being stopped; the trial will be run again on resume
		}
		lines <- &Line{Key: t.Key(), Draw: draw, Record: record, Verdict: grade.Grade(t.Case, record)}
		if record.Void == nil || draw >= 2 || ctx.Err() != nil {
			return nil
		}
	}
}

func (r *Runner) open(p *Plan, state *progressState) (*Log, error) {
	path := filepath.Join(r.Dir, LogFile)
	h := Header{Keptgate: r.Version, Grader: grade.Version, Candidate: r.Candidate.Identity(), Seed: p.Seed}
	if r.Resume {
		planned := map[Key]bool{}
		for _, t := range p.Tasks {
			planned[t.Key()] = true
		}
		return ResumeLog(path, h, func(line *Line) {
			if planned[line.Key] {
				state.add(line)
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
