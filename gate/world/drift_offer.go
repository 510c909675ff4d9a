package world

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// mostPerKind is how many drifts of one kind a tool can take part in.
const mostPerKind = 2

// giving are the places of the calls that give a parameter, with this value
// unless it is nil.
func (u *use) giving(name string, value any) []int {
	var at []int
	for i, call := range u.calls {
		if v, ok := call.Args[name]; ok && (value == nil || v == value) {
			at = append(at, u.at[i])
		}
	}
	return at
}

// parameters are those that the reference gives and that can drift at all, in an
// order that chance starts.
func (u *use) parameters(kind string) []string {
	given := map[string]bool{}
	for _, call := range u.calls {
		for name := range call.Args {
			given[name] = name != u.tool.Idempotency && name != u.tool.Cursor
		}
	}
	maps.DeleteFunc(given, func(_ string, can bool) bool { return !can })
	return turned(slices.Sorted(maps.Keys(given)), chance(kind, u.tool.Name))
}

// turned is a list that starts at another place.
func turned(list []string, by uint64) []string {
	if len(list) == 0 {
		return nil
	}
	i := int(by % uint64(len(list)))
	return slices.Concat(list[i:], list[:i])
}

// offers lists the drifts of one kind that a tool can take part in.
func (u *use) offers(s *suites.Suite, f *form, kind driftKind) []offer {
	d := trace.Drift{Kind: kind.name, Tool: u.tool.Name}
	ok := true
	var out []offer
	switch kind.name {
	case renameTool:
		d.New, ok = choose(newTool(d.Tool), freeTool(s), chance(s.Name, d.Kind, d.Tool))
		out = append(out, offer{d, u.at})
	case newRequired:
		d.New, ok = choose(newDate(), f.free, chance(s.Name, d.Kind, d.Tool))
		out = append(out, offer{d, u.at})
	case renameResult:
		out = u.fields(s, d)
	default:
		for _, name := range u.parameters(kind.name) {
			d.Name = name
			if o, fits := u.parameter(s, f, d); fits && len(out) < mostPerKind {
				out = append(out, o)
			}
		}
	}
	if !ok {
		return nil
	}
	return out
}

func freeTool(s *suites.Suite) func(string) bool {
	return func(name string) bool {
		return !slices.ContainsFunc(s.Tools, func(t *suites.Tool) bool { return t.Name == name }) &&
			!slices.Contains([]string{trace.ToolWait, trace.ToolHandover, trace.ToolCloseCall}, name)
	}
}

func (f *form) free(name string) bool {
	_, taken := f.properties[name]
	return !taken
}

// parameter completes a drift of one parameter.
func (u *use) parameter(s *suites.Suite, f *form, d trace.Drift) (offer, bool) {
	p, at := f.property(d.Name), u.giving(d.Name, nil)
	if p == nil || f.tied(d.Name) {
		return offer{}, false
	}
	draw := chance(s.Name, d.Kind, d.Tool, d.Name)
	ok := true
	switch d.Kind {
	case renameField:
		d.New, ok = choose(newField(d.Name), f.free, draw)
	case nestedField:
		d.New, ok = choose(newObject(), f.free, draw)
	case changedType:
		d.New = changesTo(p)
	case changedUnit:
		var change unit
		change, d.New, ok = unitOf(d.Name, p)
		d.Factor = change.factor
		ok = ok && f.free(d.New) && !(digitsIn.MatchString(u.tool.Description) && strings.Contains(u.tool.Description, change.word))
	case removedValue:
		if d.Value, ok = u.value(p, d.Name); ok {
			d.New, ok = choose(newValue(d.Value), freeValue(p), draw)
			at = u.giving(d.Name, d.Value)
		}
	}
	return offer{d, at}, ok && d.New != ""
}

// value is the first value of an enum that the reference gives.
func (u *use) value(p object, name string) (string, bool) {
	list, _ := p["enum"].([]any)
	for _, call := range u.calls {
		if v, ok := call.Args[name].(string); ok && slices.Contains(list, any(v)) {
			return v, true
		}
	}
	return "", false
}

func freeValue(p object) func(string) bool {
	list, _ := p["enum"].([]any)
	return func(v string) bool { return !slices.Contains(list, any(v)) }
}

// fields are drifts of fields of the reply: one that the reference saves, else an
// id, and another.
func (u *use) fields(s *suites.Suite, d trace.Drift) []offer {
	sql := cmp.Or(u.tool.Result, u.tool.List)
	names := turned(resultColumns(sql), chance(d.Kind, d.Tool))
	var out []offer
	for _, wanted := range []func(string) bool{u.saves, isID, func(string) bool { return true }} {
		for _, name := range names {
			if !wanted(name) || slices.ContainsFunc(out, func(o offer) bool { return o.drift.Name == name }) || len(out) == mostPerKind {
				continue
			}
			d.Name = name
			var ok bool
			if d.New, ok = choose(newField(name), freeField(sql), chance(s.Name, d.Kind, d.Tool, name)); ok {
				out = append(out, offer{d, u.at})
			}
		}
	}
	return out
}

// saves tells whether the reference keeps a field of the reply.
func (u *use) saves(field string) bool {
	for _, call := range u.calls {
		for _, path := range call.Save {
			for _, key := range strings.Split(path, ".") {
				if _, err := strconv.Atoi(key); err != nil && key == field {
					return true
				}
			}
		}
	}
	return false
}

func isID(field string) bool { return field == "id" || strings.HasSuffix(field, "_id") }

// freeField tells whether a name occurs nowhere in a reply: not in the SQL that
// makes it, nor among what the harness adds.
func freeField(sql string) func(string) bool {
	added := []string{"items", "count", "operation", "next_cursor", "error", "ok", "accepted", "message", "status", "result", "detail", "code"}
	return func(name string) bool {
		return reworded(sql, name, "") == sql && !slices.Contains(added, name)
	}
}
