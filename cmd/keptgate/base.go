package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/schemas/diff"
	"github.com/keptgate/keptgate/thresholds"
)

// base is what a change is judged by: the configuration, the files that it names
// and the suites, as they are in the commit that the change goes onto. What a
// change makes of them counts once it is merged.
type base struct {
	tree     *github.Tree
	checkout string            // folder of the checkout that paths start from
	folder   string            // where the base's files are laid down
	found    map[string]string // where a path of the configuration is to be read instead
	config   *thresholds.Config
	proposed []proposal
	edits    []string
	changes  []diff.Change // of tools, by suite
}

// read takes over the configuration of the base commit, at a path below the
// checkout, and all that it names. Without one the base has no policy, and config
// stays nil.
func (b *base) read(ctx context.Context, sys *system, name string, head *thresholds.Config) error {
	files, err := b.tree.Files(ctx, filepath.ToSlash(filepath.Join(b.checkout, name)))
	if err != nil || len(files) == 0 {
		return err
	}
	data, err := b.tree.Blob(ctx, slices.Collect(maps.Values(files))[0])
	if err != nil {
		return err
	}
	config, err := thresholds.ParseConfig(name+" of the base commit", data)
	if err != nil {
		return usage(err)
	}
	// A waiver that has expired must not keep out the change that removes it.
	b.config = config.InForce(sys.now())
	for _, edit := range thresholds.Edits(config, head) {
		b.edits = append(b.edits, name+": "+edit)
	}
	for _, file := range b.named() {
		if err := b.file(ctx, file); err != nil {
			return err
		}
	}
	return nil
}

// named are the files that the base's configuration names.
func (b *base) named() []string {
	c := b.config
	names := []string{c.Spectrum}
	if c.Baseline != nil {
		names = append(names, c.Baseline.File)
	}
	if c.HeldOut != nil {
		names = append(names, c.HeldOut.Sealed, c.HeldOut.Dir)
	}
	return slices.DeleteFunc(names, func(s string) bool { return s == "" })
}

// inRepository is the path in the repository of one that starts from the checkout's
// folder; false where it leads out of it.
func (b *base) inRepository(name string) (string, bool) {
	at := filepath.ToSlash(filepath.Join(b.checkout, name))
	return at, !filepath.IsAbs(name) && filepath.IsLocal(at)
}

// file lays down one file of the base. Where the base does not have it, it is not
// there for the run either.
func (b *base) file(ctx context.Context, name string) error {
	at, ok := b.inRepository(name)
	if !ok {
		return nil
	}
	edited, err := b.lay(ctx, at, b.folder)
	if err != nil {
		return err
	}
	b.found[name] = filepath.Join(b.folder, filepath.FromSlash(at))
	if edited {
		b.edits = append(b.edits, name+": edited")
	} else if !exists(b.found[name]) && exists(inside(b.checkout, name)) {
		b.edits = append(b.edits, name+": added")
	}
	return nil
}

// input is where a file that an input names is to be read: in the base where that
// has it. Other files come from an earlier step, or from elsewhere.
func (b *base) input(ctx context.Context, name string) (string, error) {
	at, ok := b.inRepository(name)
	if name == "" || !ok {
		return name, nil
	}
	edited, err := b.lay(ctx, at, b.folder)
	file := filepath.Join(b.folder, filepath.FromSlash(at))
	if err != nil || !exists(file) {
		return name, err
	}
	if edited {
		b.edits = append(b.edits, name+": edited")
	}
	return absolute(file), nil
}

// lay writes what the base has at a path below a folder, and tells whether the
// checkout has it otherwise. Only what differs is asked for.
func (b *base) lay(ctx context.Context, at, folder string) (bool, error) {
	files, err := b.tree.Files(ctx, at)
	if err != nil {
		return false, err
	}
	edited := false
	for _, file := range slices.Sorted(maps.Keys(files)) {
		data, err := os.ReadFile(filepath.FromSlash(file))
		if err != nil || github.BlobID(files[file], data) != files[file] {
			edited = true
			if data, err = b.tree.Blob(ctx, files[file]); err != nil {
				return false, err
			}
		}
		if err := write(filepath.Join(folder, filepath.FromSlash(file)), data); err != nil {
			return false, err
		}
	}
	return edited, nil
}

func write(file string, data []byte) error {
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = os.WriteFile(file, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("lay down the base's files: %w", err)
	}
	return nil
}

// absolute is a path that loadSuite takes for a folder, whatever it begins with.
func absolute(folder string) string {
	if path, err := filepath.Abs(folder); err == nil {
		return path
	}
	return folder
}

// workflow tells whether the change edits the workflow that runs the gate: ref is
// OWNER/NAME/PATH@REF, as GITHUB_WORKFLOW_REF has it.
func (b *base) workflow(ctx context.Context, ref string) error {
	at, _, _ := strings.Cut(ref, "@")
	parts := strings.SplitN(at, "/", 3)
	if len(parts) < 3 {
		return nil
	}
	files, err := b.tree.Files(ctx, path.Clean(parts[2]))
	if err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.FromSlash(parts[2]))
	if id := files[path.Clean(parts[2])]; err == nil && (id == "" || github.BlobID(id, data) != id) {
		b.edits = append(b.edits, "workflow "+parts[2]+": edited; it ran as this change has it")
	}
	return nil
}

// source says whose policy decided, for the result.
func (b *base) source() *gate.PolicySource {
	from := fromBase
	if b.config == nil {
		from = "head"
	}
	return &gate.PolicySource{From: from, Commit: b.tree.Commit, Edits: b.edits, Tools: b.changed()}
}
