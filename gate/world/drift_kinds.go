package world

import (
	"fmt"

	"github.com/keptgate/keptgate/gate/trace"
)

// The kinds of drift.
const (
	renameField  = "rename_field"
	renameTool   = "rename_tool"
	renameResult = "rename_result_field"
	newRequired  = "new_required"
	removedValue = "removed_enum_value"
	changedType  = "changed_type"
	changedUnit  = "changed_unit"
	nestedField  = "nested_field"
)

// driftKind is one row of the table of drifts.
type driftKind struct {
	name string
	// moves: the old name of the parameter is not served any more.
	moves bool
	// schema changes the parameters as they are served; nil where they stay. It is
	// false where the drift does not apply to them.
	schema func(trace.Drift, *form) bool
	// own brings arguments from the form served to the world's own, in place, as far
	// as they are in it; out is the way back. Nil where the forms are one.
	own func(trace.Drift, object)
	out func(d trace.Drift, args object, today string)
	// says names the new form to those who use the old one.
	says func(trace.Drift) string
}

// driftKinds is the table of drifts.
func driftKinds() []driftKind {
	return []driftKind{
		{
			name: renameField, moves: true, schema: renameParameter,
			own:  func(d trace.Drift, args object) { rename(args, d.New, d.Name) },
			out:  func(d trace.Drift, args object, _ string) { rename(args, d.Name, d.New) },
			says: func(d trace.Drift) string { return fmt.Sprintf("%s is now %s.", d.Name, d.New) },
		},
		{
			name: renameTool,
			says: func(d trace.Drift) string { return fmt.Sprintf("%s is now %s.", d.Tool, d.New) },
		},
		{
			name: renameResult,
			says: func(d trace.Drift) string { return fmt.Sprintf("%s in the reply is now %s.", d.Name, d.New) },
		},
		{
			name: newRequired, schema: addDate,
			own: func(d trace.Drift, args object) { delete(args, d.New) },
			out: func(d trace.Drift, args object, today string) { args[d.New] = today },
			says: func(d trace.Drift) string {
				return fmt.Sprintf("%s now needs %s: today's date, as YYYY-MM-DD.", d.Tool, d.New)
			},
		},
		{
			name: removedValue, schema: replaceValue,
			own:  func(d trace.Drift, args object) { swap(args, d.Name, d.New, d.Value) },
			out:  func(d trace.Drift, args object, _ string) { swap(args, d.Name, d.Value, d.New) },
			says: func(d trace.Drift) string { return fmt.Sprintf("%s is now %s in %s.", d.Value, d.New, d.Name) },
		},
		{
			name: changedType, schema: changeType,
			own: func(d trace.Drift, args object) {
				convert(args, d.Name, func(v any) any { return ofOldType(v, d.New) })
			},
			out: func(d trace.Drift, args object, _ string) {
				convert(args, d.Name, func(v any) any { return ofNewType(v, d.New) })
			},
			says: func(d trace.Drift) string { return fmt.Sprintf("%s is now %s.", d.Name, typeNow(d.New)) },
		},
		{
			name: changedUnit, moves: true, schema: changeUnit,
			own: func(d trace.Drift, args object) {
				convert(args, d.New, func(v any) any { return smaller(v, int64(d.Factor)) })
				rename(args, d.New, d.Name)
			},
			out: func(d trace.Drift, args object, _ string) {
				convert(args, d.Name, func(v any) any { return larger(v, int64(d.Factor)) })
				rename(args, d.Name, d.New)
			},
			says: func(d trace.Drift) string {
				return fmt.Sprintf("%s is now %s: what was 1 is now %d.", d.Name, d.New, d.Factor)
			},
		},
		{
			name: nestedField, moves: true, schema: nest,
			own:  func(d trace.Drift, args object) { unpack(args, d.New, d.Name) },
			out:  func(d trace.Drift, args object, _ string) { pack(args, d.Name, d.New) },
			says: func(d trace.Drift) string { return fmt.Sprintf("%s is now %s.%s.", d.Name, d.New, d.Name) },
		},
	}
}

