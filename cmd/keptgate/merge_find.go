package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/thresholds"
)

// maxFolders bounds the entries of a folder in which shards are looked for.
const maxFolders = 2_000

// shardGroup is what was found of one candidate's shards.
type shardGroup struct {
	name  string // of the candidate, as it was given
	parts *gate.Parts
}

// shards reads the shards in some folders, by candidate in the order in which they
// were given. What cannot be read is a shard that is missing.
func (c *runCmd) shards(config *thresholds.Config, dirs []string) ([]shardGroup, error) {
	var found []*gate.Part
	var unread []string
	for _, dir := range dirs {
		folders, err := resultsIn(dir)
		if err == nil && len(folders) == 0 {
			err = fmt.Errorf("%s holds no %s", dir, gate.ResultFile)
		}
		if err != nil {
			unread = append(unread, err.Error())
		}
		for _, folder := range folders {
			part, err := gate.ReadPart(folder)
			switch {
			case errors.Is(err, gate.ErrWholeRun):
				return nil, fmt.Errorf("merge shards: %w", err)
			case err != nil:
				unread = append(unread, err.Error())
			default:
				found = append(found, part)
			}
		}
	}
	return c.grouped(config, found, unread)
}

// grouped sorts shards by candidate.
func (c *runCmd) grouped(config *thresholds.Config, found []*gate.Part, unread []string) ([]shardGroup, error) {
	names := or(c.Candidate, []string{cmp.Or(config.Candidate, "the candidate")})
	if len(found) > 0 {
		names = make([]string, max(1, found[0].Result.Shard.Among))
	}
	byPlace := make([][]*gate.Part, len(names))
	for _, part := range found {
		s := part.Result.Shard
		if s.Among != found[0].Result.Shard.Among {
			return nil, fmt.Errorf("merge shards: %s ran %d candidates, and %s %d; merge the shards of one run", found[0].Dir, max(1, found[0].Result.Shard.Among), part.Dir, max(1, s.Among))
		}
		i := max(1, s.Place) - 1
		byPlace[i], names[i] = append(byPlace[i], part), s.Name
	}
	var out []shardGroup
	for i, parts := range byPlace {
		ps, err := gate.NewParts(parts, unread)
		if err != nil {
			return nil, err
		}
		out = append(out, shardGroup{cmp.Or(names[i], fmt.Sprintf("candidate %d", i+1)), ps})
	}
	return out, nil
}

// resultsIn lists the folders of results in a shard's folder: itself, or for
// several candidates one below it for each.
func resultsIn(dir string) ([]string, error) {
	if exists(filepath.Join(dir, gate.ResultFile)) {
		return []string{dir}, nil
	}
	below, err := foldersIn(dir)
	var out []string
	for _, folder := range below {
		if exists(filepath.Join(folder, gate.ResultFile)) {
			out = append(out, folder)
		}
	}
	return out, err
}

// foldersIn lists the folders in a folder; none where it is not there.
func foldersIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && len(entries) > maxFolders {
		err = fmt.Errorf("it has %d entries, more than the %d that are looked at", len(entries), maxFolders)
	}
	if err != nil {
		return nil, fmt.Errorf("look for shards in %s: %w", dir, err)
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out, nil
}
