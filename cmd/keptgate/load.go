package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// configName is the configuration file that is looked for in the working folder.
const configName = ".keptgate.yml"

// defaultSeed is the seed of a run that names none.
const defaultSeed = 7

// defaultParallel is the number of trials in flight of a run that names none.
const defaultParallel = 16

// maxConfig bounds configuration and candidate files, in bytes.
const maxConfig = 1 << 20

// loadConfig reads the configuration. Without a path it reads configName where
// there is one, and returns nil where there is none. A waiver in it that has
// expired is an error.
func loadConfig(sys *system, dir, path string) (*thresholds.Config, error) {
	named := path != ""
	if !named {
		path = configName
	}
	data, err := readFile(inside(dir, path))
	if errors.Is(err, fs.ErrNotExist) && !named {
		return nil, nil
	}
	if err != nil {
		return nil, usage(fmt.Errorf("read configuration: %w", err))
	}
	c, err := thresholds.ParseConfig(path, data)
	if err != nil {
		return nil, err
	}
	if err := namedCandidates(path, c); err != nil {
		return nil, err
	}
	return c, c.CheckWaivers(sys.now())
}

// namedCandidates refuses what is demanded of a candidate that nothing can be named
// by, as it would be demanded of nobody.
func namedCandidates(path string, c *thresholds.Config) error {
	kinds := append(agent.Providers(), "builtin", "http", "https", "command")
	for _, name := range slices.Sorted(maps.Keys(c.Candidates)) {
		if kind, _, _ := strings.Cut(name, ":"); !slices.Contains(kinds, kind) {
			return usage(fmt.Errorf("read configuration %s: candidates: no candidate is named %q; a name begins with one of %s", path, name, strings.Join(kinds, ":, ")+":"))
		}
	}
	return nil
}

// loadSpectrum reads a tool spectrum; nil where none is named.
func loadSpectrum(dir, path string) (*thresholds.Spectrum, error) {
	if path == "" {
		return nil, nil
	}
	data, err := readFile(inside(dir, path))
	if err != nil {
		return nil, usage(fmt.Errorf("read tool spectrum: %w", err))
	}
	return thresholds.ParseSpectrum(path, data)
}

