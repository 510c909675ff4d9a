package suites

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

//go:embed public
var public embed.FS

const publicDir = "public"

// Names lists the suites that come with the program, sorted.
func Names() []string {
	entries, err := fs.ReadDir(public, publicDir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names
}

// Public loads a suite that comes with the program.
func Public(name string, seed uint64) (*Suite, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("find suite %s: no such suite comes with keptgate; there are %s (write ./%s for a folder)", name, strings.Join(Names(), ", "), name)
	}
	return Load(public, publicDir+"/"+name, seed)
}
