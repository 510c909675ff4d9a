package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// heldOutCmd makes and looks at held-out sides.
type heldOutCmd struct {
	Seal     sealCmd     `cmd:"" help:"Encrypt a folder of suites into one file."`
	Open     openCmd     `cmd:"" help:"Say what is in a sealed file, in numbers only."`
	Generate generateCmd `cmd:"" help:"Vary public suites by a secret into a held-out side."`
}

// locks are the ways to seal.
type locks struct {
	To            []string `help:"Public key that may open it, age1…; may be repeated." placeholder:"RECIPIENT"`
	PassphraseEnv string   `help:"Variable that holds a passphrase." placeholder:"VAR"`
}

func (l locks) lock(sys *system) (suites.Lock, error) {
	switch {
	case (len(l.To) > 0) == (l.PassphraseEnv != ""):
		return suites.Lock{}, errors.New("seal held-out side: name who may open it, with either --to or --passphrase-env")
	case len(l.To) > 0:
		return suites.Recipients(l.To)
	}
	words, err := sys.secret(l.PassphraseEnv)
	if err != nil {
		return suites.Lock{}, err
	}
	return suites.Passphrase(words)
}

// sealCmd encrypts a folder.
type sealCmd struct {
	Dir string `arg:"" help:"Folder with the suites below it." placeholder:"DIR"`
	locks
	Output string `short:"o" required:"" help:"File to write." placeholder:"FILE.age"`
}

// Run refuses a folder that could not be used once it is sealed.
func (c *sealCmd) Run(sys *system) error {
	lock, err := c.lock(sys)
	if err != nil {
		return usage(err)
	}
	if !strings.HasSuffix(c.Output, ".age") {
		return usage(errors.New("seal held-out side: name the file so that it ends in .age; --held-out knows it by that"))
	}
	side, err := openHeldOut(sys, "", &thresholds.HeldOut{Dir: c.Dir}, nil)
	if err != nil {
		return usage(err)
	}
	data, err := suites.Seal(os.DirFS(c.Dir), lock)
	if err != nil {
		return usage(err)
	}
	if err := gate.WriteFile(c.Output, data); err != nil {
		return usage(err)
	}
	return describe(sys, "Sealed", side)
}

// describe says what a side holds, in numbers.
func describe(sys *system, done string, side *suites.HeldOut) error {
	tools, categories := 0, map[string]bool{}
	for _, s := range side.Suites {
		tools += len(s.Tools)
		for _, c := range s.Cases {
			categories[c.Category] = true
		}
	}
	kinds := plural(len(categories), "category")
	if len(categories) != 1 {
		kinds = fmt.Sprintf("%d categories", len(categories))
	}
	_, err := fmt.Fprintf(sys.stdout, "%s: %s, %s in %s, %s.\n", done, plural(len(side.Suites), "suite"), plural(side.Cases(), "case"), kinds, plural(tools, "tool"))
	if side.AsPublished > 0 && err == nil {
		_, err = fmt.Fprintf(sys.stdout, "Left out: %s that no seed changes.\n", plural(side.AsPublished, "case"))
	}
	return err
}

// openCmd looks into a sealed file.
type openCmd struct {
	File          string `arg:"" help:"Sealed file." placeholder:"FILE.age"`
	KeyEnv        string `help:"Variable that holds the identity; ${heldout} unless given." placeholder:"VAR"`
	PassphraseEnv string `help:"Variable that holds the passphrase." placeholder:"VAR"`
	Out           string `help:"New folder to write the files to, in plain text." placeholder:"DIR"`
}

