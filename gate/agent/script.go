package agent

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// Script is a case's reference, compiled for a candidate that plays it. What is
// beyond the moves tells lapses where they can strike; a script without it plays
// as well, but fewer lapses apply.
type Script struct {
	Digest   string // of the case: whoever was fitted to it knows it again
	Moves    []Move
	Claims   []trace.Claim // filed at the end when all goes well; Record may hold $saved.NAME
	ClaimsIn []int         // for each claim: the later call that files it, 0 for the first; nil: all in the first
	Lures    []Lure
	Asks     []string // facts that the caller must give before the first write
	Tells    bool     // there is something the caller must be told
	Escalate string   // required, forbidden, allowed; "" is forbidden

	Looks  []ScriptCall // reads that need no argument and are always in order
	Agrees bool         // the caller says yes whenever asked, and counts no turns

	// Careful: something may go wrong in this trial, so that an agent which is
	// meant to keep its promises makes sure of each write.
	Careful bool
	// Interface is how calls and replies are written in this trial; nil: as they
	// stand in the script.
	Interface Interface
	// InFlight is how many calls of a tool may be in flight at once, as its
	// description says; "" is all tools together. A tool that is missing has no limit.
	InFlight map[string]int

	owed []int        // for each claim: how many calls of the whole script earn it
	lies map[int]bool // claims filed as they stand, whatever happened

	manner manner
}

// Move is one step of a script. Exactly one field is set. Text may hold
// $saved.NAME.
type Move struct {
	Calls    []ScriptCall // sent in one message
	Ask      string       // the name of a fact, asked for in a sentence of ours
	Confirm  string       // said as it stands
	Say      string
	Handover string        // the reason
	Close    []trace.Claim // not nil: replaces the claims of the call it stands in
	Later    int           // the later call of this number begins here
}

// Interface brings a call to the form in force at this moment, and a reply back
// to that of the script.
type Interface interface {
	Call(tool string, args map[string]any) (string, map[string]any)
	Body(tool string, body any) any
}

// ScriptCall is one call of a script.
type ScriptCall struct {
	Tool string
	Args map[string]any    // "$saved.NAME" stands for a value saved before
	Save map[string]string // name -> path into the reply, such as "items.0.id"

	Kind        trace.Kind // of the tool; "" counts as read
	Required    bool       // the case demands this call as such
	Inserts     bool       // each call of the tool adds a row
	Target      []string   // arguments that say which record; nil: guessed by name and shape
	Checked     []string   // arguments whose values the case checks; nil: all but the target
	Idempotency string     // the argument that holds an idempotency key
	Earns       []int      // the claims, by index, that this call makes true; nil: to be guessed

	Status  *Readback // the call that shows what became of this one; nil: there is none
	Items   string    // the argument whose items are worked one by one
	Cursor  string    // the argument that asks for a further page
	Refresh string    // the tool that renews the session
	Second  *Source   // where a field of the reply can be read as well

	alter []alteration
	about string // of a call that follows up another: the tool of that
	extra bool   // added by a lapse: its failure stops nothing
}

// Readback shows what became of a call. In Args and Shows a text that begins
// with ":" names an argument of the call; ":item" is one of its items.
type Readback struct {
	Tool  string
	Args  map[string]any
	Shows map[string]any // path into the reply, where * is any place in a list -> the value once it is done
}

// Source is a second place where a field of a reply can be read.
type Source struct {
	Field string
	Tool  string
	Args  map[string]any // ":name" is an argument of the call
	Path  string
}

// Lure is a wrong call that a case tempts to.
type Lure struct {
	Lapse string // the lapse that commits it
	Call  ScriptCall
}

// of is the tool that the call is about.
func (c *ScriptCall) of() string { return cmp.Or(c.about, c.Tool) }

func (c *ScriptCall) writes() bool {
	return c.Kind == trace.Write || c.Kind == trace.Irreversible
}

// prepare returns a copy of the script which may be changed freely, with claims
// settled and each claim linked to the calls that earn it.
func (s *Script) prepare() *Script {
	c := *s
	c.Claims, c.ClaimsIn = slices.Clone(s.Claims), slices.Clone(s.ClaimsIn)
	if len(c.ClaimsIn) != len(c.Claims) {
		c.ClaimsIn = make([]int, len(c.Claims))
	}
	c.Moves = nil
	now := 0
	for _, m := range s.Moves {
		if m.Close != nil {
			c.close(now, m.Close)
			continue
		}
		now = max(now, m.Later)
		m.Calls = slices.Clone(m.Calls)
		c.Moves = append(c.Moves, m)
	}
	c.link()
	c.lies = map[int]bool{}
	return &c
}

