package caller

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/suites"
)

// A Script is the caller of one case, made ready once for all its trials. It may
// be used by several goroutines.
type Script struct {
	opening  []string
	facts    []fact
	wants    wording // the words of opening and facts
	twists   []twist
	confirms string // what the caller says to a request for a yes, "" for a plain yes
	persona  string
	patience int
	later    []*Script // of the further calls
}

// twist is a change of mind with the event that brings it.
type twist struct {
	name   string
	effect suites.Effect // of the commit it waits for
	nth    int           // the how manyth such commit, 1-based; 0 where it waits for a turn
	turn   int           // 1-based
	says   []string
	facts  []fact
}

// defaultPatience is how many questions a caller may fail to place.
const defaultPatience = 3

// Prepare reads the caller of a case, and how they are in its later calls. It
// fails on what the loader of suites refuses as well: a pattern that does not
// compile, a twist that waits for something unknown.
func Prepare(c *suites.Case) (*Script, error) {
	var scripts []*Script
	for _, caller := range c.Callers() {
		s, err := prepareOne(caller, c.Suite)
		if err != nil {
			return nil, fmt.Errorf("prepare caller of %s: %w", c.ID(), err)
		}
		scripts = append(scripts, s)
	}
	scripts[0].later = scripts[1:]
	return scripts[0], nil
}

func prepareOne(c *suites.Caller, suite *suites.Suite) (*Script, error) {
	s := &Script{opening: c.Opening, persona: c.Persona, patience: c.Patience}
	if s.patience == 0 {
		s.patience = defaultPatience
	}
	if !strings.EqualFold(strings.TrimSpace(c.Confirms), "yes") {
		s.confirms = c.Confirms
	}
	var err error
	if s.facts, err = prepare(c.Facts); err != nil {
		return nil, err
	}
	s.wants = wording{}
	s.wants.add(s.opening...)
	s.wants.learn(s.facts)
	seen := map[string]int{}
	for _, t := range c.Twists {
		one, err := prepareTwist(t, suite, seen)
		if err != nil {
			return nil, fmt.Errorf("read twist %q: %w", t.Name, err)
		}
		s.twists = append(s.twists, one)
	}
	return s, nil
}

func prepareTwist(t suites.Twist, suite *suites.Suite, seen map[string]int) (twist, error) {
	facts, err := prepare(t.Facts)
	if err != nil {
		return twist{}, err
	}
	out := twist{name: t.Name, says: t.Says, facts: facts}
	kind, rest, _ := strings.Cut(strings.TrimSpace(t.After), " ")
	rest = strings.TrimSpace(rest)
	switch kind {
	case "committed":
		effect, ok := suite.Effects[rest]
		if !ok {
			return twist{}, fmt.Errorf("find effect %q: the suite names no such effect", rest)
		}
		seen[rest]++
		out.effect, out.nth = effect, seen[rest]
	case "turn":
		if out.turn, err = strconv.Atoi(rest); err != nil || out.turn < 1 {
			return twist{}, fmt.Errorf("read turn %q: want a number from 1", rest)
		}
	default:
		return twist{}, fmt.Errorf("read %q: want \"committed EFFECT\" or \"turn N\"", t.After)
	}
	return out, nil
}

// affirmative and negative match answers that are a yes and a no.
var (
	affirmative = regexp.MustCompile(`(?i)^\s*(?:yes|yeah|yep)\b`)
	negative    = regexp.MustCompile(`(?i)^\s*(?:no|nope)\b`)
)
