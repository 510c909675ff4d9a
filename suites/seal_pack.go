package suites

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Bounds of what a sealed file holds.
const (
	maxEntries  = 4_000
	maxPath     = 200       // bytes of a path
	maxUnpacked = 256 << 20 // bytes of all files together
)

// pack writes the files below a folder into an archive, always in the same way.
// What begins with a dot is left out.
func pack(fsys fs.FS) ([]byte, error) {
	files, err := listed(fsys)
	if err != nil {
		return nil, err
	}
	files = slices.DeleteFunc(files, func(name string) bool { return strings.HasPrefix(path.Base(name), ".") })
	if len(files) == 0 {
		return nil, errors.New("the folder has no files")
	}
	return archive(files, func(name string) ([]byte, error) { return fs.ReadFile(fsys, name) })
}

// archive packs files, in their order.
func archive(files []string, read func(string) ([]byte, error)) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	total := 0
	for _, name := range files {
		data, err := read(name)
		if err != nil {
			return nil, err
		}
		if total += len(data); total > maxUnpacked || len(data) > maxWorld || len(name) > maxPath {
			return nil, fmt.Errorf("the files are too many or too large to be opened again: at most %d bytes in all and %d in each", maxUnpacked, maxWorld)
		}
		entry, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err == nil {
			_, err = entry.Write(data)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// unpack reads an archive whose sender is not trusted. What it returns lives in
// memory.
func unpack(packed []byte) (fs.FS, error) {
	r, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, errors.New("what is sealed in it is no archive of keptgate held-out seal")
	}
	if len(r.File) > maxEntries {
		return nil, fmt.Errorf("it holds more than %d files", maxEntries)
	}
	seen := map[string]bool{}
	left := int64(maxUnpacked)
	for _, f := range r.File {
		name := strings.TrimSuffix(f.Name, "/")
		switch {
		case !fs.ValidPath(name) || name == "." || len(name) > maxPath || strings.Contains(name, `\`) || seen[name]:
			return nil, errors.New("a file in it has a path that is not allowed")
		case f.Mode().IsDir():
			continue
		case !f.Mode().IsRegular():
			return nil, errors.New("it holds something other than files")
		}
		seen[name] = true
		n, err := measure(f)
		if left -= n; err != nil || left < 0 {
			return nil, errors.New("a file in it is damaged or too large")
		}
	}
	return r, nil
}

// measure reads a file to its end and returns its true length.
func measure(f *zip.File) (int64, error) {
	r, err := f.Open()
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(io.Discard, io.LimitReader(r, maxWorld+1))
	if err == nil && n > maxWorld {
		err = errors.New("too large")
	}
	return n, errors.Join(err, r.Close())
}
