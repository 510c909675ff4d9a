package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// claims reads what the triggering run left, in which anything may stand: one
// result, or those of several candidates in a folder each, by the folders' names.
func (a *action) claims(folder, file string) ([]*gate.Result, error) {
	run := a.event.Trigger.Run
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, usage(fmt.Errorf("read result of run %d: %w; download its artifact there first", run, err))
	}
	defer root.Close()
	c := claimReader{root: root, left: gate.MaxClaim}
	texts, err := c.read(file)
	if err != nil {
		return nil, fmt.Errorf("read result of run %d: %w", run, err)
	}
	var results []*gate.Result
	for _, text := range texts {
		r, err := gate.ReadResult(text)
		if err == nil {
			err = a.believable(r)
		}
		if err == nil && len(results) > 0 && r.Gate != results[0].Gate {
			err = fmt.Errorf("it is of gate %q, and another candidate's is of %q", r.Gate, results[0].Gate)
		}
		if err != nil {
			return nil, fmt.Errorf("refuse result of run %d: %w", run, err)
		}
		results = append(results, r)
	}
	return results, nil
}

// believable holds a result against itself and against what GitHub says of its run.
func (a *action) believable(r *gate.Result) error {
	if err := r.CheckClaim(); err != nil {
		return err
	}
	if head := a.event.Trigger.Head; r.Commit != head {
		return fmt.Errorf("it is about commit %q, and the run was about %s", r.Commit, head)
	}
	if name := a.inputs.GateName; name != "" && r.Gate != name {
		return fmt.Errorf("it is of gate %q, and the input gate-name is %q", r.Gate, name)
	}
	return nil
}

// claimReader reads plain files below a folder whose files somebody else has
// written. It goes through no link, and reads no more than a result may have.
type claimReader struct {
	root *os.Root
	left int64 // bytes, of all files together
}

// read returns a file, or where it is not there those of its name in the folders
// beside it.
func (c *claimReader) read(file string) ([][]byte, error) {
	text, err := c.one(file)
	if !errors.Is(err, fs.ErrNotExist) {
		return [][]byte{text}, err
	}
	at := filepath.Dir(file)
	entries, err := fs.ReadDir(c.root.FS(), filepath.ToSlash(at))
	if err != nil {
		return nil, usage(fmt.Errorf("%w; download the run's artifact there first", err))
	}
	var texts [][]byte
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		text, err := c.one(filepath.Join(at, e.Name(), filepath.Base(file)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case len(texts) == gate.MaxLineup:
			return nil, fmt.Errorf("%s holds more than %d results", at, gate.MaxLineup)
		default:
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("there is no %s in %s: the run ended before it had a verdict", filepath.Base(file), at)
	}
	return texts, nil
}

func (c *claimReader) one(file string) ([]byte, error) {
	parts := strings.Split(filepath.ToSlash(file), "/")
	for i := range parts {
		info, err := c.root.Lstat(filepath.Join(parts[:i+1]...))
		if err != nil {
			return nil, err
		}
		if last := i == len(parts)-1; last && !info.Mode().IsRegular() || !last && !info.IsDir() {
			return nil, fmt.Errorf("%s is a link or another thing than a plain file", filepath.Join(parts[:i+1]...))
		}
	}
	f, err := c.root.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, c.left+1))
	if c.left -= int64(len(text)); err == nil && c.left < 0 {
		err = fmt.Errorf("%s has more than the %d bytes allowed", file, gate.MaxClaim)
	}
	return text, err
}
