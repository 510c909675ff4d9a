package fidelity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// Setup says what to replay, and with what.
type Setup struct {
	Contract *Contract
	Suite    *suites.Suite                    // the simulated side
	Dir      string                           // folder in which a program of the contract is started
	Version  string                           // of this program
	Now      time.Time                        // when the replay begins
	Lookup   func(name string) (string, bool) // the environment
}

// wholeTime bounds a replay.
const wholeTime = 20 * time.Minute

// UsageError is what the user has to mend.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// Run replays the contract, step by step on both sides, and then takes back what is to
// be undone, the last step first. That the service does not answer is part of the
// report. An error is schemas.Problems or UsageError where the contract or what it
// needs is wrong, and otherwise the simulation's.
func Run(ctx context.Context, s Setup) (*Report, error) {
	if err := s.Contract.Check(s.Suite); err != nil {
		return nil, err
	}
	vars, err := read(s.Contract.Env, s.Lookup)
	if err != nil {
		return nil, &UsageError{err}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, wholeTime, fmt.Errorf("the replay took longer than %v", wholeTime))
	defer cancel()
	simulated, err := openHere(ctx, s.Contract, s.Suite)
	if err != nil {
		return nil, err
	}
	hide := vars.hide()
	r := &replay{setup: s, here: simulated, savedHere: saved{}, savedThere: saved{}, report: newReport(s)}
	err = r.play(ctx, vars, hide)
	if err := errors.Join(err, simulated.leave(ctx)); err != nil {
		if n := r.report.Counts.Left; n > 0 {
			err = fmt.Errorf("%w; and %d writes to the live service could not be undone: look there", err, n)
		}
		return nil, err
	}
	r.report.judge()
	r.report.clean(hide)
	return r.report, nil
}

func newReport(s Setup) *Report {
	kind := "mcp"
	if s.Contract.Live.HTTP != nil {
		kind = "http"
	}
	return &Report{
		Version: ReportVersion, Keptgate: s.Version, Contract: s.Contract.Name, ContractDigest: s.Contract.Digest(), Suite: s.Suite.Name,
		SuiteDigest: s.Suite.Digest, Live: kind, At: s.Now.UTC().Truncate(time.Second),
		Steps: []StepReport{}, Drifts: []Drift{}, NotCompared: []NotCompared{},
	}
}

// replay is a contract under way.
type replay struct {
	setup                 Setup
	here, there           side
	savedHere, savedThere saved
	done                  []doneStep
	report                *Report
}

// doneStep is a step that the service may have carried out.
type doneStep struct {
	index  int
	unsure bool // the service did not say
	here   bool // the simulation carried it out
}

// play reaches for the service and makes all calls. Its error is the user's to mend,
// or the simulation's.
func (r *replay) play(ctx context.Context, vars secrets, hide func(string) string) (err error) {
	if r.there, err = openLive(ctx, r.setup, vars, hide); err != nil {
		r.report.Why = "the live service is not there: " + err.Error()
	} else {
		defer func() { err = errors.Join(err, r.there.leave(context.WithoutCancel(ctx))) }()
	}
	return r.steps(ctx)
}

// steps makes the steps, and takes back what is to be.
func (r *replay) steps(ctx context.Context) error {
	for i := range r.setup.Contract.Steps {
		if r.report.Why != "" {
			r.skip(i, false, "the live service did not answer before")
			continue
		}
		if err := r.step(ctx, i); err != nil {
			return errors.Join(err, r.undo(context.WithoutCancel(ctx)))
		}
	}
	return r.undo(context.WithoutCancel(ctx))
}

// notGiven is why a call is not made whose arguments are not known.
const notGiven = "a reply before did not give "

// stop notes why nothing more can be compared: a call that was not answered.
func (r *replay) stop(index int, undo bool, err error) {
	tool, _ := r.call(index, undo)
	r.report.Why = cmp.Or(r.report.Why, fmt.Sprintf("step %d, %s: %v", index+1, tool, err))
	r.skip(index, undo, err.Error())
}

// skip notes a call that is not made.
func (r *replay) skip(index int, undo bool, why string) {
	tool, _ := r.call(index, undo)
	r.report.Counts.Steps++
	r.report.Counts.NotRun++
	r.report.Steps = append(r.report.Steps, StepReport{Step: index + 1, Tool: tool, Undo: undo, Why: why})
}

