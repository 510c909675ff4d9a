package shadow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/schemas"
	toolset "github.com/keptgate/keptgate/schemas/tools"
	"github.com/keptgate/keptgate/suites/recorded"
)

func TestEffects(t *testing.T) {
	yes, no := true, false
	defined := entry("a", recorded.Item{User: "Hello."}, calls("notify", `{}`))
	defined.Tools = []recorded.Tool{{Name: "notify", Reads: &yes}, {Name: "get_key", Reads: &no}, {Name: "peek", Reads: &yes}, {Name: "look_up"}}
	again := entry("b", recorded.Item{User: "Hello."}, calls("list_all", `{}`))
	again.Tools = []recorded.Tool{{Name: "peek", Reads: &no}, {Name: "glance", Reads: &yes}, {Name: "glance", Reads: &yes}}
	known, err := newCatalogue([]Entry{defined, again}, Options{Reads: []string{"book"}, Writes: []string{"list_all", "notify"}, Tools: nil})
	if err == nil {
		t.Fatalf("a flag names a tool that nobody knows, and there is %v", known)
	}
	known, err = newCatalogue([]Entry{defined, again}, Options{Reads: []string{"get_key"}, Writes: []string{"list_all", "list_all"}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"notify": "read definition", "get_key": "read flag", "peek": "write definition", "look_up": "read name", "list_all": "write flag",
		"glance": "read definition", "getUser": "read name", "gets": "write name", "": "write name",
	}
	got := map[string]string{}
	for name := range want {
		effect, by := known.effect(name)
		got[name] = fmt.Sprint(effect, " ", by)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("effects (-want +got):\n%s", diff)
	}
}

func TestFlagsAreRefused(t *testing.T) {
	list := []Entry{entry("a", recorded.Item{User: "Hello."}, calls("get_user", `{}`))}
	for want, o := range map[string]Options{
		`--reads names "get_usr", which no conversation defines or calls; did you mean "get_user"?`: {Reads: []string{"get_usr"}},
		`--writes names "x", which no conversation defines or calls`:                                {Writes: []string{"x"}},
		`--writes names "get_user", and another flag does too; say what it does once`:               {Reads: []string{"get_user"}, Writes: []string{"get_user"}},
		`--ignore names "y", which no conversation defines or calls`:                                {Ignored: []string{"y"}},
	} {
		if _, err := Run(t.Context(), agent.Nothing(), list, o); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestOffered holds what tools a candidate is offered, and what it is told.
func TestOffered(t *testing.T) {
	c := &scripted{lists: map[string][]string{"Hello.": {`"Hello.`}}}
	own := entry("own", recorded.Item{User: "Hello."}, calls("get_x", `{"n":1}`))
	own.System = "Be kind."
	own.Tools = []recorded.Tool{{Name: "get_x", Description: "d", Parameters: map[string]any{"type": "object"}}, {Name: "get_x"}, {Name: "bare"}, {Name: "a.b"}}
	bare := entry("bare", recorded.Item{User: "Hello."},
		calls("lend", `{"id":"t1","n":1,"v":1,"z":null,"o":{},"l":[],"b":true}`, `{"id":"t2","n":2.5,"v":"x","extra":1}`, `{`), calls("a.b", `{}`))
	r := run(t, c, []Entry{own, bare}, func(o *Options) { o.Concurrency = 1 })
	same(t, "tools of the record", `[{"name":"get_x","description":"d","parameters":{"type":"object"}},{"name":"bare","description":"","parameters":{"type":"object","properties":{}}}]`, c.tools[0])
	same(t, "tools made of calls", `[{"name":"lend","description":"Called in recorded conversations.","parameters":{"properties":{`+
		`"b":{"type":"boolean"},"extra":{"type":"number"},"id":{"type":"string"},"l":{"type":"array"},"n":{"type":"number"},"o":{"type":"object"},"v":{},"z":{}},"required":["id","n","v"],"type":"object"}}]`, c.tools[1])
	if diff := cmp.Diff([]string{"Be kind.", ""}, c.system); diff != "" {
		t.Errorf("system texts (-want +got):\n%s", diff)
	}
	want := []string{
		"1 conversation came without definitions of tools: the candidate got some that were made of all recorded calls; give the true ones by --tools.",
		"1 conversation came without a system text; give one by --policy.",
		`The tool "a.b" was not offered: no provider takes its name.`,
	}
	if diff := cmp.Diff(want, r.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}

	c = &scripted{lists: c.lists}
	f, problems := toolset.Read("t.json", []byte(`[{"name":"look","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},{"name":"bare","description":"d"}]`))
	if f == nil {
		t.Fatal(schemas.Problems(problems))
	}
	tools, err := Tools(f)
	if err != nil {
		t.Fatal(err)
	}
	r = run(t, c, []Entry{own, bare}, func(o *Options) { o.Concurrency, o.Tools, o.Policy = 1, tools, "Be brief." })
	for _, got := range c.tools {
		same(t, "tools of a file", `[{"name":"look","description":"","parameters":{"type":"object"}},{"name":"bare","description":"d","parameters":{"type":"object","properties":{}}}]`, got)
	}
	if diff := cmp.Diff([]string{"Be brief.", "Be brief."}, c.system); diff != "" {
		t.Errorf("system texts (-want +got):\n%s", diff)
	}
	if len(r.Notes) != 1 {
		t.Errorf("notes are %q", r.Notes)
	}
	f, _ = toolset.Read("t.json", []byte(`{"type":"object","properties":{}}`))
	if _, err := Tools(f); err == nil || !strings.Contains(err.Error(), "no definition has a name") {
		t.Errorf("a schema alone: %v", err)
	}
	var many []string
	crowd := entry("crowd", recorded.Item{User: "Hello."})
	for i := range maxInferred + 1 {
		many = append(many, fmt.Sprint("t", i))
		crowd.Items = append(crowd.Items, calls(many[i], `{}`))
	}
	if _, err := Run(t.Context(), c, []Entry{crowd}, Options{}); err == nil || !strings.Contains(err.Error(), "give their definitions by --tools") {
		t.Errorf("%d tools: %v", len(many), err)
	}
}

func TestRounds(t *testing.T) {
	user, says := func(s string) recorded.Item { return recorded.Item{User: s} }, func(s string) recorded.Item { return recorded.Item{Agent: s} }
	do := calls("a", `{}`)
	tests := []struct {
		name  string
		items []recorded.Item
		want  []string // the user's words, and what the agent did by letters
	}{
		{"nobody", nil, nil},
		{"only the agent", []recorded.Item{says("Hello."), do}, nil},
		{"only the user", []recorded.Item{user("Hello.")}, nil},
		{"one", []recorded.Item{user("Hello."), says("Hello.")}, []string{"Hello.: t"}},
		{"the last is not answered", []recorded.Item{user("Hello."), do, says("Hello."), user("Bye.")}, []string{"Hello.: ct"}},
		{"a greeting comes first", []recorded.Item{says("Welcome."), do, user("Hello."), do}, []string{"Hello.: tcc"}},
		{"twice in a row", []recorded.Item{user("a"), user("b"), says("c"), user("d"), says("e")}, []string{"a\n\nb: t", "d: t"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := entry("x", test.items...)
			var got []string
			for _, r := range e.rounds() {
				did := ""
				for _, item := range r.agent {
					if len(item.Calls) > 0 {
						did += "c"
					} else {
						did += "t"
					}
				}
				got = append(got, r.user+": "+did)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("rounds (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRecordedSaysAll holds that what follows the record does so where its agent spoke
// first, beside its calls, or several times.
func TestRecordedSaysAll(t *testing.T) {
	unanswered := calls("get_x", `{"n":1}`)
	unanswered.Calls[0].Answered = false
	raw := calls("lend", `{n`)
	long := entry("long", recorded.Item{User: "Hello."}, recorded.Item{Agent: "Hello."})
	for range maxRecorded + 1 {
		long.Items = append(long.Items, calls("a", `{}`))
	}
	list := []Entry{
		entry("odd", recorded.Item{Agent: "Welcome."}, calls("get_y", `{}`), recorded.Item{User: "Hello."}, recorded.Item{Agent: "One moment."}, unanswered, raw, recorded.Item{Agent: "a"}, recorded.Item{Agent: "b"}),
		entry("silent", recorded.Item{Agent: "Welcome."}), long,
		entry("beyond", recorded.Item{User: "Hello."}, recorded.Item{Agent: "Hello."}),
	}
	list[0].Notes = []string{"An image was left out."}
	r := run(t, Recorded{}, list, func(o *Options) { o.Limit = 3 })
	if r.All.Agreed != 3 || r.All.Recorded != 3 || r.All.NotRecorded != 0 || r.Unanswered != 1 {
		t.Errorf("%+v, %d unanswered", r.All, r.Unanswered)
	}
	same(t, "count", `{"recorded":4,"played":1,"cut":0,"unfit":2,"void":0,"left":1}`, r.Count)
	for _, want := range []string{
		"1 conversation cannot be replayed: nothing that a user said was answered.", "1 conversation cannot be replayed: more than 500 calls.", "An image was left out.",
	} {
		if !slices.Contains(r.Notes, want) {
			t.Errorf("notes are %q, want %q", r.Notes, want)
		}
	}
	// Without a record, as another candidate would have it, it does not start.
	r = run(t, struct{ agent.Candidate }{Recorded{}}, list[:1])
	same(t, "void", `[{"reason":"start candidate: there is no record to follow","conversations":1}]`, r.Void)
}

// TestIgnored holds that calls of an ignored tool are answered and counted nowhere.
func TestIgnored(t *testing.T) {
	list := []Entry{entry("a", recorded.Item{User: "Hello."}, calls("think", `{"thought":"hm"}`), calls("lend", `{"n":1}`))}
	c := &scripted{lists: map[string][]string{"Hello.": {`think {"thought":"aha"} & lend {"n":1} & think {"thought":"hm"}`, `"Done.`}}}
	r := run(t, c, list, func(o *Options) { o.Ignored = []string{"think", "think"} })
	if diff := cmp.Diff([]string{noted, "200 {}", "200 {}"}, c.replies); diff != "" {
		t.Errorf("replies (-want +got):\n%s", diff)
	}
	if r.All.Recorded != 1 || r.All.Agreed != 1 || r.All.NotRecorded != 0 || r.Noted != 0 || len(r.Tools) != 1 || r.Writes.Agreement.Agreed != 1 {
		t.Errorf("%+v, %d noted, tools %+v, writes %+v", r.All, r.Noted, r.Tools, r.Writes)
	}
	if !slices.Contains(r.Notes, `Calls of "think" are in no figure.`) {
		t.Errorf("notes are %q", r.Notes)
	}
}

func TestCheck(t *testing.T) {
	for spec, want := range map[string]string{
		"builtin:nothing": "", "builtin:reference": "plays the reference of a case", "builtin:flaky": "plays the reference of a case",
		"command:/bin/true": "acts by itself", "https://agent.example/": "acts by itself",
	} {
		c, err := agent.Parse(spec, agent.Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = Check(c)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", spec, err, want)
		}
	}
	if err := Check(agent.Through(agent.Nothing(), &agent.Served{})); err == nil || !strings.Contains(err.Error(), "leave out interface") {
		t.Errorf("an interface: %v", err)
	}
	if err := Check(Recorded{}); err != nil {
		t.Error(err)
	}
}

func TestEntries(t *testing.T) {
	list, err := Entries("some/talks.jsonl", []byte(`{"messages":[{"role":"user","content":"Hi."}]}
{"id":"b","category":"loans","messages":[{"role":"user","content":"Hi."}]}`))
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, e := range list {
		got = append(got, strings.Join([]string{e.ID, e.Category, e.File, e.outcome()}, " "))
	}
	if diff := cmp.Diff([]string{"#1 talks some/talks.jsonl not_said", "b loans some/talks.jsonl not_said"}, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	if _, err := Entries("x.json", []byte(`{}`)); err == nil || !strings.HasPrefix(err.Error(), "x.json: ") {
		t.Errorf("no conversation: %v", err)
	}
}