// link finds out which calls earn which claims, where the script does not say,
// and counts them.
func (s *Script) link() {
	s.owed = make([]int, len(s.Claims))
	for later := range s.calls() {
		s.linkIn(later)
	}
}

// linkIn links the writes and the claims of one call of the caller.
func (s *Script) linkIn(later int) {
	var done []int
	for i, claim := range s.Claims {
		if claim.Status == trace.ClaimDone && s.ClaimsIn[i] == later {
			done = append(done, i)
		}
	}
	from, to := s.span(later)
	writes := slices.DeleteFunc(s.where((*ScriptCall).writes), func(p place) bool { return p.move < from || p.move >= to })
	for n, at := range writes {
		call := s.call(at)
		if call.Earns == nil {
			call.Earns = s.guess(call, n, len(writes), done)
		}
		for _, i := range call.Earns {
			if i >= 0 && i < len(s.owed) {
				s.owed[i]++
			}
		}
	}
}

// guess links the n-th of some writes to claims: one to one where there are as
// many of each, else by the record's key among the arguments, else all to the
// only write.
func (s *Script) guess(call *ScriptCall, n, writes int, done []int) []int {
	if writes == len(done) {
		return done[n : n+1]
	}
	if writes == 1 {
		return done
	}
	var named []int
	for _, i := range done {
		if names(call.Args, s.Claims[i].Record) {
			named = append(named, i)
		}
	}
	return named
}

// names tells whether arguments hold every part of a record's key.
func names(args map[string]any, record string) bool {
	for _, part := range strings.Split(record, "/") {
		if !slices.Contains(slices.Collect(maps.Values(args)), any(part)) {
			return false
		}
	}
	return true
}

// place is where a call stands in a script.
type place struct{ move, call int }

func (s *Script) call(p place) *ScriptCall { return &s.Moves[p.move].Calls[p.call] }

// where lists the places of calls that a condition holds for, in order.
func (s *Script) where(holds func(*ScriptCall) bool) []place {
	var found []place
	for m := range s.Moves {
		for c := range s.Moves[m].Calls {
			if holds(&s.Moves[m].Calls[c]) {
				found = append(found, place{m, c})
			}
		}
	}
	return found
}

// remove takes a call out, and its move with the last one.
func (s *Script) remove(p place) {
	m := &s.Moves[p.move]
	m.Calls = slices.Delete(m.Calls, p.call, p.call+1)
	if len(m.Calls) == 0 {
		s.Moves = slices.Delete(s.Moves, p.move, p.move+1)
	}
}

// insert puts moves before the move at index i.
func (s *Script) insert(i int, moves ...Move) { s.Moves = slices.Insert(s.Moves, i, moves...) }

// farewell is the index of the last spoken move, behind all calls where the
// script ends by speaking, else the script's length.
func (s *Script) farewell() int {
	n := len(s.Moves)
	if n > 0 && (s.Moves[n-1].Say != "" || s.Moves[n-1].Handover != "") {
		return n - 1
	}
	return n
}

// has tells whether a condition holds for some move.
func (s *Script) has(holds func(Move) bool) bool { return slices.ContainsFunc(s.Moves, holds) }

// saved finds the names of saved values that a value refers to.
func saved(v any) []string {
	var names []string
	switch x := v.(type) {
	case string:
		for _, m := range savedName.FindAllStringSubmatch(x, -1) {
			names = append(names, m[1])
		}
	case []any:
		for _, e := range x {
			names = append(names, saved(e)...)
		}
	case map[string]any:
		for _, e := range x {
			names = append(names, saved(e)...)
		}
	}
	return names
}

// uses tells whether some call or text of the script refers to a value that the
// call at p saves.
func (s *Script) uses(p place) bool {
	var names []string
	for _, m := range s.Moves {
		names = append(names, saved(m.Say+m.Confirm+m.Handover)...)
		for _, c := range m.Calls {
			names = append(names, saved(c.Args)...)
		}
	}
	for name := range s.call(p).Save {
		if slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// question asks for a fact by its name.
func question(about string) string {
	first, _, _ := strings.Cut(strings.ToLower(about), " ")
	switch first {
	case "which", "what", "when", "where", "who", "whose", "whom", "how", "whether", "why",
		"the", "your", "a", "an", "their", "his", "her":
		return "Could you tell me " + about + "?"
	default:
		return "Could you tell me the " + about + "?"
	}
}
