package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/github/githubtest"
)

// TestTenPromotersRace: ten jobs promote a run each, all having built their first
// commit before any may move the head. The branch then has one history that tells of
// all ten, and all ten runs.
func TestTenPromotersRace(t *testing.T) {
	const promoters = 10
	server := githubtest.Start(t)
	server.AddToken("tok", githubtest.User{Login: "github-actions[bot]", App: true})
	var built sync.WaitGroup
	built.Add(promoters)
	server.Watch(func(r githubtest.Request) { // only the first tries make a branch
		if r.Method == http.MethodPost && strings.HasSuffix(r.Path, "/git/refs") {
			built.Done()
			built.Wait()
		}
	})
	l := gate.Lineage{Gate: "g", Line: gate.DefaultLine}
	var all sync.WaitGroup
	for i := range promoters {
		client, err := github.NewClient(github.Config{
			APIURL: server.URL, Token: "tok", Now: time.Now, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		})
		if err != nil {
			t.Fatal(err)
		}
		run := &gate.Result{
			Version: gate.ResultVersion, Gate: "g", Commit: fmt.Sprintf("%040x", i+1), Grader: "1", Decision: &gate.Decision{Verdict: gate.Pass},
			Cases: []gate.CaseResult{{Suite: "s", Case: "c", Digest: "d", Condition: gate.Steady, Passed: 1}},
		}
		all.Go(func() {
			_, err := client.Branch("octo", "agent", "keptgate").Commit(t.Context(), "Promote", func(read func(context.Context, string) ([]byte, error)) (map[string][]byte, error) {
				return l.Promote(t.Context(), read, run, "production", time.Unix(0, 0), gate.MaxPool)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	commits := server.Branch("octo/agent", "keptgate")
	if len(commits) != promoters {
		t.Fatalf("%d commits, want %d", len(commits), promoters)
	}
	files := map[string][]byte{}
	for path, text := range commits[0].Files {
		files[path] = []byte(text)
	}
	history, err := gate.ReadHistory(files[l.Folder()+"/history.jsonl"])
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for i, p := range history {
		if told[p.Commit] = true; !strings.HasPrefix(p.Run, fmt.Sprintf("%06d-", i+1)) {
			t.Errorf("promotion %d has the file %s", i, p.Run)
		}
	}
	if len(history) != promoters || len(told) != promoters {
		t.Errorf("%d promotions of %d commits", len(history), len(told))
	}
	base, err := l.Read(files, promoters)
	if err != nil || base.Pooled != promoters || base.Cases[0].Passed != promoters {
		t.Errorf("baseline %+v, %v", base, err)
	}
}
