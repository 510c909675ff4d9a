package agent

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/keptgate/keptgate/gate/trace"
)

// maxAnswer bounds one response in bytes: several times the longest output of
// any model.
const maxAnswer = 2 << 20

// newClient makes a client that keeps as many connections as may be in use.
func newClient(transport http.RoundTripper, inFlight int) *http.Client {
	if transport == nil {
		transport = &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			ForceAttemptHTTP2:      true,
			MaxIdleConns:           inFlight,
			MaxIdleConnsPerHost:    inFlight,
			IdleConnTimeout:        90 * time.Second,
			TLSHandshakeTimeout:    10 * time.Second,
			MaxResponseHeaderBytes: 1 << 20,
		}
	}
	return &http.Client{Transport: transport}
}

// attempts carries each attempt at a request, below the client library's
// retries. It waits for a free place, bounds time and size, and reads the
// response to its end: the library itself retries neither a timeout of its own
// nor a connection that breaks within the body.
type attempts struct {
	places  chan struct{}
	timeout time.Duration
}

func newAttempts(inFlight int, timeout time.Duration) *attempts {
	return &attempts{places: make(chan struct{}, inFlight), timeout: timeout}
}

func (a *attempts) do(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	select {
	case a.places <- struct{}{}:
		defer func() { <-a.places }()
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
	ctx, cancel := context.WithTimeout(req.Context(), a.timeout)
	defer cancel()
	res, err := next(req.WithContext(ctx))
	if err == nil {
		err = readWhole(res)
	}
	if err != nil && ctx.Err() != nil && req.Context().Err() == nil {
		return nil, fmt.Errorf("no answer within %s", a.timeout)
	}
	if err != nil {
		return nil, err
	}
	return res, nil
}

var errTooLong = fmt.Errorf("the answer is longer than %d bytes", maxAnswer)

// readWhole replaces the body of a response by what was read of it. A body that
// is too long stays a response, whose body fails: asking again would not help.
func readWhole(res *http.Response) error {
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	_ = res.Body.Close()
	if err != nil {
		return err
	}
	if len(body) > maxAnswer {
		res.Body = io.NopCloser(failing{errTooLong})
		return nil
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// ask sends one request, with retries, and takes the answer out of the response.
func (m *model) ask(ctx context.Context, req openai.ChatCompletionNewParams) (answer, error) {
	var last *http.Response // its status is known even where its body is no error of the interface
	res, err := m.service.New(ctx, req, option.WithResponseInto(&last))
	if ctx.Err() != nil {
		return answer{}, fmt.Errorf("ask model: %w", ctx.Err())
	}
	status := 0
	if last != nil {
		status = last.StatusCode
	}
	if err == nil {
		got, err := completion(res)
		if err != nil {
			return answer{}, m.fail(status, err.Error(), false, err)
		}
		m.answered.Store(true)
		return got, nil
	}
	if status >= 400 {
		return m.refused(status, err)
	}
	return answer{}, m.broken(status, err)
}

// refused reads a response of the classes 400 and 500.
func (m *model) refused(status int, err error) (answer, error) {
	e := &openai.Error{}
	errors.As(err, &e)
	said := ""
	if e.Message != "" {
		said = ": " + e.Message
	}
	fresh := !m.answered.Load() // nothing has worked yet: the configuration is at fault
	switch {
	case status == http.StatusUnauthorized:
		return answer{}, m.fail(status, fmt.Sprintf("the provider refused the key (401): check the key in %s", m.keyEnv), true, err)
	case status == http.StatusForbidden:
		return answer{}, m.fail(status, fmt.Sprintf("the provider refused access (403): check what the key in %s may use", m.keyEnv), true, err)
	case status == http.StatusNotFound:
		return answer{}, m.fail(status, fmt.Sprintf("the provider knows no model %q (404): check the model's name and the base URL", m.name), true, err)
	case e.Code == "insufficient_quota":
		return answer{}, m.fail(status, fmt.Sprintf("the account has no quota left (%d): check the plan behind the key in %s", status, m.keyEnv), true, err)
	case status >= 500 || status == http.StatusTooManyRequests || status == http.StatusRequestTimeout || status == http.StatusConflict:
		return answer{}, m.fail(status, fmt.Sprintf("the provider answered %d %s after %d attempts%s", status, http.StatusText(status), m.retries+1, said), false, err)
	case tooLong(e):
		return answer{cut: true, usage: trace.Usage{Requests: 1}}, nil
	case e.Code == "content_filter" || e.Code == "content_policy_violation":
		return answer{refused: true, usage: trace.Usage{Requests: 1}}, nil
	default:
		return answer{}, m.fail(status, fmt.Sprintf("the provider refused the request (%d)%s", status, said), fresh, err)
	}
}

// tooLong tells that a conversation has outgrown the model, which is the
// candidate's doing. Only some servers say so in the code.
func tooLong(e *openai.Error) bool {
	return e.Code == "context_length_exceeded" || e.Type == "exceed_context_size_error" ||
		strings.Contains(e.Message, "maximum context length")
}

// broken reads an error that came without a usable response.
func (m *model) broken(status int, err error) error {
	cause := err
	if u := (*url.Error)(nil); errors.As(err, &u) {
		cause = u.Err // without the address
	}
	reason := fmt.Sprintf("the connection failed %d times: %s", m.retries+1, cause)
	var op *net.OpError
	var cert *tls.CertificateVerificationError
	unreached := errors.As(err, &cert) || (errors.As(err, &op) && op.Op == "dial")
	switch {
	case status > 0 && errors.Is(err, errTooLong):
		reason = errTooLong.Error()
	case status > 0:
		reason = "the answer is not a completion: it is not JSON"
	case unreached:
		reason = fmt.Sprintf("no server could be reached in %d attempts: %s: check the base URL", m.retries+1, cause)
	}
	return m.fail(status, reason, unreached && !m.answered.Load(), err)
}

func (m *model) fail(status int, reason string, permanent bool, err error) error {
	return &ProviderError{Status: status, Reason: safe(reason, m.secrets...), Permanent: permanent, err: err}
}
