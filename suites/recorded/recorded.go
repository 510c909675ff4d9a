// Package recorded reads conversations of agents as others record them: messages
// in the forms of OpenAI (chat completions, responses) and Anthropic, recordings of
// τ-bench, and spans of OpenTelemetry's conventions for generative AI.
//
// It promises one form for all of them, found by content alone, a place in every
// error, and a note for whatever could not be carried over. It guesses little: what
// it takes for a failed reply is documented at Call. A file is outside text, and is
// bounded before it is decoded. It imports gate/trace; whoever works with
// recordings may import it.
package recorded

import (
	"github.com/keptgate/keptgate/gate/trace"
)

// Conversation is one recorded conversation.
type Conversation struct {
	ID       string // what the record calls it: an id, or "task 3 trial 1"; "" if it says nothing
	Category string // from the record's field of that name, "" if there is none
	System   string // what the agent was told; several texts are separated by an empty line
	Tools    []Tool // definitions, if the record has them
	Items    []Item // in order; at least one
	Kept     *bool  // what the record says of success, nil if it says nothing
	Notes    []string
}

// Tool is a definition of a tool.
type Tool struct {
	Name        string
	Description string
	Parameters  map[string]any // a JSON Schema; nil if the record has none
	Reads       *bool          // what the hint readOnlyHint says, nil without one
	Destroys    bool           // the hint destructiveHint says so
}

// Item is one thing that happened. Exactly one field is set. A message of the agent
// with text and calls is two items, the text first.
type Item struct {
	User  string
	Agent string
	Calls []Call // sent in one message
}

// Call is a call of a tool and what came back.
type Call struct {
	ID   string // may be "", and is not always unique
	Tool string
	Args map[string]any // in the normal form of trace.Normal; nil where Raw is no JSON object
	Raw  string         // the arguments as text; "" where the record holds them as an object

	Reply    string // as the agent read it: text, often JSON
	Answered bool   // a reply was recorded
	// Failed: the record marks the reply as an error, or it begins with the word Error
	// and a colon, or is an object with a field error that is not empty.
	Failed bool
}

// Value is the reply in the normal form of trace.Normal where it is JSON, and its
// text otherwise.
func (c Call) Value() any {
	v, err := decode([]byte(c.Reply))
	if err != nil || c.Reply == "" {
		return c.Reply
	}
	return trace.Normal(v)
}
