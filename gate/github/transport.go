package github

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// The bounds of one request. GitHub asks to wait a minute where it does not say how long, and longer each time.
const (
	attemptTimeout = 30 * time.Second
	maxAttempts    = 5
	maxWait        = 10 * time.Minute // all waits together
	limitPause     = time.Minute
	failurePause   = time.Second
	maxResponse    = 64 << 20 // a page of 100 of the longest comments stays below
)

// transport authorises requests to the API's host, waits for rate limits (403 and 429) and repeats what failed. A
// request refused for a limit was not carried out, so any may be repeated; one that failed with 5xx, or without an
// answer, only if it is idempotent: a POST is given back to the caller, who can look what became of it.
type transport struct {
	base  http.RoundTripper
	host  string
	token string
	now   func() time.Time
	sleep func(context.Context, time.Duration) error
}

// limitError says that GitHub wants a longer wait than we grant.
type limitError struct{ wait time.Duration }

func (e *limitError) Error() string {
	return fmt.Sprintf("wait for GitHub's rate limit: it asks for another %s, and a request waits %s at most; start the job again later",
		e.wait.Round(time.Second), maxWait)
}

// RoundTrip implements http.RoundTripper. The response's body is in memory.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		defer req.Body.Close()
	}
	var waited time.Duration
	for attempt := 1; ; attempt++ {
		resp, body, err := t.attempt(req)
		wait, limited := t.limitWait(resp, body, attempt)
		switch {
		case limited:
			if attempt == maxAttempts || waited+wait > maxWait {
				return nil, &limitError{wait}
			}
		case req.Context().Err() != nil || !failed(resp, err):
			return plain(resp), err
		default:
			wait = t.failureWait(resp, attempt)
			if req.Method == http.MethodPost || attempt == maxAttempts || waited+wait > maxWait {
				return plain(resp), err
			}
		}
		if err := t.sleep(req.Context(), wait); err != nil {
			return nil, err
		}
		waited += wait
	}
}

// attempt sends the request once and reads the whole answer.
func (t *transport) attempt(req *http.Request) (*http.Response, []byte, error) {
	ctx, cancel := context.WithTimeout(req.Context(), attemptTimeout)
	defer cancel()
	out := req.Clone(ctx)
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, nil, err
		}
		out.Body = body
	}
	if out.URL.Host == t.host { // a redirect may lead elsewhere
		out.Header.Set("Authorization", "Bearer "+t.token)
	}
	resp, err := t.base.RoundTrip(out)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse+1))
	if err == nil && len(body) > maxResponse {
		err = errors.New("read response: it is longer than any answer that was asked for")
	}
	if err != nil {
		return nil, nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, body, nil
}

// limitWait tells a rate limit from other answers, and how long to wait for it.
func (t *transport) limitWait(resp *http.Response, body []byte, attempt int) (time.Duration, bool) {
	if resp == nil || resp.StatusCode != http.StatusForbidden && resp.StatusCode != http.StatusTooManyRequests {
		return 0, false
	}
	if wait, ok := retryAfter(resp); ok {
		return wait, true
	}
	if resp.Header.Get("X-RateLimit-Remaining") == "0" {
		if reset, err := strconv.ParseInt(resp.Header.Get("X-RateLimit-Reset"), 10, 64); err == nil {
			return max(time.Unix(reset, 0).Sub(t.now()), 0) + time.Second, true
		}
	} else if resp.StatusCode == http.StatusForbidden && !mentionsLimit(body) {
		return 0, false
	}
	return limitPause << (attempt - 1), true
}

// mentionsLimit recognises a secondary limit by its message or its documentation link; other refusals name neither.
func mentionsLimit(body []byte) bool {
	body = bytes.ToLower(body)
	return bytes.Contains(body, []byte("rate limit")) || bytes.Contains(body, []byte("rate-limit"))
}

func (t *transport) failureWait(resp *http.Response, attempt int) time.Duration {
	if resp != nil {
		if wait, ok := retryAfter(resp); ok {
			return wait
		}
	}
	return failurePause << (attempt - 1)
}

func retryAfter(resp *http.Response) (time.Duration, bool) {
	seconds, err := strconv.ParseUint(resp.Header.Get("Retry-After"), 10, 32)
	return time.Duration(seconds) * time.Second, err == nil
}

func failed(resp *http.Response, err error) bool {
	return err != nil || resp.StatusCode >= http.StatusInternalServerError
}

// plain hides the limits from go-github, which would otherwise refuse further requests by a clock of its own.
func plain(resp *http.Response) *http.Response {
	if resp != nil {
		resp.Header.Del("X-RateLimit-Remaining")
		resp.Header.Del("X-RateLimit-Reset")
	}
	return resp
}
