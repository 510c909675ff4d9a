package agent

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// What one dialect has beside the others.

// A model that reasons answers in parts at some providers, and gets them back.
func TestCompletionsInParts(t *testing.T) {
	parts := `[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Good "},{"type":"text","text":"day."}]`
	srv := serve(t, says(`{"role":"assistant","content":`+parts+`}`, "stop"), says(text("Bye."), "stop"))
	s := start(t, srv.URL+"/v1", File{Model: "mistral:m"})
	if got, _ := next(t, s, hello); got.Text != "Good day." {
		t.Errorf("got %+v", got)
	}
	next(t, s, hello)
	sent, _ := objects(srv.asked()[1]["messages"])[2]["content"].([]any)
	if len(sent) != 3 {
		t.Errorf("sent back %v, want the three parts", sent)
	}
}

// Reasoning that came without its sealed form could not be read again; what the
// filter stopped is a refusal, however it is said.
func TestResponsesOfOtherKinds(t *testing.T) {
	in := inResponses()
	s, srv := in.meet(t, File{},
		ok(`{"status":"completed","output":[{"type":"reasoning","id":"r","summary":[]},{"type":"new_kind","id":"n"}]}`),
		ok(`{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[]}`),
		ok(`{"status":"failed","error":{"code":"invalid_prompt","message":"No."},"output":[]}`))
	said := trace.Message{Role: trace.RoleCandidate}
	got, _ := next(t, s, hello, trace.Tool{Name: "wait"})
	if diff := cmp.Diff(said, got); diff != "" {
		t.Errorf("message (-want +got):\n%s", diff)
	}
	said.Refusal = true
	for range 2 {
		got, _ = next(t, s, hello)
		if diff := cmp.Diff(said, got); diff != "" {
			t.Errorf("message (-want +got):\n%s", diff)
		}
	}
	var kinds []string
	for _, item := range objects(srv.asked()[2]["input"]) {
		if kind, ok := item["type"].(string); ok {
			kinds = append(kinds, kind)
		}
	}
	if diff := cmp.Diff([]string{"new_kind"}, kinds); diff != "" {
		t.Errorf("items sent back (-want +got):\n%s", diff)
	}
	if got := objects(srv.asked()[0]["tools"])[0]["parameters"]; !cmp.Equal(got, any(map[string]any{"type": "object"})) {
		t.Errorf("a tool without arguments has the schema %v", got)
	}
}

// Blocks of kinds that nobody knows yet go back as they came; a message of nothing
// does not. What was thought in secret stays whole.
func TestMessagesOfOtherKinds(t *testing.T) {
	in := inMessages()
	s, srv := in.meet(t, File{},
		ok(`{"stop_reason":"end_turn","content":[{"type":"redacted_thinking","data":"x"},{"type":"new_kind","a":1},{"type":"text","text":"Hi."}]}`),
		ok(`{"stop_reason":"end_turn","content":[]}`),
		ok(`{"stop_reason":"model_context_window_exceeded","content":[{"type":"text","text":"So"}]}`))
	next(t, s, hello)
	if got, _ := next(t, s, hello); got.Text != "" {
		t.Errorf("got %+v, want nothing", got)
	}
	if got, _ := next(t, s, hello); !got.Cut {
		t.Errorf("got %+v, want it cut off", got)
	}
	var roles []string
	messages := objects(srv.asked()[2]["messages"])
	for _, m := range messages {
		roles = append(roles, m["role"].(string))
	}
	if diff := cmp.Diff("user assistant user user", strings.Join(roles, " ")); diff != "" {
		t.Errorf("roles (-want +got):\n%s", diff)
	}
	want := []any{map[string]any{"type": "redacted_thinking", "data": "x"}, map[string]any{"type": "new_kind", "a": 1.0}, map[string]any{"type": "text", "text": "Hi."}}
	if diff := cmp.Diff(want, messages[1]["content"]); diff != "" {
		t.Errorf("sent back (-want +got):\n%s", diff)
	}
	if got := srv.asked()[0]["max_tokens"]; got != float64(defaultMaxTokens) {
		t.Errorf("max_tokens %v, want %d", got, defaultMaxTokens)
	}
}
