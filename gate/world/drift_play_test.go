//go:build !race

package world

import (
	"context"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// performed plays a case's reference by way of the interface in force, and says
// what became of each call. A call that is stale is made again.
func performed(t *testing.T, w *World, c *suites.Case, d *trace.Drift) (entries []trace.Entry, stale int) {
	t.Helper()
	trial, err := w.Begin(context.Background(), Session{Case: c, Seed: 1, Plan: Plan{Drift: d}})
	if err != nil {
		t.Fatalf("%s: %v", c.ID(), err)
	}
	defer trial.Close()
	saved := map[string]any{}
	for _, m := range c.Reference {
		for _, call := range m.Calls {
			e := spoken(t, trial, call, saved)
			if e.Outcome == trace.Stale {
				stale++
				e = spoken(t, trial, call, saved)
			}
			body := trial.Interface().Body(call.Tool, e.Reply.Body)
			for name, path := range call.Save {
				saved[name] = follow(body, path)
			}
			entries = append(entries, trace.Entry{Tool: e.Tool, Args: e.Args, Outcome: e.Outcome, Changes: e.Changes, Reply: trace.Reply{Status: e.Reply.Status, Body: body}})
		}
	}
	return entries, stale
}

func spoken(t *testing.T, trial *Trial, call suites.CallMove, saved map[string]any) trace.Entry {
	t.Helper()
	args := map[string]any{}
	for name, v := range call.Args {
		if s, ok := v.(string); ok && strings.HasPrefix(s, "$saved.") {
			v = saved[strings.TrimPrefix(s, "$saved.")]
		}
		args[name] = v
	}
	tool, args := trial.Interface().Call(call.Tool, args)
	return do(t, trial, tool, spelled(args))
}

func follow(v any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case object:
			v = x[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(x) {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

// Under every drift that can be planned for the public cases, the reference of one
// of them changes the same rows by the same calls and reads the same.
func TestReferencesComeToTheSameUnderDrift(t *testing.T) {
	for _, name := range []string{"clinic", "crm", "telecom"} {
		s, err := suites.Public(name, 1)
		if err != nil {
			t.Fatal(err)
		}
		w := opened(t, s)
		told, played := 0, map[trace.Drift]bool{}
		for _, c := range s.Cases {
			want, _ := performed(t, w, c, nil)
			for _, d := range DriftOptions(c) {
				if played[d] {
					continue // with another case
				}
				played[d] = true
				got, stale := performed(t, w, c, &d)
				told += stale
				if !reflect.DeepEqual(want, got) {
					t.Fatalf("%s under %+v (-without +with drift):\n%s", c.ID(), d, cmp.Diff(want, got))
				}
			}
		}
		if told > 0 {
			t.Errorf("%s: %d calls in the form of the moment were stale", name, told)
		}
	}
}

// Every drift that can be planned for a public case leaves its reference
// playable: each call, brought to the form served, fits the schema served and
// means the same.
func TestEveryDriftOfThePublicSuitesCanBePlayed(t *testing.T) {
	kinds := map[string]int{}
	for _, name := range []string{"clinic", "crm", "hotel", "retail"} {
		s, err := suites.Public(name, 1)
		if err != nil {
			t.Fatal(err)
		}
		w := opened(t, s)
		checked, options := 0, 0
		for _, c := range s.Cases {
			for _, d := range DriftOptions(c) {
				options++
				kinds[fmt.Sprint(d.Kind, " ", d.Announced())]++
				checked += plays(t, w, c, d)
			}
		}
		if checked < options {
			t.Errorf("%s: %d calls were checked for %d drifts", name, checked, options)
		}
		t.Logf("%s: %d drifts, %d calls", name, options, checked)
	}
	for _, kind := range driftKinds() {
		if kind.name == changedUnit {
			continue // no parameter of the public suites names a unit
		}
		if kinds[kind.name+" true"] == 0 || kinds[kind.name+" false"] == 0 {
			t.Errorf("no case can be tried with %s, announced and later: %v", kind.name, kinds)
		}
	}
}

func plays(t *testing.T, w *World, c *suites.Case, d trace.Drift) int {
	t.Helper()
	plain := d
	plain.From = 0
	trial, err := w.Begin(context.Background(), Session{Case: c, Plan: Plan{Drift: &plain}})
	if err != nil {
		t.Errorf("%s: %v", c.ID(), err)
		return 0
	}
	defer trial.Close()
	checked := 0
	for _, m := range c.Reference {
		for _, call := range m.Calls {
			p := w.plans[call.Tool]
			args := reached(p, call.Args)
			if len(violations(p, args)) > 0 {
				continue // holds a saved value that was not guessed
			}
			checked++
			tool, served := trial.Interface().Call(call.Tool, args)
			found, stale := trial.face.named(tool, 0)
			read := trial.face.canonical(p, served, 0, trial.Now())
			if found != p || stale != "" || read.stale+read.wrong != "" || len(read.problems) > 0 {
				t.Errorf("%s under %+v: %s %v: %+v", c.ID(), d, tool, served, read)
			} else if diff := cmp.Diff(args, read.own); diff != "" {
				t.Errorf("%s under %+v: %s %v comes back otherwise:\n%s", c.ID(), d, tool, served, diff)
			}
		}
	}
	return checked
}
