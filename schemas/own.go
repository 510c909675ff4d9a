package schemas

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed files/*.schema.json
var files embed.FS

const suffix = ".schema.json"

// Files holds the published schemas of Keptgate's own files, by their names.
func Files() fs.FS {
	sub, err := fs.Sub(files, "files")
	if err != nil {
		return files // cannot be: the folder is embedded
	}
	return sub
}

// own compiles each of the schemas at its first use.
var own = func() map[string]func() (*Schema, error) {
	found, _ := fs.Glob(files, "files/*"+suffix)
	compiled := make(map[string]func() (*Schema, error), len(found))
	for _, file := range found {
		name := strings.TrimSuffix(path.Base(file), suffix)
		compiled[name] = sync.OnceValues(func() (*Schema, error) {
			text, err := files.ReadFile(file)
			if err != nil {
				return nil, fmt.Errorf("read schema %s: %w", name, err)
			}
			s, problems := Compile(text)
			if len(problems) > 0 {
				return nil, fmt.Errorf("compile schema %s: %w", name, Problems(problems))
			}
			return s, nil
		})
	}
	return compiled
}()

// Own returns the schema of one of Keptgate's own files, by its name in Files without
// its ending: suite, cases, trial for a line of trials.jsonl, and so on.
func Own(name string) (*Schema, error) {
	compile, ok := own[name]
	if !ok {
		return nil, fmt.Errorf("find schema %q: there are %s", name, strings.Join(slices.Sorted(maps.Keys(own)), ", "))
	}
	return compile()
}

// CheckOwn holds the document against the schema that Own has under name.
func (d *Document) CheckOwn(name string) []Problem {
	s, err := Own(name)
	if err != nil {
		return []Problem{d.Problem("", "schema-missing", "%v", err)}
	}
	return d.Check(s)
}
