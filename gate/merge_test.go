package gate

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// smallShards runs two shards of two small suites, one of them public and both
// held out, and returns their folders.
func smallShards(t *testing.T) (list []*suites.Suite, p *Plan, dirs []string) {
	t.Helper()
	desk, err := suites.Load(os.DirFS("../cmd/keptgate/testdata/suites"), "desk", 0)
	if err != nil {
		t.Fatal(err)
	}
	list = []*suites.Suite{desk}
	side := heldOutPlan(t, thresholds.Plan{K: 1, Steady: 1}).Suites
	policy := &thresholds.Policy{Plan: thresholds.Plan{K: 1, Steady: 2, Load: 1}, Weights: thresholds.Weights{PassK: 1, Load: 1}, Null: "each"}
	if p, err = NewPlan(slices.Concat(list, side), policy, 7, Filter{Trial: -1}); err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= 2; i++ {
		dirs = append(dirs, filepath.Join(t.TempDir(), fmt.Sprint(i)))
		runIn(t, dirs[i-1], p.Shard(Shard{Index: i, Of: 2, Name: "c"}), agent.Reference())
	}
	return list, p, dirs
}

// TestHostileShardsAreLost: what another job left is believed only where a run of
// this plan could have written it. Else the shard is lost, and says why; nothing
// of it counts.
func TestHostileShardsAreLost(t *testing.T) {
	list, p, dirs := smallShards(t)
	last := func(log string) string { return log[strings.LastIndex(strings.TrimRight(log, "\n"), "\n")+1:] }
	heldOut := func(log string) string {
		for line := range strings.Lines(log) {
			if strings.Contains(line, `"held_out":`) {
				return line
			}
		}
		t.Fatal("shard 2 has no trial that is held out")
		return ""
	}
	for _, test := range []struct {
		name, file string
		edit       func(string) string
		want       string
	}{
		{"index beyond the end", ResultFile, swap(`"index": 2`, `"index": 3`), "it is shard 3 of 2"},
		{"a field of no version", ResultFile, swap(`"gate": "g"`, `"gate": "g", "pass": true`), "unknown field"},
		{"a class that there is not", ResultFile, swap(`"class": "not_run"`, `"class": "passed"`), "check result"},
		{"too many shards", ResultFile, swap(`"of": 2`, `"of": 257`), "check result"},
		{"a candidate of none", ResultFile, swap(`"name": "c"`, `"name": "c", "place": 3`), "it is of candidate 3 of 0"},
		{"a held-out name that tells", ResultFile, func(s string) string {
			i := strings.Index(s, `"suite": "held-out",`)
			return s[:i] + strings.Replace(s[i:], `"tier": "`, `"tier": "<b>`, 1)
		}, "says more than a held-out case may"},
		{"a held-out case that is public", ResultFile, func(s string) string {
			i := strings.Index(s, `"suite": "held-out",`)
			return s[:i] + strings.Replace(s[i:], `"suite": "held-out",`, `"suite": "desk",`, 1)
		}, "by its mark or by its name"},
		{"no log", LogFile, nil, "is not beside it"},
		{"numbers below zero", LogFile, swap(`"requests":`, `"requests":-1`), "numbers that no trial has"},
		{"a record of what is held out", LogFile, func(s string) string {
			one := heldOut(s)
			at := strings.Index(one, `"held_out":`)
			return strings.Replace(s, one, one[:at]+`"record":{},"verdict":{"pass":true}}`+"\n", 1)
		}, "should have an outcome if it is held out"},
		{"two outcomes of one draw", LogFile, func(s string) string { return s + strings.Replace(last(s), `"pass":true`, `"pass":false`, 1) }, "stands in it twice, with different outcomes"},
		{"draws without end", LogFile, func(s string) string {
			var out strings.Builder
			for i := range maxLines {
				out.WriteString(strings.Replace(last(s), `"draw":1`, fmt.Sprintf(`"draw":%d`, i+2), 1))
			}
			return s + out.String()
		}, "was drawn more than 64 times"},
		{"a trial of the other", LogFile, func(s string) string { return s + last(read(t, dirs[0], LogFile)) }, "does not fall to this shard"},
		{"a log of another seed", LogFile, swap(`"seed":7`, `"seed":8`), "is of another run"},
		{"a trial less", LogFile, func(s string) string { return strings.TrimSuffix(s, last(s)) }, "trials"},
		{"half a line", LogFile, func(s string) string { return s[:len(s)-3] }, "its last line is torn"},
		{"a line of nothing", LogFile, func(s string) string { return s + "{}\n" }, "neither a record nor the outcome"},
	} {
		t.Run(test.name, func(t *testing.T) {
			bad := filepath.Join(t.TempDir(), "bad")
			if err := os.CopyFS(bad, os.DirFS(dirs[1])); err != nil {
				t.Fatal(err)
			}
			if test.edit == nil {
				if err := os.Remove(filepath.Join(bad, test.file)); err != nil {
					t.Fatal(err)
				}
			} else {
				before := read(t, bad, test.file)
				after := test.edit(before)
				if after == before {
					t.Fatal("the edit changed nothing")
				}
				write(t, bad, test.file, after)
			}
			first, err := ReadPart(dirs[0])
			if err != nil {
				t.Fatal(err)
			}
			parts, unread := []*Part{first}, []string(nil)
			second, err := ReadPart(bad)
			if err != nil {
				unread = append(unread, err.Error())
			} else {
				parts = append(parts, second)
			}
			ps, err := NewParts(parts, unread)
			if err != nil {
				t.Fatal(err)
			}
			r := merged(t, ps, list, p.Policy)
			if err := Judge(r, nil, p.Policy); err != nil {
				t.Fatal(err)
			}
			if r.Decision.Verdict != NotEvaluated || !strings.Contains(r.Stopped, test.want) || !strings.Contains(r.Stopped, "shard 2 of 2") {
				t.Errorf("verdict %s, stopped %q; want not-evaluated and %q", r.Decision.Verdict, r.Stopped, test.want)
			}
			if ran, _ := r.Ran(); ran != first.Result.Shard.Trials {
				t.Errorf("%d trials count, want the %d of the first shard", ran, first.Result.Shard.Trials)
			}
		})
	}
	doubled := filepath.Join(t.TempDir(), "doubled")
	if err := os.CopyFS(doubled, os.DirFS(dirs[1])); err != nil {
		t.Fatal(err)
	}
	log := read(t, doubled, LogFile)
	write(t, doubled, LogFile, log+last(log))
	want := merged(t, readParts(t, dirs...), list, p.Policy)
	if got := merged(t, readParts(t, dirs[0], doubled), list, p.Policy); judgedBytes(t, got, nil, p.Policy) != judgedBytes(t, want, nil, p.Policy) {
		t.Error("a line that stands twice in the same words changed the result")
	}
}

