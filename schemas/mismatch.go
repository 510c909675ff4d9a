package schemas

import (
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// mismatch is a failure for one simple reason: the type, the value or a missing
// property of the value itself.
type mismatch struct {
	keyword string // type, enum or required
	want    []string
}

// simple returns the one simple reason for which e fails at the place of whole,
// or nil if there are others.
func simple(e, whole *jsonschema.ValidationError) *mismatch {
	if !slices.Equal(e.InstanceLocation, whole.InstanceLocation) {
		return nil
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		return &mismatch{"type", k.Want}
	case *kind.Const:
		return &mismatch{"enum", []string{show(k.Want)}}
	case *kind.Enum:
		return &mismatch{"enum", shown(k.Want)}
	case *kind.Required:
		if len(k.Missing) == 1 {
			return &mismatch{"required", k.Missing}
		}
	case *kind.Reference, *kind.Group, *kind.AllOf:
		if len(e.Causes) == 1 {
			return simple(e.Causes[0], whole)
		}
	case *kind.AnyOf:
		return simpleAnyOf(e, whole)
	}
	return nil
}

func simpleAnyOf(e, whole *jsonschema.ValidationError) *mismatch {
	var merged mismatch
	for i, cause := range e.Causes {
		m := simple(cause, whole)
		if m == nil || i > 0 && m.keyword != merged.keyword {
			return nil
		}
		merged.keyword = m.keyword
		merged.want = append(merged.want, m.want...)
	}
	return &merged
}

func (m mismatch) words(got any) string {
	switch m.keyword {
	case "type":
		return mustBe(m.want, got)
	case "required":
		return "needs " + list(quoted(m.want), "or")
	default:
		return oneOf(m.want)
	}
}
