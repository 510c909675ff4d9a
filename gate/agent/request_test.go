package agent

import (
	"encoding/json"
	"errors"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestRequests holds the whole last request of a conversation in each dialect: what
// the model reasoned goes back as it came, and parameters stand where they belong.
func TestRequests(t *testing.T) {
	inEvery(t, func(t *testing.T, in tongue) {
		params := `{"max_output_tokens":500,"reasoning_effort":"low","parallel_tool_calls":false,"extra":{"metadata":{"team":"x"}}}`
		f := read(t, `{"model":"`+in.model+`","prompt":"Be brief.","parameters":`+params+`}`)
		s, srv := in.meet(t, f,
			ok(in.calls("Let me look.", [3]string{"a", "find", `{"q":"<x>"}`})),
			ok(in.broken), ok(in.text("")), ok(in.text("Bye.")))
		next(t, s, hello, lookup...)
		next(t, s, trace.Message{Role: trace.RoleTools, Replies: []trace.Reply{{CallID: "a", Status: 200, Body: map[string]any{"items": []any{}}}}}, lookup...)
		next(t, s, trace.Message{Role: trace.RoleTools, Replies: []trace.Reply{trace.Failure("call_2", 400, "not_json", "No.")}}, lookup...)
		next(t, s, trace.Message{Role: trace.RoleCaller, Text: " "}, lookup...)
		golden(t, strings.ReplaceAll(in.model, ":", "-")+".json", srv.asked()[3])
		if tools, more := srv.asked()[3]["tools"], srv.asked()[0]["tools"]; !cmp.Equal(tools, more) {
			t.Errorf("tools changed: %v, %v", tools, more)
		}
	})
}

func golden(t *testing.T, name string, got any) {
	t.Helper()
	path := filepath.Join("testdata", "requests", name)
	text, err := json.MarshalIndent(got, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(text)+"\n"); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// whole sets every parameter.
const whole = `{"temperature":0.5,"top_p":0.9,"max_output_tokens":100,"reasoning_effort":"low","parallel_tool_calls":false,"seed":7}`

// TestProviders asks a model of every provider, with all the parameters that it
// takes, and is refused the others.
func TestProviders(t *testing.T) {
	for _, tc := range []struct {
		provider, address string
		want              string // fields of the request
		refused           string // parameters
	}{
		{"openai", "https://api.openai.com/v1", `{"temperature":0.5,"top_p":0.9,"max_completion_tokens":100,"reasoning_effort":"low","parallel_tool_calls":false,"seed":7}`, ""},
		{"openai-responses", "https://api.openai.com/v1", `{"temperature":0.5,"top_p":0.9,"max_output_tokens":100,"reasoning":{"effort":"low"},"parallel_tool_calls":false,"store":false}`, "seed"},
		{"anthropic", "https://api.anthropic.com", `{"max_tokens":100,"output_config":{"effort":"low"},"tool_choice":{"type":"auto","disable_parallel_tool_use":true}}`, "temperature top_p seed"},
		{"google", "https://generativelanguage.googleapis.com/v1beta/openai", `{"temperature":0.5,"top_p":0.9,"max_completion_tokens":100,"reasoning_effort":"low"}`, "parallel_tool_calls seed"},
		{"mistral", "https://api.mistral.ai/v1", `{"temperature":0.5,"top_p":0.9,"max_tokens":100,"reasoning_effort":"low","parallel_tool_calls":false,"random_seed":7}`, ""},
		{"groq", "https://api.groq.com/openai/v1", `{"temperature":0.5,"top_p":0.9,"max_completion_tokens":100,"reasoning_effort":"low","parallel_tool_calls":false,"seed":7}`, ""},
		{"openrouter", "https://openrouter.ai/api/v1", `{"temperature":0.5,"top_p":0.9,"max_tokens":100,"reasoning":{"effort":"low"},"parallel_tool_calls":false,"seed":7}`, ""},
		{"deepseek", "https://api.deepseek.com", `{"temperature":0.5,"top_p":0.9,"max_tokens":100,"reasoning_effort":"low"}`, "parallel_tool_calls seed"},
		{"xai", "https://api.x.ai/v1", `{"temperature":0.5,"top_p":0.9,"max_completion_tokens":100,"reasoning_effort":"low","parallel_tool_calls":false,"seed":7}`, ""},
		{"together", "https://api.together.xyz/v1", `{"temperature":0.5,"top_p":0.9,"max_tokens":100,"reasoning_effort":"low","seed":7}`, "parallel_tool_calls"},
		{"fireworks", "https://api.fireworks.ai/inference/v1", `{"temperature":0.5,"top_p":0.9,"max_tokens":100,"reasoning_effort":"low","seed":7}`, "parallel_tool_calls"},
	} {
		t.Run(tc.provider, func(t *testing.T) {
			var given map[string]any
			if err := json.Unmarshal([]byte(whole), &given); err != nil {
				t.Fatal(err)
			}
			for _, name := range strings.Fields(tc.refused) {
				text, _ := json.Marshal(map[string]any{name: given[name]})
				_, err := FromFile(read(t, `{"model":"`+tc.provider+`:m","parameters":`+string(text)+`}`), Options{LookupEnv: reached("")})
				var field *FieldError
				if !errors.As(err, &field) || field.Field != "parameters."+name || !strings.Contains(field.Reason, tc.provider) {
					t.Errorf("%s: got %v, want it refused by name", name, err)
				}
				delete(given, name)
			}
			text, _ := json.Marshal(given)
			f := read(t, `{"model":"`+tc.provider+`:m","parameters":`+string(text)+`}`)
			c, err := FromFile(f, Options{LookupEnv: reached(""), Transport: carrier(func(r *http.Request) (*http.Response, error) {
				in := inCompletions()
				for _, other := range tongues() {
					if other.model == tc.provider+":m" {
						in = other
					}
				}
				if got := "https://" + r.URL.Host + strings.TrimSuffix(r.URL.Path, in.path); got != tc.address || !strings.HasSuffix(r.URL.Path, in.path) {
					t.Errorf("asked at %s, want %s", r.URL, tc.address+in.path)
				}
				if got := r.Header.Get("Authorization"); got != "Bearer "+testKey {
					t.Errorf("authorization %q", got)
				}
				var got, want map[string]any
				_ = json.NewDecoder(r.Body).Decode(&got)
				_ = json.Unmarshal([]byte(tc.want), &want)
				for _, name := range []string{"messages", "input", "tools", "model", "include", "cache_control"} {
					delete(got, name)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("request (-want +got):\n%s", diff)
				}
				return answerOf(200, in.text("Hi.")), nil
			})})
			if err != nil {
				t.Fatal(err)
			}
			if want := tc.provider + ":m "; !strings.HasPrefix(c.Identity(), want) {
				t.Errorf("identity %q, want %q first", c.Identity(), want)
			}
			s, _ := c.Start(t.Context(), Briefing{})
			if got, _ := next(t, s, hello, lookup...); got.Text != "Hi." {
				t.Errorf("got %+v", got)
			}
		})
	}
	if got := [2]string{KeyEnv("google:m"), KeyEnv("builtin:reference")}; got != [2]string{"GEMINI_API_KEY", ""} {
		t.Errorf("keys are in %q", got)
	}
	if got := Providers(); len(got) != 11 {
		t.Errorf("the table has the providers %v: hold each here", got)
	}
}
