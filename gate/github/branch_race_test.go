package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

func matches(pattern, s string) bool { return regexp.MustCompile("(?s)" + pattern).MatchString(s) }

// writer is a branch of a client of its own, which never waits.
func (b *bench) writer(t *testing.T) *Branch {
	t.Helper()
	client, err := NewClient(Config{
		APIURL: b.URL, Token: token, Now: time.Now,
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	return client.Branch("octo", "shop", "kept")
}

// TestBranchRace: ten writers at once, each of which adds a line to one file and a
// file of its own, leave one history of ten commits in which nothing is lost. The
// first try of each is held until all have built their commits, so that they race.
func TestBranchRace(t *testing.T) {
	const writers = 10
	for _, start := range []map[string]string{nil, {"lines": ""}} {
		b, _ := stored(t, start)
		var built sync.WaitGroup
		built.Add(writers)
		var tries atomic.Int64
		b.Watch(func(r githubtest.Request) {
			moves := r.Method == "PATCH" || r.Method == "POST" && strings.HasSuffix(r.Path, "/git/refs")
			if moves && tries.Add(1) <= writers {
				built.Done()
				built.Wait()
			}
		})
		var all sync.WaitGroup
		for i := range writers {
			branch := b.writer(t)
			all.Go(func() {
				_, err := branch.Commit(t.Context(), fmt.Sprint("Writer ", i), func(read func(context.Context, string) ([]byte, error)) (map[string][]byte, error) {
					lines, err := read(t.Context(), "lines")
					return map[string][]byte{"lines": fmt.Appendf(lines, "%d\n", i), fmt.Sprintf("own/%d", i): []byte("x")}, err
				})
				if err != nil {
					t.Errorf("writer %d: %v", i, err)
				}
			})
		}
		all.Wait()
		commits := b.Branch(repo, "kept")
		if start != nil {
			commits = commits[:len(commits)-1] // what was there before
		}
		if len(commits) != writers {
			t.Fatalf("%d commits, want %d", len(commits), writers)
		}
		for i, c := range commits {
			if len(c.Parents) > 1 || len(c.Parents) == 0 && (i < writers-1 || start != nil) {
				t.Errorf("commit %d has parents %v", i, c.Parents)
			}
			if got := strings.Count(c.Files["lines"], "\n"); got != writers-i || len(c.Files) != writers-i+1 {
				t.Errorf("commit %d has %d lines and %d files, want %d and one more", i, got, len(c.Files), writers-i)
			}
		}
		got := strings.Fields(commits[0].Files["lines"])
		slices.Sort(got)
		if want := strings.Fields("0 1 2 3 4 5 6 7 8 9"); !slices.Equal(got, want) {
			t.Errorf("lines %v, want %v", got, want)
		}
		if tries.Load() <= writers {
			t.Errorf("%d tries: they did not race", tries.Load())
		}
	}
}

// TestBranchKilled kills a writer at every request that it makes: the branch has all
// of its files or none.
func TestBranchKilled(t *testing.T) {
	for _, start := range []map[string]string{nil, {"old": "o"}} {
		for at := 1; ; at++ {
			b, branch := stored(t, start)
			ctx, kill := context.WithCancel(t.Context())
			n, moving := 0, false
			b.Watch(func(r githubtest.Request) {
				if n++; n == at {
					moving = r.Method == "PATCH" || strings.HasSuffix(r.Path, "/git/refs")
					kill()
				}
			})
			_, err := branch.Commit(ctx, "m", writes(map[string][]byte{"a": []byte("1"), "b": []byte("2")}))
			kill()
			b.Close() // waits for the request that was cut off
			commits := b.Branch(repo, "kept")
			was := min(len(start), 1)
			if err == nil {
				if n >= at && !moving || len(commits) != was+1 {
					t.Fatalf("killed at request %d of %d: no error, branch %v", at, n, commits)
				}
				if n >= at {
					continue // its last answer was there before it was killed
				}
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Errorf("killed at request %d: %v", at, err)
			}
			whole := moving && len(commits) == was+1 && len(commits[0].Files) == len(start)+2
			if len(commits) != was && !whole {
				t.Errorf("killed at request %d: branch %v", at, commits)
			}
		}
	}
}

// TestBranchAmbiguous: where the answer leaves open what became of a request, the
// writer looks, and no commit is written twice.
func TestBranchAmbiguous(t *testing.T) {
	const git = "/repos/octo/shop/git/"
	for _, test := range []struct {
		name    string
		made    bool // the branch is there
		failure githubtest.Failure
	}{
		{"tree", true, githubtest.Failure{Method: "POST", Path: git + "trees", Status: 502}},
		{"commit", true, githubtest.Failure{Method: "POST", Path: git + "commits", Drop: true, Commit: true}},
		{"commit, conflict", true, githubtest.Failure{Method: "POST", Path: git + "commits", Status: 409}},
		{"branch made, answer lost", false, githubtest.Failure{Method: "POST", Path: git + "refs", Status: 502, Commit: true}},
		{"branch not made", false, githubtest.Failure{Method: "POST", Path: git + "refs", Drop: true}},
		{"head moved, answers lost", true, githubtest.Failure{Method: "PATCH", Status: 500, Commit: true, Times: maxAttempts}},
		{"head not moved", true, githubtest.Failure{Method: "PATCH", Status: 500, Times: maxAttempts}},
		{"lost race", true, githubtest.Failure{Method: "PATCH", Status: 409}},
		{"lost race by another word", true, githubtest.Failure{Method: "PATCH", Status: 422, Message: "Reference cannot be updated"}},
	} {
		files := map[string]string{"old": "o"}
		if !test.made {
			files = nil
		}
		b, branch := stored(t, files)
		b.Fail(test.failure)
		commit, err := branch.Commit(t.Context(), "m", writes(map[string][]byte{"a": []byte("1")}))
		commits := b.Branch(repo, "kept")
		if err != nil || len(commits) != len(files)+1 || commits[0].ID != commit {
			t.Errorf("%s: %q, %v, branch %v", test.name, commit, err, commits)
		}
	}
}

// TestBranchBuiltUpon: the head moved, the answer was lost, and another writer went
// on from there before the request was repeated.
func TestBranchBuiltUpon(t *testing.T) {
	b, branch := stored(t, map[string]string{"old": "o"})
	other, moves := b.writer(t), 0
	b.Watch(func(r githubtest.Request) {
		if r.Method != "PATCH" {
			return
		}
		if moves++; moves == 2 {
			if _, err := other.Commit(t.Context(), "other", writes(map[string][]byte{"b": []byte("2")})); err != nil {
				t.Error(err)
			}
		}
	})
	b.Fail(githubtest.Failure{Method: "PATCH", Status: 500, Commit: true})
	commit, err := branch.Commit(t.Context(), "m", writes(map[string][]byte{"a": []byte("1")}))
	commits := b.Branch(repo, "kept")
	if err != nil || len(commits) != 3 || commits[1].ID != commit || len(commits[0].Files) != 3 {
		t.Errorf("%q, %v, branch %v", commit, err, commits)
	}
}

// TestBranchGivesUp: a branch that never takes the commit ends in an error, after
// waits that grow and that chance stretches.
func TestBranchGivesUp(t *testing.T) {
	for _, jitter := range []float64{-1, 0, 1} {
		b, branch := stored(t, map[string]string{"old": "o"})
		low, high := swapPause, longestGap
		if jitter >= 0 {
			branch.client.jitter = func() float64 { return jitter }
			low, high = swapPause/2+time.Duration(jitter*float64(swapPause/2)), longestGap/2+time.Duration(jitter*float64(longestGap/2))
		}
		b.Fail(githubtest.Failure{Method: "PATCH", Status: 422, Message: "Update is not a fast forward", Times: maxTries})
		_, err := branch.Commit(t.Context(), "m", writes(map[string][]byte{"a": []byte("1")}))
		if err == nil || !matches("given up after 20 tries; start the job again.*Update is not a fast forward", err.Error()) {
			t.Errorf("jitter %g: %v", jitter, err)
		}
		if len(b.slept) != maxTries-1 || b.slept[0] != low || b.slept[maxTries-2] != high || !slices.IsSorted(b.slept) {
			t.Errorf("jitter %g: waited %v, want %v to %v", jitter, b.slept, low, high)
		}
	}
}

// TestBranchLooksInVain: where nobody can tell what became of the commit, that is
// the error.
func TestBranchLooksInVain(t *testing.T) {
	for _, test := range []struct {
		meanwhile func(*bench)
		want      string
	}{
		{func(b *bench) { b.Fail(githubtest.Failure{Path: "/repos/octo/shop/git/matching-refs", Status: 404}) }, "look whether commit .* is in it: .*find branch"},
		{func(b *bench) { b.Fail(githubtest.Failure{Path: "/repos/octo/shop/git/commits", Status: 404}) }, "look whether commit .* is in it"},
		{func(b *bench) {}, "it gained more than 200 commits meanwhile"},
	} {
		b, branch := stored(t, map[string]string{"old": "o"})
		id := headB
		for i := range maxPassed + 1 {
			next := fmt.Sprintf("%040x", i+1)
			b.SetCommit(next, nil, id)
			id = next
		}
		b.Watch(func(r githubtest.Request) {
			if r.Method == "PATCH" {
				b.SetBranch(repo, "kept", id)
				test.meanwhile(b)
			}
		})
		b.Fail(githubtest.Failure{Method: "PATCH", Status: http.StatusConflict})
		if _, err := branch.Commit(t.Context(), "m", writes(map[string][]byte{"a": []byte("1")})); err == nil || !matches(test.want, err.Error()) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
	b, branch := stored(t, map[string]string{"old": "o"})
	ctx, kill := context.WithCancel(t.Context())
	defer kill()
	branch.client.sleep = func(ctx context.Context, _ time.Duration) error { kill(); return ctx.Err() }
	b.Fail(githubtest.Failure{Method: "PATCH", Status: http.StatusConflict})
	if _, err := branch.Commit(ctx, "m", writes(map[string][]byte{"a": []byte("1")})); !errors.Is(err, context.Canceled) {
		t.Errorf("killed while it waits: %v", err)
	}
}
