package agent

import (
	"maps"
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
)

func TestReferenceRecoversItsWrites(t *testing.T) {
	for name, tc := range map[string]conversation{
		"nothing happens":           {booking(), nil, []string{book, saysBooked, filesDone}},
		"a busy tool":               {booking(), []string{"429 30"}, []string{book, waits(30), book, saysBooked, filesDone}},
		"a busy tool, no time said": {booking(), []string{"429"}, []string{book, waits(5), book, saysBooked, filesDone}},
		"a tool that is down":       {booking(), []string{"503", "503"}, []string{book, waits(5), book, waits(10), book, saysBooked, filesDone}},
		"a tool that is down for good": {
			booking(), times(9, "503"), []string{book, waits(5), book, waits(10), book, sorry, notDone},
		},
		"no answer, with a key": {booking(), []string{"504"}, []string{book, book, saysBooked, filesDone}},
		"no answer, and done": {
			edited(booking(), unkeyed), []string{"504", booked}, []string{bare, list, saysBooked, filesDone},
		},
		"no answer, and not done": {
			edited(booking(), unkeyed),
			[]string{"504", nothingYet, nothingYet},
			[]string{bare, list, waits(5), list, bare, saysBooked, filesDone},
		},
		"no answer, and seen late": {
			edited(booking(), unkeyed), []string{"504", nothingYet, booked}, []string{bare, list, waits(5), list, saysBooked, filesDone},
		},
		"no answer, and nothing to look at": {
			edited(edited(booking(), unkeyed), unseen), []string{"504"}, []string{bare, unclear, unconfirmed},
		},
		"no answer, and the list is down": {
			edited(booking(), unkeyed), []string{"504", "403"}, []string{bare, list, unclear, unconfirmed},
		},
		"never an answer": {
			booking(), join(times(3, "504"), times(2, nothingYet)),
			[]string{book, book, waits(10), book, list, waits(5), list, unclear, unconfirmed},
		},
		"never an answer, and done": {
			booking(), join(times(3, "504"), times(1, booked)), []string{book, book, waits(10), book, list, saysBooked, filesDone},
		},
		"no answer, then refused": {
			booking(), []string{"504", "409", booked}, []string{book, book, list, saysBooked, filesDone},
		},
		"done later": {
			booking(),
			[]string{"202", `{"operation":{"status":"pending"}}`, `{"operation":{"status":"done"}}`},
			[]string{book, waits(30), list, waits(60), list, saysBooked, filesDone},
		},
		"done later, as the list shows": {
			booking(),
			[]string{"202", nothingYet, booked},
			[]string{book, waits(30), list, waits(60), list, saysBooked, filesDone},
		},
		"accepted, and failed": {
			booking(), []string{"202", `{"operation":{"status":"failed"}}`}, []string{book, waits(30), list, sorry, notDone},
		},
		"accepted, and never done": {
			booking(), join([]string{"202"}, times(9, `{"operation":{"status":"pending"}}`)),
			[]string{book, waits(30), list, waits(60), list, waits(120), list, waits(120), list, waits(120), list, waits(120), list, unclear, unconfirmed},
		},
		"accepted, and nothing to look at": {edited(booking(), unseen), []string{"202"}, []string{book, unclear, unconfirmed}},
		"an expired session":               {booking(), []string{"401"}, []string{book, "renew {}", book, saysBooked, filesDone}},
		"a session that stays expired": {
			booking(),
			[]string{"401", "{}", "401", "{}", "401"},
			[]string{book, "renew {}", book, waits(5), "renew {}", book, sorry, notDone},
		},
		"a lost permission": {booking(), []string{"403"}, []string{book, sorry, notDone}},
		"a rival":           {careful(booking()), []string{"409"}, []string{book, sorry, notDone}},
	} {
		check(t, name, reference{}, tc)
	}
}

