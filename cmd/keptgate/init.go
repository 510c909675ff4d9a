package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/suites/draft"
	"github.com/keptgate/keptgate/thresholds"
)

var (
	//go:embed starter/keptgate.yml
	starterConfig string
	//go:embed starter/candidate.yaml
	starterCandidate string
	//go:embed starter/workflow.yml
	starterWorkflow string
)

// initCmd begins with Keptgate in a repository.
type initCmd struct {
	Dir   string   `help:"Folder of the repository." default:"." placeholder:"DIR"`
	From  string   `help:"Draft the suite from this file: tool definitions (OpenAI, Anthropic, Gemini, MCP tools/list), or a recorded conversation with tool calls. Or from an MCP server, which is then the world: mcp:COMMAND, or its URL; only what reads is called." placeholder:"FILE|mcp:COMMAND|URL"`
	Suite string   `help:"Folder of the first suite, inside the repository." default:"evals/first" placeholder:"PATH"`
	notes []string // what a draft could not carry over

	Model string `help:"Model of your agent, such as openai:MODEL. Without one the builtin reference is judged, which proves the setup alone." placeholder:"PROVIDER:MODEL"`
}

// Run writes a suite, a configuration and a workflow, none of which may be there
// yet, and plays the references of the suite.
func (c *initCmd) Run(ctx context.Context, sys *system) error {
	files, err := c.files(ctx, sys)
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(files))
	if err := writeNew(c.Dir, names, files); err != nil {
		return err
	}
	for _, name := range names {
		fmt.Fprintln(sys.stdout, "wrote", filepath.Join(c.Dir, filepath.FromSlash(name)))
	}
	for _, note := range c.notes {
		fmt.Fprintln(sys.stdout, "note:", note)
	}
	list, err := loadSuites(ctx, sys, c.Dir, []string{"./" + c.Suite})
	if err != nil {
		return err
	}
	tries := thresholds.Plan{K: 1, Steady: 1, Faults: 8, Drift: 8, Load: 1}
	if list[0].Server != nil {
		tries.Load = 0 // a server is slow to start, and need not take many
	}
	plan, err := gate.NewPlan(list, &thresholds.Policy{Plan: tries}, defaultSeed, gate.Filter{Trial: -1})
	if err != nil {
		return err
	}
	if err := problemsOr(gate.Prove(ctx, plan, nil)); err != nil {
		return err
	}
	prove := "keptgate validate ./" + c.Suite
	pass := "pass their references"
	if len(list[0].Cases) == 1 {
		pass = "passes its reference"
	}
	_, err = fmt.Fprintf(sys.stdout, `%s %s, also when tools fail or change.

Next:
  %-*s  proves the cases while you write your own
  %-*s  says what a run costs
  %-*s  judges %s
`, plural(len(list[0].Cases), "case"), pass, len(prove), prove, len(prove), "keptgate plan", len(prove), "keptgate run", c.judged())
	return err
}

func (c *initCmd) judged() string {
	if c.Model == "" {
		return "the builtin reference; name your agent in .keptgate.yml, or begin with init --model"
	}
	return c.Model
}

// files are what init writes, by path with slashes.
func (c *initCmd) files(ctx context.Context, sys *system) (map[string]string, error) {
	c.Suite = path.Clean(filepath.ToSlash(c.Suite))
	if !filepath.IsLocal(filepath.FromSlash(c.Suite)) || c.Suite == "." {
		return nil, usage(fmt.Errorf("write suite %s: it has to lie inside the repository", c.Suite))
	}
	files := map[string]string{".github/workflows/keptgate.yml": starterWorkflow}
	candidate := "builtin:reference # your agent: a provider:model, or a candidate file"
	if c.Model != "" {
		candidate = "agent/candidate.yaml"
		files[candidate] = strings.ReplaceAll(starterCandidate, "MODEL", c.Model)
		if key := agent.KeyEnv(c.Model); key != "" {
			files[".github/workflows/keptgate.yml"] = strings.ReplaceAll(starterWorkflow, "OPENAI_API_KEY", key)
		}
	}
	files[configName] = strings.NewReplacer("CANDIDATE", candidate, "SUITE", c.Suite).Replace(starterConfig)
	suite, err := c.suite(ctx, sys)
	for name, text := range suite {
		files[path.Join(c.Suite, name)] = text
	}
	return files, err
}

// maxFrom bounds a file that a draft is made of, in bytes.
const maxFrom = 8 << 20

// suite are the files of the first suite: the one that comes with the program,
// or a draft of what the user has.
func (c *initCmd) suite(ctx context.Context, sys *system) (map[string]string, error) {
	if server, ok := serverFrom(c.From); ok {
		return c.fromServer(ctx, sys, server)
	}
	if c.From != "" {
		data, err := readUpTo(c.From, maxFrom)
		if err != nil {
			return nil, usage(fmt.Errorf("read %s: %w", c.From, err))
		}
		d, err := draft.From(data)
		if err != nil {
			return nil, usage(fmt.Errorf("%s: %w", c.From, err))
		}
		files, err := d.Files(suiteName(path.Base(c.Suite)))
		c.notes = d.Notes
		return files, usage(err)
	}
	suite, err := suites.Starter()
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	err = fs.WalkDir(suite, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(suite, name)
		files[name] = string(data)
		return err
	})
	return files, err
}

// suiteName makes the name of a suite of the name of its folder.
func suiteName(folder string) string {
	name := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, strings.ToLower(folder)), "-")
	if name == "" || name[0] < 'a' {
		name = "suite-" + name
	}
	return name
}

// writeNew writes files that are not there yet below a folder: all of them or
// none.
func writeNew(dir string, names []string, files map[string]string) (err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return usage(fmt.Errorf("open repository: %w", err))
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	var there []string
	for _, name := range names {
		if _, err := root.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			there = append(there, name)
		}
	}
	if len(there) > 0 {
		return usage(fmt.Errorf("begin in %s: there is %s already, and nothing is overwritten; move it away, or choose another folder", dir, strings.Join(there, ", ")))
	}
	for i, name := range names {
		if err := writeOne(root, name, files[name]); err != nil {
			for _, written := range names[:i+1] {
				_ = root.Remove(written) // the error that matters is the first
			}
			return usage(fmt.Errorf("write %s: %w", name, err))
		}
	}
	return nil
}

func writeOne(root *os.Root, name, text string) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
