package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

// graceOfRunner is within how long an interrupted run has to have ended. The
// runner sends SIGTERM after 7.5 seconds, and kills.
const graceOfRunner = 5 * time.Second

// TestInterruptedCheckIsCancelled interrupts the action while its candidate hangs:
// within five seconds the check is completed as cancelled, the result is there, and
// the run has ended without a verdict. So it is where GitHub's answers are late.
func TestInterruptedCheckIsCancelled(t *testing.T) {
	for name, test := range map[string]struct {
		deny     []string
		failure  *githubtest.Failure
		checks   []string
		statuses []string
	}{
		"check run": {checks: []string{"completed cancelled"}},
		"completed, the answer lost": {
			failure: &githubtest.Failure{Path: "/repos/octo/agent/check-runs/", Drop: true, Commit: true}, checks: []string{"completed cancelled"},
		},
		"commit status": {deny: []string{"checks/"}, statuses: []string{"error"}},
		"limited for a minute": { // there is no time to wait: the check stays as it is, and the run ends all the same
			failure: &githubtest.Failure{Path: "/repos/octo/agent/check-runs/", Status: 429, Header: map[string]string{"Retry-After": "60"}},
			checks:  []string{"in_progress "},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := githubtest.Start(t)
			server.AddToken(hubToken, githubtest.User{Login: "github-actions[bot]", App: true, Deny: test.deny})
			if test.failure != nil {
				server.Fail(*test.failure)
			}
			dir := t.TempDir()
			model, asked := hangingModel(t)
			cmd := actionProgram(t, server, dir, "INPUT_CANDIDATE=openai:some-model", "OPENAI_BASE_URL="+model, "OPENAI_API_KEY=sk-test-4f1d")
			log := &strings.Builder{}
			cmd.Stdout, cmd.Stderr = log, log
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			<-asked
			endWithin(t, cmd, graceOfRunner)
			if got := cmd.ProcessState.ExitCode(); got != exitUndecided {
				t.Errorf("exit code %d, want %d", got, exitUndecided)
			}
			var checks, statuses []string
			for _, k := range server.Checks() {
				checks = append(checks, k.Status+" "+k.Conclusion)
			}
			for _, s := range server.Statuses() {
				statuses = append(statuses, s.State)
			}
			if diff := cmp.Diff(test.checks, checks); diff != "" {
				t.Errorf("check runs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.statuses, statuses); diff != "" {
				t.Errorf("commit statuses (-want +got):\n%s", diff)
			}
			result := timelessResult(t, filepath.Join(dir, "keptgate-out"))
			if got := result["stopped"]; got != "the run was interrupted" {
				t.Errorf("result says stopped %q", got)
			}
			if strings.Contains(log.String(), "comment created") || !strings.Contains(log.String(), "no comment: the run was interrupted") {
				t.Errorf("an interrupted run has no comment; it said:\n%s", log)
			}
			if t.Failed() {
				t.Logf("log:\n%s", log)
			}
		})
	}
}

// TestInterruptedCheckKeepsItsVerdict interrupts the action after its verdict, while
// it waits for a rate limit to complete the check: the verdict is what it shows.
func TestInterruptedCheckKeepsItsVerdict(t *testing.T) {
	server := githubtest.Start(t)
	server.AddToken(hubToken, githubtest.User{Login: "github-actions[bot]", App: true})
	server.Fail(githubtest.Failure{Method: http.MethodPatch, Status: 429, Header: map[string]string{"Retry-After": "60"}})
	completing := make(chan struct{}, 1)
	server.Watch(func(r githubtest.Request) { once(completing, r.Method == http.MethodPatch) })
	cmd := actionProgram(t, server, t.TempDir(), "INPUT_CANDIDATE=builtin:reference")
	log := &strings.Builder{}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-completing
	endWithin(t, cmd, graceOfRunner)
	checks := server.Checks()
	if len(checks) != 1 || checks[0].Conclusion != "success" || cmd.ProcessState.ExitCode() != exitPass {
		t.Errorf("exit code %d, check runs %+v, want %d and one that passed:\n%s", cmd.ProcessState.ExitCode(), checks, exitPass, log)
	}
}

// once tells a channel of the first time.
func once(told chan<- struct{}, now bool) {
	if now {
		select {
		case told <- struct{}{}:
		default:
		}
	}
}

// hangingModel is a provider that never answers, and a channel that tells when it
// was asked.
func hangingModel(t *testing.T) (address string, asked <-chan struct{}) {
	t.Helper()
	told := make(chan struct{}, 1)
	provider := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // whose end is awaited before the client's going is noticed
		once(told, true)
		<-r.Context().Done()
	}))
	t.Cleanup(provider.Close)
	return provider.URL, told
}

// actionProgram is the action on a pull request in its own process.
func actionProgram(t *testing.T, server *githubtest.Server, dir string, env ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	suite, err := filepath.Abs(filepath.Join("testdata", "suites", "desk"))
	if err != nil {
		t.Fatal(err)
	}
	server.SetPull(hubRepo, hubPull, hubHead)
	server.SetCommit(hubBase, nil)
	server.SetCommit(hubMerge, nil, hubBase, hubHead)
	for name, text := range map[string]string{
		"event.json": fmt.Sprintf(`{"pull_request":{"number":%d,"head":{"sha":%q},"base":{"ref":"main"}}}`, hubPull, hubHead), "outputs": "", "summary.md": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(self, "action")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asProgram+"=1",
		"GITHUB_ACTIONS=true", "GITHUB_API_URL="+server.URL, "GITHUB_SERVER_URL=https://github.example", "GITHUB_REPOSITORY="+hubRepo,
		"GITHUB_EVENT_NAME=pull_request", "GITHUB_EVENT_PATH="+filepath.Join(dir, "event.json"), "GITHUB_SHA="+hubMerge,
		"GITHUB_RUN_ID=77", "GITHUB_RUN_ATTEMPT=1", "GITHUB_OUTPUT="+filepath.Join(dir, "outputs"), "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"),
		"INPUT_GITHUB-TOKEN="+hubToken, "INPUT_SUITES="+suite)
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// endWithin interrupts a program and wants it to end by itself in that time.
func endWithin(t *testing.T, cmd *exec.Cmd, most time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ended: // its exit code is looked at
	case <-ctx.Done():
		_ = cmd.Process.Kill() // it is late; whether it still is there does not matter
		<-ended
		t.Errorf("the run had not ended %s after the signal", most)
	}
}
