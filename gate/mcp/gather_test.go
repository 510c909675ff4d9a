package mcp

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// TestCallsThatComeTogether: calls that follow each other fast are one message, in
// the order in which they came; a text, or a call after a pause, is another.
func TestCallsThatComeTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := NewDesk("test")
		var asking sync.WaitGroup
		ask := func(after time.Duration, r *request) {
			asking.Go(func() {
				time.Sleep(after) // of the bubble
				if _, err := d.ask(t.Context(), r); err != nil {
					t.Error(err)
				}
			})
		}
		call := func(id string) *request { return &request{call: &trace.Call{ID: id, Tool: "find"}} }
		ask(0, call("a"))
		ask(together-1, call("b"))
		ask(2*together-3, call("c"))
		ask(3*together, call("d")) // not within the time after c
		ask(3*together+1, &request{text: "Hello."})
		ask(3*together+2, call("e"))
		var got []string
		for range 4 {
			m, ok, err := d.Wait(t.Context(), nil)
			if err != nil || !ok {
				t.Fatal(ok, err)
			}
			line := m.Text
			var replies []trace.Reply
			for _, c := range m.Calls {
				line += c.ID
				replies = append(replies, trace.Reply{CallID: c.ID, Status: 200})
			}
			got = append(got, line)
			d.Answer(trace.Message{Replies: replies})
		}
		asking.Wait()
		if diff := cmp.Diff([]string{"abc", "d", "Hello.", "e"}, got); diff != "" {
			t.Errorf("messages (-want +got):\n%s", diff)
		}
	})
}

// TestWaitingEndsWithWhatIsWaitedFor: what was asked before comes first.
func TestWaitingEndsWithWhatIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := NewDesk("test")
		until := make(chan struct{})
		close(until)
		var asking sync.WaitGroup
		asking.Go(func() {
			r, err := d.ask(t.Context(), &request{call: &trace.Call{ID: "a", Tool: "find"}})
			if err != nil || !r.IsError {
				t.Error(r, err)
			}
		})
		synctest.Wait()
		if m, ok, err := d.Wait(t.Context(), until); !ok || err != nil || len(m.Calls) != 1 {
			t.Error("the call that was asked before was lost:", m, ok, err)
		}
		d.Answer(trace.Message{}) // without a reply to it
		asking.Wait()
		if _, ok, err := d.Wait(t.Context(), until); ok || err != nil {
			t.Error("nothing was asked:", ok, err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, _, err := d.Wait(gone, nil); err == nil {
			t.Error("the run is over")
		}
	})
}

// TestManyCallsAtOnce: what is more than can be one message is the next.
func TestManyCallsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := NewDesk("test")
		var asking sync.WaitGroup
		for i := range maxTogether + 1 {
			asking.Go(func() { _, _ = d.ask(t.Context(), &request{call: &trace.Call{ID: fmt.Sprint(i), Tool: "find"}}) })
		}
		synctest.Wait()
		for _, want := range []int{maxTogether, 1} {
			m, _, err := d.Wait(t.Context(), nil)
			if err != nil || len(m.Calls) != want {
				t.Errorf("%d calls, %v, want %d", len(m.Calls), err, want)
			}
			d.Answer(trace.Message{})
		}
		asking.Wait()
	})
}
