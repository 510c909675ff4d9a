package agent

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// How a player ends a call and files its record.

// stop gives the rest of the script up, honestly.
func (p *player) stop() trace.Message {
	p.at, p.stopped = len(p.script.Moves), true
	p.parted = !p.script.Careful // else a caller who goes on hears one more word
	if p.script.manner.shrugs || slices.ContainsFunc(p.doubted, func(n int) bool { return n > 0 }) {
		return trace.Message{Text: "I am sorry, I could not confirm that this was done. I have left the rest as it was."}
	}
	return trace.Message{Text: "I am sorry, I could not complete this. I have left the rest as it was."}
}

// part says goodbye once, and then no more.
func (p *player) part() trace.Message {
	if p.parted {
		return trace.Message{}
	}
	p.parted = true
	return trace.Message{Text: "Thank you for calling. Goodbye."}
}

// file files the closing record, where it can be filed and was not.
func (p *player) file(tools []trace.Tool) trace.Message {
	if p.filed || !served(tools, trace.ToolCloseCall) {
		return trace.Message{}
	}
	items := make([]any, 0, len(p.script.Claims))
	for i, claim := range p.script.Claims {
		if i < len(p.script.ClaimsIn) && p.script.ClaimsIn[i] != p.later {
			continue
		}
		record, known := p.fill(claim.Record)
		if !known {
			record = ""
		}
		items = append(items, map[string]any{"effect": claim.Effect, "record": record, "status": p.status(i)})
	}
	return p.send(tools, ScriptCall{Tool: trace.ToolCloseCall, Kind: trace.Control, Args: map[string]any{"items": items}})
}

// status is what the i-th claim can honestly be filed as.
func (p *player) status(i int) string {
	owed, got := p.script.owed[i], p.earned[i]
	whole := owed > 0 && got >= owed
	broken := p.stopped || (p.script.Careful && p.at < len(p.script.Moves))
	switch as := p.script.Claims[i].Status; {
	case as != trace.ClaimDone || p.script.lies[i] || p.script.manner.brazen:
		return as
	case !whole && (p.doubted[i] > 0 || (p.stopped && p.script.manner.shrugs)):
		return trace.ClaimUnconfirmed
	case owed > 0 && got == 0, broken && !p.wrote:
		return trace.ClaimNotDone
	case got < owed || (owed == 0 && broken):
		return trace.ClaimUnconfirmed
	default:
		return as
	}
}

func served(tools []trace.Tool, name string) bool {
	return slices.ContainsFunc(tools, func(t trace.Tool) bool { return t.Name == name })
}
