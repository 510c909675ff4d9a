package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/thresholds"
)

// several is a run of more than one candidate: the same suites, cases, seeds and
// plan for all, each with a folder of its own below out.
type several struct {
	jobs     []*job
	names    []string // of the candidates, as they were given
	out      string
	parallel int
}

// several resolves the candidates of a run. One that cannot be asked is kept, and
// reported as not evaluated.
func (c *runCmd) several(ctx context.Context, sys *system, config *thresholds.Config) (*several, error) {
	config = cmp.Or(config, &thresholds.Config{})
	if n := len(c.Candidate); n > gate.MaxLineup {
		return nil, usage(fmt.Errorf("read arguments: %d candidates, and at most %d fit side by side", n, gate.MaxLineup))
	}
	shared, err := c.shared(ctx, sys, config)
	if err != nil && (shared == nil || !c.hosted) {
		return nil, err
	}
	if err != nil {
		shared.unrun = c.unaskable(err)
	}
	policy := *shared.policy
	policy.Plan.Looks = false // who stops early has fewer trials to pair, and chosen ones
	policy.Plan.Budget.Minutes *= float64(len(c.Candidate))
	shared.policy = &policy
	s := &several{names: c.Candidate, out: shared.out, parallel: shared.parallel}
	slugs := map[string]bool{reportFile: true, pageFile: true}
	seen := map[string]bool{}
	var wrong []error
	for _, spec := range c.Candidate {
		if seen[spec] {
			return nil, usage(fmt.Errorf("read arguments: candidate %s is named twice", spec))
		}
		seen[spec] = true
		own := *shared
		own.shard.Name, own.shard.Place, own.shard.Among = spec, len(s.jobs)+1, len(c.Candidate)
		own.identity, own.out = spec, filepath.Join(shared.out, slug(spec, slugs))
		one := *c
		one.Candidate = []string{spec}
		own.replay = one.replay(config)
		if own.unrun == "" {
			err := c.assign(ctx, sys, config, &own)
			own.unrun = cmp.Or(own.unrun, c.unaskable(err))
			if _, missing := withoutSecret(err); err != nil && (!missing || !c.hosted) {
				wrong = append(wrong, err)
			}
		}
		s.jobs = append(s.jobs, &own)
	}
	if slices.ContainsFunc(s.jobs, (*job).whole) { // one plan is for all
		for _, j := range s.jobs {
			j.spareLoad()
		}
	}
	if len(wrong) == len(s.jobs) {
		return nil, errors.Join(wrong...) // nothing is left to run
	}
	return s, s.ready(ctx, sys)
}

// unaskable says why a candidate cannot be asked, "" if it can.
func (c *runCmd) unaskable(err error) string {
	if err == nil {
		return ""
	}
	if why, missing := withoutSecret(err); missing && c.hosted {
		return why
	}
	return err.Error()
}

// withoutSecret tells whether an error is for want of a key or another secret,
// and says why there may be none in a workflow.
func withoutSecret(err error) (string, bool) {
	var key *agent.MissingKeyError
	var secret *secretError
	switch {
	case errors.As(err, &key):
		err = key
	case errors.As(err, &secret):
		err = secret
	default:
		return "", false
	}
	return fmt.Sprintf("%v; a pull request from a fork gets no secrets, and neither does Dependabot", err), true
}

// ready plans once for all and says what each candidate will take. What is wrong
// with the plan for one of them leaves that one out.
func (s *several) ready(ctx context.Context, sys *system) error {
	if err := s.jobs[0].planned(); err != nil {
		return err
	}
	var first error
	able := 0
	for _, j := range s.jobs {
		j.plan = s.jobs[0].plan
		if j.unrun != "" {
			continue
		}
		if err := j.affordable(); err != nil {
			first = errors.Join(first, err)
			j.unrun = err.Error()
			continue
		}
		able++
	}
	if able == 0 && first != nil {
		return first
	}
	for _, j := range s.jobs {
		j.part()
	}
	if err := s.jobs[0].proved(ctx); err != nil {
		return err
	}
	for i, j := range s.jobs {
		if j.unrun == "" {
			if err := j.provedThrough(ctx); err != nil && ctx.Err() == nil {
				j.unrun = err.Error()
			}
		}
		if err := j.prepare(); err != nil {
			return err
		}
		label := report.Letter(i) + " · " + j.identity + ": "
		if j.unrun != "" {
			fmt.Fprintln(sys.stderr, label+"not run: "+j.unrun)
			continue
		}
		fmt.Fprint(sys.stderr, label)
		j.announce(sys)
	}
	return nil
}

// run runs all candidates at once, over shared slots, and returns their results
// in order. An error of one leaves the others alone.
func (s *several) run(ctx context.Context, sys *system) ([]*gate.Result, error) {
	bar := newProgress(sys)
	all := &board{bar: bar, runs: make([]gate.Progress, len(s.jobs))}
	slots := semaphore.NewWeighted(int64(max(s.parallel, 1)))
	results, errs := make([]*gate.Result, len(s.jobs)), make([]error, len(s.jobs))
	var working sync.WaitGroup
	for i, j := range s.jobs {
		j.slots = slots
		if j.unrun == "" {
			j.progress = all.of(i, len(j.plan.Tasks))
		}
		working.Go(func() { results[i], errs[i] = j.result(ctx, sys) })
	}
	working.Wait()
	bar.done()
	return results, errors.Join(errs...)
}

// result is what became of one candidate among others. Where its run came to no
// result it says why, and what the run left in its folder stays as it is.
func (j *job) result(ctx context.Context, sys *system) (*gate.Result, error) {
	r, err := j.finish(ctx, sys)
	if err == nil {
		return r, j.report(r)
	}
	j.unrun = err.Error()
	if r, err = j.trials(ctx, sys, j.plan); err != nil {
		return nil, err
	}
	return r, j.judge(r)
}

// runSeveral runs the candidates, prints them side by side and exits by the worst
// verdict.
func (c *runCmd) runSeveral(ctx context.Context, sys *system, config *thresholds.Config) error {
	s, err := c.several(ctx, sys, config)
	if err != nil {
		return err
	}
	results, err := s.run(ctx, sys)
	if err != nil {
		return err
	}
	if results[0].Shard != nil {
		return reportShards(sys, s.out, results)
	}
	return s.compared(sys, results)
}

// compared sets the results side by side, prints that and exits by the worst
// verdict.
func (s *several) compared(sys *system, results []*gate.Result) error {
	l, err := s.lineup(results)
	if err != nil {
		return err
	}
	if err := report.LineupTerminal(sys.stdout, l, sys.terminal("")); err != nil {
		return err
	}
	fmt.Fprintf(sys.stderr, "reports: %s, and one of each candidate in its folder there\n", filepath.Join(s.out, pageFile))
	return &verdictError{l.Verdict}
}

// lineup writes results side by side into the run's folder.
func (s *several) lineup(results []*gate.Result) (*gate.Lineup, error) {
	l, err := gate.NewLineup(results)
	if err != nil {
		return nil, err
	}
	l.Names = s.names
	markdown := report.LineupMarkdown(l, report.MarkdownOptions{Budget: report.CommentBudget})
	if err := os.WriteFile(filepath.Join(s.out, reportFile), []byte(markdown), 0o644); err != nil {
		return nil, fmt.Errorf("write report: %w", err)
	}
	logs := make([]report.TrialLog, len(s.jobs))
	for i, j := range s.jobs {
		logs[i] = j.log()
	}
	return l, writePage(s.out, func(w io.Writer) error {
		return report.LineupHTML(w, l, logs, report.HTMLOptions{Budget: report.HTMLBudget})
	})
}
