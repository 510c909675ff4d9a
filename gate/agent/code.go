package agent

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Bounds of the files that an agent's digest is made of.
const (
	maxCodeFiles = 10_000
	maxCodeBytes = 256 << 20
)

// codeDigest tells one version of a program from another: it is made of the
// arguments that are files below dir, and of the files and folders that are named.
// It is "" where there is none.
func codeDigest(dir string, args, named []string) (string, error) {
	d := &digest{root: dir, sum: sha256.New()}
	for _, arg := range args {
		if path, ok := d.inside(arg); ok {
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				d.paths = append(d.paths, arg)
			}
		}
	}
	for _, name := range named {
		if _, ok := d.inside(name); !ok {
			return "", &FieldError{"code", fmt.Sprintf("%s: want a path below the folder of the candidate file", quote(name))}
		}
		d.paths = append(d.paths, name)
	}
	slices.Sort(d.paths)
	for _, path := range slices.Compact(d.paths) {
		if err := d.add(path); err != nil {
			return "", &FieldError{"code", err.Error()}
		}
	}
	if d.files == 0 {
		return "", nil
	}
	return fmt.Sprintf("%x", d.sum.Sum(nil))[:12], nil
}

type digest struct {
	root  string
	paths []string
	sum   hash.Hash
	files int
	bytes int64
}

// inside is where a path leads, if that is below the root.
func (d *digest) inside(path string) (string, bool) {
	if filepath.IsAbs(path) || !filepath.IsLocal(path) {
		return "", false
	}
	return filepath.Join(d.root, path), true
}

// add adds a file, or all files of a folder but those of packages and of git.
func (d *digest) add(path string) error {
	return filepath.WalkDir(filepath.Join(d.root, path), func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return errors.New("read " + path + ": " + pathless(err))
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git" || entry.Name() == "__pycache__"):
			return filepath.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		if d.files++; d.files > maxCodeFiles {
			return fmt.Errorf("read %s: more than %d files", path, maxCodeFiles)
		}
		return d.read(file)
	})
}

func (d *digest) read(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	rel, err := filepath.Rel(d.root, file)
	if err != nil {
		return err
	}
	one := sha256.New()
	n, err := io.Copy(one, io.LimitReader(f, maxCodeBytes))
	if d.bytes += n; d.bytes >= maxCodeBytes {
		return fmt.Errorf("read %s: more than %d bytes in all", rel, maxCodeBytes)
	}
	fmt.Fprintf(d.sum, "%s %x\n", filepath.ToSlash(rel), one.Sum(nil))
	return err
}

// pathless is an error of the file system without the path.
func pathless(err error) string {
	var e *fs.PathError
	if errors.As(err, &e) {
		err = e.Err
	}
	return strings.TrimSpace(err.Error())
}
