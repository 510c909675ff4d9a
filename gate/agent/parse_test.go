package agent

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

var keyed = Options{LookupEnv: env(map[string]string{"OPENAI_API_KEY": testKey})}

func TestParse(t *testing.T) {
	for spec, want := range map[string]string{
		"openai:gpt-5.6":     "openai:gpt-5.6",
		"openai:ft:org::x/y": "openai:ft:org::x/y",
		"builtin:reference":  "builtin:reference",
		"builtin:nothing":    "builtin:nothing",
		"builtin:fresh_keys": "builtin:fresh_keys",
		"builtin:flaky":      "builtin:flaky?wrong_identity=0.3&repeated_write=0.1&skipped_question=0.2&false_claim=0.1&conceded_rule=0.2",
		"builtin:flaky?seed=3&untold=1&dropped_step=1e-1": "builtin:flaky?dropped_step=0.1&untold=1&seed=3",
	} {
		c, err := Parse(spec, keyed)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		if diff := cmp.Diff(want, c.Identity()); diff != "" {
			t.Errorf("identity of %s (-want +got):\n%s", spec, diff)
		}
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for spec, want := range map[string]string{
		"":                             "want provider:model",
		"gpt-5.6":                      "want provider:model",
		"agent.yaml":                   "this is a file",
		"acme:x":                       `no provider "acme": there are builtin, openai, openai-responses, anthropic`,
		"openai:":                      "want a name",
		"openai:a b":                   "want a name",
		"builtin:flakey":               "there are reference, nothing, flaky, overfitted, mutant, variant, with one bad habit each fresh_keys, retries_blindly, gives_up",
		"builtin:reference?seed=1":     "takes no parameters",
		"builtin:no_keys?x=1":          "builtin:no_keys takes no parameters",
		"builtin:flaky?dropped=1":      `no lapse "dropped": there are dropped_step, wrong_identity`,
		"builtin:flaky?untold=1.1":     `rate of untold is "1.1": want a number from 0 to 1`,
		"builtin:flaky?untold=NaN":     "want a number from 0 to 1",
		"builtin:flaky?untold":         "want a number from 0 to 1",
		"builtin:flaky?seed=-1":        "want a whole number",
		"builtin:flaky?loop=0&loop=1":  "given 2 times",
		"builtin:flaky?%zz":            "want lapse=rate",
		strings.Repeat("x", 999) + ":": "…",
	} {
		_, err := Parse(spec, keyed)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got error %v, want one with %q", spec, err, want)
		}
	}
}

func TestMissingKey(t *testing.T) {
	for _, o := range []Options{{}, {LookupEnv: env(map[string]string{"OPENAI_API_KEY": " \n"})}} {
		_, err := Parse("openai:m", o)
		var missing *MissingKeyError
		if !errors.As(err, &missing) || missing.Env != "OPENAI_API_KEY" {
			t.Errorf("got %v, want a *MissingKeyError", err)
		}
	}
}

func read(t *testing.T, text string) File {
	t.Helper()
	var f File
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFromFile(t *testing.T) {
	o := Options{LookupEnv: env(map[string]string{"OPENAI_API_KEY": testKey, "ACME_API_KEY": "k"})}
	o.ReadFile = func(name string) ([]byte, error) {
		return fs.ReadFile(fstest.MapFS{"p.md": {Data: []byte("Be brief.")}}, name)
	}
	for text, want := range map[string]string{
		`{"model":"openai:m"}`: "openai:m",
		`{"model":"openai:m","timeout":"5s","retries":0,"in_flight":3}`:                                  "openai:m",
		`{"model":"openai:m","prompt":"Be brief."}`:                                                      "openai:m prompt:213c22ed7234",
		`{"model":"openai:m","prompt":{"file":"p.md"}}`:                                                  "openai:m prompt:213c22ed7234",
		`{"model":"openai:m","parameters":{"seed":7,"temperature":0,"extra":{"b":1,"a":2}}}`:             `openai:m {"temperature":0,"seed":7,"extra":{"a":2,"b":1}}`,
		`{"model":"openai:m","base_url":"http://127.0.0.1:8080/v1/","api_key_env":"ACME_API_KEY"}`:       "openai:m at:127.0.0.1:8080/v1",
		`{"model":"builtin:flaky?untold=1"}`:                                                             "builtin:flaky?untold=1",
		`{"model":"openai:m","parameters":{"reasoning_effort":"low","max_output_tokens":9,"top_p":0.5}}`: `openai:m {"top_p":0.5,"max_output_tokens":9,"reasoning_effort":"low"}`,
	} {
		c, err := FromFile(read(t, text), o)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, c.Identity()); diff != "" {
			t.Errorf("identity of %s (-want +got):\n%s", text, diff)
		}
	}
}

func TestFromFileNamesTheField(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                      "model",
		`{"model":"acme:x"}`:      "model",
		`{"model":"openai:"}`:     "model",
		`{"model":"builtin:odd"}`: "model",
		`{"model":"builtin:reference","prompt":"x"}`:                  "model",
		`{"model":"openai:m","prompt":{"file":"gone.md"}}`:            "prompt.file",
		`{"model":"openai:m","timeout":"soon"}`:                       "timeout",
		`{"model":"openai:m","timeout":"2h"}`:                         "timeout",
		`{"model":"openai:m","retries":-1}`:                           "retries",
		`{"model":"openai:m","in_flight":129}`:                        "in_flight",
		`{"model":"openai:m","api_key_env":"GITHUB_TOKEN"}`:           "api_key_env",
		`{"model":"openai:m","base_url":"https://u:hunter2@host/v1"}`: "base_url",
		`{"model":"openai:m","base_url":"file:///etc/passwd"}`:        "base_url",
		`{"model":"openai:m","parameters":{"temperature":3}}`:         "parameters.temperature",
		`{"model":"openai:m","parameters":{"top_p":-1}}`:              "parameters.top_p",
		`{"model":"openai:m","parameters":{"max_output_tokens":0}}`:   "parameters.max_output_tokens",
		`{"model":"openai:m","parameters":{"extra":{"messages":[]}}}`: "parameters.extra.messages",
	} {
		_, err := FromFile(read(t, text), keyed)
		var field *FieldError
		if !errors.As(err, &field) || field.Field != want || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: got %v, want a *FieldError of %s", text, err, want)
		}
	}
	o := Options{LookupEnv: env(map[string]string{"OPENAI_API_KEY": testKey, "OPENAI_BASE_URL": "model.test"})}
	if _, err := Parse("openai:m", o); err == nil || !strings.Contains(err.Error(), "OPENAI_BASE_URL") {
		t.Errorf("got %v, want an error that names OPENAI_BASE_URL", err)
	}
	for _, text := range []string{`{"prompt":3}`, `{"prompt":{}}`, `{"prompt":{"file":"a","text":"b"}}`} {
		if err := json.Unmarshal([]byte(text), &File{}); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"openai:m", "builtin:flaky?seed=3&untold=0.5", "builtin:flaky?%zz=&&", "x.yaml", "builtin:nothing"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		c, err := Parse(spec, keyed)
		if err != nil {
			if len(err.Error()) > 2000 || strings.ContainsAny(err.Error(), "\r\n\x1b") {
				t.Errorf("not one short line: %q", err)
			}
			return
		}
		again, err := Parse(c.Identity(), keyed)
		if err != nil || again.Identity() != c.Identity() {
			t.Errorf("%q is %q, which is %v, %v", spec, c.Identity(), again, err)
		}
	})
}
