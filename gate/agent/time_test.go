package agent

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// carrier answers requests without a network, so that time can be made up.
type carrier func(*http.Request) (*http.Response, error)

func (c carrier) RoundTrip(r *http.Request) (*http.Response, error) { return c(r) }

func answerOf(status int, body string, headers ...string) *http.Response {
	res := &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body))}
	for i := 0; i+1 < len(headers); i += 2 {
		res.Header.Set(headers[i], headers[i+1])
	}
	return res
}

const good = `{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"Hi."}}]}`

func talk(t *testing.T, f File, c carrier) Session {
	t.Helper()
	if f.Model == "" {
		f.Model = "openai:m"
	}
	m, err := FromFile(f, Options{LookupEnv: reached("http://model.test/v1"), Transport: c})
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.Start(context.Background(), Briefing{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A hang is ended at the timeout and asked again; waiting longer each time.
func TestHangIsAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		hang := func(r *http.Request) (*http.Response, error) {
			if n++; n == 3 {
				return answerOf(200, good), nil
			}
			<-r.Context().Done()
			return nil, r.Context().Err()
		}
		begin := time.Now()
		next(t, talk(t, File{Timeout: "20s"}, hang), hello)
		if took := time.Since(begin); n != 3 || took < 41*time.Second || took > 42*time.Second {
			t.Errorf("answered after %d requests and %v, want 3 and two timeouts of 20s with short waits", n, took)
		}
	})
}

func TestHangForGoodVoidsTheTrial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		s := talk(t, File{}, func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		got := failure(t, s)
		if got.Permanent || !strings.Contains(got.Reason, "no answer within 1m0s") {
			t.Errorf("got %+v", *got)
		}
		if took := time.Since(begin); took < 7*time.Minute || took > 8*time.Minute {
			t.Errorf("gave up after %v, want seven requests of one minute and waits of up to 8s", took)
		}
	})
}

// A body that drips without end is a hang too.
func TestDripIsAHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		once := 0
		s := talk(t, File{Retries: &once}, func(r *http.Request) (*http.Response, error) {
			res := answerOf(200, "")
			res.Body = io.NopCloser(drip{r.Context()})
			return res, nil
		})
		if got := failure(t, s); !strings.Contains(got.Reason, "no answer within 1m0s") {
			t.Errorf("got %+v", *got)
		}
	})
}

type drip struct{ ctx context.Context }

func (d drip) Read(p []byte) (int, error) {
	select {
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	case <-time.After(time.Second):
		p[0] = ' '
		return 1, nil
	}
}