func TestCarefulReferenceMakesSureOfItsWrites(t *testing.T) {
	for name, tc := range map[string]conversation{
		"done":          {nil, []string{"{}", booked}, []string{book, list, saysBooked, filesDone}},
		"an old state":  {nil, []string{"{}", nothingYet, booked}, []string{book, list, waits(5), list, saysBooked, filesDone}},
		"nothing there": {nil, []string{"{}", nothingYet, nothingYet, "{}", booked}, []string{book, list, waits(5), list, book, list, saysBooked, filesDone}},
		"never there": {
			nil, times(3, "{}", nothingYet, nothingYet),
			[]string{book, list, waits(5), list, book, list, waits(5), list, waits(10), book, list, waits(5), list, unclear, unconfirmed},
		},
		"the list is down":              {nil, []string{"{}", "403"}, []string{book, list, saysBooked, filesDone}},
		"not found is absence":          {nil, []string{"{}", "404", "404", "{}", booked}, []string{book, list, waits(5), list, book, list, saysBooked, filesDone}},
		"so is an error of an MCP tool": {nil, []string{"{}", "422", "422", "{}", booked}, []string{book, list, waits(5), list, book, list, saysBooked, filesDone}},
		"refused the second time": {
			nil,
			[]string{"{}", nothingYet, nothingYet, "409", booked},
			[]string{book, list, waits(5), list, book, list, saysBooked, filesDone},
		},
		"a refusal under a good status": {
			nil, []string{`{"ok":true,"result":null,"detail":"No such slot."}`}, []string{book, sorry, notDone},
		},
	} {
		tc.script = careful(booking())
		check(t, name, reference{}, tc)
	}
	check(t, "a key, and nothing to look at", reference{}, conversation{
		careful(edited(booking(), unseen)), nil, []string{book, book, saysBooked, filesDone},
	})
	check(t, "neither", reference{}, conversation{
		careful(edited(edited(booking(), unseen), unkeyed)), nil, []string{bare, saysBooked, filesDone},
	})
}

// several is a write of three items.
func several(s *Script, c *ScriptCall) {
	c.Items = "slots"
	c.Args = map[string]any{"slots": []any{"s1", "s2", "s3"}}
	c.Status = &Readback{Tool: "list", Shows: map[string]any{"items.*.slot": ":item"}}
}

func TestReferenceMendsWhatBrokeOff(t *testing.T) {
	const (
		all  = `book {"key":"k-1-1","slots":["s1","s2","s3"]}`
		rest = `book {"key":"k-1-1-rest","slots":["s2","s3"]}`
	)
	each := func(s *Script, c *ScriptCall) {
		several(s, c)
		c.Status = &Readback{Tool: "get", Args: map[string]any{"slot": ":item"}, Shows: map[string]any{"state": "taken"}}
	}
	for name, tc := range map[string]conversation{
		"the rest":         {edited(booking(), several), []string{"500", booked}, []string{all, list, rest, saysBooked, filesDone}},
		"all was done":     {edited(booking(), several), []string{"500", `{"items":[{"slot":"s1"},{"slot":"s2"},{"slot":"s3"}]}`}, []string{all, list, saysBooked, filesDone}},
		"refused the rest": {edited(booking(), several), []string{"500", booked, "409"}, []string{all, list, rest, unclear, unconfirmed}},
		"not to be seen":   {edited(edited(booking(), several), unseen), []string{"500"}, []string{all, unclear, unconfirmed}},
		"looked up one by one": {
			edited(booking(), each),
			[]string{"500", `{"state":"taken"}`, `{"state":"free"}`, "404"},
			[]string{all, `get {"slot":"s1"}`, `get {"slot":"s2"}`, `get {"slot":"s3"}`, rest, saysBooked, filesDone},
		},
	} {
		check(t, name, reference{}, tc)
	}
}

