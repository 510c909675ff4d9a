package trial

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
)

// TestClock: virtual time never falls behind the wall clock, and is not held back
// by it.
func TestClock(t *testing.T) {
	virtual, wall := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	c := clock{virtual, wall}
	for _, test := range []struct{ virtual, wall, want time.Duration }{
		{0, 0, 0},
		{0, 3 * time.Second, 3 * time.Second},
		{2 * time.Second, 3 * time.Second, time.Second},
		{time.Minute, 3 * time.Second, 0}, // it has waited by a tool
	} {
		if got := c.behind(virtual.Add(test.virtual), wall.Add(test.wall)); got != test.want {
			t.Errorf("%v virtual, %v on the wall: behind by %v, want %v", test.virtual, test.wall, got, test.want)
		}
	}
}

// TestTimePassesByTheWallClock while a whole agent acts, also between its calls.
func TestTimePassesByTheWallClock(t *testing.T) {
	var passed atomic.Int64
	pass := func(context.Context, *sdk.ClientSession) (string, error) {
		passed.Add(int64(7 * time.Second))
		return "", nil
	}
	s := hosted(t, &doer{does: []do{after(after(pass, use("", "find_tools", find)), say(bye)), say("")}}, nil)
	s.Wall = func() time.Time { return stopped().Add(time.Duration(passed.Load())) }
	r := run(t, s)
	if len(r.Ledger) != 1 || r.Ledger[0].At.Sub(r.Began) != 7*time.Second {
		t.Errorf("ledger %+v, begun %v", r.Ledger, r.Began)
	}
}

// TestVolley: calls that come when others have been refused count as sent with
// them, unless they are sent again.
func TestVolley(t *testing.T) {
	send := func(args ...string) []trace.Call {
		var out []trace.Call
		for _, a := range args {
			out = append(out, trace.Call{ID: a, Tool: "find", Arguments: a})
		}
		return out
	}
	refuse := func(ids ...string) []trace.Reply {
		var out []trace.Reply
		for _, id := range ids {
			out = append(out, trace.Failure(id, 429, "rate_limited", ""))
		}
		return out
	}
	for _, test := range []struct {
		name    string
		second  []trace.Call
		replies []trace.Reply
		after   time.Duration
		want    bool
	}{
		{"a straggler", send("c"), refuse("a", "b"), time.Millisecond, true},
		{"one that comes later", send("c"), refuse("a", "b"), time.Second, false},
		{"one of a tool that refused nobody", send("c"), []trace.Reply{{CallID: "a", Status: 200}}, time.Millisecond, false},
		{"a retry", send("a"), refuse("a", "b"), time.Millisecond, false},
		{"a retry beside a straggler", send("a", "c"), refuse("a", "b"), time.Millisecond, false},
		{"words", nil, refuse("a", "b"), time.Millisecond, false},
	} {
		var v volley
		if v.takes(send("a", "b"), nil, 0) {
			t.Error("the first message belongs to one before")
		}
		if got := v.takes(test.second, test.replies, test.after); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
