package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/keptgate/keptgate/gate/trace"
)

// Protocol is the name and version of what is spoken with whole agents.
const Protocol = "keptgate/1"

// Bounds of what a whole agent answers.
const (
	maxSaid   = 2 << 20 // bytes of one answer
	maxTokens = 1 << 40 // that an agent can report of one turn
)

// IsWhole tells whether a candidate is Whole, whatever it is served.
func IsWhole(c Candidate) bool {
	c, _ = Split(c)
	_, ok := c.(Whole)
	return ok
}

// Ask is what a whole agent is sent for each message of the caller or the harness,
// as one JSON object. The address in MCP serves the tools of the business; it is
// good until the call is over, and for this call alone.
type Ask struct {
	Protocol     string      `json:"protocol"`
	Session      string      `json:"session"` // names the call: equal for all messages of one
	MCP          string      `json:"mcp"`     // streamable HTTP
	System       string      `json:"system"`  // the policy and the harness's note
	Seed         uint64      `json:"seed"`    // for an agent that wants to be repeatable; below 2^53
	Later        int         `json:"later"`   // the caller rings again for the n-th time; 0: the first call
	Conversation []Utterance `json:"conversation"`
	Message      Utterance   `json:"message"` // what is to be answered
}

// Utterance is one message of a conversation as whole agents are told it.
type Utterance struct {
	Role trace.Role `json:"role"` // caller, candidate, harness
	Text string     `json:"text"`
}

// Said is what a whole agent answers: a message for the caller, or an error.
type Said struct {
	Message *string     `json:"message"`
	Usage   trace.Usage `json:"usage"`
	Error   string      `json:"error"`
	// Outage: the error is that of a model's provider, and not the agent's.
	Outage bool `json:"outage"`
}

// dialogue is the conversation with a whole agent during one call.
type dialogue struct {
	ask     Ask
	secrets []string
}

func newDialogue(b Briefing, session string, secrets ...string) *dialogue {
	return &dialogue{secrets: secrets, ask: Ask{
		Protocol: Protocol, Session: session, MCP: b.MCP, System: b.System,
		Seed: b.Seed & (1<<53 - 1), Later: b.Later, Conversation: []Utterance{},
	}}
}

// request is the message that is next, as JSON without line ends.
func (t *dialogue) request(m trace.Message) ([]byte, error) {
	t.ask.Message = Utterance{m.Role, m.Text}
	return json.Marshal(t.ask)
}

// heard reads the answer to the last request and takes it into the conversation.
func (t *dialogue) heard(answer []byte) (trace.Message, trace.Usage, error) {
	said, err := readSaid(answer)
	switch {
	case err != nil:
		return trace.Message{}, trace.Usage{}, t.crash("%v", err)
	case said.Outage:
		return trace.Message{}, said.Usage, &ProviderError{Agent: true, Reason: safe("the agent reports an outage: "+said.Error, t.secrets...)}
	case said.Error != "":
		return trace.Message{}, said.Usage, t.crash("it reports: %s", said.Error)
	}
	t.ask.Conversation = append(t.ask.Conversation, t.ask.Message, Utterance{trace.RoleCandidate, *said.Message})
	return trace.Message{Text: *said.Message}, said.Usage, nil
}

func (t *dialogue) crash(format string, args ...any) error {
	return &CrashError{Reason: safe(fmt.Sprintf(format, args...), t.secrets...)}
}

// readSaid reads an answer. Fields that it does not know are the agent's own.
func readSaid(answer []byte) (Said, error) {
	var s Said
	if len(bytes.TrimSpace(answer)) == 0 {
		return s, errors.New("it answered nothing: want a JSON object with message, or error")
	}
	dec := json.NewDecoder(bytes.NewReader(answer))
	err := dec.Decode(&s)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("something follows it")
		}
	}
	if err != nil {
		return s, fmt.Errorf("its answer is no JSON object such as {\"message\": \"...\"}: %w; it begins %s", err, quote(string(answer)))
	}
	u := s.Usage
	for _, n := range []int{u.Requests, u.InputTokens, u.CachedTokens, u.OutputTokens} {
		if n < 0 || n > maxTokens {
			return s, fmt.Errorf("its usage reports %d: want a count from 0", n)
		}
	}
	switch {
	case s.Error == "" && s.Outage:
		return s, errors.New("it reports an outage without saying which: want error as well")
	case s.Error == "" && s.Message == nil:
		return s, errors.New("its answer has no message")
	}
	return s, nil
}
