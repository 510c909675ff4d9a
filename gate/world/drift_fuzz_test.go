package world

import (
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
)

// FuzzArgumentsUnderDrift shows that whatever a candidate sends, what reaches a
// tool fits its own schema.
func FuzzArgumentsUnderDrift(f *testing.F) {
	w := opened(f, visits(f))
	var faces []face
	for _, c := range driftCases() {
		for from := range 2 {
			d := c.drift
			d.Tool, d.From = "plan_visit", from
			made, err := newFace(w, &d)
			if err != nil {
				f.Fatal(err)
			}
			faces = append(faces, made)
		}
		f.Add(spelled(c.args))
	}
	for _, s := range []string{
		`{}`, `{"target": {"contact_id": []}, "minutes": 1e999}`, `{"minutes": "99999999999999999999", "contact_id": "c1"}`,
		`{"seconds": 900.0, "contact_id": "c1"}`, `{"seconds": -9223372036854775808}`, `{"note": [["x"]], "urgent": [], "kind": {}, "as_of": []}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		args, err := arguments(text)
		if err != nil {
			return
		}
		p := w.plans["plan_visit"]
		for _, face := range faces {
			before := spelled(args)
			read := face.canonical(p, args, 1, start())
			if len(read.problems) == 0 && read.wrong == "" && len(violations(p, read.own)) > 0 {
				t.Errorf("%s under %+v reaches the tool as %v", text, *face.drift, read.own)
			}
			if read.stale != "" && face.drift.Announced() {
				t.Errorf("%s under %+v is stale, and no other form was served", text, *face.drift)
			}
			face.served(p, trace.Reply{Status: 200, Body: args}, 1)
			if spelled(args) != before {
				t.Fatalf("%s under %+v: the arguments were changed", text, *face.drift)
			}
		}
	})
}