// TestShardsOfAnotherPlanAreRefused: what a shard tells of the held-out side must
// fit the plan that the configuration makes.
func TestShardsOfAnotherPlanAreRefused(t *testing.T) {
	list, p, dirs := smallShards(t)
	for _, test := range []struct {
		name string
		edit func(*Result, *thresholds.Policy)
		want string
	}{
		{"rows too many", func(r *Result, _ *thresholds.Policy) { r.Shard.HeldOut[0] = 99 }, "rows of held-out cases do not add up"},
		{"rows too few", func(r *Result, _ *thresholds.Policy) { r.Shard.HeldOut = r.Shard.HeldOut[:1] }, "rows of held-out cases do not add up"},
		{"no rows", func(r *Result, _ *thresholds.Policy) {
			r.Shard.HeldOut = nil
			r.Cases = slices.DeleteFunc(r.Cases, func(c CaseResult) bool { return c.HeldOut })
		}, "rows of held-out cases do not add up"},
		{"cases left out", func(r *Result, _ *thresholds.Policy) {
			r.Shard.HeldOut[0]--
			r.Cases = slices.DeleteFunc(r.Cases, func(c CaseResult) bool { return c.ID() == firstHeldOut(r) && c.Condition == Load })
		}, "cases take part under load"},
		{"another sample", func(_ *Result, p *thresholds.Policy) { p.Plan.Cases.Steady = 3 }, "cases take part under steady"},
		{"another number of trials", func(_ *Result, p *thresholds.Policy) { p.Plan.Steady = 3 }, "it has 3 trials of desk/d-001 under steady, and they have 2"},
		{"another condition", func(_ *Result, p *thresholds.Policy) { p.Plan.Load = 0 }, "it has held-out/"},
		{"another condition of the last suite", func(r *Result, p *thresholds.Policy) {
			r.Shard.HeldOut, r.Suites = nil, r.Suites[:1]
			r.Cases, p.Plan.Load = r.Cases[:4], 0
			for i := range r.Samples {
				r.Samples[i].Of = 2
			}
		}, "it has no desk/d-001 under load"},
		{"another k", func(_ *Result, p *thresholds.Policy) { p.Plan.K = 2 }, "k, the samples, the budget of a trial or the error modes"},
		{"another case", func(r *Result, _ *thresholds.Policy) { r.Cases[0].Digest, r.Shard.Plan = "x", "y" }, "case desk/d-001 is another here"},
		{"cases that were not run", func(r *Result, _ *thresholds.Policy) {
			r.Shard.HeldOut, r.Suites, r.Cases, r.Shard.Plan = nil, r.Suites[:1], r.Cases[:3], "y"
			for i := range r.Samples {
				r.Samples[i].Of = 2
			}
		}, "they did not run desk/d-002 under load"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ps, policy := readParts(t, dirs...), *p.Policy
			test.edit(ps.found[0].Result, &policy)
			if _, err := ps.Plan(list, &policy, 7, Filter{Trial: -1}); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Plan: %v, want %q", err, test.want)
			}
		})
	}
}

