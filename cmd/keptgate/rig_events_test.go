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

// pushed is a push to a pull request, whose head it becomes.
func pushed(number int, head, testMerge string) happening {
	return happening{
		name: "pull_request", sha: testMerge, ref: fmt.Sprintf("refs/pull/%d/merge", number),
		payload: map[string]any{
			"action": "synchronize",
			"number": number,
			"pull_request": map[string]any{
				"number": number,
				"head":   map[string]any{"ref": "change", "sha": head},
				"base":   map[string]any{"ref": "main", "sha": testMerge},
			},
		},
	}
}

// grouped is a group of the merge queue.
func grouped(head, base string) happening {
	return happening{
		name: "merge_group", sha: head, ref: "refs/heads/gh-readonly-queue/main/pr",
		payload: map[string]any{
			"action":      "checks_requested",
			"merge_group": map[string]any{"head_sha": head, "base_sha": base, "base_ref": "refs/heads/main"},
		},
	}
}

// merged is a push to the default branch.
func merged(commit, before string) happening {
	return happening{
		name: "push", sha: commit, ref: "refs/heads/main",
		payload: map[string]any{"before": before, "after": commit},
	}
}

// ran is the end of a run of a fork's pull request, which starts the second workflow.
func ran(run int, head string) happening {
	own := map[string]any{"full_name": repo, "owner": map[string]any{"login": "owner"}}
	return happening{
		name: "workflow_run", sha: onto, ref: "refs/heads/main",
		payload: map[string]any{
			"action": "completed",
			"workflow_run": map[string]any{
				"id": run, "run_attempt": 1, "event": "pull_request", "conclusion": "failure", "head_sha": head, "head_branch": "change",
				"head_repository": map[string]any{"full_name": "fork/project", "owner": map[string]any{"login": "fork"}},
				"repository":      own,
			},
		},
	}
}
