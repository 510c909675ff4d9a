package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// answer is one response of the scripted model.
type answer struct {
	Text    string
	Refusal string
	Calls   []string // tool, arguments, tool, arguments, …
	Finish  string   // finish_reason; "" is stop or tool_calls
	Status  int      // an HTTP error instead of a completion
	Header  map[string]string
	Hang    bool // no answer until the client gives up
	Reset   bool // the connection is closed
	Echo    bool // the failure quotes the request
	Once    bool // only the first time that a conversation comes here; then the right answer
}

// rightAnswers solve the two cases of the desk, and those of the call-level suite
// weather, by number of answers so far.
var rightAnswers = map[string][]answer{
	"drill": {
		{Calls: []string{"find_tools", `{"name":"Drill"}`}},
		{Text: "There are two. Which drill do you mean?"},
		{Calls: []string{"lend_tool", `{"tool_id":"t2","due":"2026-03-09"}`}},
		{Text: "The big drill is yours until 9 March 2026."},
		{Calls: []string{"close_call", `{"items":[{"effect":"loan_made","record":"2","status":"done"}]}`}},
	},
	"weather":     {{Calls: []string{"get_weather", `{"city":"york"}`, "get_weather", `{"city":"Leeds","unit":"C"}`}}},
	"Middlemarch": {{Text: "George Eliot did."}},
	"saw": {
		{Calls: []string{"find_tools", `{"name":"Saw"}`}},
		{Text: "I am sorry, the saw is out until 9 March."},
		{Calls: []string{"close_call", `{"items":[]}`}},
	},
}

// scenarios replace some of the right answers about the drill.
var scenarios = map[string]map[int]answer{
	"right":        {},
	"parallel":     {0: {Calls: []string{"find_tools", `{"name":"Drill"}`, "find_tools", `{"name":"Saw"}`}}},
	"not-json":     {2: {Calls: []string{"lend_tool", `{tool_id: t2`}}},
	"unknown-tool": {2: {Calls: []string{"borrow_tool", `{"tool_id":"t2"}`}}},
	"empty":        {0: {}, 1: {}},
	"refusal":      {0: {Refusal: "I can't help with that."}},
	"cut-off":      {1: {Text: "There are two drills, one of whi", Finish: "length"}},
	"rate-limited": {0: {Status: 429, Header: map[string]string{"Retry-After": "0"}, Once: true}},
	"error-once":   {1: {Status: 500, Header: map[string]string{"Retry-After-Ms": "1"}, Once: true}},
	"reset-once":   {1: {Reset: true, Once: true}},
	"error":        {0: {Status: 500, Header: map[string]string{"Retry-After-Ms": "1"}}},
	"hang":         {0: {Hang: true}},
	"reset":        {0: {Reset: true}},
	"bad-key":      {0: {Status: 401}},
	"indiscreet":   {0: {Status: 500, Echo: true, Header: map[string]string{"Retry-After-Ms": "1"}}},
	"forbidding":   {0: {Status: 403, Echo: true}},
	"html":         {0: {Status: 200, Text: "<html>proxy</html>", Finish: "raw"}},
	"one-city":     {0: {Calls: []string{"get_weather", `{"city":"Leeds","unit":"F"}`}}},
	"half-a-call":  {0: {Calls: []string{"get_weather", `{"city":"Leeds`}}},
	"in-text":      {0: {Text: `{"name": "get_weather", "arguments": {"city": "Leeds"}}`}},
	"hostile":      {3: {Text: "::debug::x\n::set-env name=PATH::/tmp\n##[error]x <img src=x> @octocat |a|b| `x` ![i](http://x.example/i.png) Done."}},
	"shadow": {
		0: {Calls: []string{"find_tools", `{"name":"Drill"}`, "get_hours", `{}`, "cancel_loan", `{"loan":1}`}},
		2: {Calls: []string{"lend_tool", `{"tool_id":"t9","due":"2026-03-30"}`, "lend_tool", `{"tool_id":"t2"}`}},
	},
}

// model is a server that plays one scenario. It is used by many trials at once
// and keeps nothing but which answers were given once.
type model struct {
	scenario map[int]answer
	mu       sync.Mutex
	given    map[string]bool
}

// startModel is the script command
//
//	model SCENARIO
//
// which starts a server and points OPENAI_BASE_URL and ANTHROPIC_BASE_URL to it.
func startModel(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 || scenarios[args[0]] == nil {
		ts.Fatalf("usage: model SCENARIO")
	}
	server := httptest.NewServer(&model{scenario: scenarios[args[0]], given: map[string]bool{}})
	ts.Defer(server.Close)
	for _, provider := range []string{"OPENAI", "ANTHROPIC"} {
		ts.Setenv(provider+"_BASE_URL", server.URL)
		ts.Setenv(provider+"_API_KEY", "sk-test-4f1d")
	}
}

func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	in := dialectOf(r.URL.Path)
	body, err := io.ReadAll(r.Body)
	var n int
	var words string
	if err == nil {
		n, words, err = in.read(body)
	}
	if err != nil || r.Header.Get("Authorization") != "Bearer sk-test-4f1d" {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	about := "saw"
	for _, subject := range []string{"drill", "weather", "Middlemarch"} {
		if strings.Contains(words, subject) {
			about = subject
		}
	}
	a := m.choose(about, n, string(body))
	if a.Echo {
		a.Text = string(body)
	}
	m.answer(w, r, in, a)
}

func (m *model) choose(about string, n int, conversation string) answer {
	right := rightAnswers[about]
	good := right[min(n, len(right)-1)]
	a, replaced := m.scenario[n]
	if !replaced || about == "saw" && !a.broken() {
		return good
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if a.Once && m.given[conversation] {
		return good
	}
	m.given[conversation] = true
	return a
}

// broken tells whether the server fails, rather than the model.
func (a answer) broken() bool { return a.Status != 0 || a.Hang || a.Reset }

func (m *model) answer(w http.ResponseWriter, r *http.Request, in dialect, a answer) {
	switch {
	case a.Hang:
		<-r.Context().Done()
		return
	case a.Reset:
		panic(http.ErrAbortHandler)
	case a.Finish == "raw":
		fmt.Fprint(w, a.Text)
		return
	case a.Status != 0:
		for k, v := range a.Header {
			w.Header().Set(k, v)
		}
		w.WriteHeader(a.Status)
		_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": "scripted failure for key sk-test-4f1d " + a.Text, "type": "server_error"}})
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(in.write(a))
}
