package schemas

import "github.com/santhosh-tekuri/jsonschema/v6"

// Bounds on the work of one validation: how many times a schema is applied to a
// value, for the newer and the older engine, and how deep these applications
// nest.
const (
	modernSteps = 500_000
	legacySteps = 50_000
	maxNested   = 10_000
)

// budget counts the work that a validation may take. It sees every branch as
// taken, so it never counts too little.
type budget struct {
	graph graph
	left  int
}

// spend takes the work of holding v against s from the budget. It is false when
// the budget does not suffice.
func (b *budget) spend(s *jsonschema.Schema, v any, nested int) bool {
	b.left--
	if s.Enum != nil {
		b.left -= len(s.Enum.Values)
	}
	if b.left < 0 || nested > maxNested {
		return false
	}
	for _, sub := range b.graph.sameValue(s) {
		if !b.spend(sub, v, nested+1) {
			return false
		}
	}
	switch x := v.(type) {
	case map[string]any:
		return b.object(s, x, nested+1)
	case []any:
		return b.array(s, x, nested+1)
	case string:
		if p, ok := s.Pattern.(pattern); ok {
			b.left -= p.cost(x)
		}
	}
	return b.left >= 0
}

func (b *budget) object(s *jsonschema.Schema, object map[string]any, nested int) bool {
	b.left -= len(s.Required) + len(object)
	for key, v := range object {
		for _, sub := range b.memberSchemas(s, key) {
			if !b.spend(sub, v, nested) {
				return false
			}
		}
		if s.PropertyNames != nil && !b.spend(s.PropertyNames, key, nested) {
			return false
		}
	}
	return b.left >= 0
}

// memberSchemas lists the schemas that may be applied to the member key.
func (b *budget) memberSchemas(s *jsonschema.Schema, key string) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	if sub := s.Properties[key]; sub != nil {
		out = append(out, sub)
	}
	for re, sub := range s.PatternProperties {
		if p, ok := re.(pattern); ok {
			b.left -= p.cost(key)
		}
		if b.left >= 0 && re.MatchString(key) {
			out = append(out, sub)
		}
	}
	if sub, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && len(out) == 0 {
		out = append(out, sub)
	}
	if s.UnevaluatedProperties != nil {
		out = append(out, s.UnevaluatedProperties)
	}
	return out
}

func (b *budget) array(s *jsonschema.Schema, array []any, nested int) bool {
	b.left -= len(array)
	for i, v := range array {
		for _, sub := range itemSchemas(s, i) {
			if !b.spend(sub, v, nested) {
				return false
			}
		}
	}
	return b.left >= 0
}

// itemSchemas lists the schemas that may be applied to the item at index i.
func itemSchemas(s *jsonschema.Schema, i int) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	add := func(sub *jsonschema.Schema) {
		if sub != nil {
			out = append(out, sub)
		}
	}
	add(s.Contains)
	add(s.UnevaluatedItems)
	if i < len(s.PrefixItems) {
		add(s.PrefixItems[i])
	} else {
		add(s.Items2020)
	}
	switch items := s.Items.(type) {
	case *jsonschema.Schema:
		add(items)
	case []*jsonschema.Schema:
		if i < len(items) {
			add(items[i])
		} else if rest, ok := s.AdditionalItems.(*jsonschema.Schema); ok {
			add(rest)
		}
	}
	return out
}