func TestReferenceRecoversItsReads(t *testing.T) {
	const (
		find   = `find {}`
		second = `book {"key":"k-2-1","slot":"s1"}`
	)
	crossed := func() *Script {
		s := careful(searching())
		s.Moves[0].Calls[0].Second = &Source{Field: "slot", Tool: "get", Args: map[string]any{"id": "x"}, Path: "slot"}
		return edited(edited(s, unseen), unkeyed)
	}
	get := `get {"id":"x"}`
	for name, tc := range map[string]conversation{
		"no answer":             {searching(), []string{"504", booked}, []string{find, waits(5), find, second, saysBooked, filesDone}},
		"never an answer":       {searching(), times(9, "504"), []string{find, waits(5), find, waits(10), find, sorry, notDone}},
		"malformed":             {searching(), []string{`{"items":[{"sl`, booked}, []string{find, find, second, saysBooked, filesDone}},
		"always malformed":      {searching(), times(9, `{"ite`), []string{find, find, waits(5), find, sorry, notDone}},
		"a lost permission":     {careful(searching()), []string{"403"}, []string{find, sorry, notDone}},
		"an expired session":    {searching(), []string{"401", "{}", booked}, []string{find, "renew {}", find, second, saysBooked, filesDone}},
		"two places agree":      {crossed(), []string{booked, `{"slot":"s1"}`}, []string{find, get, bare, saysBooked, filesDone}},
		"two places differ":     {crossed(), []string{`{"items":[{"slot":"1s"}]}`, `{"slot":"s1"}`, booked, `{"slot":"s1"}`}, []string{find, get, find, get, bare, saysBooked, filesDone}},
		"they never agree":      {crossed(), times(3, booked, `{"slot":"s2"}`), join(times(2, find, get), []string{waits(5), find, get, sorry, notDone})},
		"the second is down":    {crossed(), []string{booked, "403"}, []string{find, get, bare, saysBooked, filesDone}},
		"a page and another":    {searching(), []string{`{"items":[],"next_cursor":"c1"}`, booked}, []string{find, `find {"cursor":"c1"}`, second, saysBooked, filesDone}},
		"a page that is gone":   {searching(), []string{`{"items":[{"slot":"s1"}],"next_cursor":"c1"}`, "403"}, []string{find, `find {"cursor":"c1"}`, sorry, notDone}},
		"no cursor to ask with": {edited(searching(), func(s *Script, _ *ScriptCall) { s.Moves[0].Calls[0].Cursor = "" }), []string{`{"items":[{"slot":"s1"}],"next_cursor":"c1"}`}, []string{find, second, saysBooked, filesDone}},
	} {
		check(t, name, reference{}, tc)
	}
}

// Once something was written, a reply may be of an older state: what the script
// goes on with is looked up twice.
func TestReadsAfterWritesAreLookedUpTwice(t *testing.T) {
	const find, old = "find {}", `{"items":[{"slot":"s0"}]}`
	for name, tc := range map[string]struct {
		answers, want []string
		files         string
	}{
		"never the same":   {[]string{old, booked, old}, []string{bare, find, find, waits(5), find, sorry}, unconfirmed}, // which write earns the claim is not known
		"the same":         {[]string{booked, booked}, []string{bare, find, find, bare, saysBooked}, filesDone},
		"an old one first": {[]string{old, booked, booked}, []string{bare, find, find, waits(5), find, bare, saysBooked}, filesDone},
	} {
		s := careful(edited(edited(searching(), unseen), unkeyed))
		first := edited(edited(booking(), unseen), unkeyed).Moves[0]
		first.Calls[0].Earns = []int{}
		s.insert(0, first)
		check(t, name, reference{}, conversation{s, append([]string{"{}"}, tc.answers...), append(tc.want, tc.files)})
	}
}

// A read that failed for reasons of its own stops what comes after it, though it
// saves nothing. One that is refused does not: a script may mean that.
func TestFailedReadsStopWhatFollows(t *testing.T) {
	for answer, want := range map[string][]string{
		"403": {`find {}`, `book {"key":"k-2-1","slot":"s1"}`, saysBooked, filesDone},
		"404": {`find {}`, `book {"key":"k-2-1","slot":"s1"}`, saysBooked, filesDone},
		"401": {`find {}`, sorry, notDone},
	} {
		s := booking()
		s.insert(0, Move{Calls: []ScriptCall{{Tool: "find", Kind: trace.Read}}})
		check(t, answer, reference{}, conversation{s, []string{answer}, want})
	}
}

