package gate

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestLineageHistory(t *testing.T) {
	l := Lineage{Gate: "desk agent", Line: "main"}
	text, failing := `{"run":"000001-abc.json","stage":"candidate"}`, error(nil)
	read := func(_ context.Context, path string) ([]byte, error) {
		if path != "gates/desk%20agent/main/history.jsonl" {
			t.Errorf("read %s", path)
		}
		return []byte(text), failing
	}
	history, err := l.History(t.Context(), read)
	if err != nil || len(history) != 1 || history[0].Stage != "candidate" {
		t.Errorf("history %+v, %v", history, err)
	}
	text = "{"
	if _, err := l.History(t.Context(), read); err == nil || !strings.Contains(err.Error(), "history.jsonl: read history, line 1") {
		t.Errorf("a broken history: %v", err)
	}
	failing = errors.New("away")
	if _, err := l.History(t.Context(), read); !errors.Is(err, failing) {
		t.Errorf("an outage: %v", err)
	}
	if got := l.Evidence("../x"); got != "gates/desk%20agent/main/evidence/%2E.%2Fx.json" {
		t.Errorf("evidence at %s", got)
	}
}
