package mcp

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxFrame   = 1 << 20 // bytes of one message of a client
	maxOpen    = 320     // requests that one desk has open at once: a fan-out of 256, and some that listen
	maxHeaders = 64 << 10
	patience   = 10 * time.Second
	goodbye    = time.Second
)

// Host serves desks over streamable HTTP on this machine, each at an address that
// nobody can guess and that is gone with the desk. It may be used by several
// goroutines.
type Host struct {
	listener net.Listener
	server   *http.Server
	stopped  chan error

	mu    sync.Mutex
	desks map[string]http.Handler // by path
}

// Listen begins to serve at an address of this machine, such as 127.0.0.1:0.
func Listen(ctx context.Context, address string) (*Host, error) {
	listener, err := loopback(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("serve over HTTP: %w", err)
	}
	h := &Host{listener: listener, desks: map[string]http.Handler{}, stopped: make(chan error, 1)}
	h.server = &http.Server{Handler: h, ReadHeaderTimeout: patience, MaxHeaderBytes: maxHeaders}
	go func() { h.stopped <- h.server.Serve(listener) }()
	return h, nil
}

// Open gives a desk its address, until shut is called.
func (h *Host) Open(d *Desk) (url string, shut func()) {
	path := "/" + rand.Text() // 128 bits and more
	places := make(chan struct{}, maxOpen)
	inner := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return d.server }, nil)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case places <- struct{}{}:
			defer func() { <-places }()
			r.Body = http.MaxBytesReader(w, r.Body, maxFrame)
			inner.ServeHTTP(w, r)
		default:
			http.Error(w, fmt.Sprintf("more than %d requests at once", maxOpen), http.StatusTooManyRequests)
		}
	})
	h.mu.Lock()
	h.desks[path] = handler
	h.mu.Unlock()
	return "http://" + h.listener.Addr().String() + path, func() {
		h.mu.Lock()
		delete(h.desks, path)
		h.mu.Unlock()
		for session := range d.server.Sessions() {
			_ = session.Close() // of a client that may be gone
		}
	}
}

// ServeHTTP implements http.Handler.
func (h *Host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	desk := h.desks[r.URL.Path]
	h.mu.Unlock()
	if desk == nil {
		http.NotFound(w, r)
		return
	}
	desk.ServeHTTP(w, r)
}

// Close stops serving. Answers under way still go out; a client that only listens
// is cut off.
func (h *Host) Close() error {
	last, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	if err := h.server.Shutdown(last); err != nil {
		_ = h.server.Close()
	}
	if err := <-h.stopped; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve over HTTP: %w", err)
	}
	return nil
}

// loopback listens at an address of this machine.
func loopback(ctx context.Context, address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("read address %q: %w; write it like 127.0.0.1:8000", address, err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("listen at %s: a world is served on this machine only; use 127.0.0.1", address)
	}
	var listen net.ListenConfig
	return listen.Listen(ctx, "tcp", address)
}
