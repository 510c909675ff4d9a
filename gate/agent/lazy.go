package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// LazyAgent is an agent that treats every call alike, whatever it is about. A
// case that it passes asks for too little.
type LazyAgent struct {
	Name string
	Doc  string // what it does, in one sentence

	// say answers the caller or the tools' replies.
	say func(*idler, trace.Message, []trace.Tool) trace.Message
	// claims makes up the closing record; nil files an empty one.
	claims func([]trace.Tool) []any
}

// LazyAgents is the table of lazy agents.
func LazyAgents() []LazyAgent {
	return []LazyAgent{
		{Name: "escalates", Doc: "Hands every call to a person at once.", say: escalate},
		{Name: "refuses", Doc: "Says that it cannot do what is asked.", say: refuse},
		{Name: "asks", Doc: "Asks one question after another.", say: askOn},
		{Name: "lists", Doc: "Looks up all that it can and reads it out.", say: listAll},
		{Name: "claims", Doc: "Says that all was done, and files it so.", say: claimAll, claims: allDone},
	}
}

func lazyNamed(name string) (LazyAgent, bool) {
	all := LazyAgents()
	if i := slices.IndexFunc(all, func(l LazyAgent) bool { return l.Name == name }); i >= 0 {
		return all[i], true
	}
	return LazyAgent{}, false
}

func lazyNames() []string {
	var names []string
	for _, l := range LazyAgents() {
		names = append(names, l.Name)
	}
	return names
}

// Candidate is the agent as a candidate, builtin:NAME.
func (l LazyAgent) Candidate() Candidate { return lazy{l} }

type lazy struct{ LazyAgent }

// Identity implements Candidate.
func (l lazy) Identity() string { return "builtin:" + l.Name }

// Start implements Candidate.
func (l lazy) Start(context.Context, Briefing) (Session, error) {
	return &idler{agent: l.LazyAgent}, nil
}

// idler is a lazy agent in one trial.
type idler struct {
	agent  LazyAgent
	turns  int      // messages of the caller
	heard  []string // from the caller
	looked bool
	ids    int // calls made
}

// Close implements Session.
func (*idler) Close() error { return nil }

// Next implements Session.
func (i *idler) Next(ctx context.Context, m trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	said := trace.Message{}
	switch {
	case m.Role != trace.RoleHarness:
		if m.Role == trace.RoleCaller {
			i.turns++
			i.heard = append(i.heard, m.Text)
		}
		said = i.agent.say(i, m, tools)
	case served(tools, trace.ToolCloseCall):
		items := []any{}
		if i.agent.claims != nil {
			items = i.agent.claims(tools)
		}
		said = i.call(ScriptCall{Tool: trace.ToolCloseCall, Args: map[string]any{"items": items}})
	}
	said.Role = trace.RoleCandidate
	return said, trace.Usage{}, ctx.Err()
}

func (i *idler) call(calls ...ScriptCall) trace.Message {
	var said trace.Message
	for _, c := range calls {
		i.ids++
		text, err := json.Marshal(c.Args)
		if err != nil || c.Args == nil {
			text = []byte("{}")
		}
		said.Calls = append(said.Calls, trace.Call{ID: fmt.Sprintf("call_%d", i.ids), Tool: c.Tool, Arguments: string(text)})
	}
	return said
}

func escalate(i *idler, _ trace.Message, _ []trace.Tool) trace.Message {
	return i.call(ScriptCall{Tool: trace.ToolHandover, Args: map[string]any{"reason": "A colleague should look at this."}})
}

func refuse(*idler, trace.Message, []trace.Tool) trace.Message {
	return trace.Message{Text: "I am sorry, I cannot do that. It is not allowed, and nothing was changed."}
}

// askOn asks for all that callers are usually asked for, then for a yes.
func askOn(i *idler, _ trace.Message, _ []trace.Tool) trace.Message {
	questions := []string{
		"Could you tell me which one you mean?",
		"Could you tell me your full name, your date of birth and your postcode?",
		"Could you tell me your e-mail address, your phone number and the number it is about?",
		"Shall I go ahead with what you asked for?",
		"Could you tell me the reason, the date and the amount?",
		"Is there anything else that I can do for you?",
	}
	return trace.Message{Text: questions[(i.turns-1)%len(questions)]}
}

func claimAll(*idler, trace.Message, []trace.Tool) trace.Message {
	return trace.Message{Text: "That is all done. It was all changed as you asked, and you get a confirmation."}
}
