package tools

import (
	"slices"
	"strings"
)

// search finds definitions in a value.
type search struct {
	file *File
	set  int
}

// lists are the keys under which tools are listed.
var lists = []string{"tools", "functions", "function"}

// declared are the keys of Gemini's lists.
var declared = []string{"functionDeclarations", "function_declarations"}

// root looks through a value of a file: a list of tools, one tool, something that
// holds a list of tools (a request, an answer to tools/list, a line of BFCL), or a
// schema alone.
func (s *search) root(n *Node) {
	before := len(s.file.Definitions) + s.file.Skipped
	s.look(n, 0)
	if n.Kind == Object && len(s.file.Definitions)+s.file.Skipped == before && isSchema(n) {
		s.file.Definitions = append(s.file.Definitions, Definition{
			Name: "", Parameters: n, Wrapping: JSONSchema, Set: s.set, File: s.file.Name, Body: n, NameAt: n,
		})
	}
}

// deepest is how many wrappings may lie around a tool.
const deepest = 4

func (s *search) look(n *Node, depth int) {
	switch {
	case depth > deepest:
	case n.Kind == Array:
		for _, item := range n.Items {
			if item.Kind == Object {
				if depth == 0 && offers(item) {
					s.set++
				}
				s.look(item, depth+1)
			}
		}
	case n.Kind == Object:
		s.object(n, depth)
	}
}

// offers tells whether an item of a list, such as a case or a request, has a list of
// tools of its own.
func offers(n *Node) bool {
	return slices.ContainsFunc(lists, func(key string) bool { return n.Get(key).Is(Array) })
}

func (s *search) object(n *Node, depth int) {
	for _, key := range declared {
		for _, item := range itemsOf(n.Get(key)) {
			s.add(item, Gemini)
		}
		if n.Get(key) != nil {
			return
		}
	}
	if s.tool(n) {
		return
	}
	if result := n.Get("result"); result.Is(Object) {
		s.look(result, depth+1)
	}
	for _, key := range lists {
		if list := n.Get(key); list.Is(Array) || list.Is(Object) {
			s.look(list, depth+1)
		}
	}
}

// tool takes an object that is a tool, and tells whether it is one.
func (s *search) tool(n *Node) bool {
	inner, kind := n.Get("function"), n.Get("type").Str()
	schema := n.Get("parameters")
	switch {
	case inner.Is(Object) && (kind == "function" || inner.Get("name") != nil):
		s.add(inner, OpenAIChat)
	case n.Get("input_schema") != nil:
		s.add(n, Anthropic)
	case n.Get("inputSchema") != nil:
		s.add(n, MCP)
	case n.Get("parametersJsonSchema") != nil:
		s.add(n, Gemini)
	case kind == "function":
		s.add(n, OpenAIResponses)
	case schema.Is(Object) && n.Get("name") != nil || n.Get("name").Is(String) && n.Get("description").Is(String) && !isSchema(n):
		s.add(n, plainOr(schema))
	case kind != "" && !slices.Contains(Types, kind) && Alias(kind) == "" && n.Get("properties") == nil:
		s.file.Skipped++ // a tool that the provider defines, such as its web search
	default:
		return false
	}
	return true
}

// plainOr tells by the types of a schema whose dialect it is.
func plainOr(schema *Node) Wrapping {
	switch schema.Get("type").Str() {
	case "dict":
		return BFCL
	case "OBJECT":
		return Gemini
	default:
		return Plain
	}
}

func itemsOf(n *Node) []*Node {
	if !n.Is(Array) {
		return nil
	}
	return n.Items
}

func (s *search) add(n *Node, w Wrapping) {
	if n.Kind != Object {
		return
	}
	d := Definition{
		Name: n.Get("name").Str(), Description: n.Get("description").Str(), Wrapping: w, Set: s.set, File: s.file.Name,
		Strict: n.Get("strict").True(), Body: n, NameAt: n, Output: n.Get("outputSchema"),
	}
	if name := n.Get("name"); name != nil {
		d.NameAt = name
	}
	keys := []string{"parameters", "input_schema", "inputSchema", "parametersJsonSchema"}
	for _, key := range keys {
		if p := n.Get(key); p != nil && p.Kind != Null && d.Parameters == nil {
			d.Parameters, d.FreeForm = p, key == "parametersJsonSchema"
		}
	}
	s.file.Definitions = append(s.file.Definitions, d)
}

// Types are the types of JSON Schema.
var Types = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

// aliases are words that are written for types: those of Python, of BFCL, and
// common slips. Any is none of them: it says nothing of the value.
var aliases = map[string]string{
	"dict": "object", "map": "object", "struct": "object", "hashmap": "object", "json": "object",
	"float": "number", "double": "number", "decimal": "number",
	"int": "integer", "long": "integer",
	"str": "string", "text": "string",
	"bool": "boolean",
	"list": "array", "tuple": "array", "arraylist": "array",
	"none": "null", "nil": "null",
}

// Alias returns the type of JSON Schema that a word stands for which is none, ""
// where it stands for none. Case does not matter: Gemini writes STRING.
func Alias(word string) string {
	lower := strings.ToLower(word)
	if lower != word && slices.Contains(Types, lower) {
		return lower
	}
	return aliases[lower]
}

// isSchema tells whether an object looks like a JSON Schema.
func isSchema(n *Node) bool {
	kind := n.Get("type")
	typed := kind.Is(Array) || kind.Is(String) && (slices.Contains(Types, kind.Text) || Alias(kind.Text) != "")
	for _, key := range []string{"properties", "anyOf", "oneOf", "allOf", "$ref", "$defs", "definitions", "enum"} {
		if n.Get(key) != nil {
			return true
		}
	}
	return typed || n.Get("$schema") != nil
}
