package schemas

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// explainer turns the error tree of jsonschema/v6 into violations.
type explainer struct {
	schemas map[string]*jsonschema.Schema // by location; may be nil
	root    *jsonschema.Schema            // that the value is held against; may be nil
	value   any
	names   int            // errors about names so far, see holder
	named   map[string]int // of these, those alike
}

// explain lists the violations under e. Of alternatives that all fail it tells
// what they agree on, or else what is wrong with the nearest.
func (x *explainer) explain(e *jsonschema.ValidationError) []Violation {
	switch k := e.ErrorKind.(type) {
	case nil:
		return nil
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		return x.all(e.Causes)
	case *kind.AnyOf:
		return x.alternatives(e)
	case *kind.OneOf:
		if len(k.Subschemas) == 0 {
			return x.alternatives(e)
		}
		return []Violation{violation(e.InstanceLocation, "oneOf", x.several(e, k))}
	case *kind.Required:
		return x.missing(e, "required", k.Missing, "")
	case *kind.Dependency:
		return x.missing(e, "dependencies", k.Missing, k.Prop)
	case *kind.DependentRequired:
		return x.missing(e, "dependentRequired", k.Missing, k.Prop)
	case *kind.AdditionalProperties:
		return x.unknown(e, k.Properties)
	case *kind.PropertyNames:
		return x.badName(e, k.Property)
	case *kind.FalseSchema:
		return []Violation{x.refused(e)}
	default:
		v := violation(e.InstanceLocation, keywordOf(e.ErrorKind), words(e.ErrorKind, x.at(e.InstanceLocation)))
		v.Fix = fixOf(e.ErrorKind)
		return []Violation{v}
	}
}

func (x *explainer) all(causes []*jsonschema.ValidationError) []Violation {
	var out []Violation
	for _, cause := range causes {
		out = append(out, x.explain(cause)...)
	}
	return out
}

// at returns what stands at path in the value.
func (x *explainer) at(path []string) any { return find(x.value, Pointer(path...)) }

func (x *explainer) missing(e *jsonschema.ValidationError, keyword string, names []string, because string) []Violation {
	var out []Violation
	for _, name := range names {
		what := "missing required property " + quote(name)
		if because != "" {
			what = "missing property " + quote(name) + ", which " + quote(because) + " requires"
		}
		out = append(out, violation(e.InstanceLocation, keyword, what))
	}
	return out
}

// unknown reports properties that the schema at e does not list. The path leads
// to the property itself.
func (x *explainer) unknown(e *jsonschema.ValidationError, names []string) []Violation {
	var free []string // listed and not used yet
	if s := x.schemas[e.SchemaURL]; s != nil {
		used, _ := x.at(e.InstanceLocation).(map[string]any)
		for name := range s.Properties {
			if _, ok := used[name]; !ok {
				free = append(free, name)
			}
		}
	}
	var out []Violation
	for _, name := range names {
		v := violation(e.InstanceLocation, "additionalProperties", "unknown property "+quote(name))
		v.Path = joinPointer(v.Path, name)
		v.Fix = didYouMean(name, free)
		out = append(out, v)
	}
	return out
}

func didYouMean(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return "did you mean " + quote(near) + "?"
	}
	return ""
}

func (x *explainer) badName(e *jsonschema.ValidationError, name string) []Violation {
	what := "the name " + quote(name) + " is not allowed"
	inner := &explainer{schemas: x.schemas, value: name}
	if causes := inner.all(e.Causes); len(causes) > 0 {
		what = "the name " + quote(name) + " " + causes[0].Message
	}
	v := violation(x.holder(e, name), "propertyNames", what)
	v.Path = joinPointer(v.Path, name)
	return []Violation{v}
}

// refused words the schema false, which stands for "nothing here".
func (x *explainer) refused(e *jsonschema.ValidationError) Violation {
	const keyword = "unevaluatedProperties"
	path := e.InstanceLocation
	if !strings.HasSuffix(e.SchemaURL, "/"+keyword) || len(path) == 0 {
		return violation(path, "false", "is not allowed here, or not beside the others")
	}
	holder, name := path[:len(path)-1], path[len(path)-1]
	v := violation(holder, keyword, "unknown property "+quote(name))
	v.Path = Pointer(path...)
	return v
}

// alternatives words anyOf and oneOf of which nothing holds.
func (x *explainer) alternatives(e *jsonschema.ValidationError) []Violation {
	if v, ok := x.agreed(e); ok {
		return []Violation{v}
	}
	var best []Violation
	for _, cause := range e.Causes {
		if m := simple(cause, e); m != nil && m.keyword == "type" {
			continue // a value of another type is meant by none of its rules
		}
		if list := x.explain(cause); best == nil || len(list) < len(best) {
			best = list
		}
	}
	if len(best) == 0 {
		return []Violation{violation(e.InstanceLocation, keywordOf(e.ErrorKind), "has none of the allowed forms")}
	}
	return best
}

// agreed merges alternatives that each fail for one reason of the same kind:
// "must be a string or null", "needs 'insert', 'update' or 'delete'".
func (x *explainer) agreed(e *jsonschema.ValidationError) (Violation, bool) {
	var merged mismatch
	for i, cause := range e.Causes {
		m := simple(cause, e)
		if m == nil || i > 0 && m.keyword != merged.keyword {
			return Violation{}, false
		}
		merged.keyword = m.keyword
		for _, want := range m.want {
			if !slices.Contains(merged.want, want) {
				merged.want = append(merged.want, want)
			}
		}
	}
	if len(merged.want) == 0 {
		return Violation{}, false
	}
	return violation(e.InstanceLocation, merged.keyword, merged.words(x.at(e.InstanceLocation))), true
}

// several words a oneOf of which more than one alternative holds.
func (x *explainer) several(e *jsonschema.ValidationError, k *kind.OneOf) string {
	if s := x.schemas[e.SchemaURL]; s != nil {
		var names []string
		for _, i := range k.Subschemas {
			names = append(names, s.OneOf[i].Required...)
		}
		if len(names) == len(k.Subschemas) {
			return "only one of " + list(quoted(names), "and") + " may be given"
		}
	}
	return "has more than one of the forms of which one is allowed"
}
