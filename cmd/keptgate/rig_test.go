//go:build rig

package main_test

import (
	"archive/tar"
	"bytes"
	"debug/elf"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRigImage looks into the image: a static program on an otherwise empty base, with the roots that TLS needs.
func TestRigImage(t *testing.T) {
	container := strings.TrimSpace(docker(t, "create", setting(t, "RIG_IMAGE")))
	defer docker(t, "rm", container)
	files := map[string]tar.Header{}
	var program []byte
	for r := tar.NewReader(strings.NewReader(docker(t, "export", container))); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		files[strings.Trim(h.Name, "/")] = *h
		if h.Name == "keptgate" {
			if program, err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, engines := range []string{".dockerenv", "dev", "dev/console", "dev/pts", "dev/shm", "etc/hostname", "etc/hosts", "etc/mtab", "etc/resolv.conf", "proc", "sys"} {
		delete(files, engines)
	}
	want := []string{"etc", "etc/ssl", "etc/ssl/certs", "etc/ssl/certs/ca-certificates.crt", "keptgate", "tmp"}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(files))); diff != "" {
		t.Errorf("files of the image (-want +got):\n%s", diff)
	}
	if size := files["etc/ssl/certs/ca-certificates.crt"].Size; size < 1<<16 {
		t.Errorf("the certificates have %d bytes, want all of Debian's", size)
	}
	binary, err := elf.NewFile(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range binary.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("the program is not static: it wants a dynamic loader")
		}
	}
}

// TestRigContainer is one pull request over several pushes, each judged by docker run with all that GitHub's runner gives a container.
func TestRigContainer(t *testing.T) {
	r := newRig(t, t.TempDir())

	passed := r.step(t, map[string]string{"candidate": "builtin:reference"})
	passed.expect(t, r, 0, "pass")
	comment := r.comment(t)
	if passed.outputs["comment-url"] == "" || !strings.Contains(passed.outputs["comment-url"], strconv.FormatInt(comment.ID, 10)) {
		t.Errorf("output comment-url is %q, want the address of comment %d", passed.outputs["comment-url"], comment.ID)
	}
	r.keep(t, passed.outputs["result"], "baseline.json")

	blocked := r.step(t, map[string]string{"candidate": "builtin:nothing", "baseline": "baseline.json"})
	blocked.expect(t, r, 1, "block")
	if blocked.outputs["regressions"] == "" {
		t.Error("output regressions is empty, want the categories that fell")
	}
	r.edited(t, &comment)

	same := r.step(t, map[string]string{"candidate": "builtin:reference", "baseline": "baseline.json"})
	same.expect(t, r, 0, "pass")
	if same.outputs["regressions"] != "" {
		t.Errorf("output regressions is %q, want none", same.outputs["regressions"])
	}
	r.edited(t, &comment)

	unreachable := r.step(t, map[string]string{"candidate": "openai:rig"},
		"OPENAI_API_KEY=sk-rig", "OPENAI_BASE_URL=http://127.0.0.1:1/v1")
	unreachable.expect(t, r, 3, "not-evaluated")
	r.edited(t, &comment)
	if strings.Contains(unreachable.log, "sk-rig") && !strings.Contains(unreachable.log, "::add-mask::sk-rig") {
		t.Errorf("the log holds the provider's key:\n%s", unreachable.log)
	}

	keyless := r.step(t, map[string]string{"candidate": "openai:rig"})
	keyless.expect(t, r, 3, "not-evaluated")
	r.edited(t, &comment)

	unknown := r.step(t, map[string]string{"candidate": "builtin:reference", "suites": "no-such-suite"})
	if unknown.exit != 2 || !strings.Contains(unknown.log, "no-such-suite") {
		t.Errorf("an unknown suite: exit code %d, want 2 and its name in the log:\n%s", unknown.exit, unknown.log)
	}
	r.comment(t)
}

// TestRigWorkflow runs workflows with `uses: ./` on this checkout through act.
func TestRigWorkflow(t *testing.T) {
	r := newRig(t, setting(t, "RIG_CHECKOUT"))
	gate := filepath.Join(r.workspace, "cmd/keptgate/testdata/rig/gate.yml")

	exit, log := r.act(t, gate, "--env", "RIG_CANDIDATE=builtin:reference")
	if exit != 0 {
		t.Errorf("a workflow that passes: exit code %d, want 0:\n%s", exit, log)
	}
	outcome, outputs := r.laterStep(t)
	if outcome != "success" || outputs["verdict"] != "pass" {
		t.Errorf("a later step saw outcome %q and outputs %v, want success and pass", outcome, outputs)
	}
	comment := r.comment(t)
	r.keep(t, outputs["result"], "baseline.json")

	exit, log = r.act(t, gate, "--env", "RIG_CANDIDATE=builtin:nothing", "--env", "RIG_BASELINE=baseline.json")
	if exit == 0 || !strings.Contains(log, "exit with `FAILURE`: 1") {
		t.Errorf("a workflow that blocks: exit code %d, want a failure by the action's exit code 1:\n%s", exit, log)
	}
	outcome, outputs = r.laterStep(t)
	if outcome != "failure" || outputs["verdict"] != "block" {
		t.Errorf("a later step saw outcome %q and outputs %v, want failure and block", outcome, outputs)
	}
	r.edited(t, &comment)

	// The workflow that is documented, with a stand-in for the upload: third-party actions cannot be fetched here.
	upload := filepath.Join(r.workspace, "cmd/keptgate/testdata/rig/upload-artifact")
	exit, log = r.act(t, filepath.Join(r.workspace, ".github/workflows/keptgate.yml"),
		"--local-repository", "actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02="+upload)
	if exit != 0 {
		t.Errorf("the documented workflow: exit code %d, want 0:\n%s", exit, log)
	}
	if _, err := os.Stat(filepath.Join(r.workspace, "uploaded", "result.json")); err != nil {
		t.Errorf("the documented workflow uploads no result: %v", err)
	}
	if n := len(r.comments()); n != 2 {
		t.Errorf("%d comments of two gates, want 2", n)
	}
}
