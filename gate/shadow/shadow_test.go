package shadow

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites/recorded"
)

// scripted is a candidate that answers from lists, by what the user said first: a line
// of calls such as `a {} & b {}`, words that begin with ", or one of the failures.
type scripted struct {
	lists map[string][]string
	fail  map[string]error // by what the user said first

	mu      sync.Mutex
	replies []string // what its calls were answered
	system  []string
	tools   [][]trace.Tool
	heard   []string
}

func (s *scripted) Identity() string { return "test:scripted" }

func (s *scripted) Start(_ context.Context, b agent.Briefing) (agent.Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.system = append(s.system, b.System)
	return &scriptedSession{all: s}, nil
}

type scriptedSession struct {
	all   *scripted
	about string
	at    int
}

func (*scriptedSession) Close() error { return nil }

func (s *scriptedSession) Next(_ context.Context, m trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	if s.at == 0 {
		s.about = m.Text
		s.all.tools = append(s.all.tools, tools)
	}
	if m.Text != "" {
		s.all.heard = append(s.all.heard, m.Text)
	}
	for _, r := range m.Replies {
		s.all.replies = append(s.all.replies, fmt.Sprint(r.Status, " ", r.Text()))
	}
	used := trace.Usage{Requests: 1, InputTokens: 100}
	if err := s.all.fail[s.about]; err != nil {
		return trace.Message{}, used, err
	}
	list := s.all.lists[s.about]
	line := list[min(s.at, len(list)-1)]
	s.at++
	if words, ok := strings.CutPrefix(line, `"`); ok {
		return trace.Message{Text: words, Cut: words == "cut"}, used, nil
	}
	var said trace.Message
	for i, one := range strings.Split(line, " & ") {
		tool, args, _ := strings.Cut(one, " ")
		said.Calls = append(said.Calls, trace.Call{ID: fmt.Sprint(s.at, ".", i), Tool: tool, Arguments: args})
	}
	return said, used, nil
}

func TestDisagreement(t *testing.T) {
	c := &scripted{lists: map[string][]string{
		"I want to extend my loan L1.\n\nIt is urgent.": {
			`get_loan {"loan_id":"L1"} & get_loan {"loan_id":"L2"}`, `"Extend it?`,
			`extend_loan {"loan_id":"L1","days":14} & cancel_loan {"loan_id":"L1"} & extend_loan {"loan_id":"L1","days":7.0} & extend_loan {"loan_id":"L1","days":7}`,
			`get_loan {"loan_id":"L1"}`, `get_loan {"loan_id":"L1"} & extend_loan [7]`, `"Done.`,
		},
		"Lend me a ladder.": {`find_tools {"name":"ladder"}`, `"It is closed.`},
		"When do you open?": {`"At nine.`},
	}}
	r := run(t, c, entries(t, "testdata/library.json"), func(o *Options) { o.Concurrency = 1 })
	want := []string{
		`200 {"due":"2026-03-03","loan_id":"L1"}`,
		`404 {"error":{"code":"not_recorded","message":"This conversation is replayed from a record, and the record does not hold the answer to this call. Go on without it.","status":404}}`,
		noted, // with other arguments
		`404 {"error":{"code":"unknown_tool","message":"There is no tool of this name.","status":404}}`,
		`200 {"ok":true}`,
		noted, // the same write again
		`200 {"due":"2026-03-10","loan_id":"L1"}`,
		`200 {"due":"2026-03-10","loan_id":"L1"}`, // read once more
		`400 {"error":{"code":"invalid_arguments","message":"The arguments are no JSON object.","status":400}}`,
		`400 "Error: the catalogue is closed"`,
	}
	if diff := cmp.Diff(want, c.replies); diff != "" {
		t.Errorf("replies (-want +got):\n%s", diff)
	}
	if r.Noted != 2 || r.Unrecorded != 3 || r.Unanswered != 0 {
		t.Errorf("%d noted, %d unrecorded, %d unanswered, want 2, 3, 0", r.Noted, r.Unrecorded, r.Unanswered)
	}
	same(t, "all", `{"recorded":5,"agreed":4,"other_arguments":0,"not_made":1,"not_recorded":6,"agreement":{"agreed":4,"of":5,"value":0.8,"low":0.3755,"high":0.9638}}`, rounded(r.All))
	var tools []string
	for _, f := range r.Tools {
		tools = append(tools, fmt.Sprint(f.Tool, " ", f.Effect, " ", f.By, " ", f.Figures.Agreed, f.Figures.Other, f.Figures.NotMade, f.Figures.NotRecorded))
	}
	wantTools := []string{
		"cancel_loan write name 0 0 0 1", "extend_loan write name 1 0 0 3", "find_tools read name 1 0 0 0", "get_loan read name 2 0 0 2", "transfer_to_person write name 0 0 1 0",
	}
	if diff := cmp.Diff(wantTools, tools); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	same(t, "writes", `{"agreement":{"agreed":0,"of":2,"value":0,"low":0,"high":0.6576},"none":1}`, WholeWrites{rounded(Figures{Agreement: r.Writes.Agreement}).Agreement, r.Writes.None})
	same(t, "second conversation", `[{"kind":"not_made","tool":"transfer_to_person","effect":"write","recorded":{"reason":"closed"}}]`, r.Played[1].Actions)
	if diff := cmp.Diff([]string{"library", "library", "library"}, categoriesOf(r)); diff != "" {
		t.Errorf("categories (-want +got):\n%s", diff)
	}
	wantHeard := []string{"I want to extend my loan L1.\n\nIt is urgent.", "Yes.", "Lend me a ladder.", "When do you open?"}
	if diff := cmp.Diff(wantHeard, c.heard); diff != "" {
		t.Errorf("what the user said (-want +got):\n%s", diff)
	}
	if r.Usage.Requests != 9 || r.Usage.InputTokens != 900 {
		t.Errorf("usage is %+v", r.Usage)
	}
}

