package mcp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// asked starts a service that answers with a status and a text, and returns it with
// the last request that it was sent.
func asked(t *testing.T, status int, text string) (*Service, *string) {
	t.Helper()
	last := new(string)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*last = strings.Join([]string{r.Method, r.URL.String(), r.Header.Get("Content-Type"), r.Header.Get("X-Key"), string(body)}, " ")
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(web.Close)
	s, err := NewService(web.URL+"/v1/", map[string]string{"X-Key": "k"})
	if err != nil {
		t.Fatal(err)
	}
	return s, last
}

func TestServiceAsks(t *testing.T) {
	s, last := asked(t, 200, "{}")
	for _, test := range []struct {
		request Request
		want    string
	}{
		{Request{Method: "GET", Path: "/a%2Fb", Query: url.Values{"q": {"x&y", "z"}}}, "GET /v1/a%2Fb?q=x%26y&q=z  k "},
		{Request{Method: "POST", Path: "/a", Body: map[string]any{"n": int64(1)}}, `POST /v1/a application/json k {"n":1}`},
	} {
		if _, err := s.Ask(t.Context(), test.request); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, *last); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestServiceReads(t *testing.T) {
	for _, test := range []struct {
		status int
		text   string
		want   any
	}{
		{200, `{"n": 25}`, map[string]any{"n": int64(25)}},
		{200, `[1.5]`, map[string]any{"items": []any{1.5}}},
		{404, `"gone"`, map[string]any{"value": "gone"}},
		{500, "<html>", map[string]any{"text": "<html>"}},
		{200, "\xff", map[string]any{"text": "\uFFFD"}},
		{204, "", nil},
		{200, " null\n", nil},
		{302, "{}", map[string]any{}}, // not followed
	} {
		s, last := asked(t, test.status, test.text)
		reply, err := s.Ask(t.Context(), Request{Method: "GET", Path: "/a"})
		if err != nil || reply.Status != test.status {
			t.Errorf("%d %q: %v, %v", test.status, test.text, reply, err)
		}
		if diff := cmp.Diff(test.want, reply.Body); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
		if !strings.HasPrefix(*last, "GET /v1/a ") {
			t.Errorf("%d: the last request was %q", test.status, *last)
		}
	}
}

func TestServiceIsBounded(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat(" ", maxAnswer+1):                     "more than 1048576 bytes",
		strings.Repeat("[", 100) + strings.Repeat("]", 100):  "nested more than 64 deep",
		strings.Repeat("[", 1<<19) + strings.Repeat("]", 99): "",
	} {
		s, _ := asked(t, 200, text)
		_, err := s.Ask(t.Context(), Request{Method: "GET", Path: "/a"})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), "GET /a: read answer: it ") || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
}

func TestServiceRefuses(t *testing.T) {
	for _, base := range []string{"", "a.example", "ftp://a.example", "https://u:p@a.example", "https://a.example/?k=v", "https://a.example/#f", "https://a b"} {
		if _, err := NewService(base, nil); err == nil || strings.Contains(err.Error(), "u:p") {
			t.Errorf("%q: %v", base, err)
		}
	}
	s, _ := asked(t, 200, "{}")
	for _, request := range []Request{{Method: "GET", Path: "/%zz"}, {Method: "POST", Path: "/a", Body: func() {}}} {
		if _, err := s.Ask(t.Context(), request); err == nil {
			t.Errorf("%v is sent", request)
		}
	}
	late := errors.New("too late")
	ctx, cancel := context.WithDeadlineCause(t.Context(), time.Now(), late)
	defer cancel()
	if _, err := s.Ask(ctx, Request{Method: "GET", Path: "/a"}); !errors.Is(err, late) {
		t.Errorf("%v, want the cause", err)
	}
}
