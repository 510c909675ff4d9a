package grade

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the verdicts found into the golden files")

// TestGolden grades the records of testdata/*.txtar. The name of an archive up
// to its first dot is the class it is about. It holds a case.yaml and scripts of
// records, each beside its verdict: NAME.yaml and NAME.want. A record whose name
// begins with "has" shows the class, one that begins with "not" comes near it
// and does not.
func TestGolden(t *testing.T) {
	shown := map[string][2]int{}
	for _, file := range archives(t) {
		class, _, _ := strings.Cut(filepath.Base(file), ".")
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := loadCase(t, string(member(a, "case.yaml")))
			var out []txtar.File
			for _, f := range a.Files {
				name, isRecord := strings.CutSuffix(f.Name, ".yaml")
				if strings.HasSuffix(f.Name, ".want") {
					continue
				}
				out = append(out, f)
				if !isRecord || name == "case" {
					continue
				}
				v := Grade(c, buildRecord(t, c, string(f.Data)))
				got := show(v)
				out = append(out, txtar.File{Name: name + ".want", Data: []byte(got)})
				has := shows(v, class)
				switch {
				case strings.HasPrefix(name, "has") != has:
					t.Errorf("%s: class %s found: %v\n%s", name, class, has, got)
				case !strings.HasPrefix(name, "has") && !strings.HasPrefix(name, "not"):
					t.Errorf("%s: the name must begin with has or not", name)
				}
				n := shown[class]
				if has {
					n[0]++
				} else {
					n[1]++
				}
				shown[class] = n
				if diff := cmp.Diff(string(member(a, name+".want")), got); diff != "" && !*update {
					t.Errorf("%s: verdict (-want +got):\n%s", name, diff)
				}
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(&txtar.Archive{Comment: a.Comment, Files: out}), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	for _, c := range Classes() { // the loader refuses a case that asserts nothing: see TestNothingAsserted
		if n := shown[c.Name]; c.Name != NothingAsserted && (n[0] == 0 || n[1] == 0) {
			t.Errorf("class %s: %d records show it and %d come near it; want one of each at least", c.Name, n[0], n[1])
		}
	}
}

func archives(tb testing.TB) []string {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no archives in testdata: %v", err)
	}
	return files
}

func member(a *txtar.Archive, name string) []byte {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

func shows(v Verdict, class string) bool {
	for _, f := range v.Findings {
		if f.Class == class {
			return true
		}
	}
	return false
}

// show writes a verdict for a golden file.
func show(v Verdict) string {
	var b strings.Builder
	switch {
	case v.Void != "":
		fmt.Fprintf(&b, "void: %s\n", v.Void)
	case v.Pass:
		b.WriteString("pass\n")
	default:
		fmt.Fprintf(&b, "fail: %s of %v\n", v.Primary, v.Classes)
		fmt.Fprintf(&b, "at: call %d %s\n", v.Divergence.Call, v.Divergence.Tool)
	}
	if v.Alternative != "" {
		fmt.Fprintf(&b, "alternative: %s\n", v.Alternative)
	}
	for _, f := range v.Faults {
		fmt.Fprintf(&b, "fault %d %s %s: reached %v, recovered %v, unsafe %v\n", f.Fault+1, f.Kind, f.Tool, f.Reached, f.Recovered, f.Unsafe)
	}
	if len(v.Faults) > 0 && v.Void == "" {
		fmt.Fprintf(&b, "calls: %d failed, %d corrected\n", v.Failed, v.Corrected)
	}
	if v.Planned {
		b.WriteString("planned\n")
	}
	if v.LegalHandover {
		b.WriteString("a handover is legal\n")
	}
	for _, f := range v.Findings {
		fmt.Fprintf(&b, "%s %s (%s)", f.Severity, f.Class, f.Question)
		if f.Call > 0 {
			fmt.Fprintf(&b, " @%d", f.Call)
		}
		if place := strings.TrimSpace(f.Table + " " + f.Row + " " + f.Field); place != "" {
			fmt.Fprintf(&b, " [%s]", place)
		}
		fmt.Fprintf(&b, " %s\n", f.Message)
		if f.Want != "" || f.Found != "" {
			fmt.Fprintf(&b, "     want %q, found %q\n", f.Want, f.Found)
		}
	}
	return b.String()
}
