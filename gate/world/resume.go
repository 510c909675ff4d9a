package world

import (
	"context"
	"fmt"
	"maps"

	"github.com/keptgate/keptgate/gate/trace"
)

// unheard is a call whose outcome the candidate was not told.
type unheard struct {
	plan *plan
	args map[string]any // as given
	call trace.Call     // by which it was first made
}

// addResume serves resume_call.
func (w *World) addResume() error {
	t := harnessTool{
		name: trace.ToolResume, key: []string{"call_id"},
		description: "Follow up a call that was not answered, was away or is still being worked on: its reply held a call_id. Tells what became of it, " +
			"and makes it if it was not made. However often it is called, the call is made once. state is done, with the result, or running; a refusal is an error.",
		parameters: closed([]string{"call_id"}, object{"call_id": object{"type": "string", "minLength": 1, "maxLength": 100}}),
	}
	p, err := t.plan()
	if err != nil {
		return err
	}
	p.resumes = true
	w.offered = maps.Clone(w.offered)
	w.offered[t.name] = p
	w.served = append(w.served, p.served)
	return nil
}

// followable is the id of a call that can be followed up: that of an earlier
// attempt, or a new one; "" where the call cannot be.
func (t *Trial) followable(p *plan, again string) string {
	switch {
	case again != "":
		return again
	case !t.world.iface.Has(trace.VariantResumable) || !p.tool.Writes():
		return ""
	default:
		return fmt.Sprintf("open-%d", len(t.ledger)+1)
	}
}

// unsettled tells the candidate the id of a call that it may want to follow up.
func (a *attempt) unsettled(given map[string]any) {
	if a.id == "" {
		return
	}
	r := &a.entry.Reply
	body, _ := r.Body.(object)
	switch r.Status {
	case 503, 504:
		told, _ := body["error"].(object)
		told = maps.Clone(told)
		told["call_id"] = a.id
		r.Body = object{"error": told}
	case 202:
		body = maps.Clone(body)
		body["call_id"] = a.id
		r.Body = body
	default:
		return
	}
	if a.trial.open[a.id] == nil {
		a.trial.open[a.id] = &unheard{a.plan, given, a.entry.Call}
	}
}

// resume follows up a call. In the ledger it is another attempt at that.
func (t *Trial) resume(ctx context.Context, e trace.Entry) (trace.Entry, error) {
	id, _ := e.Args["call_id"].(string)
	o := t.open[id]
	if o == nil {
		t.attempt(&e, logical(e.Tool, []string{"call_id"}, e.Args))
		return refused(e, trace.Refused, 404, "not_found", "There is no call of this id to be followed up."), nil
	}
	p := o.plan
	e.Tool, e.Kind, e.Args = p.served.Name, p.kind, maps.Clone(o.args)
	t.attempt(&e, logical(e.Tool, p.key, e.Args))
	e, err := t.run(ctx, p, e, id)
	face, _ := t.plan(o.call.Tool, t.ledger.Asked())
	if face == nil {
		face = p
	}
	e.Reply = t.face.served(face, e.Reply, t.ledger.Asked())
	if err == nil && e.Reply.OK() {
		state := "done"
		if e.Reply.Status == 202 {
			state = "running"
		}
		e.Reply.Body = object{"call_id": id, "state": state, "result": e.Reply.Body}
	}
	return e, err
}
