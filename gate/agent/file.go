package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
)

// File is a candidate file. It names a Model, or a whole agent by URL or Command.
type File struct {
	Model      string     `json:"model"` // provider:model
	Prompt     Prompt     `json:"prompt"`
	Parameters Parameters `json:"parameters"`
	BaseURL    string     `json:"base_url"`    // of a compatible server; the provider's
	APIKeyEnv  string     `json:"api_key_env"` // the provider's, such as OPENAI_API_KEY
	Timeout    string     `json:"timeout"`     // for one request, "60s"
	Retries    *int       `json:"retries"`     // after the first request, 6
	InFlight   int        `json:"in_flight"`   // requests open at once, 128 and at most that

	URL     string   `json:"url"`     // of a whole agent that speaks Protocol over HTTP
	Command []string `json:"command"` // of one that speaks it over its standard streams: program and arguments
	Env     []string `json:"env"`     // variables that the command gets beside those that every program gets
	Code    []string `json:"code"`    // files and folders of the command whose digest tells its versions apart
	Version string   `json:"version"` // a name of the build

	Interface *FileInterface `json:"interface"` // how the tools are served; nil: as the suite declares them
}

// Prompt is the candidate's own instructions: a text, or the name of a file.
type Prompt struct {
	Text string
	File string
}

// UnmarshalJSON reads "text" or {"file": "path"}.
func (p *Prompt) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &p.Text) == nil {
		return nil
	}
	var named struct {
		File string `json:"file"`
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&named); err != nil || named.File == "" {
		return errors.New("read prompt: want a text or {file: path}")
	}
	p.File = named.File
	return nil
}

// Parameters are sent with every request, under the names that the provider has
// for them. What is nil or empty is not sent; what a provider does not take is
// refused.
type Parameters struct {
	Temperature       *float64       `json:"temperature,omitempty"` // 0 to 2
	TopP              *float64       `json:"top_p,omitempty"`       // 0 to 1
	MaxOutputTokens   *int64         `json:"max_output_tokens,omitempty"`
	ReasoningEffort   string         `json:"reasoning_effort,omitempty"`
	ParallelToolCalls *bool          `json:"parallel_tool_calls,omitempty"`
	Seed              *int64         `json:"seed,omitempty"`
	Extra             map[string]any `json:"extra,omitempty"` // fields of the request that only some servers know
}

// some tells whether any parameter is set.
func (p Parameters) some() bool { return !reflect.DeepEqual(p, Parameters{}) }

const (
	defaultTimeout  = time.Minute
	defaultRetries  = 6
	defaultInFlight = maxPerAddress
	maxPrompt       = 1 << 20 // bytes
)

// FromFile makes the candidate that a file describes. The error is a
// *FieldError where a field is wrong, and a *MissingKeyError where the key is
// not set.
func FromFile(f File, o Options) (Candidate, error) {
	if written := f.Interface; written != nil {
		face, err := written.read(o)
		if err != nil {
			return nil, err
		}
		f.Interface = nil
		c, err := FromFile(f, o)
		if err != nil {
			return nil, err
		}
		return Through(c, face), nil
	}
	if f.whole() {
		return fromWhole(f, o)
	}
	name, _, _ := strings.Cut(f.Model, ":")
	provider, ok := providerNamed(name)
	if !ok {
		return fromBuiltin(f, o)
	}
	var err error
	if f.Prompt, err = readPrompt(f.Prompt, o); err != nil {
		return nil, err
	}
	return newModel(provider, f, o)
}

// fromBuiltin allows a file to name a builtin candidate, so that a workflow can
// be tried before there is a key.
func fromBuiltin(f File, o Options) (Candidate, error) {
	if f.Model == "" {
		return nil, &FieldError{"model", "missing: want provider:model, such as openai:MODEL"}
	}
	c, err := parse(f.Model, o)
	if err != nil {
		return nil, &FieldError{"model", err.Error()}
	}
	if !reflect.DeepEqual(f, File{Model: f.Model}) {
		return nil, &FieldError{"model", "a builtin candidate takes nothing beside its model but an interface"}
	}
	return c, nil
}

func readPrompt(p Prompt, o Options) (Prompt, error) {
	if p.File != "" {
		if o.ReadFile == nil {
			return p, &FieldError{"prompt.file", "files cannot be read here"}
		}
		text, err := o.ReadFile(p.File)
		if err != nil {
			return p, &FieldError{"prompt.file", err.Error()}
		}
		p.Text = string(text)
	}
	if len(p.Text) > maxPrompt {
		return p, &FieldError{"prompt", fmt.Sprintf("has %d bytes: want at most %d", len(p.Text), maxPrompt)}
	}
	return p, nil
}

// keyName is what a variable may be called whose value is sent to a provider. A
// candidate file is edited in pull requests: it must not be able to send other
// secrets away.
var keyName = regexp.MustCompile(`^[A-Z][A-Z0-9_]*_API_KEY$`)

// settings are the fields of a file that are not sent, checked and filled in.
type settings struct {
	keyEnv   string
	timeout  time.Duration
	retries  int
	inFlight int
}

func (f File) settings(p provider) (settings, error) {
	s := settings{keyEnv: p.keyEnv(), timeout: defaultTimeout, retries: defaultRetries, inFlight: defaultInFlight}
	if f.APIKeyEnv != "" {
		s.keyEnv = f.APIKeyEnv
	}
	if f.Timeout != "" {
		d, err := time.ParseDuration(f.Timeout)
		if err != nil {
			d = 0
		}
		s.timeout = d
	}
	if f.Retries != nil {
		s.retries = *f.Retries
	}
	if f.InFlight != 0 {
		s.inFlight = f.InFlight
	}
	switch {
	case !keyName.MatchString(s.keyEnv):
		return s, &FieldError{"api_key_env", quote(s.keyEnv) + ": want a variable whose name ends in _API_KEY, so that no other secret is sent"}
	case s.timeout <= 0 || s.timeout > time.Hour:
		return s, &FieldError{"timeout", quote(f.Timeout) + ": want a time up to 1h, such as 60s"}
	case s.retries < 0 || s.retries > 20:
		return s, &FieldError{"retries", fmt.Sprintf("%d: want 0 to 20", s.retries)}
	case s.inFlight < 1 || s.inFlight > defaultInFlight:
		return s, &FieldError{"in_flight", fmt.Sprintf("%d: want 1 to %d", s.inFlight, defaultInFlight)}
	}
	return s, nil
}

// check refuses what no provider takes, and extra fields that the harness sets.
func (p Parameters) check(own []string) error {
	if t := p.Temperature; t != nil && !(*t >= 0 && *t <= 2) {
		return &FieldError{"parameters.temperature", fmt.Sprintf("%v: want 0 to 2", *t)}
	}
	if t := p.TopP; t != nil && !(*t >= 0 && *t <= 1) {
		return &FieldError{"parameters.top_p", fmt.Sprintf("%v: want 0 to 1", *t)}
	}
	if n := p.MaxOutputTokens; n != nil && *n < 1 {
		return &FieldError{"parameters.max_output_tokens", fmt.Sprintf("%d: want at least 1", *n)}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Extra)) {
		if slices.Contains(own, name) {
			return &FieldError{"parameters.extra." + name, "is set by the harness"}
		}
	}
	if _, err := json.Marshal(p); err != nil {
		return &FieldError{"parameters.extra", "cannot be written as JSON"}
	}
	return nil
}
