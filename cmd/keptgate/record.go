package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/suites"
)

// recordCmd records the answers of a server, so that a suite can be run where the
// server is not at hand.
type recordCmd struct {
	Suite string `arg:"" help:"Folder of a suite whose world is an MCP server that only answers, with server.recorded in its suite.yaml." placeholder:"DIR"`
}

// Run asks the server what the references ask, and writes the file of answers.
func (c *recordCmd) Run(ctx context.Context, sys *system) error {
	path := filepath.Clean(c.Suite)
	s, err := suites.Load(os.DirFS(filepath.Dir(path)), filepath.Base(path), 0)
	if err != nil {
		return usage(err)
	}
	if s.Server == nil || s.Server.Recorded == "" {
		return usage(fmt.Errorf("record %s: its suite.yaml names no file under server.recorded; only the answers of an MCP server can be recorded", c.Suite))
	}
	name := s.Server.Recorded
	if s, err = suites.Load(without{os.DirFS(filepath.Dir(path)), filepath.Base(path) + "/" + name}, filepath.Base(path), 0); err != nil {
		return usage(err)
	}
	s.Server.Recorded = "" // the server itself is asked
	if err := meet(ctx, sys, s); err != nil {
		return usage(err)
	}
	r, err := gate.Record(ctx, s)
	if err != nil {
		return usage(err)
	}
	data, err := r.Encode()
	if err != nil {
		return err
	}
	if err := gate.WriteFile(filepath.Join(path, filepath.FromSlash(name)), data); err != nil {
		return err
	}
	if r, err = suites.ReadRecording(data); err != nil {
		return err
	}
	_, err = fmt.Fprintf(sys.stdout, "wrote %d answers of %d tools to %s\n", len(r.Answers), len(r.Tools), filepath.Join(path, name))
	return err
}

// without is a file system that lacks one file.
type without struct {
	fs.FS
	name string
}

// Open implements fs.FS.
func (w without) Open(name string) (fs.File, error) {
	if name == w.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return w.FS.Open(name)
}
