//go:build linux

package process

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// judge starts a shell script as what is judged, with a home, and returns what it
// printed.
func judge(t *testing.T, script string) string {
	t.Helper()
	home := openFolder(t)
	if err := Hand(home); err != nil {
		t.Fatal(err)
	}
	p, err := Start(t.Context(), Command{
		Args: []string{"/bin/sh", "-c", script}, Dir: "/", Home: home, Grace: 50 * time.Millisecond, Lookup: os.LookupEnv, Judged: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	said, err := io.ReadAll(p.Stdout)
	if err != nil || p.Err() != nil {
		t.Fatalf("it said %q, %v, %v; %s", said, err, p.Err(), p.Stderr())
	}
	return string(said)
}

// openFolder makes a folder that every user may enter.
func openFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestWhatIsJudgedHasNoRights: as root it is nobody, of no group but one; in any
// case it gains no rights, and it can do what it needs to.
func TestWhatIsJudgedHasNoRights(t *testing.T) {
	who := fmt.Sprintf("%d:%d", os.Getuid(), os.Getgid())
	if Isolates() {
		who = "65534:65534"
	}
	got := judge(t, `echo "$(id -u):$(id -g)"; grep -c 'NoNewPrivs:.1' /proc/self/status
		echo x > "$HOME/x" && mktemp > /dev/null && case "$TMPDIR" in "$HOME") echo home;; esac
		echo aside > /dev/stderr && echo heard > /dev/stdout`)
	if want := who + "\n1\nhome\nheard\n"; got != want {
		t.Errorf("it said %q, want %q", got, want)
	}
	if groups := strings.Fields(judge(t, "id -G")); Isolates() && len(groups) != 1 {
		t.Errorf("it is of the groups %q", groups)
	}
	// Whatever else is started is as it was.
	p := run(t, t.Context(), `grep -c 'NoNewPrivs:.0' /proc/self/status`, nil)
	if said, err := io.ReadAll(p.Stdout); err != nil || string(said) != "1\n" {
		t.Errorf("a program that is not judged said %q, %v", said, err)
	}
}

// TestReach: what keeps nobody out is named, and where this program isolates
// nothing, nothing is in the way.
func TestReach(t *testing.T) {
	dir := openFolder(t)
	make := func(name string, mode os.FileMode, folder bool) string {
		t.Helper()
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		switch {
		case err != nil:
		case folder:
			err = os.Mkdir(path, 0o755)
		default:
			err = os.WriteFile(path, []byte("x"), 0o644)
		}
		if err == nil {
			err = os.Chmod(path, mode)
		}
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	closed := make("closed", 0o755, true)
	inside := make("closed/file", 0o644, false)
	link := filepath.Join(dir, "link")
	if err := os.Symlink(inside, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	given := make("given", 0o600, false)
	if err := Hand(given); err != nil {
		t.Fatal(err)
	}
	grouped := make("grouped", 0o640, false)
	if Isolates() {
		if err := os.Chown(grouped, 0, Nobody); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		path string
		run  bool
		want string // the path that is closed, "" for none
	}{
		{make("program", 0o755, false), true, ""},
		{make("plain", 0o644, false), false, ""},
		{make("not run", 0o644, false), true, filepath.Join(dir, "not run")},
		{make("secret", 0o600, false), false, filepath.Join(dir, "secret")},
		{make("listed", 0o744, true), false, filepath.Join(dir, "listed")},
		{make("open", 0o755, true), false, ""},
		{inside, false, closed},
		{link, false, closed},
		{given, false, ""},
		{grouped, false, ""},
		{filepath.Join(dir, "gone"), false, "gone"},
	} {
		err := Reach(test.path, test.run)
		switch {
		case !Isolates() || test.want == "":
			if err != nil {
				t.Errorf("%s: %v", test.path, err)
			}
		case err == nil || !strings.Contains(err.Error(), test.want):
			t.Errorf("%s: %v, want one about %s", test.path, err, test.want)
		}
	}
}
