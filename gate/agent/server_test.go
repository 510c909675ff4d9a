package agent

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
)

const testKey = "sk-secret-7Kq2mVx90"

// server is a compatible server that plays one handler for each request, the
// last one again and again, and keeps what it was asked.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	requests []map[string]any
}

func serve(t *testing.T, script ...http.HandlerFunc) *server {
	t.Helper()
	return serveAt(t, "/v1/chat/completions", script...)
}

func serveAt(t *testing.T, path string, script ...http.HandlerFunc) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Errorf("read request: %v", err)
		}
		if r.URL.Path != path || r.Header.Get("Authorization") != "Bearer "+testKey {
			t.Errorf("request to %s with authorization %q", r.URL.Path, r.Header.Get("Authorization"))
		}
		s.mu.Lock()
		s.requests = append(s.requests, body)
		play := script[min(len(s.requests), len(script))-1]
		s.mu.Unlock()
		play(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) asked() []map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// reply answers with a status and a body; headers follow as name, value.
func reply(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// says answers with one choice: a message and a reason to finish.
func says(message, finish string) http.HandlerFunc {
	return reply(200, `{"id":"x","object":"chat.completion","model":"m","created":1,
		"choices":[{"index":0,"finish_reason":"`+finish+`","message":`+message+`}],
		"usage":{"prompt_tokens":90,"completion_tokens":7,"prompt_tokens_details":{"cached_tokens":64}}}`)
}

func text(s string) string { return `{"role":"assistant","content":"` + s + `"}` }

// soon fails in a way that the client retries at once.
func soon(status int) http.HandlerFunc {
	return reply(status, `{"error":{"message":"try again"}}`, "Retry-After-Ms", "0")
}

func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// start begins a conversation with a model behind an address.
func start(t *testing.T, url string, f File) Session {
	t.Helper()
	if f.Model == "" {
		f.Model = "openai:m"
	}
	c, err := FromFile(f, Options{LookupEnv: reached(url)})
	if err != nil {
		t.Fatal(err)
	}
	s, err := c.Start(t.Context(), Briefing{System: "Be kind."})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// reached is an environment in which every provider is at one address.
func reached(url string) func(string) (string, bool) {
	vars := map[string]string{}
	for _, p := range providers() {
		vars[p.keyEnv()], vars[p.addressEnv()] = testKey, url
	}
	return env(vars)
}

func env(vars map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := vars[name]
		return v, ok
	}
}

var hello = trace.Message{Role: trace.RoleCaller, Text: "Hello."}

var lookup = []trace.Tool{{
	Name: "find", Description: "Finds.",
	Parameters: json.RawMessage(`{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"string"}}}`),
}}

func next(t *testing.T, s Session, msg trace.Message, tools ...trace.Tool) (trace.Message, trace.Usage) {
	t.Helper()
	said, usage, err := s.Next(t.Context(), msg, tools)
	if err != nil {
		t.Fatal(err)
	}
	return said, usage
}

// failure asks once, wants a provider's error, and looks for the key in it.
func failure(t *testing.T, s Session) *ProviderError {
	t.Helper()
	_, _, err := s.Next(context.Background(), hello, lookup)
	var failed *ProviderError
	if !errors.As(err, &failed) {
		t.Fatalf("got error %v, want a *ProviderError", err)
	}
	for e := err; e != nil; e = errors.Unwrap(e) {
		if strings.Contains(e.Error(), testKey) {
			t.Errorf("error holds the key: %v", e)
		}
	}
	if n := len([]rune(failed.Reason)); n > maxReason || strings.ContainsAny(failed.Reason, "\r\n\x1b") {
		t.Errorf("reason of %d characters is not one short line: %q", n, failed.Reason)
	}
	return failed
}
