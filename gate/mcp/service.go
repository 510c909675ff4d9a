package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// Service is an HTTP service of a user's. It is a stranger: what it sends is bounded
// and only read, and redirects are not followed. It may be used by several
// goroutines.
type Service struct {
	base    string
	headers map[string]string
	client  *http.Client
}

// Request is one request to a Service.
type Request struct {
	Method string
	Path   string // below the base, escaped, beginning with "/"
	Query  url.Values
	Body   any // sent as JSON; nil: none
}

// NewService makes a service at a base address, such as https://api.example.com/v1,
// whose requests carry the headers.
func NewService(base string, headers map[string]string) (*Service, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery+u.Fragment != "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("connect to service: the base is no address like https://api.example.com/v1, without user, query or fragment")
	}
	return &Service{base: strings.TrimRight(base, "/"), headers: headers, client: &http.Client{
		// A connection for each request: one that was closed meanwhile would have the
		// request sent twice.
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, MaxResponseHeaderBytes: maxHeaders},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// Ask sends a request and returns what came back, whatever its status. A body in
// JSON is the reply's; a list stands under "items", a scalar under "value", other
// text under "text", as in answers over MCP; no body, and null, are nil. An error says that there
// was no answer, or none that can be read within the bounds.
func (s *Service) Ask(ctx context.Context, r Request) (trace.Reply, error) {
	reply, err := s.ask(ctx, r)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return trace.Reply{}, fmt.Errorf("%s %s: %w", r.Method, r.Path, err)
	}
	return reply, nil
}

func (s *Service) ask(ctx context.Context, r Request) (trace.Reply, error) {
	request, err := s.request(ctx, r)
	if err != nil {
		return trace.Reply{}, err
	}
	response, err := s.client.Do(request)
	if err != nil {
		var wrapped *url.Error // names the address once more
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return trace.Reply{}, err
	}
	defer func() { _ = response.Body.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return trace.Reply{}, fmt.Errorf("read answer: %w", err)
	}
	if len(text) > maxAnswer {
		return trace.Reply{}, fmt.Errorf("read answer: it has more than %d bytes", maxAnswer)
	}
	body := read(text)
	if deeper(body, maxDepth) {
		return trace.Reply{}, fmt.Errorf("read answer: it is nested more than %d deep", maxDepth)
	}
	return trace.Reply{Status: response.StatusCode, Body: body}, nil
}

func (s *Service) request(ctx context.Context, r Request) (*http.Request, error) {
	address := s.base + r.Path
	if len(r.Query) > 0 {
		address += "?" + r.Query.Encode()
	}
	var body io.Reader
	if r.Body != nil {
		text, err := json.Marshal(r.Body)
		if err != nil {
			return nil, fmt.Errorf("write body: %w", err)
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, r.Method, address, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range s.headers {
		request.Header.Set(name, value)
	}
	return request, nil
}

// read is the body of an answer.
func read(text []byte) any {
	v, err := trace.Decode(text)
	switch {
	case err != nil:
		return map[string]any{"text": short(strings.ToValidUTF8(string(text), "\uFFFD"))}
	case v == nil:
		return nil
	default:
		return object(v)
	}
}
