package lint

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/schemas/tools"
)

var update = flag.Bool("update", false, "write golden files anew")

// TestRules lints the input of each testdata/RULE/*.txtar, in whose comment stands
// "provider: NAME" where one is named. Its file want lists the findings, one of
// which must be of the rule; fixed is what --fix makes of it. In sound, the rule
// must find nothing. Every rule has at least one archive.
func TestRules(t *testing.T) {
	for _, rule := range Rules() {
		archives, err := filepath.Glob(filepath.Join("testdata", rule.Name, "*.txtar"))
		if err != nil || len(archives) == 0 {
			t.Errorf("no pair of input and findings in testdata/%s: %v", rule.Name, err)
		}
		mended := false
		for _, file := range archives {
			t.Run(rule.Name+"/"+filepath.Base(file), func(t *testing.T) {
				mended = pair(t, rule.Name, file) || mended
			})
		}
		if mended != rule.Mends {
			t.Errorf("%s: the table says that it mends: %v; the archives: %v", rule.Name, rule.Mends, mended)
		}
	}
}

// pair holds an archive against what lint finds, and tells whether --fix mends
// anything of the rule.
func pair(t *testing.T, rule, file string) bool {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, provider, _ := strings.Cut(strings.TrimSpace(string(archive.Comment)), "provider: ")
	provider, _, _ = strings.Cut(provider, "\n")
	var input, sound txtar.File
	want := map[string]string{}
	for _, f := range archive.Files {
		switch strings.TrimSuffix(f.Name, filepath.Ext(f.Name)) {
		case "input":
			input = f
		case "sound":
			sound = f
		default:
			want[f.Name] = string(f.Data)
		}
	}
	if sound.Name == "" {
		t.Errorf("%s holds no sound input", file)
	}
	report := read(t, input, provider)
	got := map[string]string{"want": lines(report.Findings)}
	if report.Counts[rule] == 0 {
		t.Errorf("%s finds nothing of %s:\n%s", input.Name, rule, got["want"])
	}
	fixed, n, err := Fix(input.Name, input.Data, provider)
	if err != nil {
		t.Fatal(err)
	}
	if n > 0 {
		got["fixed"] = string(fixed)
	}
	if found := read(t, sound, provider); found.Counts[rule] != 0 {
		t.Errorf("%s: %s finds something in what is sound:\n%s", file, rule, lines(found.Findings))
	}
	if *update {
		archive.Files = []txtar.File{input, sound, {Name: "want", Data: []byte(got["want"])}}
		if n > 0 {
			archive.Files = append(archive.Files, txtar.File{Name: "fixed", Data: fixed})
		}
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
	return n > 0 && read(t, txtar.File{Name: input.Name, Data: fixed}, provider).Counts[rule] < report.Counts[rule]
}

func read(t *testing.T, file txtar.File, provider string) *Report {
	t.Helper()
	f, problems := tools.Read(file.Name, file.Data)
	if f == nil {
		t.Fatal(schemas.Problems(problems))
	}
	r, err := File(f, provider)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func lines(findings []Finding) string {
	var out strings.Builder
	for _, f := range findings {
		fmt.Fprintln(&out, f.String())
	}
	return out.String()
}
