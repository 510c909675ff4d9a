package schemas

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
)

// Limits on a YAML file.
const (
	maxFileBytes   = 1 << 20
	maxFileDepth   = 64     // nested sequences and mappings
	maxFileTokens  = 40_000 // keys, values and signs
	maxFileKeys    = 10_000
	maxFileNodes   = 100_000 // values, those that aliases repeat included
	maxKeyBytes    = 128
	maxBlankLines  = 100 // in a row
	byteOrderMark  = "\ufeff"
	splitFix       = "split the file"
	ruleSyntax     = "yaml-syntax"
	ruleLimit      = "yaml-limit"
	ruleNotAllowed = "yaml-unsupported"
)

// ParseYAML reads a YAML 1.2 or JSON file into plain values and remembers where
// each of them stands. The values are nil, bool, int64, float64, string, []any
// and map[string]any; no, off, 08:30 and 2026-03-02 are strings.
//
// What is ambiguous is a problem: a key that is given twice or is no string, a
// number with leading zeros, a second document, a merge key, a tag. So is a file
// beyond 1 MiB or 64 levels. Anchors and aliases work within these limits. The
// Document is nil exactly if there are problems.
func ParseYAML(file string, data []byte) (doc *Document, problems []Problem) {
	defer func() {
		if r := recover(); r != nil {
			doc, problems = nil, []Problem{{
				Rule: ruleSyntax, Severity: Error, File: file, Message: fmt.Sprintf("the file cannot be read: %v", r),
			}}
		}
	}()
	src, bad := newSource(file, data)
	if bad != nil {
		return nil, []Problem{*bad}
	}
	tokens := lexer.Tokenize(src.text)
	if bad := guard(src, tokens); bad != nil {
		return nil, []Problem{*bad}
	}
	tree, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, []Problem{syntaxProblem(src, err)}
	}
	b := &builder{
		src: src, anchors: map[string]ast.Node{},
		doc: &Document{File: file, places: map[string]place{}, src: src},
	}
	b.document(tree)
	if len(b.problems) > 0 {
		return nil, b.problems
	}
	return b.doc, nil
}

func syntaxProblem(src *source, err error) Problem {
	var syntax yaml.Error
	if !errors.As(err, &syntax) || syntax.GetToken() == nil {
		return src.problem(0, ruleSyntax, "", "%v", err)
	}
	fix := ""
	if strings.Contains(syntax.GetMessage(), "reserved character") || strings.Contains(syntax.GetMessage(), "mapping value is not allowed") {
		fix = "put the value in quotes"
	}
	return src.problem(src.start(syntax.GetToken()), ruleSyntax, fix, "%s", syntax.GetMessage())
}

// newSource checks what can be checked without reading YAML.
func newSource(file string, data []byte) (*source, *Problem) {
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	src := &source{file: file}
	fail := func(offset int, rule, fix, format string, args ...any) (*source, *Problem) {
		p := src.problem(offset, rule, fix, format, args...)
		return nil, &p
	}
	if len(data) > maxFileBytes {
		return fail(0, ruleLimit, splitFix, "the file has %d bytes, more than the %d allowed", len(data), maxFileBytes)
	}
	src.read(data)
	for i, r := range src.runes {
		switch {
		case r == utf8.RuneError || r == 0 || r < ' ' && !strings.ContainsRune("\t\n\r", r):
			return fail(i, ruleSyntax, "save the file as UTF-8 text", "the character %q is not text", r)
		case r == '\r' && !src.has(i+1, '\n'):
			return fail(i, ruleSyntax, "end lines with \\n", "a carriage return alone does not end a line")
		}
	}
	if i := src.blankRun(); i >= 0 {
		return fail(i, ruleLimit, "remove them", "more than %d blank lines in a row", maxBlankLines)
	}
	return src, nil
}
