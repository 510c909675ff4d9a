package world

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// ourKey is the parameter that the variant idempotency_keys adds.
const ourKey = "idempotency_key"

// serveAs puts an interface in front of the tools.
func (w *World) serveAs(i suites.Interface) ([]schemas.Problem, error) {
	w.iface, w.offered = i, w.plans
	c := &complaints{}
	if i.Has(trace.VariantKeys) {
		w.addKeys(c)
	}
	if i.Faces != nil {
		w.serveFaces(i.Faces, c)
	}
	if i.Has(trace.VariantResumable) {
		if err := w.addResume(); err != nil {
			return nil, err
		}
	}
	return c.list, nil
}

// addKeys gives each tool that writes and takes no idempotency key a parameter for
// one.
func (w *World) addKeys(c *complaints) {
	for i := range w.served {
		p := w.offered[w.served[i].Name]
		if p.tool == nil || !p.tool.Writes() || p.replay != "" {
			continue
		}
		if err := p.addKey(); err != nil {
			c.add("interface-key", p.tool.File, p.tool.Line, "declare the tool's own idempotency key, or leave the variant "+trace.VariantKeys+" out", "%s cannot take an idempotency key: %v", p.tool.Name, err)
			continue
		}
		w.served[i] = p.served
	}
}

func (p *plan) addKey() error {
	f, ok := formOf(p.served.Parameters)
	if !ok {
		return fmt.Errorf("its parameters cannot be changed")
	}
	if !f.free(ourKey) {
		return fmt.Errorf("it has a parameter %s that is no key", ourKey)
	}
	f.properties[ourKey] = object{
		"type": "string", "minLength": 1, "maxLength": 100,
		"description": "Any text of your own that names this one operation. A call that is repeated with the same key is answered as before and not made again.",
	}
	f.oneMore()
	parameters, err := json.Marshal(f.root)
	if err != nil {
		return fmt.Errorf("write its parameters: %w", err)
	}
	compiled, problems := schemas.Compile(parameters)
	if len(problems) > 0 {
		return schemas.Problems(problems)
	}
	p.served.Parameters, p.schema, p.replay, p.added = parameters, compiled, ourKey, true
	return nil
}

// shownBack adds to the reply of a write the rows that it changed, as they now
// are: the whole rows, each once, in the order in which they were first changed; a
// row that is gone is null. Left out are rows of bookkeeping, and those that belong
// to another account.
func (t *Trial) shownBack(d done) object {
	body, isObject := d.reply.Body.(object)
	if !isObject {
		body = object{"result": d.reply.Body}
	}
	rows := []any{}
	seen := map[[2]string]int{}
	for _, c := range d.changes {
		if slices.Contains(t.world.suite.Bookkeeping, c.Table) || t.foreign(c.After) || t.foreign(c.Before) {
			continue
		}
		var now any
		if c.After != nil {
			now = trace.Normal(copied(object(c.After)))
		}
		row := object{"table": c.Table, "id": c.ID, "row": now}
		if at, known := seen[[2]string{c.Table, c.ID}]; known {
			rows[at] = row
			continue
		}
		seen[[2]string{c.Table, c.ID}] = len(rows)
		rows = append(rows, row)
	}
	out := object{"now": rows}
	for name, value := range body {
		if name != "now" {
			out[name] = value
		}
	}
	return out
}

// foreign tells whether a row says that it belongs to another account.
func (t *Trial) foreign(r trace.Row) bool {
	owner, says := r["account"]
	mine, known := t.session["account"]
	return says && known && !trace.Equal(owner, trace.Normal(mine))
}