func driftKindNamed(name string) (driftKind, bool) {
	for _, k := range driftKinds() {
		if k.name == name {
			return k, true
		}
	}
	return driftKind{}, false
}

func rename(args object, old, name string) {
	if v, ok := args[old]; ok {
		if _, taken := args[name]; !taken {
			delete(args, old)
			args[name] = v
		}
	}
}

func convert(args object, name string, to func(any) any) {
	if v, ok := args[name]; ok {
		args[name] = to(v)
	}
}

func swap(args object, name, old, value string) {
	if args[name] == any(old) {
		args[name] = value
	}
}

func pack(args object, name, into string) {
	if v, ok := args[name]; ok {
		delete(args, name)
		args[into] = object{name: v}
	}
}

func unpack(args object, from, name string) {
	inner, ok := args[from].(object)
	if !ok {
		return
	}
	delete(args, from)
	if v, ok := inner[name]; ok {
		args[name] = v
	}
}

// movable tells whether a parameter can go by a new name.
func (f *form) movable(name, to string) bool {
	_, taken := f.properties[to]
	return f.property(name) != nil && to != "" && !taken && !f.tied(name)
}

func renameParameter(d trace.Drift, f *form) bool {
	if !f.movable(d.Name, d.New) {
		return false
	}
	f.properties[d.New] = f.properties[d.Name]
	delete(f.properties, d.Name)
	f.require(d.Name, d.New)
	f.reword(d.Name, d.New)
	return true
}

// aDay is the pattern of a date.
const aDay = `^[0-9]{4}-[0-9]{2}-[0-9]{2}$`

func addDate(d trace.Drift, f *form) bool {
	if _, taken := f.properties[d.New]; taken || d.New == "" || f.composed() {
		return false
	}
	f.properties[d.New] = object{"type": "string", "pattern": aDay, "description": "Today's date, as YYYY-MM-DD."}
	f.require("", d.New)
	f.oneMore()
	return true
}

func replaceValue(d trace.Drift, f *form) bool {
	p := f.property(d.Name)
	list, _ := p["enum"].([]any)
	at, taken := -1, false
	for i, v := range list {
		if v == any(d.Value) {
			at = i
		}
		taken = taken || v == any(d.New)
	}
	if at < 0 || taken || d.New == "" || p["type"] != "string" || f.tied(d.Name) {
		return false
	}
	list[at] = d.New
	if p["default"] == any(d.Value) {
		p["default"] = d.New
	}
	// Bounds on the text would be those of the old value.
	for _, key := range []string{"pattern", "minLength", "maxLength"} {
		delete(p, key)
	}
	rewordAll(p, d.Value, d.New)
	return true
}

func changeType(d trace.Drift, f *form) bool {
	p := f.property(d.Name)
	if p == nil || f.tied(d.Name) || d.New == "" || changesTo(p) != d.New {
		return false
	}
	f.properties[d.Name] = retyped(p, d.New)
	return true
}

func changeUnit(d trace.Drift, f *form) bool {
	if !f.movable(d.Name, d.New) || d.Factor < 2 {
		return false
	}
	p := f.property(d.Name)
	u, renamed, ok := unitOf(d.Name, p)
	if !ok || u.factor != d.Factor || renamed != d.New {
		return false
	}
	scale(p, int64(d.Factor), p["type"] == "integer")
	p["description"] = inUnit(p["description"], u)
	return renameParameter(d, f)
}

func nest(d trace.Drift, f *form) bool {
	if !f.movable(d.Name, d.New) {
		return false
	}
	inner := object{
		"type": "object", "additionalProperties": false,
		"properties": object{d.Name: f.properties[d.Name]}, "required": []any{d.Name},
	}
	f.properties[d.New] = inner
	delete(f.properties, d.Name)
	f.require(d.Name, d.New)
	return true
}
