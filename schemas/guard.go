package schemas

import (
	"strings"

	"github.com/goccy/go-yaml/token"
)

// guard looks at the tokens of a file before the parser does. The parser's time
// and memory grow with the square of depth and of the number of keys, so what is
// too large is refused here; so are parts of YAML that files do not need.
func guard(src *source, tokens token.Tokens) *Problem {
	g := nesting{src: src}
	if len(tokens) > maxFileTokens {
		return g.fail(tokens[maxFileTokens], ruleLimit, splitFix, "the file has more than %d keys, values and signs", maxFileTokens)
	}
	for i, t := range tokens {
		if p := g.refuse(tokens, i); p != nil {
			return p
		}
		g.step(tokens, i)
		if len(g.open)+g.flow > maxFileDepth {
			return g.fail(t, ruleLimit, "make it flatter", "nested more than %d deep", maxFileDepth)
		}
		if g.keys > maxFileKeys {
			return g.fail(t, ruleLimit, splitFix, "the file has more than %d keys", maxFileKeys)
		}
	}
	return nil
}

// nesting follows how deep the tokens are nested.
type nesting struct {
	src   *source
	begun bool    // something other than a comment came
	flow  int     // open { and [
	open  []block // open block sequences and mappings
	keys  int
}

// block is an open block collection: its column, and whether it is a sequence.
type block struct {
	column   int
	sequence bool
}

func (g *nesting) fail(t *token.Token, rule, fix, format string, args ...any) *Problem {
	p := g.src.problem(g.src.start(t), rule, fix, format, args...)
	return &p
}

// refuse says why the token at i may not stand in a file.
func (g *nesting) refuse(tokens token.Tokens, i int) *Problem {
	t := tokens[i]
	switch t.Type {
	case token.DirectiveType:
		return g.fail(t, ruleNotAllowed, "remove the line", "YAML directives are not supported")
	case token.MergeKeyType:
		return g.fail(t, ruleNotAllowed, "write the keys out", "merge keys are not supported")
	case token.MappingKeyType:
		return g.fail(t, ruleNotAllowed, "write the key as NAME: VALUE", "keys marked by ? are not supported")
	case token.TagType:
		return g.fail(t, "yaml-tag", "put the value in quotes if it is a text", "the tag %s is not supported", quote(t.Value))
	case token.AnchorType, token.AliasType:
		if i+1 == len(tokens) || tokens[i+1].Type == token.DoubleQuoteType || tokens[i+1].Type == token.SingleQuoteType {
			return g.fail(t, ruleSyntax, "write it like &name and *name", "an anchor or alias without a name")
		}
	case token.DocumentHeaderType:
		if g.begun {
			return g.fail(t, "yaml-documents", splitFix, "a second document begins here; a file holds one")
		}
	}
	if isBare(tokens, i) && strings.Contains(strings.TrimSpace(t.Origin), "\t") {
		// The scanner would drop it without a word.
		return g.fail(t, ruleSyntax, "put the text in quotes", "a tab inside a text without quotes")
	}
	if i > 1 && t.Type == token.AnchorType && tokens[i-2].Type == token.AnchorType {
		return g.fail(t, ruleSyntax, "keep one", "two anchors for one value")
	}
	g.begun = g.begun || t.Type != token.CommentType
	return nil
}

// isBare tells whether the token at i is text without quotes on its line.
func isBare(tokens token.Tokens, i int) bool {
	switch tokens[i].Type {
	case token.SingleQuoteType, token.DoubleQuoteType, token.CommentType:
		return false
	}
	return i == 0 || tokens[i-1].Type != token.LiteralType && tokens[i-1].Type != token.FoldedType
}

// step opens and closes what the token at i opens and closes.
func (g *nesting) step(tokens token.Tokens, i int) {
	t := tokens[i]
	switch t.Type {
	case token.MappingStartType, token.SequenceStartType:
		g.flow++
	case token.MappingEndType, token.SequenceEndType:
		g.flow = max(0, g.flow-1)
	case token.MappingValueType:
		g.keys++
		if g.flow == 0 && i > 0 {
			g.enter(block{tokens[i-1].Position.Column, false})
		}
	case token.SequenceEntryType:
		if g.flow == 0 {
			g.enter(block{t.Position.Column, true})
		}
	}
}

// enter begins or goes on with a block collection. Those further to the right
// are over, and so is a sequence where a mapping goes on in its column.
func (g *nesting) enter(b block) {
	for len(g.open) > 0 {
		top := g.open[len(g.open)-1]
		if top == b {
			return
		}
		if top.column < b.column || top.column == b.column && b.sequence {
			break
		}
		g.open = g.open[:len(g.open)-1]
	}
	g.open = append(g.open, b)
}
