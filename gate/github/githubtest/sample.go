package githubtest

import (
	"maps"

	"github.com/getkin/kin-openapi/openapi3"
)

// object is a JSON object.
type object = map[string]any

// sample returns the smallest object of a named shape, with some fields set.
func (d *description) sample(name string, fields object) object {
	return merge(smallest(d.doc.Components.Schemas[name].Value), fields)
}

// sample returns the smallest object that the call may answer with, with some fields set.
func (c *call) sample(status int, fields object) object {
	media := c.input.Route.Operation.Responses.Status(status).Value.Content["application/json"]
	return merge(smallest(media.Schema.Value), fields)
}

// merge sets fields in a sample, inner objects field by field.
func merge(sample any, fields object) object {
	merged := object{}
	if from, ok := sample.(object); ok {
		maps.Copy(merged, from)
	}
	for name, value := range fields {
		if inner, ok := value.(object); ok {
			value = merge(merged[name], inner)
		}
		merged[name] = value
	}
	return merged
}

// smallest returns a value of the shape with nothing that is not required.
func smallest(s *openapi3.Schema) any {
	switch {
	case s.Nullable:
		return nil
	case len(s.Enum) > 0:
		return s.Enum[0]
	case len(s.OneOf) > 0:
		return smallest(s.OneOf[0].Value)
	case len(s.AnyOf) > 0:
		return smallest(s.AnyOf[0].Value)
	case len(s.AllOf) > 0:
		all := object{}
		for _, part := range s.AllOf {
			all = merge(smallest(part.Value), all)
		}
		return all
	case s.Type.Is("array"):
		return []any{}
	case s.Type.Is("boolean"):
		return false
	case s.Type.Is("integer"), s.Type.Is("number"):
		return 0
	case s.Type.Is("string"):
		return map[string]string{"date-time": "2026-01-01T00:00:00Z", "uri": "https://github.example/", "email": "a@github.example"}[s.Format]
	}
	fields := object{}
	for _, name := range s.Required {
		fields[name] = smallest(s.Properties[name].Value)
	}
	return fields
}
