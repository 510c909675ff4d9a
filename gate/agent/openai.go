package agent

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"

	"github.com/keptgate/keptgate/gate/trace"
)

// model is a candidate behind the Chat Completions interface.
type model struct {
	name     string
	prompt   string
	params   Parameters
	keyEnv   string
	secrets  []string
	retries  int
	identity string
	service  openai.ChatCompletionService
	answered atomic.Bool // a completion has come back: key, address and model are good
}

// newModel makes the candidate of a file whose prompt is read.
func newModel(f File, o Options) (Candidate, error) {
	_, name, _ := strings.Cut(f.Model, ":")
	if err := checkModel(name); err != nil {
		return nil, &FieldError{"model", err.Error()}
	}
	set, err := f.settings()
	if err != nil {
		return nil, err
	}
	if err := f.Parameters.check(); err != nil {
		return nil, err
	}
	address, err := endpoint(f, o)
	if err != nil {
		return nil, err
	}
	key := strings.TrimSpace(o.lookup(set.keyEnv)) // secrets are often stored with a line end
	if key == "" {
		return nil, &MissingKeyError{Env: set.keyEnv}
	}
	m := &model{
		name: name, prompt: f.Prompt.Text, params: f.Parameters,
		keyEnv: set.keyEnv, secrets: []string{key}, retries: set.retries,
	}
	m.identity = m.describe(f.BaseURL)
	// A service of its own, not openai.NewClient: that one reads the environment.
	m.service = openai.NewChatCompletionService(append(address,
		option.WithAPIKey(key),
		option.WithHTTPClient(newClient(o.Transport, set.inFlight)),
		option.WithMaxRetries(set.retries),
		option.WithMiddleware(newAttempts(set.inFlight, set.timeout).do),
	)...)
	return m, nil
}

// endpoint says where requests go. Its errors never quote the address, which may
// hold a secret.
func endpoint(f File, o Options) ([]option.RequestOption, error) {
	address := f.BaseURL
	if o.BaseURL != "" {
		address = o.BaseURL
	}
	if address == "" {
		return []option.RequestOption{option.WithEnvironmentProduction()}, nil
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || u.RawQuery != "" {
		reason := "want an address such as https://HOST/v1, without user, password or query"
		if o.BaseURL != "" {
			return nil, errors.New("read OPENAI_BASE_URL: " + reason)
		}
		return nil, &FieldError{"base_url", reason}
	}
	return []option.RequestOption{option.WithBaseURL(address)}, nil
}

// describe builds the identity: what is asked, with what parameters and prompt.
// The address counts where the file names one, since another server under the
// same model name is another candidate; where requests are sent by the
// environment's choice does not.
func (m *model) describe(address string) string {
	parts := []string{"openai:" + m.name}
	if params, err := json.Marshal(m.params); err == nil && string(params) != "{}" {
		parts = append(parts, string(params))
	}
	if m.prompt != "" {
		parts = append(parts, fmt.Sprintf("prompt:%x", sha256.Sum256([]byte(m.prompt)))[:len("prompt:")+12])
	}
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		parts = append(parts, "at:"+u.Host+strings.TrimSuffix(u.Path, "/"))
	}
	return strings.Join(parts, " ")
}

// Identity implements Candidate.
func (m *model) Identity() string { return m.identity }

// Start implements Candidate.
func (m *model) Start(_ context.Context, b Briefing) (Session, error) {
	system := strings.Trim(b.System+"\n\n"+m.prompt, "\n")
	s := &chat{model: m, ids: map[string]bool{}}
	if system != "" {
		s.history = append(s.history, openai.SystemMessage(system))
	}
	return s, nil
}

// chat is one conversation with a model.
type chat struct {
	model   *model
	history []openai.ChatCompletionMessageParamUnion
	pending []string        // ids of the calls that the last message made
	ids     map[string]bool // ids used in this conversation
}

// Close implements Session. A chat holds nothing open.
func (c *chat) Close() error { return nil }

// Next implements Session.
func (c *chat) Next(ctx context.Context, msg trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	c.hear(msg)
	got, err := c.model.ask(ctx, c.request(tools))
	if err != nil {
		return trace.Message{}, trace.Usage{}, err
	}
	said, remembered := c.read(got)
	c.history = append(c.history, remembered)
	for _, call := range said.Calls {
		c.pending = append(c.pending, call.ID)
	}
	return said, got.usage, nil
}

// hear adds a message to the conversation. Every call needs its reply there,
// also those which the trial ended before answering.
func (c *chat) hear(msg trace.Message) {
	for _, id := range c.pending {
		text := `{"error":{"code":"not_run","message":"The call was not run."}}`
		i := slices.IndexFunc(msg.Replies, func(r trace.Reply) bool { return r.CallID == id })
		if i >= 0 {
			text = msg.Replies[i].Text()
		}
		c.history = append(c.history, openai.ToolMessage(text, id))
	}
	c.pending = nil
	if msg.Text != "" || len(msg.Replies) == 0 {
		c.history = append(c.history, openai.UserMessage(msg.Text))
	}
}

// request is the whole conversation with the catalogue in force.
func (c *chat) request(tools []trace.Tool) openai.ChatCompletionNewParams {
	p := c.model.params
	req := openai.ChatCompletionNewParams{
		Model:           shared.ChatModel(c.model.name),
		Messages:        c.history,
		ReasoningEffort: shared.ReasoningEffort(p.ReasoningEffort),
	}
	set(&req.Temperature, p.Temperature)
	set(&req.TopP, p.TopP)
	set(&req.MaxCompletionTokens, p.MaxOutputTokens)
	set(&req.Seed, p.Seed)
	if len(tools) > 0 { // without tools the provider refuses the parameter
		set(&req.ParallelToolCalls, p.ParallelToolCalls)
	}
	for _, t := range tools {
		f := shared.FunctionDefinitionParam{Name: t.Name, Description: openai.String(t.Description)}
		if len(t.Parameters) > 0 { // as raw text: decoded, they would lose their order
			f.SetExtraFields(map[string]any{"parameters": t.Parameters})
		}
		req.Tools = append(req.Tools, openai.ChatCompletionFunctionTool(f))
	}
	if len(p.Extra) > 0 {
		req.SetExtraFields(p.Extra)
	}
	return req
}

func set[T comparable](to *param.Opt[T], from *T) {
	if from != nil {
		*to = param.NewOpt(*from)
	}
}
