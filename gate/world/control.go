package world

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// Bounds of the harness's own tools.
const (
	maxWait   = 86_400 // seconds
	maxReason = 2_000  // characters
	maxClaims = 200
)

// object is a JSON object that is written out by the harness.
type object = map[string]any

// addHarnessTools serves what every suite has beside its own tools.
func (w *World) addHarnessTools() error {
	for _, t := range []harnessTool{
		{trace.ToolWait, "Let time pass before going on, for example until a temporary error is over.", []string{"seconds"}, waitParameters(), wait},
		{trace.ToolHandover, "Give the call to a person. The call ends with it.", []string{"reason"}, handoverParameters(), handover},
		{trace.ToolCloseCall, w.closeDescription(), []string{"items"}, w.closeParameters(), closeCall},
	} {
		p, err := t.plan()
		if err != nil {
			return err
		}
		w.plans[t.name] = p
		w.served = append(w.served, p.served)
		if t.name == trace.ToolCloseCall {
			w.closing = []trace.Tool{p.served}
		}
	}
	return nil
}

// harnessTool is a tool that the harness serves.
type harnessTool struct {
	name, description string
	key               []string
	parameters        object
	run               func(*Trial, map[string]any) any
}

func (t harnessTool) plan() (*plan, error) {
	parameters, err := json.Marshal(t.parameters)
	if err != nil {
		return nil, fmt.Errorf("write parameters of %s: %w", t.name, err)
	}
	compiled, problems := schemas.Compile(parameters)
	if len(problems) > 0 {
		return nil, fmt.Errorf("compile parameters of %s: %w", t.name, schemas.Problems(problems))
	}
	return &plan{
		kind: trace.Control, key: t.key, schema: compiled, control: t.run,
		served: trace.Tool{Name: t.name, Description: t.description, Parameters: parameters},
	}, nil
}

func closed(required []string, properties object) object {
	return object{"type": "object", "additionalProperties": false, "required": required, "properties": properties}
}

func waitParameters() object {
	return closed([]string{"seconds"}, object{"seconds": object{"type": "integer", "minimum": 1, "maximum": maxWait}})
}

func handoverParameters() object {
	return closed([]string{"reason"}, object{"reason": object{"type": "string", "minLength": 1, "maxLength": maxReason}})
}

func (w *World) closeParameters() object {
	items := object{"type": "array", "maxItems": maxClaims}
	effects := slices.Sorted(maps.Keys(w.suite.Effects))
	if len(effects) == 0 {
		items["maxItems"] = 0
	} else {
		items["items"] = closed([]string{"effect", "status"}, object{
			"effect": object{"type": "string", "enum": effects},
			"record": object{"type": "string", "description": "The id of the record changed; parts of a composite id joined by /."},
			"status": object{"type": "string", "enum": []string{
				trace.ClaimDone, trace.ClaimNotDone, trace.ClaimUnconfirmed, trace.ClaimHandedOver,
			}},
		})
	}
	return closed([]string{"items"}, object{"items": items})
}

func (w *World) closeDescription() string {
	var b strings.Builder
	b.WriteString("File the record of this call once: one item for each outcome that was asked for, with what became of it. Leave the list empty if nothing was to be changed.")
	for _, name := range slices.Sorted(maps.Keys(w.suite.Effects)) {
		fmt.Fprintf(&b, "\n%s: %s", name, w.suite.Effects[name].Description)
	}
	return b.String()
}

func wait(t *Trial, args map[string]any) any {
	seconds, isInteger := args["seconds"].(int64)
	if f, ok := args["seconds"].(float64); ok && !isInteger {
		seconds = int64(f)
	}
	t.Advance(time.Duration(seconds) * time.Second)
	return object{"waited": seconds, "now": clock(t.now)}
}

func handover(*Trial, map[string]any) any { return object{"handed_over": true} }

func closeCall(_ *Trial, args map[string]any) any {
	items, _ := args["items"].([]any)
	return object{"filed": int64(len(items))}
}
