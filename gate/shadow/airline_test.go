package shadow

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites/recorded"
)

// Recordings of real agents are outside the repository. CI names them; a plain
// "go test" reads the sample in testdata, which has the same form.
var recordings = flag.String("recordings", "testdata/library.json", "recorded conversations")

func entries(t *testing.T, file string) []Entry {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list, err := Entries(file, data)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestAirline replays all conversations of a recording. What does as the record says
// agrees with all of it, and what does nothing with none of it.
func TestAirline(t *testing.T) {
	list := entries(t, *recordings)
	recorded, silent := run(t, Recorded{}, list), run(t, agent.Nothing(), list)
	for _, r := range []*Report{recorded, silent} {
		if r.Count.Played != len(list) || r.Ends[EndFinished] != len(list) || r.Count.Cut+r.Noted+r.Unrecorded+r.Unanswered != 0 {
			t.Errorf("%s: of %d conversations: %+v, ended %v; %d noted, %d unrecorded", r.Candidate, len(list), r.Count, r.Ends, r.Noted, r.Unrecorded)
		}
		if r.All.Recorded == 0 || r.Writes.Agreement.Of == 0 {
			t.Errorf("%s: the record holds no calls, or no writes", r.Candidate)
		}
		t.Logf("%s: %d conversations; %d of %d calls agree; all writes agree in %d of %d, %d without any",
			r.Candidate, r.Count.Played, r.All.Agreed, r.All.Recorded, r.Writes.Agreement.Agreed, r.Writes.Agreement.Of, r.Writes.None)
		for _, f := range r.Effects {
			t.Logf("%s: %ss: %d of %d", r.Candidate, f.Effect, f.Figures.Agreed, f.Figures.Recorded)
		}
		for _, s := range r.Outcomes {
			t.Logf("%s: %s: %d conversations, %d of %d calls", r.Candidate, s.Name, s.Conversations, s.Figures.Agreed, s.Figures.Recorded)
		}
	}
	if f := recorded.All; f.Agreed != f.Recorded || f.Other+f.NotMade+f.NotRecorded != 0 || recorded.Writes.Agreement.Agreed != recorded.Writes.Agreement.Of {
		t.Errorf("what the record says agrees with it in %+v, writes %+v", f, recorded.Writes)
	}
	if f := silent.All; f.NotMade != f.Recorded || f.Agreed+f.Other+f.NotRecorded != 0 || silent.Writes.Agreement.Agreed != 0 {
		t.Errorf("what does nothing agrees in %+v, writes %+v", f, silent.Writes)
	}
}

// TestAirlineInOrder holds that whoever calls what was called gets what came
// back then, also where a read gave something else after a write.
func TestAirlineInOrder(t *testing.T) {
	list := entries(t, *recordings)
	known, err := newCatalogue(list, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		var calls []recorded.Call
		for _, item := range e.Items {
			calls = append(calls, item.Calls...)
		}
		tools, _ := known.of(e)
		a, _ := newArchive(tools, calls, known)
		for i, call := range calls {
			got := a.Answer([]trace.Call{{ID: "x", Tool: call.Tool, Arguments: written(call)}})[0]
			if !trace.Equal(got.Body, call.Value()) || got.OK() == call.Failed || got.CallID != "x" {
				t.Errorf("%s: call %d, %s: got %v %s, want %s", e.ID, i+1, call.Tool, got.Status, got.Text(), call.Reply)
			}
		}
	}
}

func run(t *testing.T, c agent.Candidate, list []Entry, change ...func(*Options)) *Report {
	t.Helper()
	o := Options{Concurrency: 4}
	for _, f := range change {
		f(&o)
	}
	r, err := Run(t.Context(), c, list, o)
	if err != nil {
		t.Fatal(err)
	}
	valid(t, r)
	return r
}

// valid holds what is written against its schema.
func valid(t *testing.T, r *Report) {
	t.Helper()
	schema, err := schemas.Own("shadow")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	if found := schema.Validate(v); len(found) > 0 {
		t.Errorf("shadow.json: %v", found)
	}
}

// same compares what is written as JSON.
func same(t *testing.T, what string, want string, got any) {
	t.Helper()
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
