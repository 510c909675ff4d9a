package agent

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// maxAnswer bounds one response in bytes: several times the longest output of
// any model.
const maxAnswer = 2 << 20

// line carries the requests of one candidate, below its client library, which
// neither waits nor tries again by itself. It waits for a free place, bounds time
// and size, reads each response to its end, and asks again where that can help.
// Nothing but an answer of class 200 comes back as a response; all else is a
// *refusal, an *outage or the context's error.
type line struct {
	client  *http.Client
	traffic *Traffic
	address string  // host and scheme, the same for all who ask there
	places  *places // of this candidate
	timeout time.Duration
	retries int
}

func newLine(base string, set settings, o Options) *line {
	l := &line{traffic: o.Traffic, places: newPlaces(set.inFlight), timeout: set.timeout, retries: set.retries}
	if u, err := url.Parse(base); err == nil {
		l.address = u.Scheme + "://" + u.Host
	}
	if l.traffic == nil {
		l.traffic = NewTraffic(nil, nil)
	}
	l.client = newClient(o.Transport, set.inFlight)
	return l
}

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
	// A redirect is not followed: it would carry key and conversation elsewhere.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &http.Client{Transport: transport, CheckRedirect: stay}
}

// Do sends a request until it is answered, refused, or no more attempts are left.
// Where the provider limits the rate, an attempt does not count.
func (l *line) Do(req *http.Request) (*http.Response, error) {
	ctx, began := req.Context(), time.Now()
	for attempt := 1; ; {
		p, err := l.enter(ctx)
		if err != nil {
			return nil, err
		}
		sent := time.Now()
		res, body, err := l.send(req)
		l.places.give()
		if ctx.Err() != nil {
			p.leave()
			return nil, ctx.Err()
		}
		if err == nil && res.StatusCode/100 == 2 {
			p.answered()
			if s, ok := ctx.Value(spentKey{}).(*spent); ok {
				s.waited += sent.Sub(began)
			}
			return res, nil
		}
		why := l.failure(res, body, err, attempt)
		wait, told := askedWait(res, body)
		if limitsRate(res, why, told) {
			if !p.limited(wait, told) {
				return nil, why
			}
			continue
		}
		p.leave()
		if attempt > l.retries || !passing(res, body, err) || told && wait > maxDrought {
			return nil, why
		}
		if !told {
			wait = doubled(500*time.Millisecond, attempt, 8*time.Second)
			wait -= time.Duration(l.traffic.jitter() * float64(wait) / 4)
		}
		attempt++
		until := time.Now().Add(wait)
		if err := pauseUntil(ctx, func() time.Duration { return time.Until(until) }); err != nil {
			return nil, err
		}
	}
}

// enter takes the candidate's own place and one of the run's.
func (l *line) enter(ctx context.Context) (*pass, error) {
	if err := l.places.take(ctx); err != nil {
		return nil, err
	}
	p, err := l.traffic.enter(ctx, l.address)
	if err != nil {
		l.places.give()
	}
	return p, err
}

// send makes one attempt. The response holds what was read of it.
func (l *line) send(req *http.Request) (*http.Response, []byte, error) {
	ctx, cancel := context.WithTimeout(req.Context(), l.timeout)
	defer cancel()
	again := req.Clone(ctx)
	if req.GetBody != nil {
		again.Body, _ = req.GetBody() // the library's bodies are bytes in memory
	}
	res, err := l.client.Do(again)
	var body []byte
	if err == nil {
		body, err = readWhole(res)
	}
	if err != nil && ctx.Err() != nil && req.Context().Err() == nil {
		err = fmt.Errorf("no answer within %s", l.timeout)
	}
	return res, body, err
}

var errTooLong = fmt.Errorf("the answer is longer than %d bytes", maxAnswer)

// readWhole replaces the body of a response by what was read of it.
func readWhole(res *http.Response) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	_ = res.Body.Close()
	switch {
	case err != nil:
		return nil, err
	case len(body) > maxAnswer:
		return nil, errTooLong
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	return body, nil
}

// failure is what an attempt came to, if not to an answer.
func (l *line) failure(res *http.Response, body []byte, err error, attempts int) error {
	if err != nil {
		o := &outage{attempts: attempts, err: err}
		if res != nil {
			o.status = res.StatusCode
		}
		return o
	}
	return &refusal{status: res.StatusCode, attempts: attempts, said: complain(body)}
}

// spent is what a request took beside the attempt that was answered: for places,
// pauses, and attempts that failed. It is the provider's time, not the model's.
type spent struct{ waited time.Duration }

type spentKey struct{}

// timing gives a context in which a line notes what it spends.
func timing(ctx context.Context) (context.Context, *spent) {
	s := &spent{}
	return context.WithValue(ctx, spentKey{}, s), s
}
