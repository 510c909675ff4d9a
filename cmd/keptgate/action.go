package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/thresholds"
)

// actionCmd is the container action's entry. It reports first and fails last.
type actionCmd struct{}

// action is one run of the container action.
type action struct {
	sys    *system
	log    *github.Log
	inputs github.Inputs
	event  github.Event
	run    runCmd
	config *thresholds.Config
	placed bool   // the event tells which commit is judged
	check  *check // nil before it has begun, and where there is no commit
}

// noDecision heads what is said of a run that an error ended.
const noDecision = "Keptgate could not decide"

// alone says why the action starts no program of others.
const alone = "the container of the action holds no program but Keptgate; run the binary of a release in a `run:` step of the workflow, where the program is installed: keptgate run"

// Run does what the inputs ask for, and tells why it could not.
func (actionCmd) Run(ctx context.Context, outer *system) error {
	a := newAction(outer)
	err := a.do(ctx)
	title := noDecision
	if a.inputs.Command == "comment" {
		title = "Keptgate could not comment"
	}
	return a.told(title, err)
}

// newAction sends everything through the log, which lets no text become a command.
func newAction(outer *system) *action {
	a := &action{log: github.NewLog(outer.env, outer.stdout, rand.Reader)}
	a.sys = &system{env: a.masking(outer.env), stdout: logWriter{a.log}, stderr: logWriter{a.log}, now: outer.now, mask: a.log.Mask, programs: alone}
	a.sys.traffic = newTraffic(a.sys.stderr)
	return a
}

// told says an error as an annotation, unless it is a verdict, which has been said.
// Outside a workflow nobody would read that: there the program says it as any other.
func (a *action) told(title string, err error) error {
	var verdict *verdictError
	if err != nil && !errors.As(err, &verdict) && a.sys.env("GITHUB_ACTIONS") == "true" {
		a.log.Annotate(github.Annotation{Level: github.Error, Title: title, Message: err.Error()})
		err = &saidError{err}
	}
	return errors.Join(err, a.log.Err())
}

// masking is the environment of a candidate: the runner hides every key that is
// read from it.
func (a *action) masking(env func(string) string) func(string) string {
	return func(name string) string {
		value := env(name)
		if value != "" && (strings.Contains(name, "KEY") || strings.Contains(name, "TOKEN")) {
			a.log.Mask(value)
		}
		return value
	}
}

// commands are what the input command may ask for.
func (a *action) commands() map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"run":     a.gate,
		"merge":   a.gate,
		"comment": a.commentOf,
		"promote": a.promote,
	}
}

// do reads inputs and event, and does what the inputs ask for.
func (a *action) do(ctx context.Context) error {
	var err error
	if a.inputs, err = github.ReadInputs(a.sys.env); err != nil {
		return usage(err)
	}
	if a.event, err = github.ReadEvent(a.sys.env); err != nil {
		a.log.Annotate(github.Annotation{Level: github.Warning, Title: "No pull request to comment on", Message: err.Error()})
	}
	a.placed = err == nil
	return a.commands()[a.inputs.Command](ctx)
}

// gate runs the suites, or merges the shards of such a run, compares, comments and decides.
func (a *action) gate(ctx context.Context) (err error) {
	a.fill()
	if a.config, err = loadConfig(a.sys, a.run.dir, a.run.Config); err != nil {
		return err
	}
	done, err := a.withBase(ctx)
	defer done()
	a.begin(ctx)
	defer func() { a.abandon(ctx, err) }()
	if err != nil {
		return err
	}
	a.sayTools()
	a.run.branch, a.run.offer = a.branch, a.offer(a.config)
	a.profile()
	if err := a.failOn(); err != nil {
		return usage(err)
	}
	if err := a.enoughTrials(); err != nil {
		return usage(err)
	}
	if a.inputs.Command == "merge" {
		return a.merge(ctx)
	}
	if len(a.run.Candidate) > 1 {
		return a.several(ctx)
	}
	j, err := a.job(ctx)
	if err != nil {
		return err
	}
	result, err := execute(ctx, a.sys, j)
	if err != nil {
		return err
	}
	if result.Shard != nil {
		return a.shards(j.out, []*gate.Result{result})
	}
	a.giveAway(j.out)
	return a.publishOne(ctx, j, result)
}

