package github

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

const (
	repo  = "octo/shop"
	bot   = "github-actions[bot]"
	token = "tok"
)

var (
	headA = strings.Repeat("a", 40)
	headB = strings.Repeat("b", 40)
)

// bench is a fake GitHub with pull request 7 at headA, and a client of it with a clock that never sleeps.
type bench struct {
	*githubtest.Server
	client *Client
	now    time.Time
	slept  []time.Duration
}

func newBench(t *testing.T, user githubtest.User, base http.RoundTripper) *bench {
	t.Helper()
	if base == nil {
		base = &http.Transport{DisableKeepAlives: true} // else net/http itself repeats what fails on a used connection
	}
	b := &bench{Server: githubtest.Start(t), now: time.Unix(1_800_000_000, 0)}
	b.AddToken(token, user)
	b.SetPull(repo, 7, headA)
	client, err := NewClient(Config{
		APIURL: b.URL, Token: token, HTTP: base,
		Now: func() time.Time { return b.now },
		Sleep: func(ctx context.Context, d time.Duration) error {
			b.slept = append(b.slept, d)
			b.now = b.now.Add(d)
			return ctx.Err()
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	b.client = client
	return b
}

// event is a run about pull request 7.
func (b *bench) event(run, attempt int64) Event {
	return Event{
		Name: "pull_request", Owner: "octo", Repo: "shop", PullRequest: 7, Head: headA,
		Run: run, Attempt: attempt, APIURL: b.URL, ServerURL: "https://github.example",
	}
}

// put comments for a run and wants an outcome.
func (b *bench) put(t *testing.T, run int64, body string, want Outcome) Posted {
	t.Helper()
	posted, err := b.client.PutComment(t.Context(), b.event(run, 1), "agent", body)
	if err != nil {
		t.Fatalf("PutComment: %v", err)
	}
	if posted.Outcome != want {
		t.Fatalf("outcome %+v, want %s", posted, want)
	}
	return posted
}

// bodies returns the conversation as AUTHOR: TEXT, without our marker's fields but for the run.
func (b *bench) bodies() []string {
	var all []string
	for _, c := range b.Comments(repo, 7) {
		body := c.Body
		if mark, ok := parseMarker(body); ok {
			_, text, _ := strings.Cut(body, "\n")
			body = fmt.Sprintf("%s#%d %s", mark.gate, mark.run, text)
		}
		all = append(all, c.Login+": "+body)
	}
	return all
}

// count returns how many requests had the method.
func (b *bench) count(method string) int {
	n := 0
	for _, r := range b.Requests() {
		if r.Method == method {
			n++
		}
	}
	return n
}

// marked is a comment's body as a run of the gate would have left it.
func marked(gate string, run int64, text string) string {
	return marker{gate: gate, head: headA, run: run, attempt: 1}.body(text, "")
}
