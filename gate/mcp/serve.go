package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Stdio serves one client over two streams, until it leaves or ctx ends. A call
// that was not over then ends with an error. It is called once.
func (d *Desk) Stdio(ctx context.Context, in io.Reader, out io.Writer) error {
	if d.begun(ctx) != nil {
		return nil
	}
	defer close(d.left)
	err := d.server.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(in), Writer: nopCloser{out}, MaxLineLength: maxFrame})
	if err != nil && ctx.Err() == nil && !hungUp(err) {
		return fmt.Errorf("serve over standard input and output: %w", err)
	}
	return nil
}

// hungUp tells whether an error says that the client has left, be it while it was
// told something.
func hungUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, syscall.EPIPE)
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// HTTP serves clients over streamable HTTP at address, such as 127.0.0.1:0, until
// ctx ends. Ready is given the whole address, whose path nobody can guess. Only
// addresses of this machine are taken.
func (d *Desk) HTTP(ctx context.Context, address string, ready func(url string)) error {
	h, err := Listen(ctx, address)
	if err != nil {
		return err
	}
	if d.begun(ctx) == nil {
		url, _ := h.Open(d)
		ready(url)
		select {
		case <-ctx.Done():
		case err := <-h.stopped:
			return fmt.Errorf("serve over HTTP: %w", err)
		}
	}
	return h.Close()
}
