package thresholds

import (
	"strings"
	"testing"
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