const noted = `202 {"carried_out":false,"message":"This conversation is replayed from a record: the call was noted and not carried out.","noted":true}`

func categoriesOf(r *Report) []string {
	var out []string
	for _, d := range r.Played {
		out = append(out, d.Category)
	}
	return out
}

// rounded cuts an interval to four digits.
func rounded(f Figures) Figures {
	cut := func(v float64) float64 { return float64(int(v*10_000+.5)) / 10_000 }
	f.Agreement.Low, f.Agreement.High = cut(f.Agreement.Low), cut(f.Agreement.High)
	return f
}

// TestOtherArguments holds that a call with other arguments is counted by itself, with
// the names of those that differ, and that it is not carried out.
func TestOtherArguments(t *testing.T) {
	c := &scripted{lists: map[string][]string{
		"I want to extend my loan L1.\n\nIt is urgent.": {`extend_loan {"loan_id":"L1","days":14,"fee":0}`, `"Done.`},
		"Lend me a ladder.":                             {`"No.`},
		"When do you open?":                             {`"At nine.`},
	}}
	r := run(t, c, entries(t, "testdata/library.json"))
	same(t, "actions", `[{"kind":"not_made","tool":"get_loan","effect":"read","recorded":{"loan_id":"L1"}},`+
		`{"kind":"other_arguments","tool":"extend_loan","effect":"write","differs":["days","fee"],"recorded":{"days":7,"loan_id":"L1"},"made":{"days":14,"fee":0,"loan_id":"L1"}},`+
		`{"kind":"not_made","tool":"get_loan","effect":"read","recorded":{"loan_id":"L1"}}]`, r.Played[0].Actions)
	same(t, "differs", `[{"name":"days","calls":1},{"name":"fee","calls":1}]`, r.Tools[0].Differs)
	if got := c.replies[0]; got != noted {
		t.Errorf("it was answered %s", got)
	}
}

// TestEnds holds the limits of one conversation.
func TestEnds(t *testing.T) {
	many := strings.Join(slices.Repeat([]string{"lend {}"}, 31), " & ")
	c := &scripted{lists: map[string][]string{
		"steps": {`lend {}`}, "calls": {many}, "unrecorded": {strings.Join(slices.Repeat([]string{"get_x {}"}, 4), " & ")}, "cut_off": {`"cut`}, "finished": {`"fine`},
	}}
	var list []Entry
	for _, about := range slices.Sorted(maps.Keys(c.lists)) {
		list = append(list, entry(about, recorded.Item{User: about}, recorded.Item{Agent: "Hello."}, recorded.Item{User: "Next."}, calls("get_x", `{"n":1}`), calls("lend", `{"n":1}`)))
	}
	r := run(t, c, list)
	got := map[string]string{}
	for _, d := range r.Played {
		got[d.ID] = fmt.Sprint(d.End, " ", d.Steps, " ", d.Unrecorded)
	}
	want := map[string]string{
		"steps": "steps 30 0", "calls": "calls 2 0", "unrecorded": "unrecorded 3 12", "cut_off": "cut_off 1 0", "finished": "finished 2 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ends (-want +got):\n%s", diff)
	}
	if r.Count.Cut != 4 || r.Ends[EndFinished] != 1 {
		t.Errorf("%+v, ended %v", r.Count, r.Ends)
	}
	if !slices.ContainsFunc(r.Notes, func(n string) bool {
		return strings.Contains(n, "Cut after 10 calls that the record could not answer: 1 conversation.")
	}) {
		t.Errorf("notes are %q", r.Notes)
	}
}

