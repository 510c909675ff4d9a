//go:build npm

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// applicable are the scenarios of the official conformance package for servers, each with
// why it does not apply; "" for those that keptgate serve passes.
var applicable = map[string]string{
	"server-initialize":           "",
	"ping":                        "",
	"tools-list":                  "",
	"tools-call-simple-text":      "",
	"tools-call-error":            "",
	"server-sse-multiple-streams": "",
	"dns-rebinding-protection":    "",
	"logging-set-level":           "",
	"json-schema-2020-12":         "",

	"tools-call-image":              "tools of a business answer in JSON",
	"tools-call-audio":              "tools of a business answer in JSON",
	"tools-call-embedded-resource":  "tools of a business answer in JSON",
	"tools-call-mixed-content":      "tools of a business answer in JSON",
	"tools-call-with-logging":       "a world logs nothing to its client",
	"tools-call-with-progress":      "calls take virtual time alone",
	"tools-call-sampling":           "a world asks no model",
	"tools-call-elicitation":        "a world asks nobody; the caller speaks through the tool say",
	"elicitation-sep1034-defaults":  "a world asks nobody; the caller speaks through the tool say",
	"elicitation-sep1330-enums":     "a world asks nobody; the caller speaks through the tool say",
	"server-sse-polling":            "it wants a tool that closes its own stream",
	"completion-complete":           "there are no prompts and no resources to complete",
	"resources-list":                "there are no resources",
	"resources-read-text":           "there are no resources",
	"resources-read-binary":         "there are no resources",
	"resources-templates-read":      "there are no resources",
	"resources-subscribe":           "there are no resources",
	"resources-unsubscribe":         "there are no resources",
	"prompts-list":                  "there are no prompts",
	"prompts-get-simple":            "there are no prompts",
	"prompts-get-with-args":         "there are no prompts",
	"prompts-get-embedded-resource": "there are no prompts",
	"prompts-get-with-image":        "there are no prompts",
}

// TestNpmConformance runs the official conformance package against a case that is
// served over HTTP.
func TestNpmConformance(t *testing.T) {
	program, err := filepath.Abs(filepath.Join("testdata", "npm", "node_modules", ".bin", "conformance"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := exec.Command(program, "list", "--server").CombinedOutput()
	if err != nil {
		t.Fatalf("list scenarios: %v\n%s", err, list)
	}
	var known []string
	for _, m := range regexp.MustCompile(`(?m)^\s+- (\S+)$`).FindAllStringSubmatch(string(list), -1) {
		known = append(known, m[1])
	}
	slices.Sort(known)
	var ours []string
	for name := range applicable {
		ours = append(ours, name)
	}
	slices.Sort(ours)
	if diff := cmp.Diff(ours, known); diff != "" {
		t.Fatalf("scenarios of the package (-listed here +there):\n%s", diff)
	}
	url := served(t, "./testdata/npm/conform")
	for _, name := range known {
		if applicable[name] != "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			run := exec.Command(program, "server", "--url", url, "--scenario", name)
			run.Dir = t.TempDir() // it writes its results there
			if said, err := run.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, said)
			}
		})
	}
}

// TestNpmInspectorOverHTTP has the inspector's command line list and call the tools
// of a case that is served over HTTP.
func TestNpmInspectorOverHTTP(t *testing.T) {
	program, err := filepath.Abs(filepath.Join("testdata", "npm", "node_modules", ".bin", "mcp-inspector"))
	if err != nil {
		t.Fatal(err)
	}
	url := served(t, "crm", "--case", "r-008")
	for call, want := range map[string]string{
		"tools/list": `"name": "find_contacts"`,
		"tools/call --tool-name find_contacts --tool-arg query=Marek": "Marek Dvo",
		"tools/call --tool-name get_contact --tool-arg contact_id=c0": "not_found",
	} {
		args := append([]string{"--cli", url, "--transport", "http", "--method"}, strings.Fields(call)...)
		if said, err := exec.Command(program, args...).CombinedOutput(); err != nil || !strings.Contains(string(said), want) {
			t.Errorf("%s: %v, printed %s, want %q", call, err, said, want)
		}
	}
}

// served starts keptgate serve over HTTP and returns the address it gives.
func served(t *testing.T, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	serve := exec.Command(self, append([]string{"serve", "--http", "127.0.0.1:0"}, args...)...)
	serve.Env = append(os.Environ(), asProgram+"=1")
	said, err := serve.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = serve.Process.Kill()
		_ = serve.Wait() // killed
	})
	line, err := bufio.NewReader(said).ReadString('\n')
	_, url, ok := strings.Cut(strings.TrimSpace(line), " is served at ")
	if err != nil || !ok {
		t.Fatalf("keptgate serve said %q, %v", line, err)
	}
	return url
}
