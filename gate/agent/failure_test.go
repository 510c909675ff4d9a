package agent

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTransientFailuresAreRetried(t *testing.T) {
	for name, first := range map[string]http.HandlerFunc{
		"408": soon(408), "409": soon(409), "429": soon(429), "500": soon(500), "503": soon(503),
		"an HTML page": reply(502, "<html>Bad gateway</html>", "Content-Type", "text/html", "Retry-After-Ms", "0"),
	} {
		srv := serve(t, first, first, says(text("Here."), "stop"))
		got, usage := next(t, start(t, srv.URL+"/v1", File{}), hello)
		if got.Text != "Here." || usage.Requests != 1 || len(srv.asked()) != 3 {
			t.Errorf("%s: got %q, usage %+v after %d requests, want the answer to the third", name, got.Text, usage, len(srv.asked()))
		}
	}
}

func TestLastingFailuresVoidTheTrial(t *testing.T) {
	retries := 2
	huge := text(strings.Repeat("x", maxAnswer))
	for name, tc := range map[string]struct {
		play      http.HandlerFunc
		requests  int
		want      ProviderError
		wantCause string // in the reason
	}{
		"500 for good":  {soon(500), 3, ProviderError{Status: 500}, "after 3 attempts: try again"},
		"HTML for good": {reply(502, "<html>", "Retry-After-Ms", "0"), 3, ProviderError{Status: 502}, "502 Bad Gateway"},
		"a long wait":   {reply(429, `{}`, "Retry-After", "9999"), 1, ProviderError{Status: 429}, "429"},
		"no quota": {
			reply(429, `{"error":{"code":"insufficient_quota","message":"x"}}`, "x-should-retry", "false"), 1,
			ProviderError{Status: 429, Permanent: true},
			"OPENAI_API_KEY",
		},
		"a page": {
			reply(200, "<html>Sign in</html>", "Content-Type", "text/html"), 1,
			ProviderError{Status: 200},
			"not a completion",
		},
		"half a body":      {reply(200, `{"choices":[`), 1, ProviderError{Status: 200}, "not JSON"},
		"null":             {reply(200, `null`), 1, ProviderError{Status: 200}, "no choices"},
		"no choices":       {reply(200, `{"choices":[],"error":{"message":"upstream"}}`), 1, ProviderError{Status: 200}, "upstream"},
		"no message":       {reply(200, `{"choices":[{"finish_reason":"stop"}]}`), 1, ProviderError{Status: 200}, "no message"},
		"content of parts": {says(`{"role":"assistant","content":[{"type":"text"}]}`, "stop"), 1, ProviderError{Status: 200}, "wrong type"},
		"error half-way":   {says(text("So"), "error"), 1, ProviderError{Status: 200}, "in the middle"},
		"too long":         {says(huge, "stop"), 1, ProviderError{Status: 200}, "longer than"},
		"the wrong key": {
			reply(401, `{"error":{"message":"Incorrect API key provided: `+testKey+`"}}`), 1,
			ProviderError{Status: 401, Permanent: true},
			"check the key in OPENAI_API_KEY",
		},
		"no access": {reply(403, `{"error":{"message":"no"}}`), 1, ProviderError{Status: 403, Permanent: true}, "OPENAI_API_KEY"},
		"no model":  {reply(404, `not found`), 1, ProviderError{Status: 404, Permanent: true}, `no model "m"`},
		"a parameter it does not take": {
			reply(400, `{"error":{"message":"Unsupported\u001b[31m\nparameter for `+testKey+strings.Repeat("x", 999)+`"}}`), 1,
			ProviderError{Status: 400, Permanent: true},
			"refused the request (400): Unsupported [31m parameter for [key]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv := serve(t, tc.play)
			got := failure(t, start(t, srv.URL+"/v1", File{Retries: &retries}))
			if got.Status != tc.want.Status || got.Permanent != tc.want.Permanent || !strings.Contains(got.Reason, tc.wantCause) {
				t.Errorf("got %+v, want %+v with %q", *got, tc.want, tc.wantCause)
			}
			if len(srv.asked()) != tc.requests {
				t.Errorf("%d requests, want %d", len(srv.asked()), tc.requests)
			}
		})
	}
}

func TestBrokenConnections(t *testing.T) {
	once := 0
	s := start(t, serve(t, reset).URL+"/v1", File{Retries: &once})
	if got := failure(t, s); got.Permanent || got.Status != 0 || !strings.Contains(got.Reason, "connection failed 1 times") {
		t.Errorf("reset connection: got %+v", *got)
	}
	half := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = w.Write([]byte(`{"choices":`))
	}
	s = start(t, serve(t, half).URL+"/v1", File{Retries: &once})
	if got := failure(t, s); got.Permanent || !strings.Contains(got.Reason, "unexpected EOF") {
		t.Errorf("broken body: got %+v", *got)
	}
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	s = start(t, gone.URL+"/v1", File{Retries: &once})
	if got := failure(t, s); !got.Permanent || !strings.Contains(got.Reason, "check the base URL") {
		t.Errorf("no server: got %+v", *got)
	}
}

// A request that is refused after others were answered is this conversation's
// trouble, not the configuration's.
func TestLaterRefusalIsNotPermanent(t *testing.T) {
	s := start(t, serve(t, says(text("Hi."), "stop"), reply(400, `{"error":{"message":"bad arguments"}}`)).URL+"/v1", File{})
	next(t, s, hello)
	if got := failure(t, s); got.Permanent || got.Status != 400 {
		t.Errorf("got %+v", *got)
	}
}

func TestCancelledTrialIsNotTheProvidersFault(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := start(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}).URL+"/v1", File{})
	_, _, err := s.Next(ctx, hello, nil)
	var failed *ProviderError
	if !errors.Is(err, context.Canceled) || errors.As(err, &failed) {
		t.Errorf("got %v, want the context's error", err)
	}
}

func TestRequestsInFlightAreBounded(t *testing.T) {
	const limit, sessions = 3, 12
	var open, most atomic.Int32
	entered := make(chan struct{}, sessions)
	release := make(chan struct{})
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		most.Store(max(most.Load(), open.Add(1)))
		entered <- struct{}{}
		<-release
		open.Add(-1)
		says(text("Hi."), "stop")(w, r)
	})
	c, err := FromFile(File{Model: "openai:m", InFlight: limit}, Options{
		LookupEnv: env(map[string]string{"OPENAI_API_KEY": testKey, "OPENAI_BASE_URL": srv.URL + "/v1"}),
	})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, sessions)
	for range sessions {
		go func() {
			s, err := c.Start(t.Context(), Briefing{})
			if err == nil {
				_, _, err = s.Next(t.Context(), hello, nil)
			}
			done <- err
		}()
	}
	for range limit {
		<-entered
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, _ := c.Start(ctx, Briefing{})
	if _, _, err := s.Next(ctx, hello, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting for a place: got %v, want the context's error", err)
	}
	close(release)
	for range sessions {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff(int32(limit), most.Load()); diff != "" {
		t.Errorf("requests open at once (-want +got):\n%s", diff)
	}
}