// inside joins a path to a folder, unless it is absolute.
func inside(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// loadSuites reads suites by name, where they come with the program, or by path.
// No names mean all suites that come with the program.
func loadSuites(ctx context.Context, sys *system, dir string, names []string) ([]*suites.Suite, error) {
	return loadVaried(ctx, sys, dir, names, 0)
}

// loadVaried reads suites as a seed varies them; 0 is as they were published.
func loadVaried(ctx context.Context, sys *system, dir string, names []string, seed uint64) ([]*suites.Suite, error) {
	if len(names) == 0 {
		names = suites.Names()
	}
	var list []*suites.Suite
	var problems []schemas.Problem
	for _, name := range names {
		s, err := loadSuite(dir, name, seed)
		if err == nil {
			err = meet(ctx, sys, s)
		}
		var found schemas.Problems
		switch {
		case errors.As(err, &found):
			problems = append(problems, found...)
		case err != nil:
			return nil, usage(err)
		default:
			list = append(list, s)
		}
	}
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	return list, golden(ctx, list)
}

// golden fills in what cases leave to their references. A world that does not open
// is a usage error, as in meet.
func golden(ctx context.Context, list []*suites.Suite) error {
	if err := gate.Golden(ctx, list); ctx.Err() == nil {
		return usage(err)
	}
	return ctx.Err()
}

// meet asks the MCP server of a suite for its tools, where one is the world. A
// server that cannot be reached is a usage error: nothing has been run yet.
func meet(ctx context.Context, sys *system, s *suites.Suite) error {
	if sys.programs != "" && s.Server != nil && s.Server.Recorded == "" && s.Server.Command != nil {
		return fmt.Errorf("start the MCP server of suite %s: %s", s.Name, sys.programs)
	}
	return world.Meet(ctx, s, func(name string) (string, bool) { v := sys.env(name); return v, v != "" })
}

func loadSuite(dir, name string, seed uint64) (*suites.Suite, error) {
	if !strings.ContainsAny(name, `./\`) {
		return suites.Public(name, seed)
	}
	path := inside(dir, name)
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("find suite %s: no such folder; suites that come with keptgate: %s", name, strings.Join(suites.Names(), ", "))
	}
	return suites.Load(os.DirFS(filepath.Dir(path)), filepath.Base(path), seed)
}

// public lists the cases of suites that are not held out, as SUITE/CASE.
func public(list []*suites.Suite) []string {
	var ids []string
	for _, s := range list {
		for _, c := range s.Cases {
			if !s.HeldOut {
				ids = append(ids, c.ID())
			}
		}
	}
	return ids
}

// published are the digests of the cases of suites that are not held out.
func published(list []*suites.Suite) map[string]bool {
	out := map[string]bool{}
	for _, s := range list {
		if s.HeldOut {
			continue
		}
		for _, c := range s.Cases {
			out[c.Digest] = true
		}
	}
	return out
}

// loadCandidate reads a candidate: provider:model, builtin:name, or a file that
// ends in .yaml. A builtin agent that is fitted to published cases knows them by
// their digests.
func loadCandidate(sys *system, dir, spec string, list []*suites.Suite) (agent.Candidate, error) {
	options := agent.Options{
		LookupEnv:  func(name string) (string, bool) { v := sys.env(name); return v, v != "" },
		Traffic:    sys.traffic,
		NoPrograms: sys.programs,
		Dir:        dir,
		Published:  published(list),
	}
	if !agent.IsFile(spec) {
		c, err := agent.Parse(spec, options)
		return c, usage(err)
	}
	path := inside(dir, spec)
	data, err := readFile(path)
	if err != nil {
		return nil, usage(fmt.Errorf("read candidate: %w", err))
	}
	doc, problems := schemas.ParseYAML(spec, data)
	if len(problems) == 0 {
		problems = doc.CheckOwn("candidate")
	}
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	var file agent.File
	if err := schemas.Decode(doc.Value, &file); err != nil {
		return nil, usage(fmt.Errorf("decode candidate %s: %w", spec, err))
	}
	options.Dir = filepath.Dir(path)
	options.ReadFile = func(prompt string) ([]byte, error) { return readFile(inside(filepath.Dir(path), prompt)) }
	options.ToolFile = func(suite, name string) (*agent.ToolFile, error) {
		return toolFile(list, filepath.Dir(path), suite, name)
	}
	c, err := agent.FromFile(file, options)
	var field *agent.FieldError
	if errors.As(err, &field) {
		pointer := "/" + strings.ReplaceAll(field.Field, ".", "/")
		return nil, schemas.Problems{doc.Problem(pointer, "candidate-field", "%s: %s", field.Field, field.Reason)}
	}
	return c, usage(err)
}

// toolFile reads another file of tools for one of the suites that are run: by the
// word in its name, where it stands beside the suite's own, or by its path.
func toolFile(list []*suites.Suite, dir, suite, name string) (*agent.ToolFile, error) {
	at := slices.IndexFunc(list, func(s *suites.Suite) bool { return s.Name == suite && !s.HeldOut })
	if at < 0 {
		return nil, nil
	}
	if !agent.IsFile(name) {
		file := list[at].Files[name]
		if file == nil {
			return nil, fmt.Errorf("no file tools.%s.yaml stands beside the tools of %s; there are: %s", name, suite, orNone(slices.Sorted(maps.Keys(list[at].Files))))
		}
		return &agent.ToolFile{Name: name, Path: file.Path, Data: file.Data}, nil
	}
	data, err := readFile(inside(dir, name))
	if err != nil {
		return nil, fmt.Errorf("read file of tools: %w", err)
	}
	return &agent.ToolFile{Name: filepath.Base(name), Path: name, Data: data}, nil
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// loadResult reads a result; fs.ErrNotExist says that there is none.
func loadResult(ctx context.Context, path string) (*gate.Result, error) {
	data, _, err := gate.FileStore{}.Load(ctx, path)
	if errors.Is(err, gate.ErrNoBaseline) {
		return nil, usage(fmt.Errorf("read result %s: %w; a run leaves its result.json in the folder given by --out", path, fs.ErrNotExist))
	}
	if err != nil {
		return nil, usage(err)
	}
	r, err := gate.ReadResult(data)
	if err != nil {
		return nil, usage(fmt.Errorf("read result %s: %w", path, err))
	}
	return r, nil
}

func readFile(path string) ([]byte, error) { return readUpTo(path, maxConfig) }

// readUpTo reads a file of at most limit bytes.
func readUpTo(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%s has %d bytes, more than the %d allowed", path, info.Size(), limit)
	}
	return os.ReadFile(path)
}

// problemsOr returns the problems as an error where there are any, else err.
func problemsOr(problems []schemas.Problem, err error) error {
	problems = slices.DeleteFunc(slices.Clone(problems), func(p schemas.Problem) bool { return p.Severity == schemas.Warning })
	if err == nil && len(problems) > 0 {
		return schemas.Problems(problems)
	}
	return err
}
