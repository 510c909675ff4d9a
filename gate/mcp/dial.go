package mcp

import (
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/process"
)

// Bounds of a connection to a server.
const (
	maxLine     = 4 << 20  // bytes of one message
	maxReceived = 64 << 20 // bytes of all messages, in a trial
)

// Launch starts a server as a process of its own and talks to it over its
// standard input and output. The process lives until the client is closed.
func Launch(ctx context.Context, version string, c process.Command) (*Client, error) {
	return LaunchHiding(ctx, version, c, func(text string) string { return text })
}

// LaunchHiding is Launch for a server that is given secrets: what it writes to
// standard error goes through hide before any of it is quoted.
func LaunchHiding(ctx context.Context, version string, c process.Command, hide func(string) string) (*Client, error) {
	p, err := process.Start(context.WithoutCancel(ctx), c)
	if err != nil {
		return nil, fmt.Errorf("start MCP server: %w", err)
	}
	client := &Client{cut: p.Kill, stderr: func() string { return hide(p.Stderr()) }}
	reader := &body{ReadCloser: io.NopCloser(p.Stdout), received: &client.sent, limit: maxReceived, done: p.Kill}
	t := &sdk.IOTransport{Reader: reader, Writer: p.Stdin, MaxLineLength: maxLine}
	return connect(ctx, t, version, client)
}

// Dial talks to a server over streamable HTTP.
func Dial(ctx context.Context, version, address string) (*Client, error) {
	return DialWith(ctx, version, address, nil)
}

// DialWith is Dial with headers that every request carries. They go to the address
// alone: redirects are not followed.
func DialWith(ctx context.Context, version, address string, headers map[string]string) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("connect to MCP server: %q is no address like http://127.0.0.1:8000/mcp", address)
	}
	carrier := &http.Transport{Proxy: http.ProxyFromEnvironment, ResponseHeaderTimeout: time.Minute}
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	out := &Client{cut: func() {
		cancel()
		carrier.CloseIdleConnections()
	}}
	client := &http.Client{
		Transport:     &bounded{life: life, next: carrier, received: &out.sent, headers: headers},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	t := &sdk.StreamableClientTransport{Endpoint: address, HTTPClient: client, MaxRetries: 1, MaxEventSize: maxLine}
	return connect(ctx, t, version, out)
}

// bounded carries requests for as long as the connection lives, and counts what
// comes back.
type bounded struct {
	life     context.Context
	next     http.RoundTripper
	received *atomic.Int64
	headers  map[string]string
}

func (b *bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(b.life, cancel)
	r = r.Clone(ctx)
	for name, value := range b.headers {
		r.Header.Set(name, value)
	}
	response, err := b.next.RoundTrip(r)
	if err != nil {
		stop()
		cancel()
		return nil, err
	}
	limited := &body{ReadCloser: response.Body, received: b.received, limit: maxReceived, done: func() { stop(); cancel() }}
	if kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); kind != "text/event-stream" {
		limited.received, limited.limit = &atomic.Int64{}, maxLine // it is held in memory whole
	}
	response.Body = limited
	return response, nil
}

// body counts what a server sends, and hangs up on one that does not stop.
type body struct {
	io.ReadCloser
	received *atomic.Int64
	limit    int64
	done     func()
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.received.Add(int64(n)) > b.limit {
		return 0, fmt.Errorf("the server sent more than %d bytes", b.limit)
	}
	return n, err
}

func (b *body) Close() error {
	defer b.done()
	return b.ReadCloser.Close()
}