func (r *replay) call(index int, undo bool) (tool string, args map[string]any) {
	s := &r.setup.Contract.Steps[index]
	if undo {
		return one(s.Undo)
	}
	return one(s.Call)
}

// step makes one step on both sides and compares what they say.
func (r *replay) step(ctx context.Context, index int) error {
	s := &r.setup.Contract.Steps[index]
	tool, args := one(s.Call)
	mine, lacking := r.savedHere.fill(args)
	theirs, lackingThere := r.savedThere.fill(args)
	if lacking = cmp.Or(lacking, lackingThere); lacking != "" {
		r.skip(index, false, notGiven+lacking)
		return nil
	}
	here, err := r.here.ask(ctx, tool, mine)
	if err != nil {
		return err
	}
	there, err := r.there.ask(ctx, tool, theirs)
	if err == nil {
		err = unanswered(here, there)
	}
	if err != nil {
		var unsent *unsentError
		if !errors.As(err, &unsent) {
			r.done = append(r.done, doneStep{index, true, !here.Refused})
		}
		r.stop(index, false, err)
		return nil
	}
	r.compare(index, false, here, there, s.Expect, s.rules())
	if !there.Refused {
		r.done = append(r.done, doneStep{index, false, !here.Refused})
		r.savedThere.keep(s.Save, there.Body)
	}
	if here.Refused {
		return nil
	}
	if lacking := r.savedHere.keep(s.Save, here.Body); len(lacking) > 0 {
		pointer := schemas.Pointer("steps", strconv.Itoa(index), "save", lacking[0])
		p := r.setup.Contract.doc.Problem(pointer, "contract-save", "the simulated reply of %s has no one value at %s", tool, s.Save[lacking[0]])
		p.Fix = "its reply is of the form " + strings.TrimSpace(fields(ShapeOf(here.Body)))
		return schemas.Problems{p}
	}
	return nil
}

// compare takes what both sides said into the report.
func (r *replay) compare(index int, undo bool, here, there Answer, expect string, rules Rules) {
	tool, _ := r.call(index, undo)
	r.report.Counts.Steps++
	r.report.Steps = append(r.report.Steps, StepReport{Step: index + 1, Tool: tool, Undo: undo, Here: here.String(), There: there.String()})
	r.report.note(index+1, tool, Compare(here, there, expect, rules))
}

// undo takes back what the service has carried out. Where the simulation has done the
// same, the two are compared; where it has not, only the service is asked.
func (r *replay) undo(ctx context.Context) (broken error) {
	for i := len(r.done) - 1; i >= 0; i-- {
		d := r.done[i]
		tool, args := r.call(d.index, true)
		if tool == "" {
			continue
		}
		theirs, lacking := r.savedThere.fill(args)
		if lacking != "" {
			r.report.Counts.Left++
			r.skip(d.index, true, notGiven+lacking)
			continue
		}
		there, err := r.there.ask(ctx, tool, theirs)
		if err == nil {
			err = unanswered(Answer{}, there)
		}
		if err != nil {
			r.report.Counts.Left++
			r.stop(d.index, true, err)
			continue
		}
		if there.Refused && !d.unsure {
			r.report.Counts.Left++
		}
		if err := r.undone(ctx, d, there); broken == nil {
			broken = err // the rest is taken back in the service all the same
		}
	}
	return broken
}

// outcomeOnly is how calls that undo are compared: they are there to clean up.
var outcomeOnly = Rules{unlike: []path{{}}}

// undone takes back in the simulation what was taken back in the service.
func (r *replay) undone(ctx context.Context, d doneStep, there Answer) error {
	tool, args := r.call(d.index, true)
	mine, lacking := r.savedHere.fill(args)
	if d.unsure || !d.here || lacking != "" {
		r.report.Counts.Steps++
		r.report.Steps = append(r.report.Steps, StepReport{Step: d.index + 1, Tool: tool, Undo: true, There: there.String()})
		return nil
	}
	here, err := r.here.ask(ctx, tool, mine)
	if err == nil {
		r.compare(d.index, true, here, there, ExpectAnswer, outcomeOnly)
	}
	return err
}

// fields names the fields of an object, or the type of what is none.
func fields(s *Shape) string {
	if !s.has(typeObject) {
		return s.String()
	}
	var c Comparison
	c.fields(s, &Shape{types: map[string]bool{}, fields: map[string]*Shape{}}, nil, Rules{})
	out := ""
	for _, d := range c.Differences {
		out += " " + d.Path + " (" + d.Here + ")"
	}
	return out
}