// What a later call of the same tool makes up for is a refusal, which the script
// may have meant; not a failure, and not a call of the same message.
func TestFailedWritesStopWhatFollows(t *testing.T) {
	again := func() *Script {
		s := booking()
		s.insert(1, Move{Say: "I try another."}, booking().Moves[0])
		s.Moves[0].Calls[0].Earns, s.Moves[2].Calls[0].Earns = []int{}, []int{0}
		return s
	}
	pair := func() *Script {
		s := booking()
		s.Moves[0].Calls = append(s.Moves[0].Calls, s.Moves[0].Calls[0])
		s.Moves[0].Calls[0].Earns, s.Moves[0].Calls[1].Earns = []int{0}, []int{0}
		return s
	}
	both := book + ` & book {"key":"k-1-2","slot":"s1"}`
	for name, tc := range map[string]conversation{
		"refused, and another taken": {again(), []string{"409"}, []string{book, "says I try another.", `book {"key":"k-3-1","slot":"s1"}`, saysBooked, filesDone}},
		"out of order":               {again(), times(3, "503"), []string{book, waits(5), book, waits(10), book, sorry, notDone}},
		"no permission any more":     {careful(again()), []string{"403"}, []string{book, sorry, notDone}},
		"one of two": {
			pair(), []string{"409", "503"}, []string{both, waits(5), `book {"key":"k-1-2","slot":"s1"}`, sorry, unconfirmed},
		},
	} {
		check(t, name, reference{}, tc)
	}
}

// A result whose reply was lost is found in the record that shows the call.
func TestLostResultIsReadBack(t *testing.T) {
	s := edited(booking(), unkeyed)
	s.Moves[0].Calls[0].Save = map[string]string{"id": "booking.id"}
	s.Moves[1].Say = "Booked as $saved.id."
	check(t, "read back", reference{}, conversation{
		s,
		[]string{"504", `{"items":[{"id":"b1","slot":"s0"},{"id":"b2","slot":"s1"}]}`},
		[]string{bare, list, "says Booked as b2.", filesDone},
	})
	s = edited(booking(), unseen)
	s.Moves[0].Calls[0].Save = map[string]string{"id": "booking.id"}
	s.Moves[0].Calls[0].Status = &Readback{Tool: "list"}
	s.Moves[1].Say = "Booked as $saved.id."
	check(t, "brought by the key", reference{}, conversation{
		s,
		[]string{"202", `{"operation":{"status":"done"}}`, `{"booking":{"id":"b2"}}`},
		[]string{book, waits(30), list, book, "says Booked as b2.", filesDone},
	})
}

func TestReadbackShows(t *testing.T) {
	body := map[string]any{"title": "Head", "items": []any{
		map[string]any{"slot": "s1", "state": "cancelled"},
		map[string]any{"slot": "s2", "state": "booked", "price": int64(25)},
	}}
	for _, tc := range []struct {
		want map[string]any
		ok   bool
	}{
		{map[string]any{"title": "Head"}, true},
		{map[string]any{"title": "Clerk"}, false},
		{map[string]any{"items.*.slot": "s1"}, true},
		{map[string]any{"items.*.slot": "s1", "items.*.state": "booked"}, false},
		{map[string]any{"items.*.slot": "s2", "items.*.state": "booked", "title": "Head"}, true},
		{map[string]any{"items.1.price": 25.0}, true},
		{map[string]any{"items.*": "s1"}, false},
		{map[string]any{"gone.*.slot": "s1"}, false},
	} {
		if _, ok := shows(body, maps.Clone(tc.want), nil); ok != tc.ok {
			t.Errorf("%v is shown: %v, want %v", tc.want, ok, tc.ok)
		}
	}
}