// TestLongRecord holds that a record which is longer than the limits can be followed, and
// that nobody goes on for ever in it.
func TestLongRecord(t *testing.T) {
	long := entry("long")
	for range 40 {
		long.Items = append(long.Items, recorded.Item{User: "Go on."}, calls("lend", `{}`, `{"n":1}`), recorded.Item{Agent: "I do."})
	}
	var told []string
	o := Options{Concurrency: 1, Progress: func(done, of, void int) { told = append(told, fmt.Sprint(done, " ", of, " ", void)) }}
	r := run(t, Recorded{}, []Entry{long, long}, func(other *Options) { *other = o })
	if r.Ends[EndFinished] != 2 || r.All.Agreed != 160 || r.Played[0].Steps != 80 {
		t.Errorf("%+v, ended %v, %d steps", r.All, r.Ends, r.Played[0].Steps)
	}
	if diff := cmp.Diff([]string{"1 2 0", "2 2 0"}, told); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	if n := o.Requests([]Entry{long, long}); n != 160 {
		t.Errorf("about %d requests, want 160", n)
	}
	for line, want := range map[string]string{`lend {}`: "steps 160 160", `lend {} & lend {} & lend {}`: "calls 54 159"} {
		r := run(t, &scripted{lists: map[string][]string{"Go on.": {line}}}, []Entry{long})
		made := r.All.Agreed + r.All.Other + r.All.NotRecorded
		if got := fmt.Sprint(r.Played[0].End, " ", r.Played[0].Steps, " ", made); got != want {
			t.Errorf("%s for ever: %s, want %s", line, got, want)
		}
	}
}

func entry(id string, items ...recorded.Item) Entry {
	return Entry{recorded.Conversation{ID: id, Category: "c", Items: items}, "file"}
}

func calls(tool string, texts ...string) recorded.Item {
	var out []recorded.Call
	for _, text := range texts {
		out = append(out, recorded.Call{Tool: tool, Args: decoded(text).object, Raw: decoded(text).raw, Reply: "{}", Answered: true})
	}
	return recorded.Item{Calls: out}
}

// TestOutage holds that a provider's failure is no disagreement, and that the rest is
// not begun where all would fail.
func TestOutage(t *testing.T) {
	lists := map[string][]string{
		"I want to extend my loan L1.\n\nIt is urgent.": {`"Fine.`}, "Lend me a ladder.": {`"Fine.`}, "When do you open?": {`"At nine.`},
	}
	list := entries(t, "testdata/library.json")
	one := func(o *Options) { o.Concurrency = 1 }
	r := run(t, &scripted{lists: lists, fail: map[string]error{"Lend me a ladder.": &agent.ProviderError{Status: 500, Reason: "it is out"}}}, list, one)
	if r.Count.Played != 2 || r.Count.Void != 1 || r.Count.Left != 0 || r.All.Recorded != 3 || r.All.NotMade != 3 {
		t.Errorf("%+v, %+v", r.Count, r.All)
	}
	same(t, "void", `[{"reason":"ask model: it is out","conversations":1}]`, r.Void)
	if r.Usage.Requests != 4 {
		t.Errorf("requests: %d, want those of void conversations too", r.Usage.Requests)
	}
	all := map[string]error{}
	for about := range lists {
		all[about] = &agent.ProviderError{Status: 500, Reason: "it is out"}
	}
	all["Lend me a ladder."] = &agent.ProviderError{Status: 500, Reason: "a gateway is out"}
	r = run(t, &scripted{lists: lists, fail: all}, list)
	same(t, "void by frequency", `[{"reason":"ask model: it is out","conversations":2},{"reason":"ask model: a gateway is out","conversations":1}]`, r.Void)
	for about := range lists {
		all[about] = &agent.ProviderError{Status: 401, Reason: "no such key", Permanent: true}
	}
	r = run(t, &scripted{lists: lists, fail: all}, list, one)
	if r.Count.Played != 0 || r.Count.Void != 1 || r.Count.Left != 2 || r.All.Recorded != 0 {
		t.Errorf("%+v, %+v", r.Count, r.All)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, agent.Nothing(), list, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a run that was ended: %v", err)
	}
}
