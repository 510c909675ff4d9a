package fidelity

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/keptgate/keptgate/gate/mcp"
	"github.com/keptgate/keptgate/gate/process"
)

// secrets are the variables that a contract takes from the environment, by name.
type secrets map[string]string

// read looks up the variables of the contract's list. An error names the first that
// is not set, or that cannot stand in a header.
func read(names []string, lookup func(string) (string, bool)) (secrets, error) {
	out := secrets{}
	for _, name := range names {
		value, ok := lookup(name)
		if !ok || value == "" {
			return nil, fmt.Errorf("read environment: %s is not set, and the contract takes it; set it, or take it out of env", name)
		}
		if strings.ContainsFunc(value, unicode.IsControl) {
			return nil, fmt.Errorf("read environment: %s holds a control character, such as a line break at its end; set it without", name)
		}
		out[name] = value
	}
	return out, nil
}

// fill puts the variables into texts.
func (s secrets) fill(texts map[string]string) map[string]string {
	out := map[string]string{}
	for name, text := range texts {
		out[name] = variable.ReplaceAllStringFunc(text, func(m string) string {
			return s[variable.FindStringSubmatch(m)[1]]
		})
	}
	return out
}

// openLive reaches for the service. An error says that it is not there.
func openLive(ctx context.Context, s Setup, vars secrets, hide func(string) string) (side, error) {
	live := s.Contract.Live
	timeout := s.Contract.timeout()
	if live.HTTP != nil {
		service, err := mcp.NewService(live.HTTP.Base, vars.fill(live.HTTP.Headers))
		return &overHTTP{service, live.HTTP.Calls, timeout}, err
	}
	ctx, cancel := within(ctx, timeout)
	defer cancel()
	m := &overMCP{timeout: timeout, offered: map[string]bool{}}
	var err error
	if live.MCP.URL != "" {
		m.client, err = mcp.DialWith(ctx, s.Version, live.MCP.URL, vars.fill(live.MCP.Headers))
	} else {
		m.client, err = mcp.LaunchHiding(ctx, s.Version, process.Command{
			Args: live.MCP.Command, Dir: s.Dir, Env: vars.fill(live.MCP.Env), Lookup: s.Lookup,
		}, hide)
	}
	if err != nil {
		return nil, err
	}
	offers, err := m.client.Tools(ctx)
	if err != nil {
		_ = m.leave(ctx) // it was not there
		return nil, err
	}
	for _, o := range offers {
		m.offered[o.Name] = true
	}
	return m, nil
}

// within bounds how long the service may take.
func within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, d, fmt.Errorf("there was no answer within %v", d))
}

// overMCP is a service over MCP.
type overMCP struct {
	client  *mcp.Client
	offered map[string]bool
	timeout time.Duration
}

func (m *overMCP) ask(ctx context.Context, tool string, args map[string]any) (Answer, error) {
	if !m.offered[tool] {
		return Answer{Refused: true, Absent: true}, nil
	}
	ctx, cancel := within(ctx, m.timeout)
	defer cancel()
	r, err := m.client.Hear(ctx, tool, args)
	return Answer{Refused: !r.OK(), Status: r.Status, Body: r.Body}, err
}

func (m *overMCP) leave(ctx context.Context) error {
	ctx, cancel := within(ctx, goodbye)
	defer cancel()
	m.client.Close(ctx)
	return nil
}

// goodbye is how long a service may take to let go of the connection.
const goodbye = 5 * time.Second

// overHTTP is a service over HTTP.
type overHTTP struct {
	service *mcp.Service
	calls   map[string]Call
	timeout time.Duration
}

func (h *overHTTP) ask(ctx context.Context, tool string, args map[string]any) (Answer, error) {
	request, err := h.calls[tool].request(args)
	if err != nil {
		return Answer{}, &unsentError{fmt.Errorf("call %s: %w", tool, err)}
	}
	ctx, cancel := within(ctx, h.timeout)
	defer cancel()
	r, err := h.service.Ask(ctx, request)
	return Answer{Refused: !r.OK(), Status: r.Status, Body: r.Body}, err
}

func (h *overHTTP) leave(context.Context) error { return nil }

// closed lists the statuses by which a service, or what stands before it, says that
// it is not to be had now, or not with these credentials. They are no answer, unless
// the simulation answers so as well.
var closed = []int{401, 407, 429, 502, 503, 504}

// unanswered says why an answer is none, nil where it is one.
func unanswered(here, there Answer) error {
	if !slices.Contains(closed, there.Status) || here.Status == there.Status {
		return nil
	}
	return fmt.Errorf("the service answered with status %d: it is not to be had now, or does not let us in", there.Status)
}

// unsentError says that a call was never sent.
type unsentError struct{ err error }

func (e *unsentError) Error() string { return e.err.Error() }

// hide returns a function that puts *** in the place of each secret in a text, as it
// is and as addresses and JSON write it.
func (s secrets) hide() func(string) string {
	var pairs []string
	values := slices.Collect(maps.Values(s))
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) }) // one may hold another
	for _, value := range values {
		for _, form := range forms(value) {
			pairs = append(pairs, form, "***")
		}
	}
	return strings.NewReplacer(pairs...).Replace
}
