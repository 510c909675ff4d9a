package schemas

import (
	"errors"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaProblems words why a schema, doc as far as it was read, could not be compiled.
func schemaProblems(err error, doc any) []Problem {
	var invalid *jsonschema.SchemaValidationError
	var failed *jsonschema.ValidationError
	if errors.As(err, &invalid) && errors.As(invalid.Err, &failed) {
		return metaProblems(invalid.URL, failed, doc)
	}
	p := Problem{Rule: "schema-invalid", Severity: Error, Message: strings.ReplaceAll(err.Error(), home, "")}
	var (
		bad     *unfit
		loop    *loopError
		missing *missingError
		pattern *jsonschema.InvalidRegexError
		pointer *jsonschema.JSONPointerNotFoundError
		anchor  *jsonschema.AnchorNotFoundError
	)
	switch {
	case errors.As(err, &bad):
		v := violation(bad.path, "", bad.reason)
		p.Rule, p.Path, p.Message = ruleOf(""), v.Path, v.Message
	case errors.As(err, &loop):
		p.Rule, p.Path, p.Message = "schema-loop", pathIn(loop.path), loop.Error()
		p.Fix = "break the circle of $ref, or step into a property or an item in it"
	case errors.As(err, &missing) && bare(missing.uri) == bare(string(dialectOf(doc, ""))):
		p.Rule, p.Path, p.Message = "schema-dialect", "/$schema", "unknown dialect "+quote(missing.uri)
		p.Fix = "name draft 4, 6, 7, 2019-09 or 2020-12 as its specification does"
	case errors.As(err, &missing):
		p.Rule, p.Message = "schema-reference", missing.Error()
		p.Fix = "put what is referred to under $defs and refer to it as #/$defs/NAME"
	case errors.As(err, &pattern):
		p.Rule, p.Path = "schema-pattern", pathIn(fragment(pattern.URL))
		p.Message, p.Fix = badPattern(pattern.Err), patternFix
	case errors.As(err, &pointer):
		p.Rule, p.Message = "schema-reference", "nothing stands at "+quote("#"+fragment(pointer.URL))
	case errors.As(err, &anchor):
		p.Rule, p.Message = "schema-reference", "nothing is called "+quote("#"+fragment(anchor.Reference))
	}
	return []Problem{p}
}

// metaProblems words how a schema breaks the rules of its dialect.
func metaProblems(location string, failed *jsonschema.ValidationError, doc any) []Problem {
	var out []Problem
	whole := pathIn(fragment(location))
	for _, v := range firstOf((&explainer{value: find(doc, whole)}).explain(failed)) {
		out = append(out, Problem{
			Rule: ruleOf(v.Keyword), Severity: Error, Path: whole + v.Path, Message: v.Message, Fix: v.Fix,
		})
	}
	return out
}

// pathIn turns the fragment of a location into a JSON pointer.
func pathIn(fragment string) string {
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return ""
	}
	return pointer
}
