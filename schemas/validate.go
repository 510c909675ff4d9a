package schemas

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/xeipuuv/gojsonschema"
)

// Violation is one way in which a value fails its schema.
type Violation struct {
	Path    string // JSON pointer into the value
	Keyword string // of JSON Schema, such as "required"; "" where the value could not be checked
	Message string // names the place: "caller.facts[0].about: must be a string, got number"
	Fix     string // such as "did you mean 'title'?"; "" where none is known
}

// String is the message with its fix.
func (v Violation) String() string {
	if v.Fix == "" {
		return v.Message
	}
	return v.Message + "; " + v.Fix
}

// maxViolations is how many violations Validate returns.
const maxViolations = 20

// Validate holds a value against the schema and returns what is wrong, by place,
// at most 20; nothing if the value is valid. The value is as encoding/json
// decodes it with or without UseNumber, or holds int and int64 beside float64.
// Numbers are compared exactly, and 1.0 is an integer. A value that would take
// too long to check is a violation.
func (s *Schema) Validate(value any) (out []Violation) {
	defer func() {
		if r := recover(); r != nil {
			out = []Violation{violation(nil, "", fmt.Sprintf("cannot be checked: %v", r))}
		}
	}()
	v, err := (&canon{left: maxValueNodes}).copy(value)
	if bad := (*unfit)(nil); errors.As(err, &bad) {
		return []Violation{violation(bad.path, "", bad.reason)}
	}
	if !s.affordable(v) {
		return []Violation{violation(nil, "", "takes too long to check: the schema branches too often for a value of this size")}
	}
	var failed *jsonschema.ValidationError
	if errors.As(s.modern.Validate(v), &failed) {
		out = (&explainer{schemas: s.graph.places, root: s.graph.root, value: v}).explain(failed)
	} else if s.legacy != nil {
		out, err = secondOpinion(s.legacy, v)
		if err != nil {
			return []Violation{violation(nil, "", "cannot be checked: "+err.Error())}
		}
	}
	return firstOf(out)
}

func (s *Schema) affordable(v any) bool {
	b := budget{graph: s.graph, left: modernSteps}
	if s.legacy != nil {
		b.left = legacySteps
	}
	return b.spend(s.graph.root, v, 0)
}

// firstOf sorts violations by place, drops repeated ones and bounds their number.
func firstOf(all []Violation) []Violation {
	slices.SortFunc(all, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Keyword, b.Keyword), cmp.Compare(a.Message, b.Message))
	})
	all = slices.Compact(all)
	return all[:min(len(all), maxViolations)]
}

// violation makes a Violation whose message begins with its place.
func violation(path []string, keyword, what string) Violation {
	if place := dotted(path); place != "" {
		what = place + ": " + what
	}
	return Violation{Path: Pointer(path...), Keyword: keyword, Message: what}
}

// secondOpinion asks gojsonschema about a value that the other engine takes. It
// speaks only where the two differ, so its own words must do.
func secondOpinion(s *gojsonschema.Schema, v any) ([]Violation, error) {
	result, err := s.Validate(gojsonschema.NewRawLoader(v))
	if err != nil {
		return nil, err
	}
	var out []Violation
	for _, e := range result.Errors() {
		// No key holds this byte: keys are valid UTF-8.
		const separator = "\xff"
		path := strings.Split(e.Context().String(separator), separator)[1:]
		out = append(out, violation(path, e.Type(), e.Description()))
	}
	return out, nil
}
