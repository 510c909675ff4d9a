package githubtest

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	update = flag.Bool("update", false, "write api.github.com.json anew from the file that -from names")
	from   = flag.String("from", "api.github.com.json", "GitHub's description of its API")
)

// operations are the API calls that Keptgate makes: method and path.
var operations = []string{
	"get /user",
	"get /repos/{owner}/{repo}/git/commits/{commit_sha}",
	"get /repos/{owner}/{repo}/git/trees/{tree_sha}",
	"get /repos/{owner}/{repo}/git/blobs/{file_sha}",
	"post /repos/{owner}/{repo}/git/trees",
	"post /repos/{owner}/{repo}/git/commits",
	"get /repos/{owner}/{repo}/git/matching-refs/{ref}",
	"post /repos/{owner}/{repo}/git/refs",
	"patch /repos/{owner}/{repo}/git/refs/{ref}",
	"get /repos/{owner}/{repo}/deployments",
	"post /repos/{owner}/{repo}/deployments",
	"get /repos/{owner}/{repo}/deployments/{deployment_id}/statuses",
	"post /repos/{owner}/{repo}/deployments/{deployment_id}/statuses",
	"get /repos/{owner}/{repo}/pulls/{pull_number}",
	"get /repos/{owner}/{repo}/pulls",
	"get /repos/{owner}/{repo}/issues",
	"post /repos/{owner}/{repo}/issues",
	"patch /repos/{owner}/{repo}/issues/{issue_number}",
	"get /repos/{owner}/{repo}/issues/{issue_number}/comments",
	"post /repos/{owner}/{repo}/issues/{issue_number}/comments",
	"patch /repos/{owner}/{repo}/issues/comments/{comment_id}",
	"delete /repos/{owner}/{repo}/issues/comments/{comment_id}",
	"post /repos/{owner}/{repo}/check-runs",
	"patch /repos/{owner}/{repo}/check-runs/{check_run_id}",
	"get /repos/{owner}/{repo}/commits/{ref}/check-runs",
	"post /repos/{owner}/{repo}/statuses/{sha}",
}

// The file kept here holds the operations above, what they refer to, and nothing else: reducing it again changes nothing.
func TestDescription(t *testing.T) {
	full, err := os.ReadFile(*from)
	if err != nil {
		t.Fatal(err)
	}
	reduced := reduce(t, full)
	if *update {
		if err := os.WriteFile("api.github.com.json", reduced, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(reduced), string(descriptionJSON)); diff != "" {
		t.Errorf("api.github.com.json is not what reduce makes of %s (-want +got):\n%s", *from, diff)
	}
}

// Every operation described can be answered, and the other way round.
func TestAnswers(t *testing.T) {
	api, err := loadDescription("http://127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]bool{}
	for _, item := range api.doc.Paths.Map() {
		for _, operation := range item.Operations() {
			described[operation.OperationID] = true
		}
	}
	answered := map[string]bool{}
	for name := range maps.Keys(answers) {
		answered[name] = true
	}
	if diff := cmp.Diff(described, answered); diff != "" {
		t.Errorf("operations described and answered differ (-described +answered):\n%s", diff)
	}
}

// reduce keeps the shapes of the operations and of all that they refer to, without prose and examples.
func reduce(t *testing.T, full []byte) []byte {
	t.Helper()
	var doc struct {
		OpenAPI    string
		Info       map[string]any
		Paths      map[string]map[string]any
		Components map[string]map[string]any
	}
	if err := json.Unmarshal(full, &doc); err != nil {
		t.Fatal(err)
	}
	paths, components := map[string]map[string]any{}, map[string]map[string]any{}
	var follow func(node any)
	follow = func(node any) {
		for _, ref := range refs(node) {
			kind, name, _ := strings.Cut(strings.TrimPrefix(ref, "#/components/"), "/")
			if components[kind] == nil {
				components[kind] = map[string]any{}
			}
			if components[kind][name] == nil {
				components[kind][name] = strip(doc.Components[kind][name], false)
				follow(components[kind][name])
			}
		}
	}
	for _, operation := range operations {
		method, path, _ := strings.Cut(operation, " ")
		if doc.Paths[path][method] == nil {
			t.Fatalf("%s has no operation %s", *from, operation)
		}
		if paths[path] == nil {
			paths[path] = map[string]any{}
		}
		paths[path][method] = strip(doc.Paths[path][method], false)
		follow(paths[path][method])
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(map[string]any{
		"openapi": doc.OpenAPI, "info": map[string]any{"title": "GitHub REST API, reduced", "version": doc.Info["version"]},
		"paths": paths, "components": components,
	}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var (
	prose     = []string{"description", "summary", "title", "example", "examples", "externalDocs", "tags", "deprecated"}
	nameLists = []string{"properties", "responses", "headers", "content"} // their keys are names, not keywords
)

// strip copies a node without prose and extensions.
func strip(node any, names bool) any {
	switch node := node.(type) {
	case []any:
		for i := range node {
			node[i] = strip(node[i], false)
		}
	case map[string]any:
		kept := map[string]any{}
		for key, value := range node {
			if names || !slices.Contains(prose, key) && !strings.HasPrefix(key, "x-") {
				kept[key] = strip(value, !names && slices.Contains(nameLists, key))
			}
		}
		return kept
	}
	return node
}

// refs lists what a node refers to.
func refs(node any) []string {
	var found []string
	switch node := node.(type) {
	case []any:
		for _, value := range node {
			found = append(found, refs(value)...)
		}
	case map[string]any:
		if ref, ok := node["$ref"].(string); ok {
			found = append(found, ref)
		}
		for _, value := range node {
			found = append(found, refs(value)...)
		}
	}
	return found
}
