package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// heldOutEnv is the variable that holds the key, passphrase or secret of a
// held-out side named by a flag that names no other.
const heldOutEnv = "KEPTGATE_HELD_OUT"

// seedPrefix begins a held-out side made from a secret: seed:PERIOD.
const seedPrefix = "seed:"

// secretError says that a variable which a held-out side needs is not set. A job
// without secrets, such as that of a fork, is not evaluated.
type secretError struct{ name string }

func (e *secretError) Error() string {
	return fmt.Sprintf("open held-out side: the variable %s, which should hold its key, passphrase or secret, is not set", e.name)
}

// secret reads a variable that no log may show and no candidate may ask for.
func (sys *system) secret(name string) (string, error) {
	if strings.HasSuffix(name, "_API_KEY") {
		return "", usage(fmt.Errorf("open held-out side: a candidate may ask for any variable that ends in _API_KEY; keep the secret in another than %s", name))
	}
	value := strings.TrimSpace(sys.env(name))
	if value == "" {
		return "", &secretError{name}
	}
	if sys.mask != nil {
		sys.mask(value)
	}
	return value, nil
}

// heldOutSource reads a flag: a folder, a sealed file, or seed:PERIOD.
func heldOutSource(flag, env string) *thresholds.HeldOut {
	if env == "" {
		env = heldOutEnv
	}
	switch period, seeded := strings.CutPrefix(flag, seedPrefix); {
	case seeded:
		return &thresholds.HeldOut{SeedEnv: env, Period: period}
	case strings.HasSuffix(flag, ".age"):
		return &thresholds.HeldOut{Sealed: flag, KeyEnv: env}
	default:
		return &thresholds.HeldOut{Dir: flag}
	}
}

// heldOut opens the held-out side that the flag or else the configuration names;
// nil where there is none. names are the suites of the public side.
func (c *runCmd) heldOut(sys *system, config *thresholds.Config, names []string) (*suites.HeldOut, error) {
	source := config.HeldOut
	if c.HeldOut != "" {
		source = heldOutSource(c.HeldOut, c.HeldOutEnv)
	}
	if source == nil {
		return nil, nil
	}
	here := *source
	here.Sealed, here.Dir, here.Suites = c.at(source.Sealed), c.at(source.Dir), c.judging(source.Suites)
	return openHeldOut(sys, c.dir, &here, names)
}

func openHeldOut(sys *system, dir string, source *thresholds.HeldOut, names []string) (*suites.HeldOut, error) {
	find := func(name string, seed uint64) (*suites.Suite, error) { return loadSuite(dir, name, seed) }
	var side *suites.HeldOut
	var err error
	switch {
	case source.Dir != "":
		path := inside(dir, source.Dir)
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			return nil, usage(fmt.Errorf("open held-out side %s: no such folder", source.Dir))
		}
		side, err = suites.LoadHeldOut(os.DirFS(path), find)
	case source.Sealed != "":
		var fsys fs.FS
		if fsys, err = unseal(sys, inside(dir, source.Sealed), source.KeyEnv+source.PassphraseEnv); err == nil {
			side, err = suites.LoadHeldOut(fsys, find)
		}
	default:
		var m *suites.Manifest
		if m, err = manifest(sys, source.SeedEnv, source.Period, or(source.Suites, names)); err == nil {
			side, err = m.Load(find)
		}
	}
	var missing *secretError
	switch {
	case errors.As(err, &missing):
		return nil, err
	case err != nil:
		return nil, usage(err)
	}
	if side.Cases() == 0 {
		return nil, usage(errors.New("open held-out side: its seeds change nothing in the suites; name suites that vary, or another period"))
	}
	return side, nil
}

// manifest derives seeds from a secret variable.
func manifest(sys *system, env, period string, names []string) (*suites.Manifest, error) {
	secret, err := sys.secret(env)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		names = suites.Names()
	}
	return suites.NewManifest([]byte(secret), period, names)
}

// unseal opens a sealed file in memory.
func unseal(sys *system, path, env string) (fs.FS, error) {
	if env == "" {
		env = heldOutEnv
	}
	text, err := sys.secret(env)
	if err != nil {
		return nil, err
	}
	key, err := suites.NewKey(text)
	if err != nil {
		return nil, fmt.Errorf("%w (variable %s)", err, env)
	}
	info, err := os.Stat(path)
	if err == nil && info.Size() > suites.MaxSealed {
		err = fmt.Errorf("it has %d bytes, more than the %d allowed", info.Size(), suites.MaxSealed)
	}
	if err != nil {
		return nil, fmt.Errorf("open held-out side: %w", err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("open held-out side: %w", err)
	}
	return suites.Open(data, key)
}
