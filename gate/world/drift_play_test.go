package world

import (
	"context"
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
	for _, name := range suites.Names() {
		s, err := suites.Public(name, 1)
		if err != nil {
			t.Fatal(err)
		}
		w := opened(t, s)
		told, played := 0, map[trace.Drift]bool{}
		for _, c := range s.Cases {
			want, _ := performed(t, w, c, nil)
			for _, d := range driftOptions(c) {
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
