package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const depot = "../../gate/testdata/suites/depot"

// played is the program with a client of the SDK at its standard streams.
type played struct {
	client  *sdk.ClientSession
	stderr  bytes.Buffer
	code    chan int
	changed chan struct{} // one for each notice that the list of tools changed
}

func serveDepot(t *testing.T, args ...string) *played {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	p := &played{code: make(chan int, 1), changed: make(chan struct{}, 64)}
	go func() {
		p.code <- run(t.Context(), &system{
			args: append([]string{"serve", depot}, args...), env: func(string) string { return "" },
			stdin: toServer, stdout: fromServer, stderr: &p.stderr, now: time.Now,
		})
	}()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { p.changed <- struct{}{} },
	})
	var err error
	if p.client, err = client.Connect(t.Context(), &sdk.IOTransport{Reader: toClient, Writer: fromClient}, nil); err != nil {
		t.Fatal(err)
	}
	return p
}

// do calls tools in order; each is its name and its arguments.
func (p *played) do(t *testing.T, tool string, args map[string]any, want string) {
	t.Helper()
	r, err := p.client.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	if got := r.Content[0].(*sdk.TextContent).Text; !strings.Contains(got, want) {
		t.Errorf("%s %v: got %q, want it to hold %q", tool, args, got, want)
	}
}

// leave ends the session and returns the exit code and what was printed.
func (p *played) leave(t *testing.T) (int, string) {
	t.Helper()
	_ = p.client.Close()
	code := <-p.code
	return code, p.stderr.String()
}

type arguments = map[string]any

func TestServeGradesWhatWasPlayed(t *testing.T) {
	p := serveDepot(t, "--case", "s-001")
	if got := p.client.InitializeResult().Instructions; !strings.Contains(got, "depot") && len(got) < 100 {
		t.Errorf("the instructions are no policy: %q", got)
	}
	p.do(t, "hear", arguments{}, "HH-RW 501")
	p.do(t, "list_orders", arguments{"query": "HH-RW 501"}, "o1044")
	p.do(t, "reschedule_order", arguments{"order_id": "o1044", "wanted_on": "2026-03-17"}, "2026-03-17")
	p.do(t, "set_priority", arguments{"order_id": "o1044", "priority": "normal"}, "normal")
	p.do(t, "say", arguments{"text": "It goes with the tour of 17 March, at normal priority."}, "File the record")
	p.do(t, "close_call", arguments{"items": []any{
		arguments{"effect": "delivery_changed", "record": "o1044", "status": "done"},
		arguments{"effect": "priority_changed", "record": "o1044", "status": "done"},
	}}, "")
	p.do(t, "hear", arguments{}, "")
	if code, said := p.leave(t); code != exitPass || !strings.Contains(said, "depot/s-001 is over (goodbye). The promise was kept") {
		t.Errorf("exit %d, printed %q", code, said)
	}
}

func TestServeSaysWhatWentWrong(t *testing.T) {
	p := serveDepot(t, "--case", "s-001")
	p.do(t, "set_priority", arguments{"order_id": "o1045", "priority": "normal"}, "")
	p.do(t, "handover", arguments{"reason": "I cannot find it."}, "")
	p.do(t, "close_call", arguments{"items": []any{}}, "")
	code, said := p.leave(t)
	for _, want := range []string{"is over (handover). The promise was not kept", "over_escalation", "A required change is missing", "untold"} {
		if code != exitPass || !strings.Contains(said, want) {
			t.Errorf("exit %d, printed %q, want %q", code, said, want)
		}
	}
}

func TestServeDecidesNothingOfAnUnfinishedCall(t *testing.T) {
	p := serveDepot(t)
	p.do(t, "hear", arguments{}, "")
	if code, said := p.leave(t); code != exitUndecided || !strings.Contains(said, "the client left before the call was over") {
		t.Errorf("exit %d, printed %q", code, said)
	}
}

func TestServeRefusesAnUnknownCase(t *testing.T) {
	var stderr bytes.Buffer
	code := run(context.WithoutCancel(t.Context()), &system{args: []string{"serve", depot, "--case", "nope"}, stdout: io.Discard, stderr: &stderr, now: time.Now})
	if code != exitUsage || !strings.Contains(stderr.String(), "s-001") {
		t.Errorf("exit %d, printed %q", code, stderr.String())
	}
}

// TestServeMeetsTheFaultsOfTheCase plays a case that declares one.
func TestServeMeetsTheFaultsOfTheCase(t *testing.T) {
	p := serveDepot(t, "--case", "d-001")
	order := arguments{"part_id": "p116", "quantity": 12, "idempotency_key": "k"}
	p.do(t, "order_part", order, "rate_limited")
	p.do(t, "wait", arguments{"seconds": 60}, "")
	p.do(t, "order_part", order, "p116")
	p.leave(t)
}
