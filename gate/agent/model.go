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
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// dialect is one interface that providers offer for their models.
type dialect struct {
	own  []string                                    // fields of its requests that extra parameters may not replace
	open func(m *model, base string, l *line) opener // for one model
}

// opener begins a conversation under a system prompt, which may be empty.
type opener func(system string) wire

// wire is a conversation in one dialect.
type wire interface {
	// hear takes what came since the last answer: a reply for each of its calls,
	// and the words of the caller or the harness, where there are any.
	hear(replies []trace.Reply, text string, spoken bool)
	// ask sends the conversation with the catalogue in force and keeps what was
	// answered. An error is what the client library made of a failure, or says why
	// an answer is none.
	ask(ctx context.Context, tools []trace.Tool, ids *ids) (answer, error)
}

// answer is what the provider said to one request.
type answer struct {
	said  trace.Message
	usage trace.Usage
}

// model is a candidate behind a provider.
type model struct {
	provider provider
	name     string
	prompt   string
	params   Parameters
	keyEnv   string
	key      string
	identity string
	open     opener
	answered atomic.Bool // an answer has come: key, address and model are good
}

// newModel makes the candidate of a file whose prompt is read.
func newModel(p provider, f File, o Options) (Candidate, error) {
	_, name, _ := strings.Cut(f.Model, ":")
	if err := checkModel(name); err != nil {
		return nil, &FieldError{"model", err.Error()}
	}
	set, err := f.settings(p)
	if err != nil {
		return nil, err
	}
	if err := p.check(f.Parameters); err != nil {
		return nil, err
	}
	address, err := endpoint(p, f, o)
	if err != nil {
		return nil, err
	}
	key := strings.TrimSpace(o.lookup(set.keyEnv)) // secrets are often stored with a line end
	if key == "" {
		return nil, &MissingKeyError{Env: set.keyEnv}
	}
	m := &model{provider: p, name: name, prompt: f.Prompt.Text, params: f.Parameters, keyEnv: set.keyEnv, key: key}
	m.identity = m.describe(f.BaseURL)
	m.open = p.dialect.open(m, address, newLine(address, set, o))
	return m, nil
}

// endpoint says where requests go. Its errors never quote the address, which may
// hold a secret.
func endpoint(p provider, f File, o Options) (string, error) {
	given := strings.TrimSpace(o.lookup(p.addressEnv()))
	address := given
	if address == "" {
		address = f.BaseURL
	}
	if address == "" {
		return p.address, nil
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || u.RawQuery != "" {
		reason := "want an address such as https://HOST/v1, without user, password or query"
		if given != "" {
			return "", errors.New("read " + p.addressEnv() + ": " + reason)
		}
		return "", &FieldError{"base_url", reason}
	}
	return address, nil
}

// describe builds the identity: what is asked, with what parameters and prompt.
// The address counts where the file names one, since another server under the
// same model name is another candidate; where requests are sent by the
// environment's choice does not.
func (m *model) describe(address string) string {
	parts := []string{m.provider.name + ":" + m.name}
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
	return &chat{model: m, wire: m.open(strings.Trim(b.System+"\n\n"+m.prompt, "\n")), ids: ids{}}, nil
}

// chat is one conversation with a model.
type chat struct {
	model   *model
	wire    wire
	pending []string // ids of the calls that the last message made
	ids     ids
	waited  time.Duration
}

// Close implements Session. A chat holds nothing open.
func (c *chat) Close() error { return nil }

// Waited implements Patient.
func (c *chat) Waited() time.Duration { return c.waited }

// Next implements Session.
func (c *chat) Next(ctx context.Context, msg trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	c.wire.hear(c.replies(msg), msg.Text, msg.Text != "" || len(msg.Replies) == 0)
	c.pending = nil
	timed, spent := timing(ctx)
	got, err := c.wire.ask(timed, tools, &c.ids)
	c.waited += spent.waited
	switch {
	case ctx.Err() != nil:
		return trace.Message{}, trace.Usage{}, fmt.Errorf("ask model: %w", ctx.Err())
	case err != nil:
		if got, err = c.model.judge(err); err != nil {
			return trace.Message{}, trace.Usage{}, err
		}
	default:
		c.model.answered.Store(true)
	}
	got.said.Role, got.usage.Requests = trace.RoleCandidate, 1
	for _, call := range got.said.Calls {
		c.pending = append(c.pending, call.ID)
	}
	return got.said, got.usage, nil
}

// replies are those to the calls of the last message. Every call needs one, also
// those which the trial ended before answering.
func (c *chat) replies(msg trace.Message) []trace.Reply {
	var all []trace.Reply
	for _, id := range c.pending {
		r := trace.Reply{CallID: id, Status: 409, Body: map[string]any{"error": map[string]any{"code": "not_run", "message": "The call was not run."}}}
		if i := slices.IndexFunc(msg.Replies, func(r trace.Reply) bool { return r.CallID == id }); i >= 0 {
			r = msg.Replies[i]
		}
		all = append(all, r)
	}
	return all
}

// ids are those of the calls of a conversation.
type ids map[string]bool

const maxID = 64

// unique replaces an id that is missing, too long or was used before.
func (ids ids) unique(id string) string {
	for n := len(ids) + 1; id == "" || len(id) > maxID || ids[id]; n++ {
		id = fmt.Sprintf("call_%d", n)
	}
	ids[id] = true
	return id
}

// count bounds a number of tokens that a provider reports.
func count(n int64) int { return int(max(0, min(n, 1<<40))) }

// usage of one request; input counts what was read from a cache.
func usage(input, cached, output int64) trace.Usage {
	return trace.Usage{InputTokens: count(input), CachedTokens: min(count(cached), count(input)), OutputTokens: count(output)}
}
