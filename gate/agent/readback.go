package agent

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// Bounds of looking, for one call each.
const (
	maxLooks = 2 // at a state that does not show what was done: it may be an old one
	maxPolls = 6 // at work that goes on behind an answer
)

// sight is what a look at the state shows of a call.
type sight int

const (
	hidden sight = iota // nothing can be looked at
	absent
	seen
)

// look reads back whether the call was done.
func (e *effort) look() sight {
	for n := range maxLooks {
		if n > 0 {
			e.wait(5, "")
		}
		missing, ok := e.missing()
		switch {
		case !ok:
			return hidden
		case len(missing) == 0:
			return seen
		}
	}
	return absent
}

// missing lists the items of the call that its read-back does not show as done;
// a call that has no items counts as one. It is false where there is no
// read-back, or it fails.
func (e *effort) missing() ([]any, bool) {
	back := e.call.Status
	if back == nil || e.habit().trusting || e.habit().brazen || e.habit().givesUp {
		return nil, false
	}
	items := e.items()
	if !mentions(back.Args, ":item") {
		body, ok := e.readBack(nil)
		return e.unshown(body, items), ok
	}
	missing := []any{}
	for _, item := range items {
		body, ok := e.readBack(item)
		if !ok {
			return nil, false
		}
		missing = append(missing, e.unshown(body, []any{item})...)
	}
	return missing, true
}

// readBack makes the call that shows what became of this one. A record that is
// not found shows nothing, which is an answer; so is the error of an MCP tool, which
// has no other way to say so.
func (e *effort) readBack(item any) (any, bool) {
	back := e.call.Status
	r := e.read(e.second(back.Tool, back.Args, item))
	return r.Body, r.OK() || r.Status == http.StatusNotFound || r.Status == http.StatusUnprocessableEntity
}

// unshown lists the items that a read-back does not show as done.
func (e *effort) unshown(body any, items []any) []any {
	missing := []any{}
	for _, item := range items {
		if found, ok := shows(body, e.paths(e.call.Status.Shows, item), nil); ok {
			e.shown = found
		} else {
			missing = append(missing, item)
		}
	}
	return missing
}

// items are those that the call works one by one, or one nil.
func (e *effort) items() []any {
	if list, ok := e.call.Args[e.call.Items].([]any); ok && e.call.Items != "" {
		return list
	}
	return []any{nil}
}

// poll follows work that goes on behind an answer, until it is done, has failed
// or takes too long.
func (e *effort) poll() outcome {
	e.maybe = true
	if e.call.Status == nil {
		return e.await()
	}
	items := e.items()
	for n := range maxPolls {
		e.wait(min(30<<n, 120), "")
		body, ok := e.readBack(append(items, nil)[0])
		state, _ := at(body, "operation.status")
		switch {
		case state == "failed":
			return failed
		case state == "done", state == nil && ok && len(e.unshown(body, items)) == 0:
			return e.collect()
		}
	}
	return unsure
}

// await follows work that no read shows, where it can be followed up.
func (e *effort) await() outcome {
	for n := range maxPolls {
		if e.open == "" || e.habit().freshKeys {
			break
		}
		e.wait(min(30<<n, 120), "")
		switch r := e.try(&e.call); {
		case r.Status == http.StatusAccepted:
		case r.OK():
			return e.settle(r)
		case r.Status < 500:
			return failed
		}
	}
	return unsure
}

// collect ends a call that was done behind its answer. Where the script goes on
// with the result, the same key brings it.
func (e *effort) collect() outcome {
	if len(e.call.Save) > 0 && (e.keyed() || e.open != "") {
		if r := e.try(&e.call); r.OK() && r.Status != http.StatusAccepted {
			e.settle(r)
		}
	}
	return done
}

// second is another call about the same thing. What the script says of its tool
// elsewhere holds for it as well.
func (e *effort) second(tool string, args map[string]any, item any) *ScriptCall {
	c := &ScriptCall{Tool: tool, Kind: trace.Read, Refresh: e.call.Refresh}
	s := e.player.script
	if known := s.where(func(c *ScriptCall) bool { return c.Tool == tool }); len(known) > 0 {
		c.Cursor, c.Refresh = s.call(known[0]).Cursor, s.call(known[0]).Refresh
	}
	c.Args = e.paths(args, item)
	return c
}

// paths fills the call's arguments into the values of a read-back. What the call
// does not give is left out.
func (e *effort) paths(values map[string]any, item any) map[string]any {
	out := make(map[string]any, len(values))
	for path, v := range values {
		name, refers := argument(v)
		given, has := e.call.Args[name]
		switch {
		case !refers:
			out[path] = v
		case name == "item":
			out[path] = item
		case has:
			out[path] = given
		}
	}
	return out
}

func argument(v any) (name string, ok bool) {
	text, _ := v.(string)
	return strings.CutPrefix(text, ":")
}

func mentions(values map[string]any, ref string) bool {
	return slices.Contains(slices.Collect(maps.Values(values)), any(ref))
}

// shows tells whether a reply holds all the values at their paths. Where paths
// lead through the same "*", it is one place in the list that must hold them
// all, and that is returned.
func shows(v any, want map[string]any, place any) (any, bool) {
	tails := map[string]map[string]any{}
	for path, value := range want {
		head, tail, _ := strings.Cut(path, ".")
		if path == "" {
			return place, trace.Equal(v, value)
		}
		if tails[head] == nil {
			tails[head] = map[string]any{}
		}
		tails[head][tail] = value
	}
	for _, head := range slices.Sorted(maps.Keys(tails)) {
		found, ok := place, false
		if list, isList := v.([]any); head == "*" && isList {
			for _, e := range list {
				if found, ok = shows(e, tails[head], e); ok {
					break
				}
			}
		} else if next, has := at(v, head); has {
			found, ok = shows(next, tails[head], place)
		}
		if !ok {
			return nil, false
		}
		if found != nil {
			place = found
		}
	}
	return place, true
}