// publishOne prints and publishes one candidate's result, and fails by its verdict.
func (a *action) publishOne(ctx context.Context, j *job, result *gate.Result) error {
	if err := report.Terminal(a.sys.stdout, result, report.TerminalOptions{Width: 120, Replay: j.replay}); err != nil {
		return err
	}
	if err := a.publish(ctx, j, result); err != nil {
		return err
	}
	if j.unrun != "" {
		a.validated(ctx)
	}
	return a.verdict(result.Decision)
}

// giveAway leaves the files to the runner's user.
func (a *action) giveAway(folder string) {
	if err := giveAway(folder, "."); err != nil {
		a.log.Annotate(github.Annotation{Level: github.Warning, Title: "Files stay with root", Message: err.Error()})
	}
}

// fill turns inputs into the flags of a run.
func (a *action) fill() {
	in := a.inputs
	a.run = runCmd{
		Suite: in.Suites, Config: in.Config, Profile: in.Profile, Trial: -1, Trials: in.Trials, Seed: defaultSeed,
		Out: in.Result, Baseline: in.Baseline, GateName: in.GateName,
		Candidate: in.Candidates, HeldOut: in.HeldOut, Shard: in.Shard, dir: in.WorkingDir, commit: a.event.Head, event: a.event.Name, hosted: true,
	}
}

// profile chooses how much to run where neither an input nor the configuration
// says it: little for a pull request, all that a score needs otherwise.
func (a *action) profile() {
	if a.run.Profile != "" || a.config != nil && a.config.Extends != "" {
		return
	}
	a.run.Profile = "full"
	if a.event.IsPullRequest() {
		a.run.Profile = "quick"
	}
}

// job is the run's job. A key that is not there is no error of the workflow's
// author: a fork has none. The run is then reported as not evaluated.
func (a *action) job(ctx context.Context) (*job, error) {
	j, err := a.run.job(ctx, a.sys, a.config)
	why, missing := withoutSecret(err)
	if !missing {
		return j, err
	}
	j.unrun = why
	return j, nil
}

// failOn refuses an input that would let more through than the policy does.
func (a *action) failOn() error {
	want := a.inputs.FailOn
	if len(want) == 0 || a.config != nil && a.config.AllowFailOn {
		return nil
	}
	for _, v := range []gate.Verdict{gate.Block, gate.Inconclusive, gate.NotEvaluated} {
		if !slices.Contains(want, string(v)) {
			return fmt.Errorf("read input fail-on: it would let %s through, which the policy does not; set allow_fail_on: true in %s to permit that", v, configName)
		}
	}
	return nil
}

// enoughTrials refuses an input that would see less than the repository's policy
// does. Where there is no policy file, the workflow's inputs are the policy.
func (a *action) enoughTrials() error {
	if a.config == nil {
		return nil
	}
	p, err := thresholds.Resolve(a.run.Profile, a.config)
	if err != nil {
		return err
	}
	if n := a.inputs.Trials; n > 0 && n < p.Plan.Steady {
		return fmt.Errorf("read input trials: %d is fewer than the policy's %d and would see less; change plan.steady in %s", n, p.Plan.Steady, configName)
	}
	return nil
}

func (a *action) verdict(d *gate.Decision) error {
	fails := len(a.inputs.FailOn) == 0 || slices.Contains(a.inputs.FailOn, string(d.Verdict))
	if !fails {
		return nil
	}
	return &verdictError{d.Verdict}
}

