package fidelity

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// played is a side that answers by a script: for each call the text of a body, or
// !STATUS for a refusal, or - for no answer. It notes what it was asked.
type played struct {
	answers []string
	asked   []string
}

func (p *played) ask(_ context.Context, tool string, args map[string]any) (Answer, error) {
	p.asked = append(p.asked, tool+" "+written(args))
	if len(p.answers) == 0 {
		return Answer{}, errors.New("the script is over")
	}
	next := p.answers[0]
	p.answers = p.answers[1:]
	status, refused := 0, strings.HasPrefix(next, "!")
	switch {
	case next == "-":
		return Answer{}, errors.New("gone")
	case next == "?":
		return Answer{}, &unsentError{errors.New("unsent")}
	case refused:
		_, err := fmt.Sscanf(next, "!%d", &status)
		return Answer{Refused: true, Status: status}, err
	}
	body, err := trace.Decode([]byte(next))
	return Answer{Body: body}, err
}

func (p *played) leave(context.Context) error { return nil }

// What the service carried out, or may have, is taken back, the last first, each side
// with what it saved; what cannot be taken back is counted.
func TestUndo(t *testing.T) {
	const two = `  - call: {make: {n: 1}}
    save: {id: id}
    undo: {drop: {id: $saved.id}}
  - call: {set: {id: $saved.id}}
    undo: {set: {id: $saved.id, back: true}}
`
	for name, test := range map[string]struct {
		here, there string // answers, by spaces
		asked       string // of the service, the undos alone
		left        int
		verdict     Verdict
		drifts      int
	}{
		"all":                      {`{"id":1} {} {} {}`, `{"id":7} {} {} {}`, `set {"back":true,"id":7}; drop {"id":7}`, 0, Same, 0},
		"one was refused":          {`{"id":1} !409 {}`, `{"id":7} !409 {}`, `drop {"id":7}`, 0, Same, 0},
		"only the service did it":  {`{"id":1} !409 {}`, `{"id":7} {} {} {}`, `set {"back":true,"id":7}; drop {"id":7}`, 0, Drifted, 1},
		"it cannot be taken back":  {`{"id":1} {} {} {}`, `{"id":7} {} !403 {}`, `set {"back":true,"id":7}; drop {"id":7}`, 1, Drifted, 1},
		"neither can":              {`{"id":1} {} !403 {}`, `{"id":7} {} !403 {}`, `set {"back":true,"id":7}; drop {"id":7}`, 1, Drifted, 1},
		"the answer was lost":      {`{"id":1} {} {}`, `{"id":7} - {} {}`, `set {"back":true,"id":7}; drop {"id":7}`, 0, NotEvaluated, 0},
		"it was lost, not done":    {`{"id":1} {} {}`, `{"id":7} - !404 {}`, `set {"back":true,"id":7}; drop {"id":7}`, 0, NotEvaluated, 0},
		"it was never sent":        {`{"id":1} {} {}`, `{"id":7} ? {}`, `drop {"id":7}`, 0, NotEvaluated, 0},
		"the service closes":       {`{"id":1} {} {}`, `{"id":7} !503 {} {}`, `set {"back":true,"id":7}; drop {"id":7}`, 0, NotEvaluated, 0},
		"it closes then":           {`{"id":1} {} {}`, `{"id":7} {} !503 {}`, `set {"back":true,"id":7}; drop {"id":7}`, 1, NotEvaluated, 0},
		"it is gone then":          {`{"id":1} {}`, `{"id":7} {} - -`, `set {"back":true,"id":7}; drop {"id":7}`, 2, NotEvaluated, 0},
		"nobody knows what it was": {`{"id":1}`, `{"no":7}`, ``, 1, Drifted, 2},
		"the first answer is lost": {`{"id":1}`, `-`, ``, 1, NotEvaluated, 0},
	} {
		c, err := Parse("c.yaml", []byte("contract: c\nsuite: s\nlive: {mcp: {url: 'https://a.example'}}\nsteps:\n"+two))
		if err != nil {
			t.Fatal(err)
		}
		there := &played{answers: strings.Fields(test.there)}
		r := &replay{
			setup: Setup{Contract: c}, here: &played{answers: strings.Fields(test.here)}, there: there,
			savedHere: saved{}, savedThere: saved{}, report: &Report{},
		}
		if err := r.steps(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r.report.judge()
		undos := []string{}
		for i, call := range there.asked {
			if i >= len(there.asked)-strings.Count(test.asked, ";")-1 && test.asked != "" {
				undos = append(undos, call)
			}
		}
		if diff := cmp.Diff(test.asked, strings.Join(undos, "; ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if got := r.report; got.Counts.Left != test.left || got.Verdict != test.verdict || got.Counts.Drifts != test.drifts {
			t.Errorf("%s: %s, %+v, %s\n%+v", name, got.Verdict, got.Counts, got.Why, got.Drifts)
		}
	}
}

// A simulation that breaks is no difference, and what the service has done is taken
// back all the same.
func TestBrokenSimulation(t *testing.T) {
	for name, test := range map[string]struct {
		here, there string
		asked       int
	}{
		"at a step":  {`{} -`, `{} {}`, 2},
		"at an undo": {`{} {} -`, `{} {} {} {}`, 4},
	} {
		c, err := Parse("c.yaml", []byte("contract: c\nsuite: s\nlive: {mcp: {url: 'https://a.example'}}\nsteps:\n  - call: {a: {}}\n    undo: {b: {}}\n  - call: {a: {}}\n    undo: {b: {}}\n"))
		if err != nil {
			t.Fatal(err)
		}
		there := &played{answers: strings.Fields(test.there)}
		r := &replay{setup: Setup{Contract: c}, here: &played{answers: strings.Fields(test.here)}, there: there, savedHere: saved{}, savedThere: saved{}, report: &Report{}}
		if err := r.steps(t.Context()); err == nil || !strings.Contains(err.Error(), "gone") {
			t.Errorf("%s: %v", name, err)
		}
		if len(there.asked) != test.asked {
			t.Errorf("%s: asked %q", name, there.asked)
		}
	}
}

// What a world that is an MCP server refused with is what the server said.
func TestHeardFromServer(t *testing.T) {
	for _, test := range []struct {
		server bool
		reply  trace.Reply
		want   Answer
	}{
		{true, trace.Failure("", 422, "tool_error", "No note."), Answer{Refused: true, Body: map[string]any{"text": "No note."}}},
		{true, trace.Failure("", 422, "tool_error", `{"code": 7}`), Answer{Refused: true, Body: map[string]any{"code": int64(7)}}},
		{true, trace.Failure("", 422, "tool_error", `[7]`), Answer{Refused: true, Body: map[string]any{"text": "[7]"}}},
		{false, trace.Reply{Status: 422, Body: "x"}, Answer{Refused: true, Status: 422, Body: "x"}},
		{true, trace.Reply{Status: 200, Body: "x"}, Answer{Status: 200, Body: "x"}},
	} {
		h := here{server: test.server}
		if diff := cmp.Diff(test.want, h.heard(test.reply)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.reply, diff)
		}
	}
}
