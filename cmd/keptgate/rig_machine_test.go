//go:build rig

package main_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

// The pull request that the rig gates.
const (
	repo  = "owner/project"
	pull  = 7
	head  = "4f1a5c6e2b9d8a7f3c0e1d2b4a5968778695a4b3"
	merge = "0b1c2d3e4f5061728394a5b6c7d8e9f00112233f" // GitHub's test merge
	onto  = "1c2d3e4f5061728394a5b6c7d8e9f00112233f0b" // its first parent
	token = "ghs_rig"
	bot   = "github-actions[bot]"
)

// runner is the user that owns the workspace on GitHub's machines.
const runner = 1001

// A rig is a runner's machine and a fake GitHub with one pull request.
type rig struct {
	github    *githubtest.Server
	workspace string
	event     happening // that started the workflow
	runs      int       // workflow runs until now
	artifact  string    // folder that the next job downloads; "" for none
}

// newRig starts a fake GitHub, which fails the test for every exchange outside GitHub's own description.
func newRig(t *testing.T, workspace string) *rig {
	t.Helper()
	r := &rig{github: githubtest.Start(t), workspace: workspace}
	r.github.AddToken(token, githubtest.User{Login: bot, App: true})
	r.github.SetPull(repo, pull, head)
	r.github.SetCommit(onto, nil)
	r.github.SetCommit(merge, nil, onto, head)
	r.github.AddComment(repo, pull, "someone", "Looks good to me.")
	r.event = pushed(pull, head, merge)
	return r
}

// comments returns the comments of gates.
func (r *rig) comments() []githubtest.Comment {
	var own []githubtest.Comment
	for _, c := range r.github.Comments(repo, pull) {
		if c.Login == bot {
			own = append(own, c)
		}
	}
	return own
}

// comment returns the one gate's one comment.
func (r *rig) comment(t *testing.T) githubtest.Comment {
	t.Helper()
	own := r.comments()
	if len(own) != 1 {
		t.Fatalf("%d comments of the gate, want 1", len(own))
	}
	return own[0]
}

// edited checks that last is still the gate's one comment, with another text, and moves last on.
func (r *rig) edited(t *testing.T, last *githubtest.Comment) {
	t.Helper()
	now := r.comment(t)
	if now.ID != last.ID || now.Body == last.Body {
		t.Errorf("comment %d became comment %d, text changed: %t; want the same comment with another text", last.ID, now.ID, now.Body != last.Body)
	}
	*last = now
}

// keep renames a file of the workspace, so that it outlives the next run.
func (r *rig) keep(t *testing.T, file, name string) {
	t.Helper()
	if err := os.Rename(filepath.Join(r.workspace, file), filepath.Join(r.workspace, name)); err != nil {
		t.Fatal(err)
	}
}

// next starts another workflow run: on GitHub its workspace would be a fresh checkout.
func (r *rig) next(t *testing.T) {
	t.Helper()
	r.runs++
	if err := os.RemoveAll(filepath.Join(r.workspace, "keptgate-out")); err != nil {
		t.Fatal(err)
	}
	if r.artifact != "" {
		if err := os.Rename(r.artifact, filepath.Join(r.workspace, "keptgate-out")); err != nil {
			t.Fatal(err)
		}
		r.artifact = ""
	}
	if err := os.Chown(r.workspace, runner, runner); err != nil {
		t.Fatal(err)
	}
}

// A step is what one run of the container left.
type step struct {
	exit    int
	log     string
	outputs map[string]string
	summary string
}

// step runs the container as GitHub's runner does. Only the network is another: the host's, where the fake GitHub is.
func (r *rig) step(t *testing.T, inputs map[string]string, env ...string) step {
	t.Helper()
	r.next(t)
	temp := t.TempDir()
	write(t, filepath.Join(temp, "_github_workflow/event.json"), r.event.file(t))
	write(t, filepath.Join(temp, "_runner_file_commands/set_output"), nil)
	write(t, filepath.Join(temp, "_runner_file_commands/step_summary"), nil)
	write(t, filepath.Join(temp, "_github_home/.keep"), nil)

	args := []string{"run", "--workdir", "/github/workspace", "--rm", "--network=host"}
	for name, value := range r.inputs(inputs) {
		args = append(args, "-e", "INPUT_"+strings.ToUpper(name)+"="+value)
	}
	for _, variable := range append(r.environment(), env...) {
		args = append(args, "-e", variable)
	}
	socket, _ := strings.CutPrefix(os.Getenv("DOCKER_HOST"), "unix://")
	for inside, outside := range map[string]string{
		"/var/run/docker.sock":  cmp.Or(socket, "/var/run/docker.sock"),
		"/github/runner_temp":   temp,
		"/github/home":          filepath.Join(temp, "_github_home"),
		"/github/workflow":      filepath.Join(temp, "_github_workflow"),
		"/github/file_commands": filepath.Join(temp, "_runner_file_commands"),
		"/github/workspace":     r.workspace,
	} {
		args = append(args, "-v", outside+":"+inside)
	}

	s := step{outputs: map[string]string{}}
	s.exit, s.log = run(t, "docker", append(args, setting(t, "RIG_IMAGE"))...)
	if s.exit >= 125 {
		t.Fatalf("run container: exit code %d:\n%s", s.exit, s.log)
	}
	s.summary = read(t, filepath.Join(temp, "_runner_file_commands/step_summary"))
	for line := range strings.Lines(read(t, filepath.Join(temp, "_runner_file_commands/set_output"))) {
		name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		if !ok {
			t.Errorf("output file: %q is not name=value", line)
		}
		s.outputs[name] = value
	}
	return s
}

