package mcp

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxFrame  = 4 << 20 // bytes of one message of a client
	tokenSize = 16      // bytes of an address that nobody guesses
	patience  = 10 * time.Second
	goodbye   = time.Second
)

// Stdio serves one client over two streams, until it leaves or ctx ends. A call
// that was not over then ends with an error. It is called once.
func (d *Desk) Stdio(ctx context.Context, in io.Reader, out io.Writer) error {
	if d.begun(ctx) != nil {
		return nil
	}
	defer close(d.left)
	err := d.server.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(in), Writer: nopCloser{out}, MaxLineLength: maxFrame})
	if err != nil && ctx.Err() == nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("serve over standard input and output: %w", err)
	}
	return nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// HTTP serves clients over streamable HTTP at address, such as 127.0.0.1:0, until
// ctx ends. Ready is given the whole address, whose path nobody can guess. Only
// addresses of this machine are taken.
func (d *Desk) HTTP(ctx context.Context, address string, ready func(url string)) error {
	listener, err := loopback(ctx, address)
	if err != nil {
		return fmt.Errorf("serve over HTTP: %w", err)
	}
	token := make([]byte, tokenSize)
	if _, err := rand.Read(token); err != nil {
		return fmt.Errorf("serve over HTTP: draw an address: %w", err)
	}
	path := fmt.Sprintf("/%x", token)
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return d.server }, nil)
	mux := http.NewServeMux()
	mux.Handle(path, http.MaxBytesHandler(handler, maxFrame))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: patience}
	if d.begun(ctx) != nil {
		return listener.Close()
	}
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(listener) }()
	ready("http://" + listener.Addr().String() + path)
	select {
	case <-ctx.Done():
		// Answers under way still go out; a client that only listens is cut off.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
		defer cancel()
		if err := server.Shutdown(last); err != nil {
			return server.Close()
		}
		return nil
	case err := <-stopped:
		return fmt.Errorf("serve over HTTP: %w", err)
	}
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
