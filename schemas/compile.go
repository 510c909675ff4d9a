package schemas

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/xeipuuv/gojsonschema"
)

// Dialect is the version of JSON Schema that a document is written in, by the
// URI that $schema names.
type Dialect string

// The dialects that can be compiled.
const (
	Draft4    Dialect = "http://json-schema.org/draft-04/schema#"
	Draft6    Dialect = "http://json-schema.org/draft-06/schema#"
	Draft7    Dialect = "http://json-schema.org/draft-07/schema#"
	Draft2019 Dialect = "https://json-schema.org/draft/2019-09/schema"
	Draft2020 Dialect = "https://json-schema.org/draft/2020-12/schema"
)

// Schema is a compiled JSON Schema. It is safe for concurrent use.
type Schema struct {
	modern *jsonschema.Schema
	legacy *gojsonschema.Schema // drafts 4 to 7: the second judge; else nil
	graph  graph
}

// Option changes how a schema is compiled.
type Option func(*compiler)

// WithDialect sets the dialect of documents that have no $schema, in place of
// 2020-12.
func WithDialect(d Dialect) Option {
	return func(c *compiler) { c.fallback = d }
}

// WithResources lends documents that $ref and $schema may name, by absolute URI
// without fragment. They are what Compile takes.
func WithResources(documents map[string]any) Option {
	return func(c *compiler) { c.resources = documents }
}

// home is the base URI of a schema that names none.
const home = "mem:///schema.json"

type compiler struct {
	fallback  Dialect
	resources map[string]any
	dialect   Dialect // of the schema itself; none of ours where a lent metaschema defines it
	missing   string  // URI of a document that was asked for and not lent
}

// Compile compiles a schema: JSON text ([]byte, json.RawMessage) or a decoded
// value, as Schema.Validate takes them. The dialect is the one that $schema
// names, 2020-12 without one.
//
// Schemas of 2019-09 and 2020-12 are judged by jsonschema/v6, those of drafts 4,
// 6 and 7 by gojsonschema and jsonschema/v6 together: a value is valid when both
// say so. The second checks schemas against their metaschemas, finds loops and
// words what is wrong, for all dialects, and compares large numbers exactly.
//
// Nothing is fetched: a reference out of the document leads to what
// WithResources lends, or is a problem. format is an annotation in every
// dialect; what must hold is better said by pattern. The Path of a problem is a
// pointer into the schema.
func Compile(schema any, options ...Option) (*Schema, []Problem) {
	c := &compiler{fallback: Draft2020}
	for _, o := range options {
		o(c)
	}
	doc, err := c.document(schema, c.fallback)
	if err != nil {
		return nil, schemaProblems(err, nil)
	}
	s, err := c.compile(doc)
	if err != nil {
		return nil, schemaProblems(err, doc)
	}
	return s, nil
}

func (c *compiler) compile(doc any) (s *Schema, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, err = nil, fmt.Errorf("the schema cannot be read: %v", r)
		}
		if err != nil && c.missing != "" {
			err = &missingError{c.missing}
		}
	}()
	c.dialect = dialectOf(doc, c.fallback)
	s = &Schema{}
	if s.modern, err = c.modern(doc); err != nil {
		return nil, err
	}
	s.graph = newGraph(s.modern)
	if err := s.graph.loop(); err != nil {
		return nil, err
	}
	if c.dialect.isLegacy() {
		s.legacy, err = c.legacy(doc)
	}
	return s, err
}

// missingError says that a reference leads to a document that was not lent.
type missingError struct{ uri string }

func (e *missingError) Error() string {
	return "no document for " + quote(e.uri) + ": schemas are never fetched"
}

// document reads a schema document and brings it to the canonical form. Drafts
// 4 to 7 are mended on the way, see mend.
func (c *compiler) document(schema any, fallback Dialect) (any, error) {
	var data []byte
	switch x := schema.(type) {
	case []byte:
		data = x
	case json.RawMessage:
		data = x
	default:
		return c.copy(schema, fallback)
	}
	if len(data) > maxSchemaBytes {
		return nil, (&canon{}).unfit("the schema has %d bytes, more than the %d allowed", len(data), maxSchemaBytes)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("the schema is not JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the schema is not JSON: text follows the value")
	}
	return c.copy(v, fallback)
}

func (c *compiler) copy(v any, fallback Dialect) (any, error) {
	doc, err := (&canon{left: maxSchemaNodes}).copy(v)
	if err != nil {
		return nil, err
	}
	if d := dialectOf(doc, fallback); d.isLegacy() {
		mend(doc, d, true)
	}
	return doc, nil
}

// modern compiles with jsonschema/v6. It also checks the document against its
// metaschema and resolves its references, for all dialects.
func (c *compiler) modern(doc any) (*jsonschema.Schema, error) {
	js := jsonschema.NewCompiler()
	js.UseLoader(lender{c})
	js.UseRegexpEngine(compileRegexp)
	if d := drafts[c.fallback]; d != nil {
		js.DefaultDraft(d)
	}
	if err := js.AddResource(home, doc); err != nil {
		return nil, err
	}
	return js.Compile(home)
}

// lender is the only source of documents beside the schema itself.
type lender struct{ c *compiler }

// Load implements jsonschema.URLLoader.
func (l lender) Load(uri string) (any, error) {
	doc, ok := l.c.resources[uri]
	if !ok {
		l.c.missing = uri
		return nil, &missingError{uri}
	}
	fallback := l.c.fallback
	if l.c.dialect.isLegacy() {
		fallback = l.c.dialect
	}
	return l.c.document(doc, fallback)
}

var drafts = map[Dialect]*jsonschema.Draft{
	Draft4: jsonschema.Draft4, Draft6: jsonschema.Draft6, Draft7: jsonschema.Draft7,
	Draft2019: jsonschema.Draft2019, Draft2020: jsonschema.Draft2020,
}

// dialectOf reads $schema. A URI that is none of ours is kept as it is: it may
// name a lent metaschema.
func dialectOf(doc any, fallback Dialect) Dialect {
	object, _ := doc.(map[string]any)
	named, ok := object["$schema"].(string)
	if !ok {
		return fallback
	}
	for d := range drafts {
		if bare(named) == bare(string(d)) {
			return d
		}
	}
	return Dialect(named)
}

// bare takes away what makes no difference between the spellings of a dialect.
func bare(uri string) string {
	uri = strings.TrimSuffix(uri, "#")
	return strings.TrimPrefix(strings.TrimPrefix(uri, "http://"), "https://")
}

func (d Dialect) isLegacy() bool { return d == Draft4 || d == Draft6 || d == Draft7 }
