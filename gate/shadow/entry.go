package shadow

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/keptgate/keptgate/suites/recorded"
)

// Entry is one recorded conversation of a file. It has an ID and a Category.
type Entry struct {
	recorded.Conversation
	File string // as it was named
}

// Entries reads the conversations of a file. One without an id is named by its place,
// such as #3, and one without a category is of the file's.
func Entries(file string, data []byte) ([]Entry, error) {
	list, err := recorded.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	base := filepath.Base(file)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	out := make([]Entry, len(list))
	for i, c := range list {
		c.ID = cmp.Or(c.ID, fmt.Sprintf("#%d", i+1))
		c.Category = cmp.Or(c.Category, name)
		out[i] = Entry{c, file}
	}
	return out, nil
}

// round is what the user said at once and what the record's agent did then.
type round struct {
	user  string
	agent []recorded.Item // Agent or Calls
}

// rounds are those of the conversation in order. What the agent did before the user
// said anything is in the first. What the user said last is left out where nobody
// answered it: the record does not say what would have been right.
func (e *Entry) rounds() []round {
	var out []round
	var first, agent []recorded.Item
	var said []string
	flush := func() {
		switch {
		case len(said) == 0:
			first = append(first, agent...)
		case len(agent) > 0:
			out = append(out, round{strings.Join(said, "\n\n"), append(first, agent...)})
			first, said = nil, nil
		}
		agent = nil
	}
	for _, item := range e.Items {
		if item.User == "" {
			agent = append(agent, item)
			continue
		}
		if len(agent) > 0 {
			flush()
		}
		said = append(said, item.User)
	}
	flush()
	return out
}

// Bounds of one conversation. A record that is longer than these allows twice its own
// steps and calls, so that it can be followed.
const (
	maxSteps      = 30  // messages of the candidate
	maxCalls      = 60  // calls of the candidate
	maxRecorded   = 500 // calls of a record
	maxUnrecorded = 10  // reads that the record does not hold; by then it is another conversation
)

// limits are the steps and calls that a candidate may use.
func limits(rounds []round) (steps, calls int) {
	steps, calls = used(rounds)
	return max(maxSteps, 2*steps), max(maxCalls, 2*calls)
}

// used are the steps and calls of the record's agent.
func used(rounds []round) (steps, calls int) {
	for _, r := range rounds {
		steps++
		for _, item := range r.agent {
			if len(item.Calls) > 0 {
				steps++
				calls += len(item.Calls)
			}
		}
	}
	return steps, calls
}
