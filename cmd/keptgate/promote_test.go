package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github/githubtest"
)

var commitA = strings.Repeat("a", 40)

// promotingStep is a fake GitHub, and a step on the push of commit a that has a result.
type promotingStep struct {
	*githubtest.Server
	dir string
	env map[string]string
	out bytes.Buffer
}

func newPromotingStep(t *testing.T) *promotingStep {
	t.Helper()
	s := &promotingStep{Server: githubtest.Start(t), dir: t.TempDir()}
	t.Chdir(s.dir)
	s.AddToken(hubToken, githubtest.User{Login: "github-actions[bot]", App: true})
	s.SetCommit(commitA, map[string]string{"a": "1"})
	s.env = map[string]string{
		"GITHUB_API_URL": s.URL, "GITHUB_SERVER_URL": "https://github.example", "GITHUB_REPOSITORY": hubRepo, "GITHUB_TOKEN": hubToken,
		"GITHUB_EVENT_NAME": "push", "GITHUB_EVENT_PATH": filepath.Join(s.dir, "event.json"), "GITHUB_SHA": commitA, "GITHUB_REF": "refs/heads/main",
	}
	if err := os.WriteFile("event.json", []byte(`{"repository":{"default_branch":"main"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s.judged(t, commitA)
	return s
}

// judged makes the result that of another commit, which the step is then about.
func (s *promotingStep) judged(t *testing.T, commit string) {
	t.Helper()
	s.env["GITHUB_SHA"] = commit
	r := &gate.Result{
		Version: gate.ResultVersion, Gate: "desk", Commit: commit, Event: "push", Decision: &gate.Decision{Verdict: gate.Pass},
		Times: gate.Times{Started: time.Unix(1_800_000_000, 0)},
		Cases: []gate.CaseResult{{Suite: "desk", Case: "a", Digest: "d", Condition: gate.Steady, Passed: 1, Trials: []gate.TrialResult{{Pass: true, Draws: 1}}}},
	}
	data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(gate.ResultFile, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// promote runs the program and returns its exit code.
func (s *promotingStep) promote(ctx context.Context, args ...string) int {
	s.out.Reset()
	return run(ctx, &system{
		args: append([]string{"promote", gate.ResultFile}, args...), env: func(name string) string { return s.env[name] },
		stdout: &s.out, stderr: &s.out, now: func() time.Time { return time.Unix(1_800_000_000, 0) },
	})
}

// Whatever request a promotion is killed at, the branch holds all of it or nothing,
// and the next one makes it whole, once.
func TestPromotionKilledAnywhere(t *testing.T) {
	finished := false
	for at := 0; !finished; at++ {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			s := newPromotingStep(t)
			ctx, kill := context.WithCancel(t.Context())
			defer kill()
			left := at
			s.Watch(func(githubtest.Request) {
				if left--; left < 0 {
					kill()
				}
			})
			code := s.promote(ctx)
			finished = left >= 0
			if log := s.Branch(hubRepo, "keptgate"); len(log) > 1 || len(log) == 1 && len(log[0].Files) != 3 {
				t.Errorf("killed at request %d: the branch has %+v", at, log)
			}
			s.Watch(func(githubtest.Request) {})
			if again := s.promote(t.Context()); again != exitPass || code != exitPass && code != exitUndecided {
				t.Errorf("killed at request %d: exit codes %d, then %d\n%s", at, code, again, s.out.String())
			}
			if log := s.Branch(hubRepo, "keptgate"); len(log) != 1 || !exists(evidenceFile) {
				t.Errorf("killed at request %d, and promoted again: %d commits", at, len(log))
			}
			if d := s.Deployments(); len(d) != 1 || len(d[0].States) != 1 || d[0].States[0] != "success" {
				t.Errorf("killed at request %d, and promoted again: deployments %+v", at, d)
			}
		})
	}
}

// What a branch holds is believed only as far as it can be read.
func TestPromotionRefusesABrokenBranch(t *testing.T) {
	const folder = "gates/desk/main/"
	line := `{"run":"000001-abc.json","time":"2026-01-01T00:00:00Z","commit":"` + commitA + `","candidate":"","stage":"candidate","verdict":"pass","categories":{}}` + "\n"
	for _, test := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{folder + "history.jsonl": "{"}, "read history, line 1"},
		{map[string]string{folder + "history.jsonl": line}, "the branch keptgate has the promotion, and not its evidence gates/desk/main/evidence/candidate.json"},
	} {
		s := newPromotingStep(t)
		s.SetCommit(hubBase, test.files)
		s.SetBranch(hubRepo, "keptgate", hubBase)
		if code := s.promote(t.Context()); code != exitUndecided || !strings.Contains(s.out.String(), test.want) {
			t.Errorf("exit code %d, want %q:\n%s", code, test.want, s.out.String())
		}
	}
}

// A stage that the commit reached long ago, behind many others, has to be reached
// again; and what cannot be looked up is no promotion.
func TestPromotionLooksBackSoFar(t *testing.T) {
	var history strings.Builder
	line := func(commit string) {
		fmt.Fprintf(&history, `{"run":"000001-abc.json","time":"2026-01-01T00:00:00Z","commit":%q,"candidate":"","stage":"candidate","verdict":"pass","categories":{}}`+"\n", commit)
	}
	line(commitA)
	for i := range maxLooked {
		line(fmt.Sprintf("%040x", i))
	}
	s := newPromotingStep(t)
	s.SetCommit(hubBase, map[string]string{"gates/desk/main/history.jsonl": history.String()})
	s.SetBranch(hubRepo, "keptgate", hubBase)
	if code := s.promote(t.Context(), "--stage", "staging"); code != exitUndecided || !strings.Contains(s.out.String(), "has not been promoted to candidate") {
		t.Errorf("exit code %d:\n%s", code, s.out.String())
	}
	s.Fail(githubtest.Failure{Path: "/repos/" + hubRepo + "/git/commits/00", Status: 403})
	if code := s.promote(t.Context(), "--stage", "staging"); code != exitUndecided || !strings.Contains(s.out.String(), "promote: read commit 00") {
		t.Errorf("exit code %d:\n%s", code, s.out.String())
	}
}

// What cannot be written here is said; the promotion stands.
func TestPromotionWithoutPlaces(t *testing.T) {
	s := newPromotingStep(t)
	s.env["GITHUB_STEP_SUMMARY"] = filepath.Join(s.dir, "none", "summary.md")
	if code := s.promote(t.Context()); code != exitPass || !strings.Contains(s.out.String(), "No job summary") {
		t.Errorf("no summary: exit code %d\n%s", code, s.out.String())
	}
	s.env["GITHUB_OUTPUT"] = filepath.Join(s.dir, "none", "outputs")
	if code := s.promote(t.Context()); code != exitUndecided || !strings.Contains(s.out.String(), "set output promoted") {
		t.Errorf("no outputs: exit code %d\n%s", code, s.out.String())
	}
	if code := s.promote(t.Context(), "--evidence", filepath.Join("none", "e.json")); code != exitUndecided {
		t.Errorf("no place for evidence: exit code %d\n%s", code, s.out.String())
	}
}

// A run that took longer than a newer one does not take the stage back from it; one
// that was started again does.
func TestPromotionOfAnOlderRun(t *testing.T) {
	s := newPromotingStep(t)
	commitB := strings.Repeat("b", 40)
	s.SetCommit(commitB, map[string]string{"b": "1"})
	s.env["GITHUB_RUN_ID"] = "80"
	if code := s.promote(t.Context()); code != exitPass {
		t.Fatalf("exit code %d\n%s", code, s.out.String())
	}
	s.judged(t, commitB)
	s.env["GITHUB_RUN_ID"] = "79"
	if code := s.promote(t.Context()); code != exitUndecided || !strings.Contains(s.out.String(), "run 80 is newer than this one, 79, and has promoted commit aaaa") {
		t.Errorf("exit code %d\n%s", code, s.out.String())
	}
	s.env["GITHUB_RUN_ATTEMPT"] = "2"
	if code := s.promote(t.Context()); code != exitPass || len(s.Branch(hubRepo, "keptgate")) != 2 {
		t.Errorf("exit code %d\n%s", code, s.out.String())
	}
}

// Where GitHub cannot be asked whether the stage holds the commit, or the branch would
// grow too large, nothing is promoted.
func TestPromotionNeedsItsBranch(t *testing.T) {
	history := `{"run":"000001-abc.json","time":"2026-01-01T00:00:00Z","commit":"` + hubHead + `","candidate":"","stage":"candidate","verdict":"pass","categories":{}}` + "\n"
	s := newPromotingStep(t)
	s.SetCommit(hubBase, map[string]string{"gates/desk/main/history.jsonl": history, "gates/desk/main/runs/000001-abc.json": strings.Repeat(" ", 1<<20)})
	s.SetBranch(hubRepo, "keptgate", hubBase)
	s.Fail(githubtest.Failure{Path: "/repos/" + hubRepo + "/git/commits/" + hubHead, Status: 403})
	if code := s.promote(t.Context()); code != exitUndecided || !strings.Contains(s.out.String(), "promote: read commit "+hubHead) {
		t.Errorf("exit code %d\n%s", code, s.out.String())
	}
	s.SetCommit(hubMerge, map[string]string{".keptgate.yml": "baseline: {branch: keptgate, pool: 2}\n"})
	s.SetBranch(hubRepo, "main", hubMerge)
	if code := s.promote(t.Context()); code != exitUndecided || !strings.Contains(s.out.String(), "more than the 1048576 allowed") {
		t.Errorf("exit code %d\n%s", code, s.out.String())
	}
	if log := s.Branch(hubRepo, "keptgate"); len(log) != 1 {
		t.Errorf("%d commits, want the one that was there", len(log))
	}
}

// noSpace is a full disk.
type noSpace struct{}

func (noSpace) Write([]byte) (int, error) { return 0, errors.New("no space") }

// Advice that nobody can read is none.
func TestOutcomeNeedsAReader(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		".keptgate.yml": "outcomes: {repairs: {max_rate: 0.1}}\n",
		"o.yaml":        "stage: live\ncommit: " + commitA + "\nfrom: 2026-01-01T00:00:00Z\nto: 2026-01-02T00:00:00Z\ncategories: {a: {handled: 500}}\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sys := &system{args: []string{"outcome", "o.yaml"}, env: func(string) string { return "" }, stdout: noSpace{}, stderr: &bytes.Buffer{}, now: time.Now}
	if code := run(t.Context(), sys); code != exitUndecided {
		t.Errorf("exit code %d, want %d", code, exitUndecided)
	}
}