func firstHeldOut(r *Result) string {
	return r.Cases[slices.IndexFunc(r.Cases, func(c CaseResult) bool { return c.HeldOut })].ID()
}

// TestStoppedNamesWhatIsLost: all shards that stopped for one reason stop the run
// for that reason, and whatever else is lost is told in so many words.
func TestStoppedNamesWhatIsLost(t *testing.T) {
	part := func(i int, stopped string) *Part {
		return &Part{Dir: fmt.Sprint("s", i), Result: &Result{Stopped: stopped, Shard: &Shard{Index: i, Of: 3}}}
	}
	for _, test := range []struct {
		parts  []*Part
		unread []string
		want   string
	}{
		{[]*Part{part(3, "no key"), part(1, "no key"), part(2, "no key")}, []string{"x"}, "no key"},
		{[]*Part{part(3, "no key"), part(1, "no money"), part(2, "no key")}, nil, "shard 1 of 3 stopped: no money; shard 2 of 3 stopped: no key; shard 3 of 3 stopped: no key"},
		{[]*Part{part(1, "no key")}, []string{"x is torn"}, "shards 2, 3 of 3 are missing; x is torn; shard 1 of 3 stopped: no key"},
		{nil, nil, "there is no shard to merge"},
		{nil, strings.Split("123456789", ""), "there is no shard to merge; 1; 2; 3; 4; 5; 6; 7; 2 more"},
	} {
		ps, err := NewParts(test.parts, test.unread)
		if err != nil {
			t.Fatal(err)
		}
		if got := ps.stopped(); got != test.want {
			t.Errorf("stopped: %q, want %q", got, test.want)
		}
		now := epoch()
		if got := ps.times(now); test.parts == nil && (got != Times{Started: now, Finished: now}) {
			t.Errorf("a run of no shard has the times %v", got)
		}
	}
	early, late := part(1, ""), part(2, "")
	early.Result.Times = Times{Started: epoch(), Finished: epoch().Add(time.Hour)}
	late.Result.Times = Times{Started: epoch().Add(time.Minute), Finished: epoch().Add(time.Second)}
	ps := &Parts{found: []*Part{late, early}}
	if got, want := ps.times(time.Time{}), early.Result.Times; got != want {
		t.Errorf("times %v, want %v", got, want)
	}
}

