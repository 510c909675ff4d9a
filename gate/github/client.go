package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	gogithub "github.com/google/go-github/v60/github"
)

// Config is what a client needs. All fields but HTTP and Jitter are required.
type Config struct {
	APIURL string // GITHUB_API_URL
	Token  string
	HTTP   http.RoundTripper // nil means http.DefaultTransport
	Now    func() time.Time
	// Sleep waits, or returns the context's error; it may tell people that it does. See Sleep.
	Sleep func(context.Context, time.Duration) error
	// Jitter gives numbers from 0 to 1, by which writers that race wait unlike each other; nil: they wait alike.
	Jitter func() float64
}

// Client speaks to GitHub's API for one token.
type Client struct {
	api    *gogithub.Client
	sleep  func(context.Context, time.Duration) error
	jitter func() float64
}

// NewClient returns a client; it sends nothing yet.
func NewClient(c Config) (*Client, error) {
	base, err := url.Parse(strings.TrimRight(c.APIURL, "/") + "/")
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" {
		return nil, fmt.Errorf("make GitHub client: GITHUB_API_URL is %q, not an address", c.APIURL)
	}
	if c.Token == "" {
		return nil, errors.New("make GitHub client: there is no token; set the input github-token")
	}
	if c.HTTP == nil {
		c.HTTP = http.DefaultTransport
	}
	api := gogithub.NewClient(&http.Client{Transport: &transport{
		base: c.HTTP, host: base.Host, token: c.Token, now: c.Now, sleep: c.Sleep,
	}})
	api.BaseURL = base
	api.UserAgent = "keptgate"
	return &Client{api: api, sleep: c.Sleep, jitter: c.Jitter}, nil
}

// Sleep waits by the real clock.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// workflowBot is whom a workflow's own token, GITHUB_TOKEN, writes as.
const workflowBot = "github-actions[bot]"

// login says whom the token writes as, as far as can be told before it has written. A person's token is asked. The
// token of an app may not ask; it is taken for the workflow's own until the first comment shows its author.
func (c *Client) login(ctx context.Context) (string, error) {
	user, _, err := c.api.Users.Get(ctx, "")
	switch status, _ := refusal(err); {
	case err == nil:
		return user.GetLogin(), nil
	case status == http.StatusForbidden:
		return workflowBot, nil
	default:
		return "", fmt.Errorf("ask whose token it is: %w", err)
	}
}

// refusal returns the status and message with which GitHub answered, 0 where the error is another.
func refusal(err error) (int, string) {
	var answer *gogithub.ErrorResponse
	if !errors.As(err, &answer) || answer.Response == nil {
		return 0, ""
	}
	return answer.Response.StatusCode, answer.Message
}

// ambiguous reports whether the request behind the error may have been carried out all the same, and there is time left to
// look.
func ambiguous(ctx context.Context, err error) bool { return ctx.Err() == nil && unsettled(err) }

// unsettled reports whether GitHub has left open what became of the request behind the error.
func unsettled(err error) bool {
	var limit *limitError
	if errors.As(err, &limit) {
		return false
	}
	status, _ := refusal(err)
	return status == 0 || status >= http.StatusInternalServerError
}
