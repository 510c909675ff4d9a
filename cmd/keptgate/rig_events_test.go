//go:build rig

package main_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
)

// A happening starts a workflow.
type happening struct {
	name    string         // pull_request, merge_group, push, ...
	payload map[string]any // without the repository
	sha     string         // commit that the workflow runs on
	ref     string         // refs/...
}

// environment is what the runner tells a step of it.
func (h happening) environment() []string {
	short, _ := strings.CutPrefix(h.ref, "refs/")
	short, _ = strings.CutPrefix(short, "heads/")
	short, _ = strings.CutPrefix(short, "pull/")
	env := []string{"GITHUB_EVENT_NAME=" + h.name, "GITHUB_SHA=" + h.sha, "GITHUB_REF=" + h.ref, "GITHUB_REF_NAME=" + short}
	if h.name == "pull_request" {
		env = append(env, "GITHUB_HEAD_REF=change", "GITHUB_BASE_REF=main")
	}
	return env
}

// file is the payload as the runner leaves it.
func (h happening) file(t *testing.T) []byte {
	t.Helper()
	payload := maps.Clone(h.payload)
	payload["repository"] = map[string]any{"full_name": repo, "default_branch": "main"}
	data, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// pushed is a push to the pull request, whose head it becomes.
func pushed(head, testMerge string) happening {
	return happening{
		name: "pull_request", sha: testMerge, ref: fmt.Sprintf("refs/pull/%d/merge", pull),
		payload: map[string]any{
			"action": "synchronize",
			"number": pull,
			"pull_request": map[string]any{
				"number": pull,
				"head":   map[string]any{"ref": "change", "sha": head},
				"base":   map[string]any{"ref": "main", "sha": testMerge},
			},
		},
	}
}
