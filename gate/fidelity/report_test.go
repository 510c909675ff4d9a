package fidelity

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"
)

var now = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

// fresh is a report that vouches for the suite crm.
func fresh() *Report {
	return &Report{
		Version: 1, Contract: "crm", ContractDigest: strings.Repeat("0a", 32), Suite: "crm", SuiteDigest: "d1", Live: "http", At: now.Add(-24 * time.Hour), Verdict: Same,
		Counts: Counts{Steps: 1, Compared: 5}, Steps: []StepReport{{Step: 1, Tool: "a", Here: "answered", There: "answered"}}, Drifts: []Drift{}, NotCompared: []NotCompared{},
	}
}

func TestStanding(t *testing.T) {
	const days = 24 * time.Hour
	for _, test := range []struct {
		alter  func(*Report)
		maxAge time.Duration
		want   string
	}{
		{func(*Report) {}, 0, ""},
		{func(*Report) {}, days, ""}, // to the second
		{func(r *Report) { r.At = r.At.Add(-time.Second) }, days, "it is of 2026-11-29T23:59:59Z, more than 1 days ago"},
		{func(r *Report) { r.At = now.Add(-5_000 * days) }, 0, ""},
		{func(r *Report) { r.At = now.Add(time.Second) }, 0, "a time to come"},
		{func(r *Report) { r.Suite = "shop" }, 0, "it is about the suite shop, which the result does not have"},
		{func(r *Report) { r.SuiteDigest = "d2" }, 0, "another form of the suite crm (digest d2, and the result has d1)"},
		{func(r *Report) { r.Verdict, r.Counts.Drifts = Drifted, 3 }, 0, "differ in 3 places"},
		{func(r *Report) { r.Verdict, r.Why = NotEvaluated, "dead" }, 0, "it was not evaluated: dead"},
	} {
		r := fresh()
		test.alter(r)
		if got := r.Standing(map[string]string{"crm": "d1"}, now, test.maxAge); test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestJudge(t *testing.T) {
	for _, test := range []struct {
		counts Counts
		why    string
		want   Verdict
	}{
		{Counts{Steps: 2, Compared: 9}, "", Same},
		{Counts{Steps: 2, Compared: 9, NotCompared: 2, Allowed: 2}, "", Same},
		{Counts{Steps: 2, Compared: 9, NotCompared: 2, Allowed: 1}, "", NotEvaluated},
		{Counts{Steps: 2, Compared: 9, NotRun: 1}, "", NotEvaluated},
		{Counts{Steps: 2}, "", NotEvaluated},
		{Counts{Steps: 2, Compared: 9, Drifts: 1, NotRun: 1, NotCompared: 1}, "", Drifted},
		{Counts{Steps: 2, Compared: 9, Drifts: 1}, "dead", NotEvaluated},
	} {
		r := Report{Counts: test.counts, Why: test.why}
		r.judge()
		if r.Verdict != test.want || (r.Why == "") != (test.want != NotEvaluated) {
			t.Errorf("%+v, %q: %s, %q; want %s", test.counts, test.why, r.Verdict, r.Why, test.want)
		}
	}
}

func TestReadReport(t *testing.T) {
	for _, test := range []struct {
		alter func(*Report)
		want  string
	}{
		{func(*Report) {}, ""},
		{func(r *Report) { r.Verdict = Drifted }, ""},
		{func(r *Report) { r.Version = 2 }, "f.json:1"},
		{func(r *Report) { r.Drifts = []Drift{{Step: 1, Tool: "a", Path: ".", Kind: Type}} }, "the verdict is same"},
		{func(r *Report) { r.Counts.Drifts = 1 }, "the verdict is same"},
		{func(r *Report) { r.Counts.Compared = 0 }, "the verdict is same"},
		{func(r *Report) { r.Why = "w" }, "the verdict is same"},
	} {
		r := fresh()
		test.alter(r)
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadReport("f.json", data)
		if test.want == "" && (err != nil || got.Verdict != r.Verdict) || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", data, err, test.want)
		}
	}
	data, err := json.Marshal(fresh())
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"[", strings.Replace(string(data), "2026-11-30", "2026-11-39", 1)} {
		if _, err := ReadReport("f.json", []byte(text)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

// A report that lists as much as it may can be read again.
func TestReadTheLargestReport(t *testing.T) {
	r := fresh()
	var c Comparison
	for i := range 2 * maxListed {
		c.differ(path{fmt.Sprint(i, strings.Repeat("x", maxText))}, Value, strings.Repeat("y", maxText), strings.Repeat("z", maxText))
		c.Gaps = append(c.Gaps, Gap{Path: strings.Repeat("x", maxText), Why: "w"})
	}
	r.note(1, "a", c)
	for range 400 {
		r.Steps = append(r.Steps, r.Steps[0])
	}
	r.judge()
	r.clean(secrets{}.hide())
	if r.Verdict != Drifted || r.Counts.Drifts != 2*maxListed || len(r.Drifts) != maxListed || r.Counts.NotCompared != 2*maxListed || len(r.NotCompared) != maxListed {
		t.Errorf("%s, %+v, %d and %d listed", r.Verdict, r.Counts, len(r.Drifts), len(r.NotCompared))
	}
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadReport("f.json", data); err != nil {
		t.Error(err)
	}
}

func TestSecrets(t *testing.T) {
	env := map[string]string{"A": `p&<"w\`, "B": "longer p&", "C": "l1ne\n"}
	lookup := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	for _, name := range []string{"C", "D"} {
		if _, err := read([]string{"A", name}, lookup); err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "l1ne") {
			t.Errorf("%s: %v", name, err)
		}
	}
	s, err := read([]string{"A", "B"}, lookup)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.fill(map[string]string{"h": "x ${A} ${B}"})["h"]; got != "x "+env["A"]+" "+env["B"] {
		t.Errorf("filled %q", got)
	}
	hide := s.hide()
	for _, text := range []string{env["A"], written(env["A"]), fmt.Sprintf("%q", env["A"]), url.QueryEscape(env["A"]), url.PathEscape(env["A"]), env["B"], url.QueryEscape(env["B"])} {
		if got := strings.Trim(hide("a "+text+" b"), `"`); got != "a *** b" && got != `a "***" b` {
			t.Errorf("%q stays %q", text, got)
		}
	}
	if got := (secrets{}).hide()("as it is"); got != "as it is" {
		t.Errorf("without secrets: %q", got)
	}
}
