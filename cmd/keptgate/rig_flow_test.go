//go:build rig

package main_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The commits of the flow. What main holds, and what the changes make of it.
const (
	main0  = "a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0" // before the change
	change = "c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1" // pushed first
	mended = "c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2" // pushed second
	queued = "d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0" // of the merge queue
	main1  = "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1" // merged
	worse  = "c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3" // the next change
	test1  = "e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1" // test merges
	test2  = "e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2"
	test3  = "e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3"
)

// policy is what main says of the gate. The candidate is the workflow's input.
const policy = `gate: desk-agent
suites: [crm]
plan: {k: 2, steady: 4, faults: 0, drift: 0, load: 0}
thresholds: {pass_rate: {min: 0.9}}
baseline: {branch: keptgate}
`

// commit tells GitHub of a commit with the policy, and checks it out.
func (r *rig) commit(t *testing.T, id string, parents ...string) {
	t.Helper()
	write(t, filepath.Join(r.workspace, ".keptgate.yml"), []byte(policy))
	r.github.SetCommit(id, map[string]string{".keptgate.yml": policy}, parents...)
}

// pushes moves a pull request to a head, and checks out its test merge.
func (r *rig) pushes(t *testing.T, number int, head, testMerge, onto string) {
	t.Helper()
	r.github.SetPull(repo, number, head)
	r.commit(t, head, onto)
	r.commit(t, testMerge, onto, head)
	r.event = pushed(number, head, testMerge)
}

// flow runs a step whose inputs leave the rest to the policy.
func (r *rig) flow(t *testing.T, inputs map[string]string) step {
	t.Helper()
	all := map[string]string{"suites": "", "trials": "", "gate-name": ""}
	maps.Copy(all, inputs)
	return r.step(t, all)
}

// TestRigFlow is a change's way from its first push into production's record: a push
// that blocks, one that passes, the merge queue, the merge, the promotion, and the
// next pull request, which is held against what was promoted.
func TestRigFlow(t *testing.T) {
	r := newRig(t, t.TempDir())
	good, bad := map[string]string{"candidate": "builtin:reference"}, map[string]string{"candidate": "builtin:nothing"}
	r.commit(t, main0)

	r.pushes(t, pull, change, test1, main0)
	r.flow(t, bad).expect(t, r, 1, "block")
	comment := r.comment(t)
	r.concludes(t, change, "failure")

	r.pushes(t, pull, mended, test2, main0)
	r.flow(t, good).expect(t, r, 0, "pass")
	r.edited(t, &comment)
	r.concludes(t, mended, "success")

	r.commit(t, queued, main0)
	r.event = grouped(queued, main0)
	r.flow(t, good).expect(t, r, 0, "pass")
	if now := r.comment(t); now.Body != comment.Body {
		t.Error("the merge queue edited the comment")
	}
	r.concludes(t, queued, "success")

	r.commit(t, main1, main0)
	r.github.SetBranch(repo, "main", main1)
	r.event = merged(main1, main0)
	r.flow(t, good).expect(t, r, 0, "pass")
	r.upload(t)
	promoted := r.flow(t, map[string]string{"command": "promote"})
	if promoted.exit != 0 || promoted.outputs["promoted"] != "true" {
		t.Fatalf("promotion: exit code %d and outputs %v:\n%s", promoted.exit, promoted.outputs, promoted.log)
	}
	log := r.github.Branch(repo, "keptgate")
	if len(log) != 1 || log[0].Files["gates/desk-agent/main/evidence/candidate.json"] == "" {
		t.Fatalf("the branch of baselines has %d commits: %+v; want one with evidence", len(log), log)
	}
	if d := r.github.Deployments(); len(d) != 1 || d[0].Commit != main1 || d[0].Environment != "candidate" {
		t.Errorf("deployments are %+v, want one of %s", d, main1)
	}

	const next = pull + 1
	r.pushes(t, next, worse, test3, main1)
	last := r.flow(t, bad)
	last.expect(t, r, 1, "block")
	if last.outputs["regressions"] == "" {
		t.Error("the next change is not held against what was promoted: no category fell")
	}
	if after := r.github.Comments(repo, next); len(after) != 1 || !strings.Contains(after[0].Body, main1[:7]) {
		t.Errorf("the comment of the next change does not name the baseline's commit %s: %+v", main1[:7], after)
	}

	// What a pull request's run says is not promoted, whatever runs after it.
	r.upload(t)
	r.event = merged(worse, main1)
	refused := r.flow(t, map[string]string{"command": "promote"})
	if refused.exit == 0 || refused.outputs["promoted"] != "false" || len(r.github.Branch(repo, "keptgate")) != 1 {
		t.Errorf("promotion of a blocked change: exit code %d, outputs %v:\n%s", refused.exit, refused.outputs, refused.log)
	}
}

// concludes checks the newest check run of a commit.
func (r *rig) concludes(t *testing.T, commit, want string) {
	t.Helper()
	for _, c := range slices.Backward(r.github.Checks()) {
		if c.Head == commit {
			if c.Conclusion != want {
				t.Errorf("the check of %s concludes %q, want %s", commit, c.Conclusion, want)
			}
			return
		}
	}
	t.Errorf("there is no check of %s", commit)
}

// upload keeps the run's folder for the job after it, which downloads it.
func (r *rig) upload(t *testing.T) {
	t.Helper()
	r.artifact = filepath.Join(t.TempDir(), "artifact")
	if err := os.Rename(filepath.Join(r.workspace, "keptgate-out"), r.artifact); err != nil {
		t.Fatal(err)
	}
}
