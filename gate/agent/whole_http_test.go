package agent

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// agentAt serves an agent and makes the candidate of it.
func agentAt(t *testing.T, handler http.HandlerFunc, f File) Candidate {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	f.URL = server.URL + "/agent"
	c, err := FromFile(f, Options{LookupEnv: func(string) (string, bool) { return "acme-key-1234\n", true }})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestServiceIsSentTheConversation(t *testing.T) {
	var got []string
	c := agentAt(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got = append(got, r.Method+" "+r.URL.Path+" "+r.Header.Get("Authorization")+" "+string(body))
		fmt.Fprintf(w, `{"message": "answer %d"}`, len(got))
	}, File{APIKeyEnv: "ACME_API_KEY"})
	s, err := c.Start(t.Context(), Briefing{MCP: "http://127.0.0.1:1/x", System: "Be kind.", Seed: 1<<60 + 5, Later: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []trace.Message{{Role: trace.RoleCaller, Text: "Hello."}, {Role: trace.RoleHarness, Text: "Over."}} {
		if _, _, err := s.Next(t.Context(), m, nil); err != nil {
			t.Fatal(err)
		}
	}
	id := sessionOf(Briefing{MCP: "http://127.0.0.1:1/x"})
	head := `POST /agent Bearer acme-key-1234 {"protocol":"keptgate/1","session":"` + id + `","mcp":"http://127.0.0.1:1/x","system":"Be kind.","seed":5,"later":1,"conversation":`
	want := []string{
		head + `[],"message":{"role":"caller","text":"Hello."}}`,
		head + `[{"role":"caller","text":"Hello."},{"role":"candidate","text":"answer 1"}],"message":{"role":"harness","text":"Over."}}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestServicesThatFail: what the agent does wrong is its failure; what stands
// between is an outage.
func TestServicesThatFail(t *testing.T) {
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "said acme-key-1234", code) }
	}
	for _, test := range []struct {
		name      string
		handler   http.HandlerFunc
		crash     string // "" for an outage
		outage    string
		permanent bool
	}{
		{"500", status(500), "it answered 500: said [key]", "", false},
		{"502", status(502), "", "not available (502): said [key]", false},
		{"503", status(503), "", "not available (503)", false},
		{"429", status(429), "", "not available (429)", false},
		{"408", status(408), "", "not available (408)", false},
		{"404", status(404), "", "answers 404 to the first request", true},
		{"401", status(401), "", "answers 401 to the first request", true},
		{"moved", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://example.org/", http.StatusTemporaryRedirect)
		}, "", "answers 307 to the first request", true},
		{"page", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }, `it begins "<html>"`, "", false},
		{"nothing", func(http.ResponseWriter, *http.Request) {}, "it answered nothing", "", false},
		{"two", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"message": "a"} {}`) }, "something follows it", "", false},
		{"endless", func(w http.ResponseWriter, _ *http.Request) {
			for range 3 << 10 {
				fmt.Fprint(w, strings.Repeat("a", 1<<10))
			}
		}, "longer than 2097152 bytes", "", false},
		{"cut", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, `{"message":`)
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, "it broke off in mid-answer", "", false},
		{"gone", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "", "cannot be reached", true},
		{"hung", func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // so that the server sees the client leave
			<-r.Context().Done()
		}, "it did not answer within 300ms", "", false},
		{"outage", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"error": "429", "outage": true}`) }, "", "reports an outage: 429", false},
		{"vague", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"outage": true}`) }, "without saying which", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := File{APIKeyEnv: "ACME_API_KEY"}
			if test.name == "hung" {
				f.Timeout = "300ms"
			}
			_, _, err := askTimes(t, begin(t, agentAt(t, test.handler, f)), 1)
			var crash *CrashError
			var outage *ProviderError
			switch {
			case test.crash != "":
				if !errors.As(err, &crash) || !strings.Contains(crash.Reason, test.crash) {
					t.Errorf("got %v, want a crash with %q", err, test.crash)
				}
			case !errors.As(err, &outage) || !strings.Contains(outage.Reason, test.outage) || outage.Permanent != test.permanent:
				t.Errorf("got %v, want an outage with %q", err, test.outage)
			}
		})
	}
}

// TestAWorkingServiceThatIsLost is no reason to stop the run.
func TestAWorkingServiceThatIsLost(t *testing.T) {
	n := 0
	c := agentAt(t, func(w http.ResponseWriter, _ *http.Request) {
		if n++; n > 1 {
			http.NotFound(w, nil)
			return
		}
		fmt.Fprint(w, `{"message": "a"}`)
	}, File{})
	_, _, err := askTimes(t, begin(t, c), 2)
	var crash *CrashError
	if !errors.As(err, &crash) || !strings.Contains(crash.Reason, "it answered 404") {
		t.Errorf("got %v", err)
	}
}

func TestWholeAgentsThatAreRefused(t *testing.T) {
	for name, test := range map[string]struct {
		file  File
		field string
		want  string
	}{
		"plain http elsewhere":    {File{URL: "http://agents.example/a"}, "url", "use https"},
		"an address with a query": {File{URL: "https://agents.example/a?key=1"}, "url", "without user, password or query"},
		"no address":              {File{URL: "agents"}, "url", "want an address"},
		"two kinds":               {File{URL: "https://a.example", Command: []string{"sh"}}, "command", "one of them only"},
		"a model beside it":       {File{URL: "https://a.example", Model: "openai:x"}, "model", "one of them only"},
		"a prompt":                {File{Command: []string{"sh"}, Prompt: Prompt{Text: "x"}}, "prompt", "belongs to a model"},
		"a temperature":           {File{Command: []string{"sh"}, Parameters: Parameters{Temperature: new(float64)}}, "parameters", "belongs to a model"},
		"any secret":              {File{Command: []string{"sh"}, Env: []string{"GITHUB_TOKEN"}}, "env.0", "so that no other secret"},
		"no such program":         {File{Command: []string{"no-such-program"}}, "command", "find program no-such-program"},
		"code elsewhere":          {File{Command: []string{"sh"}, Code: []string{"../x"}}, "code", "below the folder"},
		"code that is missing":    {File{Command: []string{"sh"}, Code: []string{"x"}}, "code", "read x: no such file"},
		"a version of two words":  {File{Command: []string{"sh"}, Version: "a b"}, "version", "without spaces"},
		"env of a service":        {File{URL: "https://a.example", Env: []string{"A_API_KEY"}}, "env", "belongs to a command"},
		"a timeout of a day":      {File{URL: "https://a.example", Timeout: "24h"}, "timeout", "want a time up to 1h"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := FromFile(test.file, Options{Dir: t.TempDir(), LookupEnv: func(string) (string, bool) { return "/bin:/usr/bin", true }})
			var field *FieldError
			if !errors.As(err, &field) || field.Field != test.field || !strings.Contains(field.Reason, test.want) {
				t.Errorf("got %v, want %s: %s", err, test.field, test.want)
			}
		})
	}
	for spec, want := range map[string]string{
		"command:":           "want command:PROGRAM",
		"command:sh -c 'ls'": "goes into a candidate file",
		"http:agents":        "want an address",
	} {
		if _, err := Parse(spec, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
	for spec, want := range map[string]string{"http:https://a.example/b": "https://a.example/b", "https://a.example/b": "https://a.example/b", "http://localhost:1": "http://localhost:1"} {
		if c, err := Parse(spec, Options{}); err != nil || c.Identity() != want {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
}
