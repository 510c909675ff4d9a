package audit

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// Trials of each reference under each condition: enough that every fault and
// drift that a case can meet is met.
var (
	proof = thresholds.Plan{K: 1, Steady: 1, Faults: 24, Drift: 16, Load: 2}
	// What a seed changes are values, not how tools fail: of the faults a few will do.
	varied = thresholds.Plan{K: 1, Steady: 1, Faults: 5, Drift: 4}
)

// Options are the choices of an audit.
type Options struct {
	Seed uint64 // of the trials
	// Paths are where the suites are found, one for each, for the commands that play
	// something again. Nil: by their names.
	Paths []string
	// Varied: the suites are variants, by a seed, of ones that are audited in full.
	// Their references are played under fewer faults and drifts, and no load.
	Varied bool
	// Progress is told how many of how many parts of the work are done; never twice
	// at once. Nil: nobody is.
	Progress func(done, of int)
	// Grade replaces the grader, to show what it is that finds a mutant.
	Grade func(*suites.Case, *trace.Record) grade.Verdict
}

// Validate audits suites. An error is the machine's or that of ctx; what is wrong
// with the suites is in the report.
func Validate(ctx context.Context, list []*suites.Suite, o Options) (*Report, error) {
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	r := newReport(list, o)
	of, err := r.prove(ctx, list, o)
	if err != nil || of == 0 {
		return r, err // without a world there is nothing to play in
	}
	all := of
	for _, s := range list {
		all += len(s.Cases) * shareOfCase
	}
	progress := o.Progress
	o.Progress = func(done, _ int) { progress(of+done*shareOfCase, all) }
	return r, r.play(ctx, o)
}

// newReport says what can be seen without a trial.
func newReport(list []*suites.Suite, o Options) *Report {
	r := &Report{Problems: named(list)}
	for i, s := range list {
		path := s.Name
		if i < len(o.Paths) {
			path = o.Paths[i]
		}
		r.Suites = append(r.Suites, Suite{Suite: s, Path: path})
		if s.CallLevel {
			r.answers(&r.Suites[i])
			continue
		}
		r.Suites[i].Warnings = operability(s)
		r.sort(&r.Suites[i], alike(s))
	}
	return r
}

// sort keeps what makes a suite unfit to judge by apart from what only has to be said.
func (r *Report) sort(s *Suite, found []schemas.Problem) {
	for _, p := range found {
		if p.Severity == schemas.Warning {
			s.Warnings = append(s.Warnings, p)
		} else {
			r.Problems = append(r.Problems, p)
		}
	}
}

// prove plays the references under all conditions and returns how many trials
// that took.
func (r *Report) prove(ctx context.Context, list []*suites.Suite, o Options) (of int, err error) {
	tries := proof
	if o.Varied {
		tries = varied
	}
	plan, err := gate.NewPlan(list, &thresholds.Policy{Plan: tries}, o.Seed, gate.Filter{Trial: -1})
	if err != nil {
		return 0, err
	}
	rest := 0
	for _, s := range list {
		rest += len(s.Cases) * shareOfCase
	}
	found, err := gate.Prove(ctx, plan, func(done, units int) {
		of = units
		o.Progress(done, units+rest)
	})
	if err != nil {
		return 0, err
	}
	for i := range r.Suites {
		r.Suites[i].proved(found)
	}
	for _, p := range found {
		if p.Severity != schemas.Warning {
			r.Problems = append(r.Problems, p)
		}
	}
	for i := range r.Suites {
		for _, c := range r.Suites[i].Suite.Cases {
			if of > 0 && !slices.ContainsFunc(found, func(p schemas.Problem) bool { return p.File == c.File && p.Line == c.Line }) {
				r.Suites[i].References++
			}
		}
	}
	return of, nil
}

// proved takes over what is wrong with provisional cases, of each the first.
func (s *Suite) proved(found []schemas.Problem) {
	for _, p := range found {
		here := slices.ContainsFunc(s.Suite.Cases, func(c *suites.Case) bool { return c.File == p.File && c.Line == p.Line })
		said := func(o schemas.Problem) bool { return o.Rule == p.Rule && o.File == p.File && o.Line == p.Line }
		if here && p.Severity == schemas.Warning && !slices.ContainsFunc(s.Warnings, said) {
			s.Warnings = append(s.Warnings, p)
		}
	}
}

// shareOfCase is how many of a reference's trials the mutants and variants of a
// case weigh, for the progress shown.
const shareOfCase = 80

// play plays the mutants, variants and lazy agents of all cases.
func (r *Report) play(ctx context.Context, o Options) (err error) {
	if o.Grade == nil {
		o.Grade = grade.Grade
	}
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	var list []*suites.Suite
	for i := range r.Suites {
		list = append(list, r.Suites[i].Suite)
	}
	st, err := open(ctx, list, o)
	if err != nil {
		return err
	}
	defer func() {
		if e := st.close(); err == nil {
			err = e
		}
	}()
	var jobs []*job
	for _, s := range list {
		for _, c := range s.Cases {
			jobs = append(jobs, &job{stage: st, c: c, passed: map[string]bool{}, plans: map[string][]world.Plan{}})
		}
	}
	var told sync.Mutex
	done := 0
	workers, working := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for _, j := range jobs {
		workers.Go(func() error {
			err := j.run(working)
			told.Lock()
			defer told.Unlock()
			if done++; err == nil {
				o.Progress(done, len(jobs))
			}
			return err
		})
	}
	if err := workers.Wait(); err != nil {
		return err
	}
	r.gather(jobs)
	return nil
}

// gather puts together what the jobs found, in their order.
func (r *Report) gather(jobs []*job) {
	for _, j := range jobs {
		i := slices.IndexFunc(r.Suites, func(s Suite) bool { return s.Suite == j.c.Suite })
		s := &r.Suites[i]
		s.Mutants = append(s.Mutants, j.mutants...)
		s.Variants = append(s.Variants, j.variants...)
		r.Problems = append(r.Problems, j.problems...)
		for _, m := range j.mutants {
			if m.Fate == Survived {
				r.Problems = append(r.Problems, m.problem(s.Path))
			}
		}
		for _, v := range j.variants {
			if !v.Pass {
				r.Problems = append(r.Problems, v.problem(s.Path))
			}
		}
	}
	r.lazy(jobs)
}

// complain is a problem with a case. Of one that is held out it says no more than
// where.
func complain(c *suites.Case, rule, fix, format string, args ...any) schemas.Problem {
	p := schemas.Problem{
		Rule: rule, Severity: schemas.Error, File: c.File, Line: c.Line, Column: 1,
		Message: fmt.Sprintf(format, args...), Fix: fix,
	}
	if c.Suite.HeldOut {
		return suites.ConcealProblem(p)
	}
	return p
}
