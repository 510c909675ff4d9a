package suites

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
)

// ManifestFile is the file of a held-out side that names suites of the public
// side with seeds to vary them by.
const ManifestFile = "held-out.json"

// maxSuites bounds the suites of a held-out side.
const maxSuites = 200

// Find loads a suite of the public side, varied by a seed; 0 is as published.
type Find func(name string, seed uint64) (*Suite, error)

// HeldOut is a held-out side as a run takes part of it.
type HeldOut struct {
	Suites      []*Suite // concealed: see Suite.HeldOut
	AsPublished int      // cases left out, since a seed changed nothing about them
}

// Cases counts the cases of the side.
func (h *HeldOut) Cases() int {
	n := 0
	for _, s := range h.Suites {
		n += len(s.Cases)
	}
	return n
}

// LoadHeldOut loads the held-out side in fsys: each folder that has a suite.yaml,
// and what ManifestFile names, where there is one. The error tells nothing of
// what is in the files but rules and lines.
func LoadHeldOut(fsys fs.FS, find Find) (*HeldOut, error) {
	files, err := listed(fsys)
	if err != nil {
		return nil, errors.New("list held-out files: the folder cannot be read, or holds more than a held-out side may")
	}
	side := &HeldOut{}
	for _, name := range files {
		if path.Base(name) != "suite.yaml" || path.Dir(path.Dir(name)) != "." {
			continue
		}
		s, err := loadSafely(func() (*Suite, error) { return Load(fsys, path.Dir(name), 0) })
		if err != nil {
			return nil, concealAs(err, files)
		}
		s.conceal(nil, files)
		side.Suites = append(side.Suites, s)
	}
	if data, err := fs.ReadFile(fsys, ManifestFile); err == nil {
		m, err := readManifest(data)
		if err != nil {
			return nil, err
		}
		varied, err := m.Load(find)
		if err != nil {
			return nil, err
		}
		side.Suites, side.AsPublished = append(side.Suites, varied.Suites...), varied.AsPublished
	}
	switch {
	case len(side.Suites) > maxSuites:
		return nil, fmt.Errorf("load held-out side: it has more than %d suites", maxSuites)
	case side.Cases() == 0 && side.AsPublished > 0:
		return nil, errors.New("load held-out side: its seeds change nothing; give the suites something that varies, or another period")
	case side.Cases() == 0:
		return nil, fmt.Errorf("load held-out side: no folder in it has a suite.yaml, and there is no %s", ManifestFile)
	default:
		return side, nil
	}
}

// listed lists the files below a folder in their order, or fails where there are
// more than a held-out side may have.
func listed(fsys fs.FS) ([]string, error) {
	var files []string
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && path.Base(name)[0] == '.':
			return fs.SkipDir // a checkout's own files
		case d.Type().IsRegular():
			files = append(files, name)
		}
		if len(files) > maxEntries {
			return errors.New("too many files")
		}
		return nil
	})
	return files, err
}

// loadSafely loads a suite whose text must not come out by way of a panic.
func loadSafely(load func() (*Suite, error)) (s *Suite, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("the loader broke")
		}
	}()
	return load()
}

func readManifest(data []byte) (*Manifest, error) {
	var m Manifest
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&m); err != nil || m.check() != nil {
		return nil, fmt.Errorf("read %s of the held-out side: it is none that this version wrote; generate it again", ManifestFile)
	}
	return &m, nil
}