// publish writes check run, comment, summary, annotations and outputs.
func (a *action) publish(ctx context.Context, j *job, r *gate.Result) error {
	options := report.MarkdownOptions{Budget: report.CommentBudget, Link: a.event.RunURL(), Replay: j.replay}
	markdown, headline, verdict := report.Markdown(r, options), report.Headline(r), r.Decision.Verdict
	remarks := a.remarks(j, r, "")
	shown := a.check.conclude(ctx, verdict, headline, markdown, remarks)
	posted := a.comment(ctx, j.gateName, markdown)
	a.issue(ctx, j.gateName, verdict, markdown)
	options.Budget = report.SummaryBudget
	a.tell(report.Markdown(r, options), verdict, headline)
	if !shown {
		a.annotate(verdict, remarks)
	}
	folder := filepath.Join(a.inputs.WorkingDir, a.inputs.Result)
	return a.outputs([]output{
		{"verdict", string(verdict)},
		{"score", figure(r.Metric("score"))},
		{"pass-k", figure(r.Metric("pass_k"))},
		{"regressions", strings.Join(regressions(r), ",")},
		{"result", filepath.Join(folder, gate.ResultFile)},
		{"report", filepath.Join(folder, reportFile)},
		{"comment-url", posted.URL},
	})
}

// tell writes the job summary, and an annotation unless the verdict is a pass.
func (a *action) tell(summary string, v gate.Verdict, headline string) {
	a.summary(summary)
	if v != gate.Pass {
		a.log.Annotate(github.Annotation{Level: github.Error, Title: "Keptgate: " + string(v), Message: headline})
	}
}

// summary writes the job summary.
func (a *action) summary(text string) {
	if err := github.AddSummary(a.sys.env, text, a.event.RunURL()); err != nil {
		a.log.Annotate(github.Annotation{Level: github.Warning, Title: "No job summary", Message: err.Error()})
	}
}

// comment puts the comment on the pull request. Where it cannot, the run goes on
// and says why: the verdict does not hang on it.
func (a *action) comment(ctx context.Context, gateName, markdown string) github.Posted {
	if !a.event.IsPullRequest() || !a.inputs.Comment || a.event.Name == "merge_group" {
		return github.Posted{}
	}
	if ctx.Err() != nil {
		a.log.Print("no comment: the run was interrupted")
		return github.Posted{}
	}
	posted, err := a.put(ctx, gateName, markdown)
	switch {
	case err != nil:
		a.log.Annotate(github.Annotation{Level: github.Warning, Title: "No comment", Message: err.Error()})
	case posted.Outcome == github.Forbidden, posted.Outcome == github.Skipped:
		a.log.Annotate(github.Annotation{Level: github.Notice, Title: "No comment", Message: posted.Reason})
	default:
		a.log.Print(fmt.Sprintf("comment %s: %s", posted.Outcome, posted.URL))
	}
	return posted
}

func (a *action) put(ctx context.Context, gateName, markdown string) (github.Posted, error) {
	client, err := a.client()
	if err != nil {
		return github.Posted{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, commentTime)
	defer cancel()
	return client.PutComment(ctx, a.event, gateName, markdown)
}

// commentTime bounds how long a comment may take, waits for rate limits included.
const commentTime = 20 * time.Minute

// wait waits as GitHub asks, and says so where people would wonder.
func (a *action) wait(ctx context.Context, d time.Duration) error {
	if d > 10*time.Second {
		a.log.Print(fmt.Sprintf("GitHub limits requests; waiting %s", d.Round(time.Second)))
	}
	return github.Sleep(ctx, d)
}

// regressions are the categories that fell against the baseline.
func regressions(r *gate.Result) []string {
	var names []string
	if r.Comparison != nil {
		for _, d := range r.Comparison.Categories {
			if d.Regressed {
				names = append(names, d.Name)
			}
		}
	}
	return names
}

// output is one output of the step.
type output struct{ name, value string }

func (a *action) outputs(list []output) error {
	for _, o := range list {
		if err := github.SetOutput(a.sys.env, o.name, o.value); err != nil {
			return err
		}
	}
	return nil
}

func figure(m *gate.Metric) string {
	if m == nil || m.Value == nil {
		return ""
	}
	return fmt.Sprintf("%.4f", *m.Value)
}

// logWriter writes text for people to the step's log.
type logWriter struct{ log *github.Log }

func (w logWriter) Write(p []byte) (int, error) {
	w.log.Print(strings.TrimSuffix(string(p), "\n"))
	return len(p), w.log.Err()
}
