package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// Served is how a candidate file wants the tools served.
type Served struct {
	Variants []string            // of trace.Variants, in the order of that table
	Tools    map[string]ToolFile // by the name of the suite
}

// ToolFile is another file of tools for a suite.
type ToolFile struct {
	Name string // as the candidate file gives it
	Path string // for messages
	Data []byte
}

// FileInterface is the interface as a candidate file writes it.
type FileInterface struct {
	Tools    map[string]string `json:"tools,omitempty"`    // suite -> name of a file beside its tools.yaml, or a path
	Variants []string          `json:"variants,omitempty"` // of trace.Variants
}

// String names the interface in identities: "interface:" and its variants, then
// each suite with its file and what that holds.
func (i Served) String() string {
	parts := slices.Clone(i.Variants)
	for _, suite := range slices.Sorted(maps.Keys(i.Tools)) {
		sum := sha256.Sum256(i.Tools[suite].Data)
		parts = append(parts, suite+"="+i.Tools[suite].Name+"@"+hex.EncodeToString(sum[:6]))
	}
	return "interface:" + strings.Join(parts, "+")
}

// faced is a candidate with an interface of its own.
type faced struct {
	Candidate
	face Served
}

// Identity implements Candidate.
func (f faced) Identity() string { return f.Candidate.Identity() + " " + f.face.String() }

// Split returns the candidate that is asked, and the interface that it is to be
// served; nil where that is the suite's own.
func Split(c Candidate) (Candidate, *Served) {
	if f, ok := c.(faced); ok {
		return f.Candidate, &f.face
	}
	return c, nil
}

// Through is a candidate that is served an interface; a nil one is the suite's own.
func Through(c Candidate, i *Served) Candidate {
	if i == nil {
		return c
	}
	return faced{c, *i}
}

// read checks an interface and reads its files. Files for suites that are not run
// are left out.
func (f FileInterface) read(o Options) (*Served, error) {
	out := &Served{Tools: map[string]ToolFile{}}
	var names []string
	for _, v := range trace.Variants() {
		names = append(names, v.Name)
		if slices.Contains(f.Variants, v.Name) {
			out.Variants = append(out.Variants, v.Name)
		}
	}
	for n, name := range f.Variants {
		field := fmt.Sprintf("interface.variants.%d", n)
		if !slices.Contains(names, name) {
			return nil, &FieldError{field, fmt.Sprintf("no variant %s: there are %s", quote(name), strings.Join(names, ", "))}
		}
		if slices.Contains(f.Variants[:n], name) {
			return nil, &FieldError{field, name + " is named twice"}
		}
	}
	for _, suite := range slices.Sorted(maps.Keys(f.Tools)) {
		field := "interface.tools." + suite
		if o.ToolFile == nil {
			return nil, &FieldError{field, "files of tools cannot be read here"}
		}
		file, err := o.ToolFile(suite, f.Tools[suite])
		if err != nil {
			return nil, &FieldError{field, err.Error()}
		}
		if file != nil {
			out.Tools[suite] = *file
		}
	}
	if len(f.Variants)+len(f.Tools) == 0 {
		return nil, &FieldError{"interface", "names neither tools nor variants"}
	}
	if len(out.Variants)+len(out.Tools) == 0 {
		return nil, nil // all its tools are of suites that are not run
	}
	return out, nil
}
