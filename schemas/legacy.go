package schemas

import (
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"strings"

	"github.com/xeipuuv/gojsonschema"
)

// legacy compiles with gojsonschema.
func (c *compiler) legacy(doc any) (*gojsonschema.Schema, error) {
	// The engine writes into the document it is given.
	own, err := (&canon{left: maxSchemaNodes}).copy(doc)
	if err != nil {
		return nil, err
	}
	loader := gojsonschema.NewSchemaLoader()
	loader.Draft = map[Dialect]gojsonschema.Draft{
		Draft4: gojsonschema.Draft4, Draft6: gojsonschema.Draft6, Draft7: gojsonschema.Draft7,
	}[c.dialect]
	s, err := loader.Compile(offline{gojsonschema.NewRawLoader(own), c})
	if err != nil {
		return nil, errors.New(strings.TrimSpace(err.Error()))
	}
	return s, nil
}

// offline keeps the engine from reading files and from the network: documents
// beside the schema come from the compiler's resources.
type offline struct {
	gojsonschema.JSONLoader
	c *compiler
}

// LoaderFactory implements gojsonschema.JSONLoader.
func (o offline) LoaderFactory() gojsonschema.JSONLoaderFactory { return o }

// New implements gojsonschema.JSONLoaderFactory.
func (o offline) New(uri string) gojsonschema.JSONLoader {
	return lent{offline{gojsonschema.NewReferenceLoader(uri), o.c}, uri}
}

// lent is a document that a reference asked for.
type lent struct {
	offline
	uri string
}

// LoadJSON implements gojsonschema.JSONLoader.
func (l lent) LoadJSON() (any, error) {
	uri, _, _ := strings.Cut(l.uri, "#")
	for _, d := range []Dialect{Draft4, Draft6, Draft7} {
		if uri == strings.TrimSuffix(string(d), "#") {
			// The metaschemas come with the engine.
			return gojsonschema.NewReferenceLoader(string(d)).LoadJSON()
		}
	}
	return lender{l.c}.Load(uri)
}

// counts are the keywords whose number gojsonschema wants without a fraction.
var counts = []string{"maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"}

// namedSchemas are the keywords that hold schemas by name; names are not keywords.
var namedSchemas = []string{"definitions", "dependencies", "patternProperties", "properties"}

// holders are the keywords that hold a schema or a list of schemas.
var holders = []string{
	"additionalItems", "additionalProperties", "allOf", "anyOf", "contains", "else", "if", "items", "not", "oneOf",
	"propertyNames", "then",
}

// mend takes away from a schema of draft 4, 6 or 7 what the engines read
// differently or wrongly, and what has no effect:
//   - format, which is an annotation here and asserted by both engines
//   - default and examples, in which gojsonschema looks for identifiers
//   - identifiers that do not count: those of the other drafts, those beside
//     $ref, and, where ids is false, those in places that hold no schema
//   - the fraction of 2.0 in maxItems and its like
func mend(v any, d Dialect, ids bool) {
	switch x := v.(type) {
	case []any:
		for _, item := range x {
			mend(item, d, ids)
		}
	case map[string]any:
		_, ref := x["$ref"].(string)
		for key, item := range x {
			switch {
			case key == "const" || key == "enum":
			case key == "default" || key == "examples" || key == "format" && isText(item):
				delete(x, key)
			case (key == "id" || key == "$id") && isText(item):
				if ref || !ids || (key == "id") != (d == Draft4) {
					delete(x, key)
				}
			case slices.Contains(counts, key):
				x[key] = whole(item)
			case slices.Contains(namedSchemas, key):
				mendNamed(item, d, ids)
			default:
				mend(item, d, ids && slices.Contains(holders, key))
			}
		}
	}
}

func mendNamed(v any, d Dialect, ids bool) {
	named, _ := v.(map[string]any)
	for _, item := range named {
		mend(item, d, ids)
	}
}

func isText(v any) bool {
	_, ok := v.(string)
	return ok
}

func whole(v any) any {
	n, ok := v.(json.Number)
	if !ok {
		return v
	}
	if r, ok := new(big.Rat).SetString(n.String()); ok && r.IsInt() {
		return json.Number(r.Num().String())
	}
	return v
}
