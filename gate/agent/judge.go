package agent

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"

	"github.com/keptgate/keptgate/gate/trace"
)

// judge says whose failure it is that a request has no answer. What the candidate
// has done, such as a conversation that outgrew the model, comes back as an answer;
// all else is a *ProviderError.
func (m *model) judge(err error) (answer, error) {
	var refused *refusal
	var out *outage
	switch {
	case errors.As(err, &refused):
		return m.refused(refused)
	case errors.As(err, &out):
		return answer{}, m.broken(out)
	}
	var odd *oddAnswer
	reason := "the answer is not a completion: it is not JSON"
	if errors.As(err, &odd) {
		reason = odd.Error()
	}
	return answer{}, m.fail(http.StatusOK, reason, false, err)
}

// oddAnswer says why an answer of a good status is none. That is the provider's
// fault: a model that says nothing still sends a message.
type oddAnswer struct{ reason string }

func (e *oddAnswer) Error() string { return e.reason }

func odd(format string, args ...any) error {
	return &oddAnswer{"the answer is not a completion: " + fmt.Sprintf(format, args...)}
}

// refused reads an answer of another class than 200.
func (m *model) refused(r *refusal) (answer, error) {
	fresh := !m.answered.Load() // nothing has worked yet: the configuration is at fault
	reason, permanent := "", true
	switch s := r.status; {
	case s/100 == 3:
		reason = fmt.Sprintf("the provider answered with a redirect (%d), which is not followed, since it would carry the key elsewhere: set the base URL to the address that it leads to", s)
		permanent = fresh
	case s == http.StatusUnauthorized || s == http.StatusBadRequest && r.said.badKey():
		reason = fmt.Sprintf("the provider refused the key (%d): check the key in %s", s, m.keyEnv)
	case s == http.StatusPaymentRequired || r.said.usedUp():
		reason = fmt.Sprintf("the account has no quota left (%d): check the plan behind the key in %s", s, m.keyEnv)
	case s == http.StatusForbidden:
		reason = fmt.Sprintf("the provider refused access (403): check what the key in %s may use", m.keyEnv)
	case s == http.StatusNotFound:
		reason = fmt.Sprintf("the provider knows no model %q (404): check the model's name and the base URL", m.name)
	case s == http.StatusTooManyRequests || s == overloaded:
		reason = fmt.Sprintf("the provider limits the rate (%d) and answered nothing for %s, or asks to wait longer%s", s, maxDrought, r.said.text())
		permanent = false
	case s >= 500 || s == http.StatusRequestTimeout || s == http.StatusConflict:
		reason = fmt.Sprintf("the provider answered %d %s after %d attempts%s", s, http.StatusText(s), r.attempts, r.said.text())
		permanent = false
	case r.said.tooLong():
		return answer{said: trace.Message{Cut: true}}, nil
	case r.said.filtered():
		return answer{said: trace.Message{Refusal: true}}, nil
	case r.said.failed != "":
		return answer{said: trace.Message{Text: r.said.failed}}, nil
	default:
		reason, permanent = fmt.Sprintf("the provider refused the request (%d)%s", s, r.said.text()), fresh
	}
	return answer{}, m.fail(r.status, reason, permanent, r)
}

// broken reads an error that came without a usable response.
func (m *model) broken(o *outage) error {
	cause := plain(o.err)
	reason := fmt.Sprintf("the connection failed %d times: %s", o.attempts, cause)
	var op *net.OpError
	var cert *tls.CertificateVerificationError
	unreached := errors.As(o.err, &cert) || (errors.As(o.err, &op) && op.Op == "dial")
	switch {
	case errors.Is(o.err, errTooLong):
		reason = errTooLong.Error()
	case unreached:
		reason = fmt.Sprintf("no server could be reached in %d attempts: %s: check the base URL", o.attempts, cause)
	}
	return m.fail(o.status, reason, unreached && !m.answered.Load(), o)
}

// plain is the cause of an error without the address that was asked.
func plain(err error) error {
	var asked *url.Error
	if errors.As(err, &asked) {
		err = asked.Err
	}
	var name *net.DNSError
	var op *net.OpError
	switch {
	case errors.As(err, &name):
		return errors.New(name.Err)
	case errors.As(err, &op):
		return op.Err
	default:
		return err
	}
}

func (m *model) fail(status int, reason string, permanent bool, err error) error {
	return &ProviderError{Status: status, Reason: safe(reason, m.key), Permanent: permanent, err: err}
}
