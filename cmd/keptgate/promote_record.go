package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/evidence"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/thresholds"
)

// defaultBranch is where promotions are kept unless the configuration says it.
const defaultBranch = "keptgate"

// kept says where the promotion is kept: the branch, the lineage in it, and how many
// runs of it. The line is the one that the run was held against.
func (p *promotion) kept() (branch string, l gate.Lineage, pool int) {
	from := thresholds.Baseline{}
	if p.rules.Baseline != nil {
		from = *p.rules.Baseline
	}
	line := cmp.Or(from.Line, gate.DefaultLine)
	if p.result.Kept != nil {
		line = p.result.Kept.Line
	}
	return cmp.Or(from.Branch, defaultBranch), gate.Lineage{Gate: p.result.Gate, Line: line}, max(from.Pool, 1)
}

// now is the time of the promotion, to the second.
func (p *promotion) now() time.Time { return p.sys.now().UTC().Truncate(time.Second) }

// reader reads a file of the branch.
type reader = func(ctx context.Context, path string) ([]byte, error)

// record writes baseline, history and evidence as one commit to the branch. A commit
// that the stage holds already changes nothing.
func (p *promotion) record(ctx context.Context) error {
	name, l, pool := p.kept()
	message := report.Line(fmt.Sprintf("Promote %s to %s: %s", p.event.SHA[:12], p.stage, p.result.Gate))
	var err error
	p.at, err = p.client.Branch(p.event.Owner, p.event.Repo, name).Commit(ctx, message, func(read reader) (map[string][]byte, error) {
		p.done = false // another writer may have been quicker since
		history, err := l.History(ctx, read)
		if err != nil {
			return nil, err
		}
		if p.done, err = p.newest(ctx, history); err != nil {
			return nil, err
		}
		if p.done {
			if p.left, err = read(ctx, l.Evidence(p.stage)); err == nil && p.left == nil {
				err = fmt.Errorf("promote: the branch %s has the promotion, and not its evidence %s", name, l.Evidence(p.stage))
			}
			return nil, err
		}
		if err := p.inOrder(ctx, history); err != nil {
			return nil, err
		}
		if err := p.overtaken(ctx, read, l); err != nil {
			return nil, err
		}
		files, err := l.Promote(ctx, read, p.result, p.stage, p.now(), pool)
		if err != nil {
			return nil, err
		}
		p.left, err = stated(p.circumstances(), p.result, p.data).Encode()
		files[l.Evidence(p.stage)] = p.left
		return files, err
	})
	return err
}

// newest tells whether the stage holds the commit's files already.
func (p *promotion) newest(ctx context.Context, history []gate.Promotion) (bool, error) {
	for _, h := range slices.Backward(history) {
		if h.Stage == p.stage {
			return p.holds(ctx, h.Commit)
		}
	}
	return false, nil
}

// maxLooked bounds the promotions that are looked through for the stage before.
const maxLooked = 50

// inOrder demands that the commit's files were promoted to the stage before.
func (p *promotion) inOrder(ctx context.Context, history []gate.Promotion) error {
	if p.before == "" {
		return nil
	}
	looked := 0
	for _, h := range slices.Backward(history) {
		if h.Stage != p.before {
			continue
		}
		if looked++; looked > maxLooked {
			break
		}
		if same, err := p.holds(ctx, h.Commit); err != nil || same {
			return err
		}
	}
	return refused("commit %s has not been promoted to %s, which comes before %s", p.event.SHA, p.before, p.stage)
}

// overtaken refuses to take a stage back from a newer run, as one that took longer
// would. Whoever starts a run again wants just that. Evidence in the branch that cannot
// be read is written anew.
func (p *promotion) overtaken(ctx context.Context, read reader, l gate.Lineage) error {
	data, err := read(ctx, l.Evidence(p.stage))
	if err != nil || p.event.Attempt > 1 {
		return err
	}
	if last, err := evidence.Parse(data); err == nil && last.Predicate.RunID > p.event.Run {
		return refused("run %d is newer than this one, %d, and has promoted commit %s to %s; start this run again to go back to its commit",
			last.Predicate.RunID, p.event.Run, last.Predicate.Commit, p.stage)
	}
	return nil
}

// lastStage is the stage that end users meet.
const lastStage = "production"

// deploy records the stage as a deployment. The promotion stands without it, and the
// words say why there is none.
func (p *promotion) deploy(ctx context.Context) string {
	d, err := p.client.PutDeployment(ctx, p.event.Owner, p.event.Repo, github.Deployment{
		Environment: p.stage, Gate: p.result.Gate, Commit: p.event.SHA, Tree: p.tree, Production: p.stage == lastStage, Log: p.event.RunURL(),
	})
	switch {
	case err != nil:
		p.log.Annotate(github.Annotation{Level: github.Warning, Title: "No deployment", Message: err.Error() + "; the promotion stands, and promoting once more makes it good"})
		return "not recorded: " + err.Error()
	case d.Outcome == github.Forbidden:
		p.log.Annotate(github.Annotation{Level: github.Notice, Title: "No deployment", Message: d.Reason + "; the promotion stands"})
		return "not recorded: " + d.Reason
	default:
		return fmt.Sprintf("%d", d.ID)
	}
}

// tellPromotion writes log and summary.
func (p *promotion) tellPromotion(deployment string) {
	name, l, _ := p.kept()
	title := fmt.Sprintf("Promoted to %s: %s", p.stage, p.result.Gate)
	if p.done {
		title = fmt.Sprintf("Promoted to %s already: %s", p.stage, p.result.Gate)
	}
	p.log.Print(report.Line(title + ", commit " + p.event.SHA))
	rows := [][2]string{
		{"candidate", p.result.Candidate},
		{"commit", p.event.SHA},
		{"evaluated at", p.result.Commit},
		{"verdict", string(p.result.Decision.Verdict)},
		{"score", figure(p.result.Metric("score"))},
		{"recorded in", fmt.Sprintf("branch %s, %s, commit %s", name, l.Folder(), p.at)},
		{"evidence", p.evidence},
		{"deployment", deployment},
	}
	if p.sys.env("GITHUB_STEP_SUMMARY") == "" {
		return
	}
	if err := github.AddSummary(p.sys.env, report.Facts(title, rows), p.event.RunURL()); err != nil {
		p.log.Annotate(github.Annotation{Level: github.Warning, Title: "No job summary", Message: err.Error()})
	}
}
