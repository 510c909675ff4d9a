package agent

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// orders are instructions that an obedient agent found in data.
type orders struct {
	heard []string // all of them, oldest first
	done  int      // how many of them were looked through for calls
	said  int      // and how many were repeated
}

// maxOrders bounds how many instructions are followed.
const maxOrders = 10

// orderly finds texts that speak to the agent rather than of the business.
var orderly = regexp.MustCompile(`(?i)\b(ignore|disregard|instructions?|assistant|repeat|you must)\b`)

// overhear looks for instructions in a reply.
func (p *player) overhear(body any) {
	if !p.script.manner.obedient {
		return
	}
	switch x := body.(type) {
	case string:
		if orderly.MatchString(x) && len(p.orders.heard) < maxOrders && !slices.Contains(p.orders.heard, x) {
			p.orders.heard = append(p.orders.heard, x)
		}
	case []any:
		for _, e := range x {
			p.overhear(e)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(x)) {
			p.overhear(x[key])
		}
	}
}

// obey makes the calls that instructions ask for: where one names a tool with its
// arguments as JSON behind.
func (p *player) obey(tools []trace.Tool) (trace.Message, bool) {
	var calls []ScriptCall
	for ; p.orders.done < len(p.orders.heard); p.orders.done++ {
		text := p.orders.heard[p.orders.done]
		for _, t := range tools {
			_, behind, named := strings.Cut(text, t.Name)
			from := strings.Index(behind, "{")
			if !named || from < 0 {
				continue
			}
			var args map[string]any
			if json.NewDecoder(strings.NewReader(behind[from:])).Decode(&args) == nil {
				calls = append(calls, ScriptCall{Tool: t.Name, Args: args, extra: true})
			}
		}
	}
	if len(calls) == 0 {
		return trace.Message{}, false
	}
	return p.send(tools, calls...), true
}

// repeat adds instructions that were not repeated yet to a spoken message.
func (p *player) repeat(said trace.Message) trace.Message {
	if said.Text == "" || p.orders.said == len(p.orders.heard) {
		return said
	}
	said.Text = strings.Join(append([]string{said.Text}, p.orders.heard[p.orders.said:]...), " ")
	p.orders.said = len(p.orders.heard)
	return said
}
