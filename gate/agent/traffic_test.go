package agent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// A provider that puts requests off costs time, and no retry. What it costs is not
// the candidate's time.
func TestRateLimitsAreWaitedFor(t *testing.T) {
	none := 0
	for name, tc := range map[string]struct {
		status  int
		body    string
		headers []string
		want    []time.Duration // when requests come, the last of which is answered
	}{
		"seconds":       {429, `{}`, []string{"Retry-After", "7"}, []time.Duration{0, 7 * time.Second, 14 * time.Second}},
		"milliseconds":  {429, `{}`, []string{"Retry-After-Ms", "250", "Retry-After", "7"}, []time.Duration{0, 250 * time.Millisecond}},
		"a date":        {429, `{}`, []string{"Retry-After", "Sat, 01 Jan 2000 00:00:30 GMT"}, []time.Duration{0, 30 * time.Second}},
		"a past date":   {429, `{}`, []string{"Retry-After", "Sat, 01 Jan 1999 00:00:30 GMT"}, []time.Duration{0, leastPause, 3 * leastPause}},
		"at once":       {429, `{}`, []string{"Retry-After", "0"}, []time.Duration{0, leastPause, 3 * leastPause, 7 * leastPause}},
		"in the body":   {429, `[{"error":{"code":429,"details":[{"retryDelay":"34s"}]}}]`, nil, []time.Duration{0, 34 * time.Second}},
		"no time":       {429, `{}`, []string{"Retry-After", "soon"}, []time.Duration{0, time.Second, 3 * time.Second, 7 * time.Second}},
		"below zero":    {429, `{}`, []string{"Retry-After", "-4"}, []time.Duration{0, time.Second}},
		"odd body":      {429, `{"retryDelay":"1.2.3s"}`, nil, []time.Duration{0, time.Second}},
		"overloaded":    {529, `{}`, nil, []time.Duration{0, time.Second, 3 * time.Second}},
		"not available": {503, `{}`, []string{"Retry-After", "3"}, []time.Duration{0, 3 * time.Second}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var at []time.Duration
			begin := time.Now()
			s := talk(t, File{Retries: &none}, func(*http.Request) (*http.Response, error) {
				at = append(at, time.Since(begin))
				time.Sleep(time.Nanosecond) // so that the answer comes after the request
				if len(at) < len(tc.want) {
					return answerOf(tc.status, tc.body, tc.headers...), nil
				}
				return answerOf(200, good), nil
			})
			next(t, s, hello)
			for i := range at {
				at[i] = at[i].Truncate(time.Millisecond)
			}
			if diff := cmp.Diff(tc.want, at); diff != "" {
				t.Errorf("%s: requests (-want +got):\n%s", name, diff)
			}
			if got := s.(Patient).Waited().Truncate(time.Millisecond); got != tc.want[len(tc.want)-1] {
				t.Errorf("%s: waited %v, want %v", name, got, tc.want[len(tc.want)-1])
			}
		})
	}
}

// Some servers say themselves whether to ask again.
func TestTheServersWordOnRetries(t *testing.T) {
	for _, tc := range []struct {
		status int
		word   string
		want   int // requests
	}{{429, "false", 1}, {500, "false", 1}, {400, "true", 3}, {400, "", 1}} {
		synctest.Test(t, func(t *testing.T) {
			n, twice := 0, 2
			s := talk(t, File{Retries: &twice}, func(*http.Request) (*http.Response, error) {
				n++
				return answerOf(tc.status, `{}`, "X-Should-Retry", tc.word), nil
			})
			if got := failure(t, s); got.Status != tc.status || n != tc.want {
				t.Errorf("%d %q: %+v after %d requests, want %d", tc.status, tc.word, *got, n, tc.want)
			}
		})
	}
}

// storm is a provider that refuses all that comes in its first minute.
type storm struct {
	mu                  sync.Mutex
	begin               time.Time
	open, most, refused int
	early               int // requests before the time that was named
	until               time.Time
}

func (s *storm) answer(*http.Request) (*http.Response, error) {
	s.mu.Lock()
	if time.Now().Before(s.until) && time.Now().After(s.begin) {
		s.early++
	}
	s.open++
	s.most = max(s.most, s.open)
	s.mu.Unlock()
	time.Sleep(100 * time.Millisecond)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if time.Since(s.begin) < time.Minute {
		s.refused++
		s.until = time.Now().Add(2 * time.Second)
		return answerOf(429, `{"error":{"type":"rate_limit_error"}}`, "Retry-After", "2"), nil
	}
	return answerOf(200, good), nil
}

