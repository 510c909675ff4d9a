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

	"github.com/keptgate/keptgate/gate/audit"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/suites/tau2"
)

// importTau2Cmd makes a suite of the tasks of τ²-bench.
type importTau2Cmd struct {
	Tasks string `arg:"" help:"tasks.json of a domain." placeholder:"TASKS"`
	DB    string `name:"db" help:"db.json of the domain. None where the world is a server, or has a world.sql of its own." placeholder:"DB"`
	World string `help:"Folder that says how the domain is a business: suite.yaml, tools.yaml, policy.md, tables.sql, import.yaml. examples/worlds/tau2-retail is one." required:"" placeholder:"WORLD"`
	Out   string `help:"Folder for the suite." required:"" placeholder:"DIR"`
}

// Run plays the gold actions in the world, writes the suite, and says which tasks
// are in doubt and what was not carried over.
func (c *importTau2Cmd) Run(ctx context.Context, sys *system) error {
	if err := vacant(c.Out); err != nil {
		return err
	}
	tasks, w, files, err := c.read()
	if err != nil {
		return err
	}
	played, err := c.rehearse(ctx, sys, tasks, w, files)
	if err != nil {
		return err
	}
	cases, notes := w.Cases(tasks, played)
	if len(cases) == 0 {
		return usage(fmt.Errorf("%s: none of %s can be a case: nothing is to be done, read, told or asked in any", c.Tasks, plural(len(tasks), "task")))
	}
	maps.Copy(files, cases)
	if err := writeSuite(c.Out, files); err != nil {
		return err
	}
	if _, err := loadFolder(c.Out); err != nil {
		return err
	}
	_, err = fmt.Fprint(sys.stdout, c.told(tasks, played, notes))
	return err
}

// read reads what the user named; files are those of the suite without cases.
func (c *importTau2Cmd) read() ([]tau2.Task, *tau2.World, map[string]string, error) {
	data, err := readUpTo(c.Tasks, tau2.MaxFile)
	if err != nil {
		return nil, nil, nil, usage(fmt.Errorf("read tasks: %w", err))
	}
	tasks, err := tau2.Read(data)
	if err != nil {
		return nil, nil, nil, usage(fmt.Errorf("%s: %w", c.Tasks, err))
	}
	folder, err := readFolder(c.World)
	if err != nil {
		return nil, nil, nil, usage(fmt.Errorf("read world %s: %w", c.World, err))
	}
	w, err := tau2.ReadWorld(c.World, folder)
	if err != nil {
		return nil, nil, nil, usage(err)
	}
	var db []byte
	if c.DB != "" {
		if db, err = readUpTo(c.DB, tau2.MaxFile); err != nil {
			return nil, nil, nil, usage(fmt.Errorf("read database: %w", err))
		}
	}
	files, err := w.Files(db)
	return tasks, w, files, usage(err)
}

// rehearse plays the gold actions in the world as it is going to be.
func (c *importTau2Cmd) rehearse(ctx context.Context, sys *system, tasks []tau2.Task, w *tau2.World, files map[string]string) (_ [][]tau2.Played, err error) {
	name, err := filepath.Abs(c.World)
	if err != nil {
		return nil, usage(fmt.Errorf("find world: %w", err))
	}
	temp, err := os.MkdirTemp("", "keptgate-import-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	dir := filepath.Join(temp, filepath.Base(name)) // so that messages name the world
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	stub := maps.Clone(files)
	stub["cases/stub.yaml"] = w.Stub()
	if err := writeNew(dir, slices.Sorted(maps.Keys(stub)), stub); err != nil {
		return nil, err
	}
	s, err := loadFolder(dir)
	if err != nil {
		return nil, err
	}
	if err := meet(ctx, sys, s); err != nil {
		return nil, usage(err)
	}
	lists, played := make([][]trace.Call, len(tasks)), make([][]tau2.Played, len(tasks))
	tries := make([][]tau2.Action, len(tasks))
	for i := range tasks {
		tries[i], played[i] = tasks[i].Try(func(tool string) bool { return s.Tool(tool) != nil })
		for _, a := range tries[i] {
			lists[i] = append(lists[i], trace.Call{ID: fmt.Sprint(a.Number), Tool: a.Tool, Arguments: a.JSON()})
		}
	}
	found, err := audit.Rehearse(ctx, s, lists)
	if err != nil {
		return nil, usage(err)
	}
	for i, list := range found {
		for k, r := range list {
			played[i][tries[i][k].Number-1] = tau2.Played{Writes: r.Writes, Left: r.Idle, Empty: r.Empty, Wrong: r.Why}
		}
	}
	return played, nil
}

// told is what an import says in the end.
func (c *importTau2Cmd) told(tasks []tau2.Task, played [][]tau2.Played, notes []tau2.Note) string {
	var out strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	actions, dead, empty, vain, aids := 0, 0, 0, 0, 0
	for i, list := range played {
		for j, p := range list {
			actions++
			switch {
			case p.Empty:
				empty++
			case p.Wrong != "" && p.Left:
				dead++
			case p.Wrong != "":
				vain++
			case p.Left && tasks[i].Actions[j].Aid():
				aids++
			}
		}
	}
	written, provisional, inDoubt, review := 0, 0, 0, map[string]int{}
	for _, n := range notes {
		for _, d := range n.Doubts {
			f("task %s: %s", n.Task, d)
		}
		if n.Case != "" {
			written++
			if n.Provisional {
				provisional++
			}
		}
		if len(n.Doubts) > 0 {
			inDoubt++
		}
		for _, r := range n.Review {
			if what, ok := strings.CutPrefix(r, "not carried over: "); ok {
				review[what]++
			}
		}
	}
	f("%s to %s in %s; %d have a vote, %d are provisional: see # in doubt and # review in the files of cases.",
		plural(len(tasks), "task"), plural(written, "case"), c.Out, written-provisional, provisional)
	f("%s: %d cannot run, %d change nothing, %d are repeated or taken back; %s in doubt.", plural(actions, "gold action"), dead, empty, vain, plural(inDoubt, "task"))
	if aids > 0 {
		f("Left out: %s of tools that only think or calculate.", plural(aids, "action"))
	}
	for _, what := range slices.Sorted(maps.Keys(review)) {
		f("Not carried over, in %s: %s.", plural(review[what], "task"), what)
	}
	path := c.Out
	if !strings.ContainsAny(path, `./\`) {
		path = "./" + path // else it would be the name of a suite that comes with the program
	}
	f("Prove it: keptgate validate %s", path)
	return out.String()
}

// loadFolder reads a suite from its folder.
func loadFolder(dir string) (*suites.Suite, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return suites.Load(os.DirFS(filepath.Dir(path)), filepath.Base(path), 0)
}

// Bounds of a folder that is read whole.
const (
	maxFolderFiles = 1_000
	maxFolderBytes = 64 << 20
)

// readFolder reads all files of a folder and of those in it, by their paths with
// slashes.
func readFolder(dir string) (map[string]string, error) {
	files, left := map[string]string{}, int64(maxFolderBytes)
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		switch {
		case err != nil:
			return err
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s is no plain file", name)
		case len(files) == maxFolderFiles || info.Size() > left:
			return fmt.Errorf("the folder has more than %d files or %d bytes", maxFolderFiles, int64(maxFolderBytes))
		}
		data, err := fs.ReadFile(root, name)
		left -= int64(len(data))
		files[name] = string(data)
		return err
	})
	return files, err
}
