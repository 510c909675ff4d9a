package production

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/keptgate/keptgate/thresholds"
)

var now = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

const head = "stage: production\ncommit: 3f9c2e1a7b3f9c2e1a7b3f9c2e1a7b3f9c2e1a7b\nfrom: 2026-11-01T00:00:00Z\nto: 2026-11-30T00:00:00Z\n"

func limits() *thresholds.Outcomes {
	return &thresholds.Outcomes{Corrections: &thresholds.Rate{Max: .05}, Complaints: &thresholds.Rate{Max: .01}}
}

func TestJudge(t *testing.T) {
	for _, test := range []struct {
		counts string
		want   Advice
		few    bool
		lines  int
	}{
		{"{a: {handled: 1000}}", Continue, false, 2},
		{"{a: {handled: 1000, repairs: 900}}", Continue, false, 2}, // no limit is set on them
		{"{a: {handled: 1000, complaints: 10}}", Continue, false, 2},
		{"{a: {handled: 1000, complaints: 11}}", Hold, false, 2},
		{"{a: {handled: 1000, complaints: 30}}", RollBack, false, 2},
		{"{a: {handled: 199}}", Hold, true, 2},
		{"{a: {handled: 0}}", Hold, true, 2},
		{"{a: {handled: 20, complaints: 20}}", RollBack, false, 2}, // few, and no chance
		{"{a: {handled: 1000}, b: {handled: 1000, corrections: 200}}", RollBack, false, 4},
		{"{a: {handled: 1000}, b: {handled: 10}}", Hold, true, 4},
	} {
		r, err := Parse("o.yaml", []byte(head+"categories: "+test.counts), now)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := r.Judge(limits())
		if err != nil {
			t.Fatal(err)
		}
		if got := Worst(lines); got != test.want || lines[0].Few != test.few || len(lines) != test.lines {
			t.Errorf("%s: %s, %+v; want %s", test.counts, got, lines, test.want)
		}
	}
	r := Report{Categories: map[string]Counts{"a": {Handled: 1000, Repairs: 100}}}
	if lines, err := r.Judge(&thresholds.Outcomes{Repairs: &thresholds.Rate{Max: .05}}); err != nil || Worst(lines) != RollBack || lines[0].Kind != "repairs" {
		t.Errorf("repairs: %+v, %v", lines, err)
	}
	if Worst(nil) != Hold {
		t.Error("nothing said is a reason to go on")
	}
}

func TestJudgeRefuses(t *testing.T) {
	r := Report{Categories: map[string]Counts{"a": {Handled: 1, Complaints: 2}}}
	if _, err := r.Judge(&thresholds.Outcomes{}); err == nil || !strings.Contains(err.Error(), "no limit is set") {
		t.Errorf("without limits: %v", err)
	}
	if _, err := r.Judge(limits()); err == nil || !strings.Contains(err.Error(), "complaints of a") {
		t.Errorf("more complaints than cases: %v", err)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"[", "o.yaml:1"},
		{head, "categories"},
		{strings.Replace(head, "2026-11-01", "2026-11-31", 1) + "categories: {a: {handled: 1}}", "outcomes-value"},
		{strings.Replace(head, "2026-11-01", "2026-11-30", 1) + "categories: {a: {handled: 1}}", "none that has passed"},
		{strings.Replace(head, "2026-11-30", "2026-12-30", 1) + "categories: {a: {handled: 1}}", "none that has passed"},
		{head + "categories: {a: {handled: 1, repairs: 2}}", "2 cases had an outcome, and 1 were handled"},
		{head + "categories: {\"a\\n\": {handled: 1}}", "categories"},
		{head + "categories: {a: {handled: -1}}", "handled"},
	} {
		if _, err := Parse("o.yaml", []byte(test.text), now); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.text, err, test.want)
		}
	}
}

// A deployment whose every rate is just its limit is rolled back by one report in a
// hundred at most.
func TestChanceSeldomRollsBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rolled := 0
	const reports = 2000
	for range reports {
		r := Report{Categories: map[string]Counts{}}
		for i := range 4 {
			c := Counts{Handled: 400}
			for range c.Handled {
				if rng.Float64() < .05 {
					c.Corrections++
				}
				if rng.Float64() < .01 {
					c.Complaints++
				}
			}
			r.Categories[fmt.Sprint(i)] = c
		}
		lines, err := r.Judge(limits())
		if err != nil {
			t.Fatal(err)
		}
		if Worst(lines) == RollBack {
			rolled++
		}
	}
	if rolled == 0 || rolled > reports/50 { // expected are fewer than 20, and some
		t.Errorf("%d of %d reports roll back", rolled, reports)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(head + "categories: {a: {handled: 5, complaints: 1}}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Parse("o.yaml", data, now)
		if err != nil {
			return
		}
		if _, err := r.Judge(limits()); err != nil {
			t.Errorf("%s: what is read cannot be judged: %v", data, err)
		}
	})
}
