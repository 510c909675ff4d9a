package schemas

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// builder turns the syntax tree of a file into values and their places.
type builder struct {
	src      *source
	doc      *Document
	anchors  map[string]ast.Node
	problems []Problem
	nodes    int
	depth    int // aliases included
}

// maxFileProblems is how many problems of one file are reported.
const maxFileProblems = 50

func (b *builder) fail(n ast.Node, rule, fix, format string, args ...any) {
	if len(b.problems) < maxFileProblems {
		b.problems = append(b.problems, b.src.problem(b.src.start(first(n)), rule, fix, format, args...))
	}
}

func (b *builder) document(tree *ast.File) {
	var bodies []ast.Node
	for _, d := range tree.Docs {
		if d.Body != nil && d.Body.Type() != ast.CommentType {
			bodies = append(bodies, d.Body)
		}
	}
	switch len(bodies) {
	case 0:
		b.problems = append(b.problems, b.src.problem(0, "yaml-empty", "", "the file is empty"))
	case 1:
		b.put("", bodies[0], nil)
		b.doc.Value = b.value("", bodies[0])
	default:
		b.fail(bodies[1], "yaml-documents", splitFix, "a second document begins here; a file holds one")
	}
}

// put remembers where the value n at pointer stands. A block below a key stands
// where its key does: that is the line a reader looks for.
func (b *builder) put(pointer string, n ast.Node, key ast.Node) {
	at := b.src.start(first(n))
	p := place{value: at, key: at}
	if key != nil {
		p.key = b.src.start(key.GetToken())
		if isBlock(n) || isNothing(n) {
			p.value = p.key
		}
	}
	b.doc.places[pointer] = p
}

// first returns the token at which a value begins; the tree hangs block
// mappings on the colon of their first key.
func first(n ast.Node) *token.Token {
	for {
		m, ok := n.(*ast.MappingNode)
		if !ok || m.IsFlowStyle || len(m.Values) == 0 {
			return n.GetToken()
		}
		n = m.Values[0].Key
	}
}

func isBlock(n ast.Node) bool {
	switch x := n.(type) {
	case *ast.MappingNode:
		return !x.IsFlowStyle
	case *ast.SequenceNode:
		return !x.IsFlowStyle
	case *ast.AnchorNode:
		return isBlock(x.Value)
	default:
		return false
	}
}

func isNothing(n ast.Node) bool { return n.GetToken().Type == token.ImplicitNullType }

// value returns what n stands for, and reports what is wrong in it.
func (b *builder) value(pointer string, n ast.Node) any {
	if b.nodes++; b.nodes > maxFileNodes {
		if b.nodes == maxFileNodes+1 {
			b.fail(n, ruleLimit, "write it without aliases, or "+splitFix, "the file has more than %d values, those of aliases included", maxFileNodes)
		}
		return nil
	}
	b.depth++
	defer func() { b.depth-- }()
	if b.depth > maxFileDepth+1 {
		b.fail(n, ruleLimit, "make it flatter", "nested more than %d deep", maxFileDepth)
		return nil
	}
	switch x := n.(type) {
	case *ast.MappingNode:
		return b.mapping(pointer, x)
	case *ast.SequenceNode:
		items := make([]any, len(x.Values))
		for i, item := range x.Values {
			p := joinPointer(pointer, strconv.Itoa(i))
			b.put(p, item, nil)
			items[i] = b.value(p, item)
		}
		return items
	case *ast.AnchorNode:
		name := x.Name.GetToken().Value
		v := b.value(pointer, x.Value)
		b.anchors[name] = x.Value
		return v
	case *ast.AliasNode:
		return b.alias(pointer, x)
	default:
		return b.scalar(n)
	}
}

func (b *builder) alias(pointer string, n *ast.AliasNode) any {
	name := n.Value.GetToken().Value
	target, ok := b.anchors[name]
	if !ok {
		b.fail(n, "yaml-alias", "mark an earlier value with &"+name, "no earlier value is marked %s", quote("&"+name))
		return nil
	}
	return b.value(pointer, target)
}

func (b *builder) mapping(pointer string, n *ast.MappingNode) any {
	out := make(map[string]any, len(n.Values))
	for _, entry := range n.Values {
		key, ok := b.key(entry.Key)
		if !ok {
			continue
		}
		p := joinPointer(pointer, key)
		if _, twice := out[key]; twice {
			b.fail(entry.Key, "yaml-duplicate-key", "keep one of the two", "the key %s is given twice", quote(key))
			continue
		}
		b.put(p, entry.Value, entry.Key)
		out[key] = b.value(p, entry.Value)
	}
	return out
}

// key returns the text of a key. The word null is a key like any other, though
// YAML reads it as a value: no file means anything else by it.
func (b *builder) key(n ast.MapKeyNode) (string, bool) {
	t := n.GetToken()
	_, isNull := n.(*ast.NullNode)
	_, isText := n.(*ast.StringNode)
	if isText && t.Type == token.StringType {
		v, _ := plain(t.Value)
		_, isText = v.(string)
	}
	if !isText && !(isNull && t.Value == "null") {
		b.fail(n, "yaml-key", "put it in quotes", "the key %s is not a string", quote(t.Value))
		return "", false
	}
	if len(t.Value) > maxKeyBytes {
		b.fail(n, ruleLimit, "", "the key is longer than %d bytes", maxKeyBytes)
		return "", false
	}
	return b.text(n, t.Value), true
}

// text refuses strings that are not Unicode: an escape can write half a
// character.
func (b *builder) text(n ast.Node, s string) string {
	if !utf8.ValidString(s) {
		b.fail(n, ruleSyntax, "", "the text is not valid Unicode")
	}
	return s
}

func (b *builder) scalar(n ast.Node) any {
	switch x := n.(type) {
	case *ast.LiteralNode:
		return b.text(n, x.Value.Value)
	case *ast.NullNode, *ast.BoolNode, *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode, *ast.StringNode:
		t := n.GetToken()
		if t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType {
			return b.text(n, t.Value)
		}
		if isNothing(n) {
			return nil
		}
		v, complaint := plain(t.Value)
		if complaint != "" {
			b.fail(n, "yaml-number", fmt.Sprintf("write '%s' if it is a text, else the number as JSON has it", t.Value), "%s: %s", t.Value, complaint)
		}
		return v
	default:
		b.fail(n, ruleNotAllowed, "", "a %s is not supported here", n.Type())
		return nil
	}
}
