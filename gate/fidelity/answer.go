package fidelity

import (
	"encoding/json"
	"fmt"

	"github.com/keptgate/keptgate/gate/trace"
)

// Answer is what one side said to a call.
type Answer struct {
	Refused bool
	Status  int  // of HTTP, or of the simulation; 0 where the protocol has none
	Body    any  // normal form
	Absent  bool // there is no such tool
}

// String says the outcome: answered, refused, refused with 404 not_found.
func (a Answer) String() string {
	code, _ := at(a.Body, "error", "code").(string)
	switch {
	case a.Absent:
		return "no such tool"
	case !a.Refused:
		return "answered"
	case a.Status > 0 && code != "":
		return fmt.Sprintf("refused with %d %s", a.Status, code)
	case a.Status > 0:
		return fmt.Sprintf("refused with %d", a.Status)
	case code != "":
		return "refused with " + code
	default:
		return "refused"
	}
}

// at is the value at a path of fields, nil where there is none.
func at(v any, names ...string) any {
	for _, name := range names {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

// What a contract may expect of a step.
const (
	ExpectAnswer = "answer" // both sides answer
	ExpectError  = "error"  // both sides refuse
)

// Compare compares what the two sides said. expect is one of the Expect constants, or
// "": the same outcome on both sides, whichever it is.
func Compare(here, there Answer, expect string, r Rules) Comparison {
	c := Comparison{Compared: 1}
	wrong := expect == ExpectError && !here.Refused || expect == ExpectAnswer && here.Refused
	if here.Refused != there.Refused || here.Absent != there.Absent || wrong {
		c.differ(nil, Outcome, here.String(), there.String())
		return c
	}
	if !here.Refused {
		c.shapes(ShapeOf(here.Body), ShapeOf(there.Body), nil, r)
		c.values(here.Body, there.Body, r)
		return c
	}
	c.status(here, there, r)
	body := Comparison{}
	body.shapes(ShapeOf(here.Body), ShapeOf(there.Body), nil, r)
	for i := range body.Differences {
		body.Differences[i].Kind = ErrorShape
	}
	c.add(body)
	c.values(here.Body, there.Body, r)
	return c
}

func (c *Comparison) add(o Comparison) {
	c.Compared += o.Compared
	c.Differences = append(c.Differences, o.Differences...)
	c.Gaps = append(c.Gaps, o.Gaps...)
}

// status compares status and code of two refusals. Where a protocol has no status,
// that in the body stands for it; a body without one differs in shape.
func (c *Comparison) status(here, there Answer, r Rules) {
	inBody := []path{{"error", "code"}, {"code"}}
	if here.Status > 0 && there.Status > 0 {
		c.Compared++
		if here.Status != there.Status {
			c.differ(nil, Status, fmt.Sprint(here.Status), fmt.Sprint(there.Status))
		}
	} else {
		inBody = append(inBody, path{"error", "status"})
	}
	for _, p := range inBody {
		a, b := at(here.Body, p...), at(there.Body, p...)
		if covered(r.unlike, p) || !scalar(a) || !scalar(b) || ShapeOf(a).String() != ShapeOf(b).String() {
			continue
		}
		c.Compared++
		if !trace.Equal(a, b) {
			c.differ(p, Status, written(a), written(b))
		}
	}
}

func scalar(v any) bool {
	switch v.(type) {
	case nil, []any, map[string]any:
		return false
	default:
		return true
	}
}

// values compares the values that the contract wants to be the same.
func (c *Comparison) values(here, there any, r Rules) {
	for _, p := range r.same {
		a, b := p.values(here), p.values(there)
		switch {
		case len(a)+len(b) == 0:
			c.lack(p, r, "neither side has a value there")
		case len(a) == 0:
			c.lack(p, r, "the simulation has no value there")
		case len(b) == 0:
			c.lack(p, r, "the live service has no value there")
		case same(a, b):
			c.Compared++
		default:
			c.Compared++
			c.differ(p, Value, several(a), several(b))
		}
	}
}

// several writes the values at one path.
func several(values []any) string {
	if len(values) == 1 {
		return written(values[0])
	}
	return written(values)
}

func written(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v) // nothing that was JSON
	}
	return string(text)
}
