package main

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate"
)

func TestSlug(t *testing.T) {
	taken := map[string]bool{}
	var got []string
	for _, spec := range []string{
		"builtin:reference", "openai:gpt-5.6", "agents/Small.yaml", "agents/small.yml", "../../etc/passwd", "..", "http://127.0.0.1:80/a?b=c",
		"command:./agent 'x'", "エージェント", strings.Repeat("long/", 40), "builtin:flaky?a=0.5&b=1",
	} {
		got = append(got, slug(spec, taken))
	}
	want := []string{
		"builtin-reference", "openai-gpt-5.6", "agents-small", "agents-small-2", "etc-passwd", "candidate", "http-127.0.0.1-80-a-b-c",
		"command-agent-x", "candidate-2", strings.TrimSuffix(strings.Repeat("long-", 12), "-"), "builtin-flaky-a-0.5-b-1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("folders (-want +got):\n%s", diff)
	}
}

// TestBoardSumsUp: one line tells of all runs, those that have not begun included.
func TestBoardSumsUp(t *testing.T) {
	var out strings.Builder
	b := &board{bar: newProgress(&system{stderr: &out, stdout: io.Discard}), runs: make([]gate.Progress, 3)}
	first, second := b.of(0, 10), b.of(1, 10)
	first(gate.Progress{Planned: 10, Done: 3, Failed: 1})
	second(gate.Progress{Planned: 10, Done: 8, Void: 1})
	first(gate.Progress{Planned: 10, Done: 10, Failed: 2})
	want := "3 of 20 trials, 1 failed, 0 without a verdict\n12 of 20 trials, 1 failed, 1 without a verdict\n19 of 20 trials, 2 failed, 1 without a verdict\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}
