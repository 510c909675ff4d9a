// Package incident makes draft cases of recorded conversations: what went wrong once
// becomes a case that a gate can hold against every later change.
//
// It promises a suite that loads, with one provisional case for each conversation; a
// world in which every recorded read that can be kept gives the recorded reply again;
// personal details replaced; and a comment in the file, marked review, wherever a
// person has to decide. It is mechanical: it does not know what was right. It imports
// suites/recorded, suites/personal and suites/draft; cmd imports it.
package incident

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/suites/personal"
	"github.com/keptgate/keptgate/suites/recorded"
)

// Bounds of a suite that is made of recordings.
const (
	maxCases = 1000
	maxTools = 128
)

// Options say what is made of the conversations.
type Options struct {
	Name   string          // of the suite
	Cases  []string        // which conversations, by number from 1 or by identifier; nil: all
	Writes string          // Expect or Forbid; "": Forbid where the record says that the promise was not kept
	Tools  []recorded.Tool // definitions that go before those of the recordings
	Seed   uint64          // of what personal details are replaced by
}

// What becomes of the writes of a recording.
const (
	Expect = "expect" // they are what the case wants
	Forbid = "forbid" // they are what must not be tried
)

// Suite is what was made.
type Suite struct {
	Files    map[string]string // by path inside the folder
	Cases    int
	Readings int              // replies that the world holds
	Replaced []personal.Count // personal details
	Notes    []string         // what could not be carried over, and what is to be looked at
}

// Make makes a suite of recorded conversations.
func Make(list []recorded.Conversation, o Options) (*Suite, error) {
	numbers, err := pick(list, o.Cases)
	if err != nil {
		return nil, fmt.Errorf("choose conversations: %w", err)
	}
	m := &maker{options: o, suite: &Suite{}}
	numbers = slices.DeleteFunc(numbers, func(n int) bool {
		long := said(&list[n-1]) > maxSaid
		if long {
			m.note("%s is left out: what is said and given in it has more than %d KiB", caseName(n), maxSaid>>10)
		}
		return long
	})
	chosen := make([]recorded.Conversation, len(numbers))
	for i, n := range numbers {
		chosen[i] = list[n-1]
	}
	if chosen, m.suite.Replaced, err = personal.Replace(chosen, o.Seed); err != nil {
		return nil, err
	}
	if err := m.gather(chosen, numbers); err != nil {
		return nil, fmt.Errorf("make cases: %w", err)
	}
	m.suite.Files = map[string]string{"suite.yaml": m.suiteFile(), "tools.yaml": m.toolsFile(), "world.sql": m.worldFile(), "policy.md": m.policy(chosen)}
	for _, c := range m.cases {
		m.suite.Files["cases/"+c.name+".yaml"] = m.caseFile(c)
	}
	m.suite.Cases = len(m.cases)
	return m.suite, nil
}

// maxSaid bounds what a case holds of its conversation, in bytes: a file of cases has
// 1 MiB at most, in which some characters take several bytes.
const maxSaid = 400 << 10

// said is the size of what a case holds of its conversation.
func said(c *recorded.Conversation) int {
	n := 0
	for _, i := range c.Items {
		n += len(i.User) + len(i.Agent)
		for _, call := range i.Calls {
			n += len(call.Tool) + len(bound(call.Args))
		}
	}
	return n
}

func caseName(n int) string { return fmt.Sprintf("t-%03d", n) }

// pick gives the numbers of the conversations that are named, in order.
func pick(list []recorded.Conversation, names []string) ([]int, error) {
	var numbers []int
	for i := range list {
		if len(names) == 0 {
			numbers = append(numbers, i+1)
		}
	}
	for _, name := range names {
		n, err := strconv.Atoi(name)
		if i := slices.IndexFunc(list, func(c recorded.Conversation) bool { return c.ID == name }); i >= 0 {
			n, err = i+1, nil
		}
		if err != nil || n < 1 || n > len(list) {
			return nil, fmt.Errorf("%q is none of them; want a number from 1 to %d, or an identifier", name, len(list))
		}
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	if len(numbers) > maxCases {
		return nil, fmt.Errorf("%d of them; a suite takes %d, name some by --case", len(numbers), maxCases)
	}
	return numbers, nil
}

// maker makes one suite.
type maker struct {
	options Options
	suite   *Suite
	tools   []*tool
	cases   []*oneCase
}

// gather takes tools, calls and cases of the conversations.
func (m *maker) gather(list []recorded.Conversation, numbers []int) error {
	if err := m.define(m.options.Tools); err != nil {
		return err
	}
	for i := range list {
		if err := m.define(list[i].Tools); err != nil {
			return err
		}
	}
	for i := range list {
		c, err := m.conversation(&list[i], caseName(numbers[i]))
		if err != nil {
			return fmt.Errorf("conversation %d: %w", numbers[i], err)
		}
		if c != nil {
			m.cases = append(m.cases, c)
		}
	}
	if len(m.cases) == 0 {
		return fmt.Errorf("none of the conversations makes a case: %s", strings.Join(m.suite.Notes[:min(3, len(m.suite.Notes))], "; "))
	}
	if len(m.tools) == 0 {
		return errors.New("no conversation calls a tool, and no definition is given")
	}
	m.settle()
	return nil
}

func (m *maker) note(format string, args ...any) {
	m.suite.Notes = append(m.suite.Notes, fmt.Sprintf(format, args...))
}

// line is a text in one line, fit for a comment.
func line(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff {
			return -1
		}
		return r
	}, s)
	if runes := []rune(s); len(runes) > 200 {
		s = string(runes[:200]) + "…"
	}
	return s
}
