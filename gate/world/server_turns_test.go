package world

import (
	"context"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// takingTurns is a world whose trials take turns on a server, and plays a trial and
// returns the server that it had.
func takingTurns(t *testing.T) (w *World, trial func(do func(*Trial)) *server) {
	s := noted(t)
	s.Server.Reset = &suites.Reset{Files: true}
	w = met(t, s)
	return w, func(do func(*Trial)) *server {
		t.Helper()
		one, err := w.Begin(context.Background(), Session{Case: s.Cases[0]})
		if err != nil {
			t.Fatalf("Begin: %v", err)
		}
		had := one.state.(*hosted).server
		do(one)
		if err := one.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		return had
	}
}

func TestTrialsTakeTurnsOnAServer(t *testing.T) {
	_, trial := takingTurns(t)
	first := trial(func(one *Trial) {
		do(t, one, "save", `{"id": "/world/docs/plan.txt", "text": "No plan"}`)
		do(t, one, "save", `{"id": "/world/new.txt", "text": "x"}`)
	})
	second := trial(func(one *Trial) {
		if got := do(t, one, "save", `{"id": "/world/new.txt", "text": "x"}`); len(got.Changes) != 1 || got.Changes[0].Op != trace.Insert {
			t.Errorf("the file of the trial before is there: %v", readable(got.Changes))
		}
	})
	if first != second {
		t.Error("the second trial had another server")
	}
}

// TestAServerThatKeepsMoreThanItsFolder says of itself what is not true.
func TestAServerThatKeepsMoreThanItsFolder(t *testing.T) {
	for _, write := range []struct{ tool, args string }{
		{"add_note", `{"id": "n3", "text": "kept in memory"}`}, {"edit_note", `{"id": "n1", "text": "kept in memory"}`},
	} {
		w, trial := takingTurns(t)
		w.suite.Volatile = []string{"notes.done"}
		first := trial(func(one *Trial) { do(t, one, write.tool, write.args) })
		if _, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0]}); err == nil || !strings.Contains(err.Error(), "does not begin as it did before") {
			t.Fatalf("Begin after %s: %v", write.tool, err)
		}
		if trial(func(*Trial) {}) == first {
			t.Errorf("the server that is not what it was after %s is used again", write.tool)
		}
	}
	w, trial := takingTurns(t)
	w.suite.Volatile = []string{"notes.text"}
	first := trial(func(one *Trial) { do(t, one, "edit_note", `{"id": "n1", "text": "kept in memory"}`) })
	if trial(func(*Trial) {}) != first {
		t.Error("a server that differs in a volatile column is not used again")
	}
}

func TestALinkIsToldAndNotFollowed(t *testing.T) {
	_, trial := takingTurns(t)
	trial(func(one *Trial) {
		e := do(t, one, "misbehave", `{"id": "link"}`)
		if len(e.Changes) != 1 || e.Changes[0].After["text"] != "link to /etc" {
			t.Errorf("changes %+v, want a link to /etc", e.Changes)
		}
	})
}
