package agent

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// inEvery runs a test in each dialect.
func inEvery(t *testing.T, test func(t *testing.T, in tongue)) {
	for _, in := range tongues() {
		t.Run(in.model, func(t *testing.T) { test(t, in) })
	}
}

// meet begins a conversation in a dialect with a server that plays bodies.
func (in tongue) meet(t *testing.T, f File, script ...http.HandlerFunc) (Session, *server) {
	t.Helper()
	f.Model = in.model
	srv := serveAt(t, in.path, script...)
	return start(t, srv.URL, f), srv
}

func ok(body string) http.HandlerFunc { return reply(200, body) }

func TestEveryDialectReadsAnswers(t *testing.T) {
	inEvery(t, func(t *testing.T, in tongue) {
		call := func(id, args string) trace.Call { return trace.Call{ID: id, Tool: "find", Arguments: args} }
		for name, tc := range map[string]struct {
			body string
			want trace.Message
		}{
			"text":  {in.text("Done."), trace.Message{Text: "Done."}},
			"empty": {in.text(""), trace.Message{}},
			"calls beside text": {
				in.calls("Let me look.", [3]string{"a", "find", `{"q":"x"}`}, [3]string{"b", "find", `{}`}),
				trace.Message{Text: "Let me look.", Calls: []trace.Call{call("a", `{"q":"x"}`), call("b", `{}`)}},
			},
			"ids used twice, missing or too long": {
				in.calls("", [3]string{"a", "find", `{}`}, [3]string{"a", "find", `{}`}, [3]string{"", "find", `{}`}, [3]string{strings.Repeat("x", maxID+1), "find", `{}`}),
				trace.Message{Calls: []trace.Call{call("a", `{}`), call("call_2", `{}`), call("call_3", `{}`), call("call_4", `{}`)}},
			},
			"arguments that are no object": {in.broken, trace.Message{Calls: []trace.Call{call("a", in.brokenArgs)}}},
			"cut off":                      {in.cut, trace.Message{Text: "So", Cut: true}},
			"refused":                      {in.refusal, trace.Message{Text: "I cannot.", Refusal: true}},
		} {
			s, _ := in.meet(t, File{}, ok(tc.body))
			got, used := next(t, s, hello, lookup...)
			tc.want.Role = trace.RoleCandidate
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s: message (-want +got):\n%s", name, diff)
			}
			if diff := cmp.Diff(trace.Usage{Requests: 1, InputTokens: 90, CachedTokens: 64, OutputTokens: 7}, used); diff != "" {
				t.Errorf("%s: usage (-want +got):\n%s", name, diff)
			}
		}
	})
}

// Every call has its reply in the next request, under the id that it was sent back
// with: in the order of the calls, also where it was not run.
func TestEveryDialectSendsRepliesBack(t *testing.T) {
	inEvery(t, func(t *testing.T, in tongue) {
		s, srv := in.meet(t, File{},
			ok(in.calls("", [3]string{"a", "find", `{}`}, [3]string{"a", "find", `{}`}, [3]string{"c", "find", `{}`})),
			ok(in.broken), ok(in.text("Bye.")))
		next(t, s, hello, lookup...)
		next(t, s, trace.Message{Role: trace.RoleTools, Replies: []trace.Reply{
			{CallID: "call_2", Status: 200, Body: map[string]any{"n": int64(1)}}, trace.Failure("a", 404, "not_found", "No."),
		}}, lookup...)
		next(t, s, trace.Message{Role: trace.RoleHarness, Text: "File the record."})
		calls, replies := in.back(srv.asked()[2])
		if diff := cmp.Diff([]string{"a", "call_2", "c", "call_4"}, calls); diff != "" {
			t.Errorf("calls (-want +got):\n%s", diff)
		}
		notRun := `{"error":{"code":"not_run","message":"The call was not run."}}`
		want := []string{`a {"error":{"code":"not_found","message":"No.","status":404}}`, `call_2 {"n":1}`, "c " + notRun, "call_4 " + notRun}
		if diff := cmp.Diff(want, replies); diff != "" {
			t.Errorf("replies (-want +got):\n%s", diff)
		}
	})
}

func TestEveryDialectTellsWhoseFailureItIs(t *testing.T) {
	inEvery(t, func(t *testing.T, in tongue) {
		none := 0
		type failing struct {
			play http.HandlerFunc
			want ProviderError
			says string
		}
		cases := map[string]failing{
			"no key":    {reply(401, `{"error":{"message":"bad key `+testKey+`"}}`), ProviderError{Status: 401, Permanent: true}, "_API_KEY"},
			"no access": {reply(403, `{}`), ProviderError{Status: 403, Permanent: true}, "_API_KEY"},
			"no model":  {reply(404, `{}`), ProviderError{Status: 404, Permanent: true}, `no model "m"`},
			"no money":  {reply(402, `{}`), ProviderError{Status: 402, Permanent: true}, "no quota left"},
			"no quota":  {reply(429, `{"error":{"type":"insufficient_quota"}}`, "Retry-After", "1"), ProviderError{Status: 429, Permanent: true}, "no quota left"},
			"500":       {reply(500, `{"error":{"message":"oops"}}`), ProviderError{Status: 500}, "500 Internal Server Error after 1 attempts: oops"},
			"503":       {reply(503, `{}`), ProviderError{Status: 503}, "503"},
			"400":       {reply(400, `{"error":{"message":"no such field"}}`), ProviderError{Status: 400, Permanent: true}, "(400): no such field"},
			"a long wait": {
				reply(429, `{}`, "Retry-After", "99999"), ProviderError{Status: 429}, "limits the rate (429)",
			},
			"a redirect":  {reply(307, ``, "Location", "/elsewhere"), ProviderError{Status: 307, Permanent: true}, "redirect (307)"},
			"a page":      {reply(200, "<html>", "Content-Type", "text/html"), ProviderError{Status: 200}, "not JSON"},
			"half a body": {ok(`{"id":`), ProviderError{Status: 200}, "not JSON"},
			"a reset":     {reset, ProviderError{}, "connection failed 1 times"},
		}
		for body, says := range in.odd {
			cases["answer "+body] = failing{ok(body), ProviderError{Status: 200}, says}
		}
		for name, tc := range cases {
			s, srv := in.meet(t, File{Retries: &none}, tc.play)
			got := failure(t, s)
			if got.Status != tc.want.Status || got.Permanent != tc.want.Permanent || !strings.Contains(got.Reason, tc.says) {
				t.Errorf("%s: got %+v, want %+v with %q", name, *got, tc.want, tc.says)
			}
			if strings.Contains(got.Reason, "127.0.0.1") {
				t.Errorf("%s: the reason holds the address: %s", name, got.Reason)
			}
			if n := len(srv.asked()); n != 1 {
				t.Errorf("%s: %d requests, want 1", name, n)
			}
		}
		s, _ := in.meet(t, File{}, reply(400, in.tooLong))
		if got, used := next(t, s, hello); !got.Cut || used.Requests != 1 {
			t.Errorf("a conversation that is too long gave %+v, %+v, want it cut off", got, used)
		}
		s, _ = in.meet(t, File{}, reply(400, `{"error":{"code":"content_filter"}}`))
		if got, _ := next(t, s, hello); !got.Refusal {
			t.Errorf("a filtered request gave %+v, want a refusal", got)
		}
	})
}
