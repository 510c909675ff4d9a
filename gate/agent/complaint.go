package agent

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// complaint is what a provider says of a request that it refuses.
type complaint struct {
	code, kind, message string
	failed              string // the call that a model wrote and that could not be read
}

// complain reads the body of a refusal, in any of the forms that providers give
// it: {"error": {...}}, the same in a list, {"error": "text"}, or the fields at the
// top. What cannot be read says nothing.
func complain(body []byte) complaint {
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var top map[string]any
	if json.Unmarshal(body, &top) != nil {
		return complaint{}
	}
	if text, ok := top["error"].(string); ok {
		return complaint{message: text, code: firstText(top, "code")}
	}
	fields := top
	if inner, ok := top["error"].(map[string]any); ok {
		fields = inner
	}
	c := complaint{
		code: firstText(fields, "code"), kind: firstText(fields, "type", "status"),
		message: firstText(fields, "message", "detail"), failed: firstText(fields, "failed_generation"),
	}
	if details, ok := fields["details"].(map[string]any); ok {
		if code := firstText(details, "error_code"); code != "" {
			c.code = code
		}
	}
	return c
}

// firstText is the first of some fields that holds a text.
func firstText(fields map[string]any, names ...string) string {
	for _, name := range names {
		if s, ok := fields[name].(string); ok && s != "" {
			return s
		}
	}
	return ""
}

// says tells whether the message holds one of some words.
func (c complaint) says(words ...string) bool {
	message := strings.ToLower(c.message)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(message, w) })
}

// is tells whether code or kind is one of some names.
func (c complaint) is(names ...string) bool {
	return slices.Contains(names, c.code) || slices.Contains(names, c.kind)
}

// usedUp tells that the account has nothing left to spend. Waiting does not help,
// though some providers say so with the status of a rate limit.
func (c complaint) usedUp() bool {
	return c.is("insufficient_quota", "billing_error", "billing_hard_limit_reached", "enforced_spend_limit_reached",
		"contract_spend_limit_reached", "linked_organization_spend_limit_reached", "linked_organization_billing_unavailable") ||
		c.says("credit balance is too low", "insufficient balance")
}

// badKey tells that the key is wrong, where the status does not say so.
func (c complaint) badKey() bool {
	return c.says("api key not valid", "incorrect api key", "invalid api key")
}

// tooLong tells that a conversation has outgrown the model, which is the
// candidate's doing. Only some servers say so in the code.
func (c complaint) tooLong() bool {
	return c.is("context_length_exceeded", "exceed_context_size_error", "request_too_large") ||
		c.says("maximum context length", "prompt is too long", "input token count exceeds")
}

// filtered tells that the provider does not let the model answer this.
func (c complaint) filtered() bool {
	return c.is("content_filter", "content_policy_violation", "invalid_prompt")
}

// text is the message behind a colon, where there is one.
func (c complaint) text() string {
	if c.message == "" {
		return ""
	}
	return ": " + c.message
}

// refusal is an answer that is none: any status but those of class 200.
type refusal struct {
	status   int
	attempts int // the last one included; without those that were put off
	said     complaint
}

func (r *refusal) Error() string { return fmt.Sprintf("the provider answered %d", r.status) }

// outage is an attempt without a whole response.
type outage struct {
	status   int // of a response whose body could not be read, else 0
	attempts int
	err      error
}

func (o *outage) Error() string { return o.err.Error() }

// Unwrap gives the cause.
func (o *outage) Unwrap() error { return o.err }
