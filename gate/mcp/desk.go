package mcp

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
)

const (
	// together is how long a call waits for others that come with it: a client
	// cannot send several in one request, so that those it makes at once arrive one
	// by one.
	together = 25 * time.Millisecond
	// maxTogether is how many calls are taken as made at once.
	maxTogether = 256
)

// Desk is the candidate's place in one trial, offered to MCP clients: the trial
// waits for what the client does next, and answers it. Clients may be several;
// Serve, Answer, Wait and Finish are for the trial alone.
type Desk struct {
	server *sdk.Server
	own    []string      // tools that are the desk's own
	asked  chan *request // what the client does
	over   chan struct{} // closed by Finish
	open   chan struct{} // closed when the trial waits for the first time
	left   chan struct{} // closed when the client has left for good

	held    *request   // was asked, and did not come with the calls before it
	pending []*request // what the trial is at
	opening sync.Once

	mu     sync.Mutex
	served map[string]trace.Tool
	said   string // what was said last, to the candidate
	end    string // what is answered once all is over
	serial int    // of the last call
}

// NewDesk opens a desk that serves the tools of the world and nothing else.
func NewDesk(version string) *Desk { return newDesk(version, "") }

func newDesk(version, instructions string) *Desk {
	d := &Desk{
		asked: make(chan *request), over: make(chan struct{}), open: make(chan struct{}), left: make(chan struct{}),
		end: "The call is over: nothing can be done any more.",
	}
	d.server = sdk.NewServer(&sdk.Implementation{Name: "keptgate", Version: version}, &sdk.ServerOptions{
		Instructions: instructions, Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}},
	})
	d.server.AddReceivingMiddleware(d.receive)
	return d
}

// errLeft ends a trial whose client is gone.
var errLeft = errors.New("the client left before the call was over")

// Wait returns what the client does next: the calls that come at once, or one text.
// It returns false where until is closed and nothing was asked before.
func (d *Desk) Wait(ctx context.Context, until <-chan struct{}) (trace.Message, bool, error) {
	d.opening.Do(func() { close(d.open) })
	first := d.held
	d.held = nil
	if first == nil {
		select {
		case first = <-d.asked:
		case <-until:
			select {
			case first = <-d.asked:
			default:
				return trace.Message{}, false, nil
			}
		case <-d.left:
			return trace.Message{}, false, errLeft
		case <-ctx.Done():
			return trace.Message{}, false, ctx.Err()
		}
	}
	d.pending = []*request{first}
	if first.call != nil {
		d.gather(ctx)
	}
	return d.asks(), true, nil
}

// gather takes the calls that come with the first.
func (d *Desk) gather(ctx context.Context) {
	quiet := time.NewTimer(together)
	defer quiet.Stop()
	for len(d.pending) < maxTogether {
		select {
		case next := <-d.asked:
			if next.call == nil {
				d.held = next
				return
			}
			d.pending = append(d.pending, next)
			quiet.Reset(together)
		case <-quiet.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// asks is what is pending as a message of the candidate.
func (d *Desk) asks() trace.Message {
	m := trace.Message{Text: d.pending[0].text}
	for _, r := range d.pending {
		if r.call != nil {
			m.Calls = append(m.Calls, *r.call)
		}
	}
	return m
}

// Answer hands the replies of a message to those who made the calls, and what is
// said with them to the last.
func (d *Desk) Answer(m trace.Message) {
	if m.Text != "" {
		d.mu.Lock()
		d.said = m.Text
		d.mu.Unlock()
	}
	for i, r := range d.pending {
		text := ""
		if i == len(d.pending)-1 {
			text = m.Text
		}
		r.answered <- r.answer(m.Replies, text)
	}
	d.pending = nil
}

// Finish answers whatever is still asked, and all that will be: that the call is
// over, or what the text says. It is called once.
func (d *Desk) Finish(text string) {
	d.mu.Lock()
	if text != "" {
		d.end = text
	}
	d.mu.Unlock()
	close(d.over)
}

// ended is the answer to everything once all is over.
func (d *Desk) ended() *sdk.CallToolResult {
	d.mu.Lock()
	defer d.mu.Unlock()
	return result(d.end, false)
}

// begun waits until the trial has begun, so that a client finds the world's tools
// and the caller on the line.
func (d *Desk) begun(ctx context.Context) error {
	select {
	case <-d.open:
		return nil
	case <-d.over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Serve makes the catalogue that of the trial. Clients are told where it changed,
// and find it so when they are answered next.
func (d *Desk) Serve(tools []trace.Tool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	before := d.served
	d.served = make(map[string]trace.Tool, len(tools))
	for _, t := range tools {
		d.served[t.Name] = t
		if old, ok := before[t.Name]; !ok || !reflect.DeepEqual(old, t) {
			d.server.AddTool(&sdk.Tool{Name: t.Name, Description: t.Description, InputSchema: t.Parameters}, unreachable)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, ok := d.served[name]; !ok {
			d.server.RemoveTools(name)
		}
	}
}
