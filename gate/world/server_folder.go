package world

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/keptgate/keptgate/suites"
)

// Names of the folder that a server works in.
const (
	folderMark = "@folder" // in a suite
	folderName = "/world"  // in calls, replies and records
)

// folder is where one server works. Its real path differs from trial to trial, so
// nothing that goes out holds it.
type folder struct {
	root string // of all, "" where there is none
	path string // what @folder stands for
	home string
}

// newFolder makes a folder with the files of the suite.
func newFolder(declared *suites.Server) (_ folder, err error) {
	root, err := os.MkdirTemp("", "keptgate-")
	if err != nil {
		return folder{}, fmt.Errorf("make folder for server: %w", err)
	}
	f := folder{root: root}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("make folder for server: %w", err), f.remove())
		}
	}()
	if f.root, err = filepath.EvalSymlinks(root); err != nil { // programs may ask where they are
		return f, err
	}
	f.path, f.home = filepath.Join(f.root, "world"), filepath.Join(f.root, "home")
	for _, dir := range []string{f.path, f.home} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return f, err
		}
	}
	if declared.Files == "" {
		return f, nil
	}
	return f, f.fillFrom(declared.FS, declared.Files)
}

// renew makes the folder anew, as newFolder left it. The folder itself stays: a
// server stands in it.
func (f folder) renew(declared *suites.Server) error {
	for _, dir := range []string{f.path, f.home} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return fmt.Errorf("make folder for server anew: %w", err)
		}
		for _, e := range entries {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return fmt.Errorf("make folder for server anew: %w", err)
			}
		}
	}
	if declared.Files == "" {
		return nil
	}
	return f.fillFrom(declared.FS, declared.Files)
}

// fillFrom copies a folder of the suite.
func (f folder) fillFrom(fsys fs.FS, dir string) error {
	if fsys == nil {
		return errors.New("the suite's files are not at hand")
	}
	to, err := os.OpenRoot(f.path)
	if err != nil {
		return err
	}
	defer to.Close()
	files, size := 0, int64(0)
	return fs.WalkDir(fsys, dir, func(name string, entry fs.DirEntry, err error) error {
		rel := strings.TrimPrefix(strings.TrimPrefix(name, dir), "/")
		switch {
		case err != nil || rel == "":
			return err
		case entry.IsDir():
			return to.Mkdir(rel, 0o700)
		case !entry.Type().IsRegular():
			return fmt.Errorf("copy %s: it is no plain file", name)
		}
		n, err := copyFile(to, rel, fsys, name)
		if size, files = size+n, files+1; err == nil && (size > suites.MaxFileBytes || files > suites.MaxFiles) {
			err = fmt.Errorf("copy %s: it holds more than %d bytes or %d files", dir, suites.MaxFileBytes, suites.MaxFiles)
		}
		return err
	})
}

func copyFile(to *os.Root, rel string, fsys fs.FS, name string) (n int64, err error) {
	in, err := fsys.Open(name)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := to.Create(rel)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(out, io.LimitReader(in, suites.MaxFileBytes+1))
	return n, errors.Join(err, out.Close())
}

// remove takes the folder away with all that is in it.
func (f folder) remove() error {
	if f.root == "" {
		return nil
	}
	if err := os.RemoveAll(f.root); err != nil {
		return fmt.Errorf("remove folder of server: %w", err)
	}
	return nil
}

// fill puts the real path in the place of @folder.
func (f folder) fill(text string) string { return strings.ReplaceAll(text, folderMark, f.path) }

// hidden puts the fixed name in the place of the real path.
func (f folder) hidden(text string) string {
	if f.path == "" {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, f.path, folderName), f.root, folderName)
}

// told is an error whose text has the fixed name for the real path.
func (f folder) told(err error) error { return masked{f.hidden(err.Error()), err} }

type masked struct {
	text  string
	cause error
}

func (m masked) Error() string { return m.text }

func (m masked) Unwrap() error { return m.cause }

// out is a value with the fixed name for the real path.
func (f folder) out(v any) any { return each(v, f.hidden) }

// in is a value with the real path for the fixed name, where a text begins with it
// as a path or a file's address does.
func (f folder) in(v any) any {
	return each(v, func(text string) string {
		if f.path == "" {
			return text
		}
		rest, isAddress := strings.CutPrefix(text, "file://")
		below, ok := strings.CutPrefix(rest, folderName)
		switch {
		case strings.HasPrefix(text, folderMark):
			return f.path + text[len(folderMark):]
		case !ok || below != "" && below[0] != '/':
			return text
		case isAddress:
			return "file://" + f.path + below
		default:
			return f.path + below
		}
	})
}

// each is a copy of a value with every text in it changed, names of fields
// included.
func each(v any, change func(string) string) any {
	switch x := v.(type) {
	case string:
		return change(x)
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = each(x[i], change)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for name, e := range x {
			out[change(name)] = each(e, change)
		}
		return out
	default:
		return v
	}
}
