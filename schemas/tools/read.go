package tools

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/keptgate/keptgate/schemas"
)

// Limits on a file of tools. A definition of 800 bytes and 60 keys and values is
// common, so that 10,000 of them fit.
const (
	MaxBytes  = 32 << 20
	maxValues = 1_500_000
	maxDepth  = 256 // nested arrays and objects
)

// Rules of what keeps a file from being read.
const (
	ruleSyntax    = "json-syntax"
	ruleLimit     = "json-limit"
	ruleDuplicate = "json-duplicate-key"
	ruleNothing   = "tools-none"
)

// File is a file of tools as it was read.
type File struct {
	Name        string
	Data        []byte
	JSON        bool    // else YAML, whose nodes have no offsets
	Roots       []*Node // several where the file is JSON Lines
	Definitions []Definition
	Skipped     int               // tools that the provider defines, which have no schema
	Problems    []schemas.Problem // that did not keep it from being read, such as a key given twice
}

// Read reads definitions of tools: JSON or JSON Lines, or YAML by the name's ending
// .yaml or .yml. The File is nil exactly if there are problems that keep it from
// being read, or no definition in it.
func Read(name string, data []byte) (*File, []schemas.Problem) {
	f := &File{Name: name, Data: data}
	ending := strings.ToLower(filepath.Ext(name))
	f.JSON = ending != ".yaml" && ending != ".yml"
	var bad []schemas.Problem
	if f.JSON {
		f.Roots, f.Problems, bad = readJSON(name, data)
	} else {
		f.Roots, bad = readYAML(name, data)
	}
	if len(bad) > 0 {
		return nil, bad
	}
	s := search{file: f}
	for _, root := range f.Roots {
		s.root(root)
		s.set++
	}
	if len(f.Definitions) == 0 && f.Skipped == 0 {
		return nil, []schemas.Problem{{
			Rule: ruleNothing, Severity: schemas.Error, File: name, Line: 1, Column: 1,
			Message: "no definition of a tool was found", Fix: "give a list of tools as a provider or MCP takes it, or a JSON Schema",
		}}
	}
	return f, nil
}

// readYAML takes the values of a YAML file over, with their places.
func readYAML(name string, data []byte) ([]*Node, []schemas.Problem) {
	doc, problems := schemas.ParseYAML(name, data)
	if doc == nil {
		return nil, problems
	}
	return []*Node{fromYAML(doc, "", doc.Value)}, nil
}

func fromYAML(doc *schemas.Document, pointer string, v any) *Node {
	n := &Node{}
	n.Line, n.Column = doc.At(pointer)
	switch x := v.(type) {
	case nil:
	case bool:
		n.Kind, n.Text = Bool, fmt.Sprint(x)
	case string:
		n.Kind, n.Text = String, x
	case []any:
		n.Kind = Array
		for i, item := range x {
			n.Items = append(n.Items, fromYAML(doc, pointer+schemas.Pointer(fmt.Sprint(i)), item))
		}
	case map[string]any:
		n.Kind = Object
		members := make([]Member, 0, len(x))
		for key, item := range x {
			value := fromYAML(doc, pointer+schemas.Pointer(key), item)
			at := &Node{Kind: String, Text: key, Line: value.Line, Column: value.Column}
			members = append(members, Member{Key: key, Value: value, Name: at})
		}
		slices.SortFunc(members, byPlace)
		for _, m := range members {
			n.add(m)
		}
	default:
		n.Kind, n.Text = Number, fmt.Sprint(x)
	}
	return n
}

// byPlace orders members as they stand in the file; those of an alias stand in one
// place and are ordered by name.
func byPlace(a, b Member) int {
	return cmp.Or(cmp.Compare(a.Value.Line, b.Value.Line), cmp.Compare(a.Value.Column, b.Value.Column), cmp.Compare(a.Key, b.Key))
}

// checkText refuses what is too large or no text before anything is read of it.
func checkText(name string, data []byte) *schemas.Problem {
	p := schemas.Problem{Severity: schemas.Error, File: name, Line: 1, Column: 1}
	if len(data) > MaxBytes {
		p.Rule, p.Fix = ruleLimit, "split the file"
		p.Message = fmt.Sprintf("the file has %d bytes, more than the %d allowed", len(data), MaxBytes)
		return &p
	}
	if utf8.Valid(data) {
		return nil
	}
	good := 0
	for good < len(data) {
		r, size := utf8.DecodeRune(data[good:])
		if r == utf8.RuneError && size < 2 {
			break
		}
		good += size
	}
	p.Line = 1 + bytes.Count(data[:good], []byte("\n"))
	p.Column = 1 + utf8.RuneCount(data[bytes.LastIndexByte(data[:good], '\n')+1:good])
	p.Rule, p.Fix = ruleSyntax, "save the file as UTF-8 text"
	p.Message = fmt.Sprintf("the byte 0x%02x is not UTF-8", data[good])
	return &p
}