// inputs are what a workflow gives, over the defaults that the runner takes from action.yml.
func (r *rig) inputs(given map[string]string) map[string]string {
	all := map[string]string{
		"command": "run", "shard": "", "config": "", "profile": "", "suites": "crm", "trials": "2", "baseline": "", "gate-name": "rig", "comment": "true", "issue": "false",
		"fail-on": "", "result": "keptgate-out", "github-token": token, "held-out": "", "working-directory": ".", "stage": "candidate",
	}
	maps.Copy(all, given)
	return all
}

func (r *rig) environment() []string {
	run := strconv.Itoa(r.runs)
	return append(r.event.environment(),
		"HOME=/github/home", "CI=true", "GITHUB_ACTIONS=true", "GITHUB_ACTION=gate", "GITHUB_JOB=keptgate", "GITHUB_WORKFLOW=rig",
		"GITHUB_REPOSITORY="+repo, "GITHUB_REPOSITORY_OWNER=owner", "GITHUB_ACTOR=someone",
		"GITHUB_RUN_ID="+run, "GITHUB_RUN_NUMBER="+run, "GITHUB_RUN_ATTEMPT=1", "GITHUB_SERVER_URL=https://github.com",
		"GITHUB_API_URL="+r.github.URL, "GITHUB_GRAPHQL_URL="+r.github.URL+"/graphql", "GITHUB_WORKSPACE=/github/workspace",
		"GITHUB_EVENT_PATH=/github/workflow/event.json", "GITHUB_OUTPUT=/github/file_commands/set_output",
		"GITHUB_STEP_SUMMARY=/github/file_commands/step_summary", "RUNNER_OS=Linux", "RUNNER_ARCH=X64", "RUNNER_NAME=rig",
		"RUNNER_TEMP=/github/runner_temp", "RUNNER_WORKSPACE=/home/runner/work/project",
	)
}

// headings are how summary and comment say a verdict.
var headings = map[string]string{"pass": "Passed", "block": "Blocked", "not-evaluated": "Not evaluated"}

// expect checks the exit code, the outputs, the summary and the files of a step that came to a verdict.
func (s step) expect(t *testing.T, r *rig, exit int, verdict string) {
	t.Helper()
	if s.exit != exit || s.outputs["verdict"] != verdict {
		t.Fatalf("exit code %d and verdict %q, want %d and %q:\n%s", s.exit, s.outputs["verdict"], exit, verdict, s.log)
	}
	for _, name := range []string{"verdict", "score", "pass-k", "regressions", "result", "report", "comment-url"} {
		if _, ok := s.outputs[name]; !ok {
			t.Errorf("output %s is not set", name)
		}
	}
	for _, name := range []string{"result", "report"} {
		file := s.outputs[name]
		info, err := os.Stat(filepath.Join(r.workspace, file))
		if err != nil || !filepath.IsLocal(file) || info.Size() == 0 {
			t.Errorf("output %s is %q, want a file in the workspace, relative to it (%v)", name, file, err)
			continue
		}
		if owner := info.Sys().(*syscall.Stat_t).Uid; owner != runner {
			t.Errorf("%s belongs to user %d, want the workspace's owner %d", file, owner, runner)
		}
	}
	if heading := headings[verdict]; !strings.Contains(s.summary, heading) {
		t.Errorf("the job summary does not say %q:\n%s", heading, s.summary)
	}
}

// act runs a workflow of the workspace, and returns act's exit code and log.
func (r *rig) act(t *testing.T, workflow string, args ...string) (int, string) {
	t.Helper()
	r.next(t)
	// To act the checkout's head is the test merge.
	_, checkout := run(t, "git", "-c", "safe.directory=*", "-C", r.workspace, "rev-parse", "HEAD")
	r.github.SetCommit(strings.TrimSpace(checkout), nil, onto, head)
	dir := t.TempDir()
	event := filepath.Join(dir, "event.json")
	write(t, event, r.event.file(t))
	// Where act keeps files of its own.
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("XDG_CACHE_HOME", dir)
	return run(t, setting(t, "RIG_ACT"), append([]string{
		"pull_request", "-C", r.workspace, "-W", workflow, "-e", event, "-P", "ubuntu-latest=debian:bookworm-slim", "--pull=false", "--bind",
		"--network", "host", "--no-cache-server", "--rm", "--env", "GITHUB_API_URL=" + r.github.URL, "--env", "GITHUB_REPOSITORY=" + repo,
		"--env", "GITHUB_RUN_ID=" + strconv.Itoa(r.runs), "-s", "GITHUB_TOKEN=" + token,
	}, args...)...)
}

// laterStep returns what the step after the action saw: see testdata/rig/gate.yml.
func (r *rig) laterStep(t *testing.T) (outcome string, outputs map[string]string) {
	t.Helper()
	if err := json.Unmarshal([]byte(read(t, filepath.Join(r.workspace, "outputs.json"))), &outputs); err != nil {
		t.Fatal(err)
	}
	return read(t, filepath.Join(r.workspace, "outcome.txt")), outputs
}

// setting reads what .ci/rig has prepared.
func setting(t *testing.T, name string) string {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		t.Fatalf("%s is not set: run make rig", name)
	}
	return value
}

// run runs a program and returns its exit code and all that it printed.
func run(t *testing.T, name string, args ...string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || ctx.Err() != nil) {
		t.Fatalf("run %s: %v:\n%s", name, err, out)
	}
	if exit != nil {
		return exit.ExitCode(), string(out)
	}
	return 0, string(out)
}

// docker runs a command of the engine's client that has to succeed, and returns its standard output.
func docker(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "docker", args...).Output()
	if err != nil {
		t.Fatalf("docker %s: %v", args[0], err)
	}
	return string(out)
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
