package agent

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
)

// sh makes a candidate of a shell script.
func sh(t *testing.T, script string, more File) Candidate {
	t.Helper()
	more.Command = []string{"sh", "-c", script}
	c, err := FromFile(more, Options{Dir: openDir(t), LookupEnv: func(name string) (string, bool) {
		v, ok := map[string]string{"PATH": os.Getenv("PATH"), "GITHUB_TOKEN": "ghs_secret", "ACME_API_KEY": "acme-key-1234"}[name]
		return v, ok
	}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// openDir makes a folder that every user may enter and write to: agents run as one
// without rights, where the tests are run by root.
func openDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for path, mode := range map[string]os.FileMode{dir: 0o777, filepath.Dir(dir): 0o755} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// askTimes tells a session so many messages and returns the last answer.
func askTimes(t *testing.T, s Session, times int) (trace.Message, trace.Usage, error) {
	t.Helper()
	for range times - 1 {
		if _, _, err := s.Next(t.Context(), trace.Message{Role: trace.RoleCaller, Text: "Hello."}, nil); err != nil {
			t.Fatalf("before the last: %v", err)
		}
	}
	return s.Next(t.Context(), trace.Message{Role: trace.RoleCaller, Text: "Hello."}, nil)
}

const answers = `while read line; do echo '{"message": "Good morning.", "usage": {"requests": 1, "input_tokens": 7}}'; done`

func TestProgramTalks(t *testing.T) {
	s := begin(t, sh(t, answers, File{}))
	said, usage, err := askTimes(t, s, 3)
	if err != nil || said.Text != "Good morning." || usage != (trace.Usage{Requests: 1, InputTokens: 7}) {
		t.Errorf("%+v, %+v, %v", said, usage, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func begin(t *testing.T, c Candidate) Session {
	t.Helper()
	s, err := c.Start(t.Context(), Briefing{MCP: "http://127.0.0.1:1/x", System: "Be kind."})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestProgramsThatMisbehave: whatever a program does ends as its own failure.
func TestProgramsThatMisbehave(t *testing.T) {
	for _, test := range []struct {
		name, script string
		asked        int
		want         string
	}{
		{"exits at once", `exit 3`, 1, "it ended before it had answered (exit status 3)"},
		{"exits with words", `echo "no model here" >&2; exit 1`, 1, "(exit status 1); standard error ends: no model here"},
		{"leaves in the middle", `read line; echo '{"message": "Hello."}'`, 2, "it ended before it had answered (exit code 0)"},
		{"prints no JSON", `read line; echo Hello; read line`, 1, `it begins "Hello\n"`},
		{"greets before it is asked", `echo Ready.; ` + answers, 1, "Ready."},
		{"prints nothing", `read line; echo; read line`, 1, "it answered nothing"},
		{"answers twice", `read line; printf '{"message": "a"}\n{"message": "b"}\n'; read line; read line`, 2, ""},
		{"reports an error", `read line; echo '{"error": "out of ideas"}'; read line`, 1, "it reports: out of ideas"},
		{"has no message", `read line; echo '{}'; read line`, 1, "its answer has no message"},
		{"counts backwards", `read line; echo '{"message": "a", "usage": {"input_tokens": -1}}'; read line`, 1, "its usage reports -1"},
		{"prints a gigabyte", `read line; head -c 1000000000 /dev/zero; read line`, 1, "a line of more than 2097152 bytes"},
		{"hangs", `read line; sleep 1000`, 1, "it did not answer within 300ms"},
		{"hears nothing", `sleep 1000`, 1, "it did not answer within 300ms"},
		{"tells a key", `read line; echo "{\"error\": \"refused $ACME_API_KEY\"}"; read line`, 1, "it reports: refused [key]"},
		{"has no other secret", `read line; echo "{\"error\": \"token '$GITHUB_TOKEN'\"}"; read line`, 1, "it reports: token ''"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := File{Env: []string{"ACME_API_KEY"}}
			if strings.Contains(test.want, "300ms") {
				f.Timeout = "300ms"
			}
			s := begin(t, sh(t, test.script, f))
			said, _, err := askTimes(t, s, test.asked)
			var crash *CrashError
			switch {
			case test.want == "" && err == nil: // the second line is taken for the second answer
				if said.Text != "b" {
					t.Errorf("said %q", said.Text)
				}
			case test.want == "":
				if !errors.As(err, &crash) || !strings.Contains(crash.Reason, "nobody asked for") {
					t.Errorf("got %v", err)
				}
			case !errors.As(err, &crash) || !strings.Contains(crash.Reason, test.want):
				t.Errorf("got %v, want a crash with %q", err, test.want)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestProgramReportsAnOutage(t *testing.T) {
	s := begin(t, sh(t, `read line; echo '{"error": "529 overloaded", "outage": true}'; read line`, File{}))
	_, _, err := askTimes(t, s, 1)
	var outage *ProviderError
	if !errors.As(err, &outage) || outage.Permanent || !strings.Contains(outage.Reason, "529 overloaded") {
		t.Errorf("got %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestNothingOfAProgramIsLeft: one that is deaf to signals and has a child is
// gone after Close, and so is its home.
func TestNothingOfAProgramIsLeft(t *testing.T) {
	dir := openDir(t)
	script := `trap '' TERM HUP INT; sleep 1000 & echo $! > ` + dir + `/child; echo "$HOME" > ` + dir + `/home; read line; echo '{"message": "a"}'; while :; do sleep 1; done`
	s := begin(t, sh(t, script, File{}))
	if _, _, err := askTimes(t, s, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	child, err := os.ReadFile(filepath.Join(dir, "child"))
	if err != nil {
		t.Fatal(err)
	}
	if line, _ := os.ReadFile("/proc/" + strings.TrimSpace(string(child)) + "/cmdline"); len(line) > 0 { // the dead have none
		t.Errorf("its child still runs: %q", line)
	}
	home, err := os.ReadFile(filepath.Join(dir, "home"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(strings.TrimSpace(string(home))); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its home %s is still there: %v", home, err)
	}
}

func TestAskingAProgramEndsWithTheRun(t *testing.T) {
	s := begin(t, sh(t, `sleep 1000`, File{}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.Next(ctx, trace.Message{Role: trace.RoleCaller, Text: "Hello."}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestProgramIdentityFollowsItsCode: another text of the program is another
// candidate.
func TestProgramIdentityFollowsItsCode(t *testing.T) {
	dir := openDir(t)
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	identity := func(f File) string {
		t.Helper()
		f.Command = []string{"sh", "agent.sh", "--fast"}
		c, err := FromFile(f, Options{Dir: dir, LookupEnv: os.LookupEnv})
		if err != nil {
			t.Fatal(err)
		}
		return c.Identity()
	}
	write("agent.sh", "exit")
	write("lib/a.sh", "true")
	write("lib/node_modules/b.sh", "true")
	first, with := identity(File{}), identity(File{Code: []string{"lib"}})
	if !strings.HasPrefix(first, "command:sh agent.sh --fast code:") || with == first {
		t.Errorf("identities %q and %q", first, with)
	}
	write("lib/node_modules/b.sh", "false")
	if again := identity(File{Code: []string{"lib"}}); again != with {
		t.Errorf("a package changed it: %q and %q", again, with)
	}
	write("lib/a.sh", "false")
	if again := identity(File{Code: []string{"lib"}}); again == with {
		t.Errorf("its code changed, and it is still %q", again)
	}
	if got := identity(File{Version: "v2"}); got != first+" version:v2" {
		t.Errorf("got %q", got)
	}
	if got := identity(File{Timeout: "9s"}); got != first {
		t.Errorf("a timeout made it %q", got)
	}
}
