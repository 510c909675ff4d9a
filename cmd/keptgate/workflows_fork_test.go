package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// exampleWorkflow is what the tests look at in a workflow file.
type exampleWorkflow struct {
	On          map[string]any
	Permissions map[string]string
	Jobs        map[string]struct {
		Permissions map[string]string
		Steps       []struct {
			Uses string
			Run  string
			With map[string]any
		}
	}
}

var pinnedAction = regexp.MustCompile(`^actions/[a-z-]+@[0-9a-f]{40}$`)

// TestExampleWorkflows: the second workflow of forks and the nightly one have the
// rights that they need and no others, pin what they use, run no scripts, and give
// the action inputs that it has.
func TestExampleWorkflows(t *testing.T) {
	var action struct{ Inputs map[string]any }
	readYAML(t, filepath.Join("..", "..", "action.yml"), &action)
	for name, want := range map[string]struct {
		event  string
		rights map[string]string
	}{
		"fork.yml":    {"workflow_run", map[string]string{"actions": "read", "pull-requests": "write"}},
		"nightly.yml": {"schedule", map[string]string{"contents": "read", "issues": "write"}},
	} {
		var w exampleWorkflow
		readYAML(t, filepath.Join("..", "..", "examples", "workflows", name), &w)
		if _, ok := w.On[want.event]; !ok || w.Permissions == nil || len(w.Permissions) > 0 || len(w.Jobs) != 1 {
			t.Errorf("%s: events %v, permissions %v, %d jobs; want %s, none of them, and one", name, w.On, w.Permissions, len(w.Jobs), want.event)
		}
		for _, job := range w.Jobs {
			if diff := cmp.Diff(want.rights, job.Permissions); diff != "" {
				t.Errorf("%s: permissions (-want +got):\n%s", name, diff)
			}
			gates := 0
			for _, step := range job.Steps {
				if strings.HasPrefix(step.Uses, "keptgate/keptgate@") {
					gates++
					for input := range step.With {
						if _, ok := action.Inputs[input]; !ok {
							t.Errorf("%s: the action has no input %s", name, input)
						}
					}
				} else if !pinnedAction.MatchString(step.Uses) {
					t.Errorf("%s: %q is no action pinned by its commit", name, step.Uses)
				}
				if step.Run != "" || want.event == "workflow_run" && strings.Contains(step.Uses, "checkout") {
					t.Errorf("%s: a step runs a script, or checks out beside a fork's artifact", name)
				}
			}
			if gates != 1 {
				t.Errorf("%s: %d gates, want 1", name, gates)
			}
		}
	}
}
