package thresholds

import (
	"strings"
	"testing"
	"time"
)

func TestPromote(t *testing.T) {
	c, err := ParseConfig("c.yml", []byte("promote: {stages: [beta, live], branches: [release]}\noutcomes: {complaints: {max_rate: 0.02}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		p             *Promote
		stage, before string
		ok            bool
	}{
		{nil, "candidate", "", true},
		{nil, "staging", "candidate", true},
		{&Promote{}, "production", "staging", true},
		{nil, "live", "", false},
		{c.Promote, "beta", "", true},
		{c.Promote, "live", "beta", true},
		{c.Promote, "production", "", false},
	} {
		before, err := test.p.Before(test.stage)
		if before != test.before || (err == nil) != test.ok {
			t.Errorf("before %s: %q, %v", test.stage, before, err)
		}
	}
	for _, test := range []struct {
		p      *Promote
		branch string
		ok     bool
	}{
		{nil, "main", true}, {nil, "release", false}, {nil, "", false}, {c.Promote, "release", true}, {c.Promote, "main", true}, {c.Promote, "x", false},
	} {
		if got := test.p.From(test.branch, "main"); got != test.ok {
			t.Errorf("from %q: %v", test.branch, got)
		}
	}
	if got := c.Outcomes.Least(); got != 200 || (&Outcomes{MinHandled: 5}).Least() != 5 {
		t.Errorf("least: %d", got)
	}
	if _, err := ParseConfig("c.yml", []byte("promote: {stages: [Beta]}\n")); err == nil || !strings.Contains(err.Error(), "promote.stages[0]") {
		t.Errorf("a stage in capitals: %v", err)
	}
}

func TestFidelity(t *testing.T) {
	c, err := ParseConfig("k.yml", []byte("fidelity: {report: evals/fidelity.json, max_age_days: 14}"))
	if err != nil || c.Fidelity.Report != "evals/fidelity.json" || c.Fidelity.MaxAge() != 14*24*time.Hour {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err = ParseConfig("k.yml", []byte("fidelity: {report: f.json}")); err != nil || c.Fidelity.MaxAge() != 0 {
		t.Errorf("without an age: %+v, %v", c, err)
	}
	for _, text := range []string{"{}", "{report: /f.json}", "{report: f.json, max_age_days: 0}", "{report: f.json, age: 3}"} {
		if _, err := ParseConfig("k.yml", []byte("fidelity: "+text)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
