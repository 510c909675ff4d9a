package report

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/github/githubtest"
)

// headCommit is the head of the pull request of fakeGitHub.
const headCommit = "1111111111111111111111111111111111111111"

// fakeGitHub is a fake GitHub with pull request 7, and a client of it that never
// waits.
func fakeGitHub(t *testing.T) (*githubtest.Server, *github.Client) {
	t.Helper()
	server := githubtest.Start(t)
	server.AddToken("token", githubtest.User{Login: "github-actions[bot]", App: true})
	server.SetPull("octo/shop", 7, headCommit)
	client, err := github.NewClient(github.Config{
		APIURL: server.URL, Token: "token", Now: func() time.Time { return time.Unix(1_800_000_000, 0) },
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	return server, client
}

func eventOf(server *githubtest.Server, run int64) github.Event {
	return github.Event{
		Name: "pull_request", Owner: "octo", Repo: "shop", PullRequest: 7, Head: headCommit, SHA: headCommit, Run: run, Attempt: 1,
		APIURL: server.URL, ServerURL: "https://github.com",
	}
}

// toCheck puts each text into a check run of its own: name, title, summary and
// annotations.
func toCheck(t *testing.T) func(*testing.T, string) []string {
	server, client := fakeGitHub(t)
	run := int64(0)
	return func(t *testing.T, text string) []string {
		run++
		r := hostile(text)
		report := github.CheckReport{
			Conclusion: github.Failure, Title: Headline(r),
			Summary: Markdown(r, MarkdownOptions{Budget: CommentBudget, Replay: replayBase}),
		}
		for _, m := range Remarks(r, replayBase) {
			report.Annotations = append(report.Annotations, github.Annotation{Level: github.Error, File: text, Title: m.Title, Message: m.Text})
		}
		if _, err := client.Check(eventOf(server, run), text).Complete(t.Context(), report); err != nil {
			t.Fatal(err)
		}
		all := server.Checks()
		k := all[len(all)-1]
		if len(all) != int(run) || !strings.HasPrefix(k.Name, "keptgate report: ") || k.Conclusion != "failure" || len(k.Annotations) > 1 {
			return []string{fmt.Sprintf("%d check runs, the last %+v", len(all), k)}
		}
		undecided := Undecided(text) // the summary of a run that came to no result
		bad := append(append(look(t, k.Summary), look(t, undecided)...), invisible(k.Summary+undecided)...)
		lines := k.Name + k.Title
		for _, a := range k.Annotations {
			lines += a.Path + a.Title
			bad = append(bad, invisible(a.Message)...)
		}
		return append(bad, invisible(strings.ReplaceAll(lines, "\n", "\x00"))...)
	}
}

// toStatus puts each text into a commit status.
func toStatus(t *testing.T) func(*testing.T, string) []string {
	server, client := fakeGitHub(t)
	return func(t *testing.T, text string) []string {
		if _, err := client.SetStatus(t.Context(), eventOf(server, 1), text, github.Failure, text); err != nil {
			t.Fatal(err)
		}
		all := server.Statuses()
		status := all[len(all)-1]
		if status.State != "failure" || !strings.HasPrefix(status.Context, "keptgate/") {
			return []string{fmt.Sprintf("%+v", status)}
		}
		return invisible(strings.ReplaceAll(status.Context+status.Description, "\n", "\x00"))
	}
}