// TestOnlyPlainFilesAreRead: what a link leads to, or what has no end, is not
// opened.
func TestOnlyPlainFilesAreRead(t *testing.T) {
	_, _, dirs := smallShards(t)
	for _, name := range []string{ResultFile, LogFile} {
		dir := filepath.Join(t.TempDir(), "linked")
		if err := os.CopyFS(dir, os.DirFS(dirs[0])); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(dirs[0], name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadPart(dir); err == nil || !strings.Contains(err.Error(), "no regular file") {
			t.Errorf("%s is a link: %v", name, err)
		}
	}
	large := filepath.Join(t.TempDir(), "large")
	write(t, filepath.Dir(large), "large", "12345")
	if err := regular(large, 4); err == nil || !strings.Contains(err.Error(), "more than the 4 allowed") {
		t.Errorf("a file that is too large: %v", err)
	}
}

// FuzzReadShard: no text of another job breaks the reader, and what it takes is a
// shard that says nothing it may not.
func FuzzReadShard(f *testing.F) {
	f.Add([]byte(`{"version":1,"shard":{"index":1,"of":2,"plan":"00000000000000000000000000000000","trials":0,"name":"c"}}`))
	f.Add([]byte(`{"version":1,"shard":{"index":-1,"of":1e9}}`))
	f.Add([]byte(`{"version":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := readShard(data)
		if err == nil && (r.Shard == nil || r.Shard.Index < 1 || r.Shard.Index > r.Shard.Of || r.Shard.Of > MaxShards) {
			t.Errorf("readShard took %s", bytes.TrimSpace(data))
		}
		if err == nil {
			if told, err := tell(r); err == nil && len(told.suites) != len(r.Shard.HeldOut) {
				t.Errorf("%d suites of %v", len(told.suites), r.Shard.HeldOut)
			}
		}
	})
}

func swap(old, new string) func(string) string {
	return func(s string) string { return strings.Replace(s, old, new, 1) }
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestShardsOfTwoRunsAreRefused: each trait that shards of a run share is named
// with the values of both.
func TestShardsOfTwoRunsAreRefused(t *testing.T) {
	_, _, dirs := smallShards(t)
	for trait, edit := range map[string]func(*Result){
		"candidate":             func(r *Result) { r.Candidate = "another" },
		"name of the candidate": func(r *Result) { r.Shard.Name = "another" },
		"version of keptgate":   func(r *Result) { r.Keptgate = "v2" },
		"grader":                func(r *Result) { r.Grader = "0" },
		"seed":                  func(r *Result) { r.Seed = 8 },
		"commit":                func(r *Result) { r.Commit = "c0ffee" },
		"event":                 func(r *Result) { r.Event = "pull_request" },
		"profile":               func(r *Result) { r.Profile = "full" },
		"plan":                  func(r *Result) { r.Shard.Plan = "another" },
		"side that is held out": func(r *Result) { r.Cases[len(r.Cases)-1].Tier = "hard" },
	} {
		var parts []*Part
		for _, dir := range dirs {
			part, err := ReadPart(dir)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, part)
		}
		edit(parts[1].Result)
		if _, err := NewParts(parts, nil); err == nil || !strings.Contains(err.Error(), "the "+trait+" of "+dirs[0]+" is ") || !strings.Contains(err.Error(), "that of "+dirs[1]+" is ") {
			t.Errorf("%s: %v", trait, err)
		}
		edit(parts[0].Result)
		if _, err := NewParts(parts, nil); (err != nil) != (trait == "grader") {
			t.Errorf("the same %s in both: %v", trait, err)
		}
	}
}