// Run says what is in the file, and writes it out only where it is told to.
func (c *openCmd) Run(sys *system) error {
	if c.KeyEnv != "" && c.PassphraseEnv != "" {
		return usage(errors.New("open held-out side: name either --key-env or --passphrase-env"))
	}
	side, err := openHeldOut(sys, "", &thresholds.HeldOut{Sealed: c.File, KeyEnv: c.KeyEnv, PassphraseEnv: c.PassphraseEnv}, nil)
	if err != nil {
		return usage(err)
	}
	if err := describe(sys, "It opens", side); err != nil || c.Out == "" {
		return err
	}
	fsys, err := unseal(sys, c.File, c.KeyEnv+c.PassphraseEnv)
	if err != nil {
		return usage(err)
	}
	if err := writeOut(fsys, c.Out); err != nil {
		return usage(err)
	}
	_, err = fmt.Fprintf(sys.stderr, "warning: %s holds the held-out side in plain text; keep it out of every repository, log and artifact, and delete it soon\n", c.Out)
	return err
}

// writeOut copies files into a new folder that only its owner can read.
func writeOut(fsys fs.FS, dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return fmt.Errorf("write held-out side: %w; name a folder that is not there yet", err)
	}
	return fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		path := filepath.Join(dir, filepath.FromSlash(name))
		switch {
		case err != nil || name == ".":
			return err
		case d.IsDir():
			return os.Mkdir(path, 0o700)
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		return os.WriteFile(path, data, 0o600)
	})
}

// generateCmd varies public suites.
type generateCmd struct {
	SeedEnv string   `required:"" help:"Variable that holds the secret." placeholder:"VAR"`
	Period  string   `required:"" help:"Period, such as 2026Q4: another one, other cases." placeholder:"PERIOD"`
	Suite   []string `help:"Suite by name or folder; all public suites unless given." placeholder:"S"`
	locks
	Output string `short:"o" help:"File to seal it in, or new folder for it in plain text; nothing is written unless given." placeholder:"FILE.age"`
}

// Run varies the suites, plays every reference, and writes what makes the same
// suites again: their names and seeds.
func (c *generateCmd) Run(ctx context.Context, sys *system) error {
	m, err := manifest(sys, c.SeedEnv, c.Period, c.Suite)
	var lock suites.Lock
	sealed := strings.HasSuffix(c.Output, ".age")
	if err == nil && sealed {
		lock, err = c.lock(sys)
	}
	if err != nil {
		return usage(err)
	}
	side, err := m.Load(func(name string, seed uint64) (*suites.Suite, error) { return loadSuite("", name, seed) })
	if err != nil {
		return usage(err)
	}
	if side.Cases() == 0 {
		return usage(errors.New("generate held-out side: the seeds change nothing in these suites; name suites that vary"))
	}
	if err := golden(ctx, side.Suites); err != nil {
		return err
	}
	policy := &thresholds.Policy{Plan: thresholds.Plan{K: 1, Steady: 1}}
	plan, err := gate.NewPlan(side.Suites, policy, defaultSeed, gate.Filter{Trial: -1})
	if err != nil {
		return usage(err)
	}
	if err := problemsOr(gate.Prove(ctx, plan, nil)); err != nil {
		return err
	}
	switch {
	case sealed:
		err = c.seal(m, lock)
	case c.Output != "":
		err = c.lay(sys, m)
	}
	if err != nil {
		return usage(err)
	}
	return describe(sys, "Generated for "+c.Period, side)
}

func (c *generateCmd) seal(m *suites.Manifest, lock suites.Lock) error {
	data, err := m.Seal(lock)
	if err != nil {
		return err
	}
	return gate.WriteFile(c.Output, data)
}

// lay writes the manifest into a new folder.
func (c *generateCmd) lay(sys *system, m *suites.Manifest) error {
	data, err := m.Encode()
	if err == nil {
		err = os.Mkdir(c.Output, 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(c.Output, suites.ManifestFile), data, 0o600)
	}
	if err == nil {
		_, err = fmt.Fprintf(sys.stderr, "warning: %s holds the seeds in plain text, which is as good as the cases; keep it out of every repository, log and artifact\n", c.Output)
	}
	return err
}