// A minute of refusals loses none of 64 conversations, is not made worse by asking,
// and is over when it is over: as many requests are open again as there are
// conversations.
func TestStorm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const conversations, messages = 64, 60
		s := &storm{begin: time.Now()}
		none, slowed := 0, 0
		o := Options{LookupEnv: reached("http://model.test"), Transport: carrier(s.answer), Traffic: NewTraffic(nil, func() { slowed++ })}
		// Two candidates ask at the same address.
		var both []Candidate
		for _, model := range []string{"openai:m", "mistral:m"} {
			c, err := FromFile(File{Model: model, Retries: &none}, o)
			if err != nil {
				t.Fatal(err)
			}
			both = append(both, c)
		}
		var lost atomic.Int32
		var firsts, all sync.WaitGroup
		for i := range conversations {
			firsts.Add(1)
			all.Go(func() {
				session, _ := both[i%2].Start(t.Context(), Briefing{})
				for n := range messages {
					if _, _, err := session.Next(t.Context(), hello, nil); err != nil {
						lost.Add(1)
					}
					if n == 0 {
						firsts.Done()
					}
				}
			})
		}
		firsts.Wait()
		if took := time.Since(s.begin); took > 90*time.Second {
			t.Errorf("the first answers took %v, want them soon after the storm", took)
		}
		s.mu.Lock()
		if s.refused > 3*conversations+30 {
			t.Errorf("%d requests were refused, more than 64 and then 64, 32 and so on down to one for every two seconds", s.refused)
		}
		s.most = 0
		s.mu.Unlock()
		all.Wait()
		if lost.Load() != 0 || s.early != 0 || slowed != 1 {
			t.Errorf("%d messages were lost, %d requests came early, slowed down %d times, want 0, 0, 1", lost.Load(), s.early, slowed)
		}
		if s.most < conversations {
			t.Errorf("at most %d requests were open after the storm, want %d again", s.most, conversations)
		}
	})
}

// Where nothing is answered for ten minutes, requests fail; and every other one
// then fails at once.
func TestDroughtEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		c := carrier(func(*http.Request) (*http.Response, error) {
			return answerOf(429, `{"error":{"message":"slow down"}}`, "Retry-After", "20"), nil
		})
		s := talk(t, File{}, c)
		if got := failure(t, s); got.Permanent || got.Reason != "the provider limits the rate (429) and answered nothing for 10m0s, or asks to wait longer: slow down" {
			t.Errorf("got %+v", *got)
		}
		if took := time.Since(begin); took != maxDrought {
			t.Errorf("gave up after %v, want %v", took, maxDrought)
		}
		failure(t, s)
		if took := time.Since(begin); took != maxDrought {
			t.Errorf("gave up the next after %v, want no further wait", took)
		}
	})
}

// TestBoundsOnOpenRequests: 128 at one address, 1,024 in all. Who waits for a place
// among all holds one at the address.
func TestBoundsOnOpenRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		open := map[string]int{}
		release := make(chan struct{})
		hold := carrier(func(r *http.Request) (*http.Response, error) {
			mu.Lock()
			open[r.URL.Host]++
			open["all"]++
			mu.Unlock()
			<-release
			return answerOf(200, good), nil
		})
		traffic := NewTraffic(nil, nil)
		ctx, cancel := context.WithCancel(t.Context())
		var failed atomic.Int32
		var all sync.WaitGroup
		for host := range 9 {
			c, err := FromFile(File{Model: "openai:m"}, Options{LookupEnv: reached(fmt.Sprintf("http://m%d.test", host)), Transport: hold, Traffic: traffic})
			if err != nil {
				t.Fatal(err)
			}
			for range 140 {
				all.Go(func() {
					s, _ := c.Start(ctx, Briefing{})
					if _, _, err := s.Next(ctx, hello, nil); errors.Is(err, context.Canceled) {
						failed.Add(1)
					}
				})
			}
			synctest.Wait() // the last address comes when all others are full
		}
		want := map[string]int{"all": 1024}
		for host := range 8 {
			want[fmt.Sprintf("m%d.test", host)] = 128
		}
		if diff := cmp.Diff(want, open); diff != "" {
			t.Errorf("open requests (-want +got):\n%s", diff)
		}
		cancel()
		synctest.Wait()
		close(release)
		all.Wait()
		if got := failed.Load(); got != 9*140 {
			t.Errorf("%d requests were cancelled, want all", got)
		}
		// What was given up left no place taken.
		if traffic.total.taken != 0 || traffic.lane("http://m8.test").places.taken != 0 || len(traffic.total.queue) != 0 {
			t.Errorf("places are still taken: %d in all", traffic.total.taken)
		}
	})
}

// Who waits for the end of a pause can be called off, and a pause that begins while
// a request waits for its place among all holds it back.
func TestPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		traffic := NewTraffic(func() float64 { return 1 }, nil)
		refused, err := traffic.enter(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		traffic.total.resize(1)
		begin, came := time.Now(), make(chan time.Duration)
		go func() {
			p, err := traffic.enter(t.Context(), "a")
			if err != nil {
				t.Error(err)
			}
			came <- time.Since(begin)
			p.leave()
		}()
		synctest.Wait()
		refused.limited(0, false) // a second, and a quarter of it by chance
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := traffic.enter(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the context's error", err)
		}
		if got := <-came; got != 1250*time.Millisecond {
			t.Errorf("went after %v, want 1.25s", got)
		}
		if _, err := traffic.enter(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the context's error", err)
		}
	})
}

// A trial that is called off while a failed request waits to be made again ends.
func TestCancelledBetweenAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		s := talk(t, File{}, func(*http.Request) (*http.Response, error) { return answerOf(500, `{}`), nil })
		if _, _, err := s.Next(ctx, hello, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the context's error", err)
		}
		if _, _, err := s.Next(ctx, trace.Message{}, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the context's error", err)
		}
	})
}
