package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
)

// workflow is what the tests look at in a workflow.
type workflow struct {
	On   any               `yaml:"on"`
	May  map[string]string `yaml:"permissions"`
	Jobs map[string]struct {
		May   map[string]string `yaml:"permissions"`
		If    string            `yaml:"if"`
		Steps []struct {
			Uses string         `yaml:"uses"`
			With map[string]any `yaml:"with"`
		} `yaml:"steps"`
	} `yaml:"jobs"`
}

func readYAML(t *testing.T, path string, to any) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = yaml.Unmarshal(data, to)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return string(data)
}

// pinned is an action at a commit, with what the commit is called.
var pinned = regexp.MustCompile(`^uses: (\./|[a-z-]+/[a-z-]+@[0-9a-f]{40} # \S)`)

// TestWorkflowsKeepTheRules: those of this repository and those to copy.
func TestWorkflowsKeepTheRules(t *testing.T) {
	var files []string
	for _, dir := range []string{"../../.github/workflows", "../../examples/workflows"} {
		found, err := filepath.Glob(filepath.Join(dir, "*.yml"))
		if err != nil || found == nil {
			t.Fatalf("%s: %v, %v", dir, found, err)
		}
		files = append(files, found...)
	}
	for _, path := range files {
		var w workflow
		text := readYAML(t, path, &w)
		if len(w.May) > 0 || !strings.Contains(text, "\npermissions: {}\n") {
			t.Errorf("%s: want no rights for all jobs: permissions: {}", path)
		}
		if strings.Contains(text, "pull_request_target") {
			t.Errorf("%s: pull_request_target runs a fork's code with secrets", path)
		}
		for line := range strings.Lines(text) {
			if line = strings.TrimPrefix(strings.TrimSpace(line), "- "); strings.HasPrefix(line, "uses:") && !pinned.MatchString(line) {
				t.Errorf("%s: not pinned by commit: %s", path, line)
			}
		}
		for name, job := range w.Jobs {
			for _, s := range job.Steps {
				if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != false {
					t.Errorf("%s: job %s leaves its token in the checkout", path, name)
				}
				runs := s.Uses == "./" || strings.HasPrefix(s.Uses, "keptgate/")
				if command := s.With["command"]; !runs || command != nil && command != "run" {
					continue
				}
				for _, right := range []string{"contents", "deployments", "id-token"} {
					if job.May[right] == "write" {
						t.Errorf("%s: job %s runs a candidate and may write %s", path, name, right)
					}
				}
				if name == "keptgate" && job.If != "" {
					t.Errorf("%s: job %s is to be required, and has a condition", path, name)
				}
			}
		}
	}
}

// TestReusableWorkflowMirrorsTheAction: it takes the action's inputs, and hands on
// each one and no other.
func TestReusableWorkflowMirrorsTheAction(t *testing.T) {
	var action struct {
		Inputs map[string]any `yaml:"inputs"`
	}
	readYAML(t, "../../action.yml", &action)
	var called struct {
		On struct {
			Call struct {
				Inputs map[string]any `yaml:"inputs"`
			} `yaml:"workflow_call"`
		} `yaml:"on"`
	}
	readYAML(t, "../../examples/workflows/reusable.yml", &called)
	var w workflow
	readYAML(t, "../../examples/workflows/reusable.yml", &w)
	own := []string{"command", "github-token", "issue", "shard", "stage"} // what one job that runs has no choice in
	want := slices.DeleteFunc(slices.Sorted(maps.Keys(action.Inputs)), func(name string) bool { return slices.Contains(own, name) })
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(called.On.Call.Inputs))); diff != "" {
		t.Errorf("inputs (-action +reusable):\n%s", diff)
	}
	given := map[string]any{}
	for _, s := range w.Jobs["keptgate"].Steps {
		if strings.HasPrefix(s.Uses, "keptgate/") {
			given = s.With
		}
	}
	for _, name := range want {
		if wanted := fmt.Sprintf("${{ inputs.%s }}", name); given[name] != wanted {
			t.Errorf("the action is given %v as %s, want %s", given[name], name, wanted)
		}
	}
	if len(given) != len(want) {
		t.Errorf("the action is given %v", given)
	}
}
