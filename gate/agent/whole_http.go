package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// service is a whole agent that is asked over HTTP.
type service struct {
	address  *url.URL
	key      string // sent as a bearer token; "" for none
	version  string
	timeout  time.Duration
	client   *http.Client
	answered atomic.Bool // it has answered once: the address is good
}

// newService makes the candidate of an address such as https://HOST/PATH.
func newService(f File, o Options) (Candidate, error) {
	u, err := url.Parse(f.URL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, &FieldError{"url", "want an address such as https://HOST/PATH, without user, password or query"}
	}
	if u.Scheme == "http" && !local(u.Hostname()) {
		return nil, &FieldError{"url", "http reaches agents on this machine only, as what is sent holds the policy and an address of the tools: use https"}
	}
	set, err := f.agentSettings()
	if err != nil {
		return nil, err
	}
	s := &service{address: u, version: f.Version, timeout: set.timeout}
	if f.APIKeyEnv != "" {
		if s.key = strings.TrimSpace(o.lookup(f.APIKeyEnv)); s.key == "" {
			return nil, &MissingKeyError{Env: f.APIKeyEnv}
		}
	}
	s.client = newClient(o.Transport, set.inFlight)
	return s, nil
}

// local tells whether a host is this machine.
func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Identity implements Candidate.
func (s *service) Identity() string {
	id := s.address.Scheme + "://" + s.address.Host + s.address.Path
	if s.version != "" {
		id += " version:" + s.version
	}
	return id
}

// Whole implements Whole.
func (*service) Whole() {}

// Start implements Candidate.
func (s *service) Start(_ context.Context, b Briefing) (Session, error) {
	return &serving{service: s, talk: newDialogue(b, sessionOf(b), s.key)}, nil
}

// serving is one call that a service takes.
type serving struct {
	service *service
	talk    *dialogue
}

// Close implements Session. The service learns that the call is over from the
// address of the tools, which is gone.
func (*serving) Close() error { return nil }

// Next implements Session.
func (s *serving) Next(ctx context.Context, m trace.Message, _ []trace.Tool) (trace.Message, trace.Usage, error) {
	answer, err := s.post(ctx, m)
	if err != nil {
		return trace.Message{}, trace.Usage{}, err
	}
	said, usage, err := s.talk.heard(answer)
	if err == nil {
		s.service.answered.Store(true)
	}
	return said, usage, err
}

func (s *serving) post(ctx context.Context, m trace.Message) ([]byte, error) {
	body, err := s.talk.request(m)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, s.service.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(limited, http.MethodPost, s.service.address.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if s.service.key != "" {
		req.Header.Set("Authorization", "Bearer "+s.service.key)
	}
	res, err := s.service.client.Do(req)
	if err == nil {
		defer func() { _ = res.Body.Close() }()
		body, err = io.ReadAll(io.LimitReader(res.Body, maxSaid+1))
	}
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("ask agent: %w", ctx.Err())
	case limited.Err() != nil:
		return nil, s.talk.crash("it did not answer within %s", s.service.timeout)
	case err != nil:
		return nil, s.broken(res, err)
	case len(body) > maxSaid:
		return nil, s.talk.crash("its answer is longer than %d bytes", maxSaid)
	case res.StatusCode >= 200 && res.StatusCode < 300:
		return body, nil
	}
	return nil, s.refused(res.StatusCode, body)
}

// broken reads an error of the connection: an agent that cannot be reached has
// not failed. One that breaks off in mid-answer has.
func (s *serving) broken(res *http.Response, err error) error {
	if res != nil {
		return s.talk.crash("it broke off in mid-answer: %v", err)
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // without the address
	}
	return &ProviderError{
		Agent: true, Reason: safe(fmt.Sprintf("the agent cannot be reached: %v", err), s.talk.secrets...), Permanent: !s.service.answered.Load(),
	}
}

// refused reads a status that is no success. What stands between, such as a
// gateway, is not the agent's failure; and an address that never answered is wrong.
func (s *serving) refused(status int, body []byte) error {
	said := ""
	if len(bytes.TrimSpace(body)) > 0 {
		said = ": " + string(body[:min(len(body), maxReason)])
	}
	fresh := !s.service.answered.Load()
	switch status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return &ProviderError{Agent: true, Status: status, Reason: safe(fmt.Sprintf("the agent is not available (%d)%s", status, said), s.talk.secrets...)}
	}
	if fresh && (status < 500 || status == http.StatusNotImplemented) {
		return &ProviderError{
			Agent: true, Status: status, Permanent: true,
			Reason: safe(fmt.Sprintf("the address answers %d to the first request: want an agent that speaks %s%s", status, Protocol, said), s.talk.secrets...),
		}
	}
	return s.talk.crash("it answered %d%s", status, said)
}
