package suites_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/suites"
)

// What the public suites have to have, so that a figure that they give means
// something.
const (
	fewestSuites     = 11
	fewestTools      = 10 // in a suite
	fewestRows       = 200
	fewestCases      = 8 // in a suite
	fewestInAll      = 360
	fewestInCategory = 15
	fewestHard       = 60
)

func TestPublicSuitesAreBroadEnough(t *testing.T) {
	names := suites.Names()
	if len(names) < fewestSuites {
		t.Errorf("%d suites, want %d", len(names), fewestSuites)
	}
	cases, hard, categories := 0, 0, map[string]int{}
	for _, name := range names {
		s, err := suites.Public(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		for what, n := range map[string][2]int{
			"tools": {len(s.Tools), fewestTools}, "cases": {len(s.Cases), fewestCases}, "effects": {len(s.Effects), 1},
			"rows": {rows(s.World), fewestRows},
		} {
			if n[0] < n[1] {
				t.Errorf("%s has %d %s, want %d", name, n[0], what, n[1])
			}
		}
		for _, c := range s.Cases {
			cases++
			categories[c.Category]++
			if c.Tier == "hard" {
				hard++
			}
		}
	}
	if cases < fewestInAll || hard < fewestHard {
		t.Errorf("%d cases, %d of them hard; want %d and %d", cases, hard, fewestInAll, fewestHard)
	}
	for _, name := range []string{
		"change-of-mind", "confused-caller", "disclosure", "escalation", "exception-request", "false-claims-by-caller", "fan-out", "injection",
		"invented-promise", "lost-response", "multi-hop", "multi-session", "pushback", "refusal", "withheld-identifier", "brittle-tool",
	} {
		if categories[name] == 0 {
			t.Errorf("no case of category %s", name)
		}
	}
	for name, n := range categories {
		if n < fewestInCategory {
			t.Errorf("category %s has %d cases, want %d", name, n, fewestInCategory)
		}
	}
}

// rows counts the rows that a world's text adds, each on a line of its own.
func rows(world string) int {
	n := 0
	for line := range strings.Lines(world) {
		if strings.HasPrefix(strings.TrimSpace(line), "(") {
			n++
		}
	}
	return n
}

// TestFanOutReachesAHundred looks for the sizes of fan-out that are promised: a
// case whose rows to be changed are so many.
func TestFanOutReachesAHundred(t *testing.T) {
	sizes := map[int]bool{}
	for _, name := range suites.Names() {
		s, err := suites.Public(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range s.Cases {
			if c.Category != "fan-out" {
				continue
			}
			n := 0
			for _, m := range c.Reference {
				n += len(m.Calls)
			}
			for _, size := range []int{20, 50, 100} {
				sizes[size] = sizes[size] || n >= size && n < 2*size
			}
		}
	}
	for _, size := range []int{20, 50, 100} {
		if !sizes[size] {
			t.Errorf("no fan-out case whose reference makes %d calls or a few more", size)
		}
	}
}

// TestASeedMakesAnotherSuite holds that a seed changes each public suite: its
// names, and some rule of its policy.
func TestASeedMakesAnotherSuite(t *testing.T) {
	for _, name := range suites.Names() {
		published, err := suites.Public(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		worlds, rules := map[string]bool{published.World: true}, map[string]bool{fmt.Sprint(published.Vars): true}
		for seed := uint64(1); seed <= 2; seed++ {
			s, err := suites.Public(name, seed)
			if err != nil {
				t.Fatal(err)
			}
			worlds[s.World], rules[fmt.Sprint(s.Vars)] = true, true
		}
		if len(worlds) != 3 || len(rules) < 2 {
			t.Errorf("%s: three seeds give %d worlds and %d sets of values, want 3 and several", name, len(worlds), len(rules))
		}
	}
}
