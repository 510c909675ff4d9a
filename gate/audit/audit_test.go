package audit

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// weak is a suite of sound cases, of cases that let something through, and of
// cases that want too much.
func weak(t *testing.T) []*suites.Suite {
	t.Helper()
	s, err := suites.Load(os.DirFS("testdata"), "weak", 0)
	if err != nil {
		t.Fatal(err)
	}
	return []*suites.Suite{s}
}

// played is the report on the weak suite, without the proof of its references.
func played(t *testing.T, by func(*suites.Case, *trace.Record) grade.Verdict) *Report {
	t.Helper()
	list := weak(t)
	r := newReport(list, Options{})
	if err := r.play(t.Context(), Options{Seed: 7, Grade: by}); err != nil {
		t.Fatal(err)
	}
	return r
}

// said are the problems as rule, case and subject.
func said(r *Report) []string {
	var lines []string
	s := &r.Suites[0]
	for _, m := range s.Mutants {
		if m.Fate == Survived {
			lines = append(lines, "weak "+m.Case.Name+" "+m.Lapse)
		}
	}
	for _, v := range s.Variants {
		if !v.Pass {
			lines = append(lines, "strict "+v.Case.Name+" "+v.Candidate+" "+v.Class)
		}
	}
	return lines
}

func TestWeakAndStrictCasesAreFound(t *testing.T) {
	r, err := Validate(t.Context(), weak(t), Options{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"weak l-01 dropped_step",
		"weak l-01 wrong_identity",
		"weak l-01 premature_stop",
		"weak l-02 wrong_identity",
		"weak l-03 wrong_value",
		"weak l-04 extra_write",
		"weak l-04 conceded_rule",
		"weak l-05 skipped_question",
		"weak l-06 untold",
		"strict m-01 builtin:variant?wording=2 untold",
		"strict m-02 builtin:variant?order over_clarification",
	}
	if diff := cmp.Diff(want, said(r)); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	if len(r.Problems) != len(want) {
		t.Errorf("%d problems, want %d: %v", len(r.Problems), len(want), r.Problems)
	}
	if got := r.Suites[0].References; got != len(r.Suites[0].Suite.Cases) {
		t.Errorf("%d references pass", got)
	}
	for _, p := range r.Problems {
		if p.Line == 0 || !strings.Contains(p.Fix, "replay: keptgate run --suite weak --case weak/") {
			t.Errorf("%s: no place, or nothing to replay", p)
		}
	}
}

// TestBlindGraderLetsEveryLapseThrough shows that no lapse is taken for harmless:
// where the grader sees nothing, each survives somewhere.
func TestBlindGraderLetsEveryLapseThrough(t *testing.T) {
	r := played(t, func(*suites.Case, *trace.Record) grade.Verdict { return grade.Verdict{Pass: true} })
	survived := map[string]bool{}
	for _, m := range r.Suites[0].Mutants {
		survived[m.Lapse] = survived[m.Lapse] || m.Fate == Survived
	}
	for _, l := range agent.Lapses() {
		if !survived[l.Name] {
			t.Errorf("%s is never seen to survive", l.Name)
		}
	}
	for _, name := range []string{"nothing", "escalates", "refuses", "asks", "lists", "claims"} {
		if !slices.ContainsFunc(r.Lazy, func(l Lazy) bool { return l.Agent == name && l.Passed == l.Cases }) {
			t.Errorf("builtin:%s is never seen to pass", name)
		}
	}
}

// TestPedantFailsEveryLiberty: whoever wants the reference to the letter fails
// each kind of variant somewhere.
func TestPedantFailsEveryLiberty(t *testing.T) {
	first := map[*suites.Case][]string{} // what the reference says and does
	list := weak(t)
	list[0].Cases = slices.DeleteFunc(list[0].Cases, func(c *suites.Case) bool { return !strings.HasPrefix(c.Name, "s-") && c.Name != "l-05" })
	failed := map[string]bool{}
	for _, c := range list[0].Cases {
		only := *list[0]
		only.Cases = []*suites.Case{c}
		r := newReport([]*suites.Suite{&only}, Options{})
		c.Suite = &only
		if err := r.play(t.Context(), Options{Seed: 7, Grade: func(c *suites.Case, r *trace.Record) grade.Verdict {
			if first[c] == nil {
				first[c] = spoken(r)
			}
			return grade.Verdict{Pass: slices.Equal(first[c], spoken(r)), Primary: "other_words"}
		}}); err != nil {
			t.Fatal(err)
		}
		for _, v := range r.Suites[0].Variants {
			failed[v.Liberty] = failed[v.Liberty] || !v.Pass
			if v.Pass {
				t.Errorf("%s passes, which differs from the reference of %s", v.Candidate, v.Case.Name)
			}
		}
	}
	for _, l := range agent.Liberties() {
		if !failed[l.Name] {
			t.Errorf("%s changes no reference", l.Name)
		}
	}
}

// TestReportIsTheSameEachTime compares two reports, made by many hands at once.
func TestReportIsTheSameEachTime(t *testing.T) {
	lines := func() (out []string) {
		r := played(t, nil)
		for _, m := range r.Suites[0].Mutants {
			out = append(out, fmt.Sprint(m.Case.Name, m.Candidate, m.Condition, m.Trial, m.Fate, m.Class))
		}
		for _, v := range r.Suites[0].Variants {
			out = append(out, fmt.Sprint(v.Case.Name, v.Candidate, v.Pass))
		}
		return append(out, fmt.Sprint(r.Lazy), fmt.Sprint(r.Problems))
	}
	if diff := cmp.Diff(lines(), lines()); diff != "" {
		t.Errorf("two reports differ (-first +second):\n%s", diff)
	}
}
