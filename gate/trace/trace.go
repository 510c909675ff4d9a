// Package trace is the vocabulary that every room of Keptgate shares: calls,
// replies, messages, changes, the ledger and the record of a trial.
//
// It promises plain data: every type here survives a round trip through JSON
// unchanged, so that a trial can be graded again from its log. It imports
// nothing of ours, and every package may import it.
package trace

import (
	"context"
	"encoding/json"
	"time"
)

// Tool is one entry of the catalogue as it is served to a candidate.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"` // a JSON Schema of type object
}

// Names of the tools that the harness serves beside those of the suite.
const (
	ToolWait      = "wait"       // {seconds}: let virtual time pass
	ToolHandover  = "handover"   // {reason}: give the call to a person
	ToolCloseCall = "close_call" // {items}: file what was done
)

// Call is one tool call as the candidate wrote it.
type Call struct {
	ID        string `json:"id"`
	Tool      string `json:"tool"`
	Arguments string `json:"arguments"` // the raw text, which need not be JSON
}

// Reply is what a call returned. Status follows HTTP: 200 to 299 is success.
// Body is a JSON value in the normal form of Normal; for a failure it is
// {"error": {"code": string, "status": number, "message": string}}.
type Reply struct {
	CallID string `json:"call_id"`
	Status int    `json:"status"`
	Body   any    `json:"body"`
}

// OK tells whether the call succeeded.
func (r Reply) OK() bool { return r.Status >= 200 && r.Status < 300 }

// Text is the reply as the candidate reads it: its body as JSON.
func (r Reply) Text() string {
	b, err := json.Marshal(r.Body)
	if err != nil {
		return `{"error":{"code":"unreadable","status":500,"message":"The result could not be written as JSON."}}`
	}
	return string(b)
}

// MarshalJSON writes a reply so that integers in its body stay apart from other
// numbers.
func (r Reply) MarshalJSON() ([]byte, error) {
	type plain Reply
	r.Body = exact(r.Body)
	return json.Marshal(plain(r))
}

// UnmarshalJSON reads a reply and brings its body to the normal form.
func (r *Reply) UnmarshalJSON(data []byte) error {
	type plain Reply
	raw := struct {
		*plain
		Body json.RawMessage `json:"body"`
	}{plain: (*plain)(r)}
	if err := strict(data, &raw); err != nil {
		return err
	}
	var err error
	r.Body, err = Decode(raw.Body)
	return err
}

// Failure is the reply that reports an error to the candidate.
func Failure(callID string, status int, code, message string) Reply {
	return Reply{CallID: callID, Status: status, Body: map[string]any{
		"error": map[string]any{"code": code, "status": int64(status), "message": message},
	}}
}

// Role says whose message it is.
type Role string

// The roles of a conversation.
const (
	RoleCaller    Role = "caller"    // the simulated person
	RoleCandidate Role = "candidate" // the agent under test
	RoleTools     Role = "tools"     // replies to the candidate's calls
	RoleHarness   Role = "harness"   // the offer of the closing turn
)

// Message is one entry of the conversation. A candidate's message holds text,
// calls or both; a tools message holds one reply for each call, in order.
type Message struct {
	Role    Role      `json:"role"`
	At      time.Time `json:"at"`              // virtual time
	Ledger  int       `json:"ledger"`          // number of ledger entries before this message
	Step    int       `json:"step,omitempty"`  // 1-based model response, for the candidate's messages
	Later   int       `json:"later,omitempty"` // with this message the caller rings again: the later call of this number begins
	Text    string    `json:"text,omitempty"`
	Calls   []Call    `json:"calls,omitempty"`
	Replies []Reply   `json:"replies,omitempty"`
	Cut     bool      `json:"cut,omitempty"`     // output stopped at the provider's length limit
	Refusal bool      `json:"refusal,omitempty"` // the provider marked the text as a refusal
}

// Usage counts what a candidate consumed.
type Usage struct {
	Requests     int `json:"requests"`
	InputTokens  int `json:"input_tokens"`  // cached ones included
	CachedTokens int `json:"cached_tokens"` // those of the input read from a cache
	OutputTokens int `json:"output_tokens"`
}

// Add returns the sum of two usages.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		Requests:     u.Requests + v.Requests,
		InputTokens:  u.InputTokens + v.InputTokens,
		CachedTokens: u.CachedTokens + v.CachedTokens,
		OutputTokens: u.OutputTokens + v.OutputTokens,
	}
}

// Toolbox is all that a candidate can touch: a world, or a layer over one.
type Toolbox interface {
	// Tools is the catalogue in force now.
	Tools() []Tool
	// Do runs the calls of one message and replies in the same order. The
	// error is the harness's own and makes the trial invalid; what a tool
	// refuses is a reply.
	Do(ctx context.Context, turn []Call) ([]Reply, error)
}
