package agent

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/keptgate/keptgate/gate/process"
)

// Reduced says of a program that it is judged with the rights of Keptgate: it can
// read what Keptgate can, keys and secrets in the environment included.
const Reduced = "reduced"

// Isolation says how a candidate is kept from the rest of the machine: Reduced, or
// "" where nothing is to be said. That is so of a program that runs as a user
// without rights, and of what is no program of ours to start.
func Isolation(c Candidate) string {
	c, _ = Split(c)
	if _, program := c.(*executable); program && !process.Isolates() {
		return Reduced
	}
	return ""
}

// open makes sure that a program, which was found at a path, is open to the user
// that it will run as. For want of a right it is refused, and never given more.
func (p *executable) open(program string, code []string) error {
	dir, err := filepath.Abs(p.dir)
	if err != nil {
		return err
	}
	closed := process.Reach(program, true)
	for _, path := range append([]string{dir}, p.files(dir, code)...) {
		if closed == nil {
			closed = process.Reach(path, false)
		}
	}
	const why = "Keptgate is root and starts it as a user without rights, but"
	if closed != nil {
		return &FieldError{"command", fmt.Sprintf("%s %v; give others that right (chmod o+rX), or run Keptgate as another user", why, closed)}
	}
	if err := process.Reach(os.TempDir(), false); err != nil {
		return &FieldError{"command", fmt.Sprintf("%s its home is among the temporary files, and %v; name another folder in TMPDIR", why, err)}
	}
	return nil
}

// files are the arguments of a program that are files, and its code.
func (p *executable) files(dir string, code []string) []string {
	var paths []string
	for _, name := range p.args[1:] {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			paths = append(paths, name)
		}
	}
	for _, name := range code {
		paths = append(paths, filepath.Join(dir, name))
	}
	return paths
}
