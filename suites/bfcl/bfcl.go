// Package bfcl makes call-level suites of categories of the Berkeley Function
// Calling Leaderboard.
//
// It promises that what it takes over means the same: types of the leaderboard's
// dialect become those of JSON Schema, an acceptable "" becomes an argument that
// may be left out, texts compare as loosely as the leaderboard compares them. What
// it cannot take over it names. Whatever a file holds, reading it ends. Of ours it
// imports schemas and schemas/tools; cmd imports it.
package bfcl

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Bounds of an import.
const (
	maxEntries = 20_000
	maxLine    = 1 << 20 // bytes
	maxDepth   = 64      // nested values
)

// Draft is what a suite is made of.
type Draft struct {
	Cases []*Case
	Notes []string // what was not taken over, a line each
}

// Case is one question with its answer.
type Case struct {
	ID       string
	Category string
	System   string
	Ask      string
	Tools    []Tool
	Answer   []Call
	Doubts   []string // why the case has no vote, for its author
}

// Tool is a definition in JSON Schema.
type Tool struct {
	Name, Description string
	Parameters        map[string]any
}

// Call is one call that is wanted. Values are in the form of a suite's file.
type Call struct {
	Tool string
	With map[string]any
	May  map[string]any
}

// question is a line of a file of questions.
type question struct {
	ID       string            `json:"id"`
	Turns    [][]message       `json:"question"`
	Function []json.RawMessage `json:"function"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// truth is a line of a file of answers.
type truth struct {
	ID    string            `json:"id"`
	Calls []json.RawMessage `json:"ground_truth"`
}

// Read takes questions, and answers to them, as JSON Lines or as a JSON list. No
// answers at all stand for a category in which nothing may be called; its name
// then says so, as "irrelevance" does.
func Read(questions, answers []byte) (*Draft, error) {
	list, err := lines[question](questions)
	if err != nil {
		return nil, fmt.Errorf("read questions: %w", err)
	}
	truths, err := lines[truth](answers)
	if err != nil {
		return nil, fmt.Errorf("read answers: %w", err)
	}
	byID := make(map[string]*truth, len(truths))
	for i := range truths {
		t := &truths[i]
		if byID[t.ID] != nil {
			return nil, fmt.Errorf("read answers: there are two for %q", t.ID)
		}
		byID[t.ID] = t
	}
	d := &Draft{}
	seen := map[string]bool{}
	for i := range list {
		q := &list[i]
		if q.ID == "" || seen[q.ID] {
			return nil, fmt.Errorf("read questions: entry %d has the id %q, want one of its own for each", i+1, q.ID)
		}
		seen[q.ID] = true
		answer := byID[q.ID]
		delete(byID, q.ID)
		if answer == nil && !silent(q.ID) {
			d.note(q.ID, "it has no answer")
			continue
		}
		if err := d.add(q, answer); err != nil {
			d.note(q.ID, err.Error())
		}
	}
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		d.note(id, "there is an answer and no question")
	}
	if len(d.Cases) == 0 {
		return nil, fmt.Errorf("read questions: none could be taken over; %s", strings.Join(d.Notes[:min(len(d.Notes), 3)], "; "))
	}
	return d, nil
}

func (d *Draft) note(id, why string) {
	d.Notes = append(d.Notes, fmt.Sprintf("%s is left out: %s", id, why))
}

// silent tells by its name whether an entry is one in which nothing may be called.
func silent(id string) bool { return strings.Contains(id, "irrelevance") }

// add takes one entry over. The error says why it cannot be.
func (d *Draft) add(q *question, answer *truth) error {
	if len(q.Turns) != 1 {
		return fmt.Errorf("it has %d turns, and a case of a call-level suite has one", len(q.Turns))
	}
	c := &Case{ID: q.ID, Category: category(q.ID)}
	for _, m := range q.Turns[0] {
		switch {
		case m.Role == "system":
			c.System = joined(c.System, m.Content)
		case m.Role == "user":
			c.Ask = joined(c.Ask, m.Content)
		default:
			return fmt.Errorf("it has an earlier message of role %q", m.Role)
		}
	}
	if strings.TrimSpace(c.Ask) == "" {
		return errors.New("it asks nothing")
	}
	t := translator{names: map[string]string{}}
	for _, raw := range q.Function {
		tool, err := t.tool(raw)
		if err != nil {
			return err
		}
		c.Tools = append(c.Tools, tool)
	}
	if answer != nil {
		for _, raw := range answer.Calls {
			call, err := t.call(raw, c.Tools)
			if err != nil {
				return err
			}
			c.Answer = append(c.Answer, call)
		}
	}
	d.Cases = append(d.Cases, c)
	return nil
}

func joined(a, b string) string { return strings.TrimSpace(a + "\n\n" + b) }

// category is the part of an identifier before its numbers.
func category(id string) string {
	name := strings.TrimRight(id, "0123456789-_")
	name = strings.Trim(strings.ReplaceAll(strings.ToLower(name), "_", "-"), "-")
	var out strings.Builder
	for _, r := range name {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' && out.Len() > 0 || r == '-' && out.Len() > 0 {
			out.WriteRune(r)
		}
	}
	if out.Len() == 0 {
		return "calls"
	}
	return out.String()
}

// lines reads entries, one a line or all in one list.
func lines[T any](data []byte) ([]T, error) {
	data = bytes.TrimSpace(data)
	if len(data) > 0 && data[0] == '[' {
		var list []json.RawMessage
		if err := json.Unmarshal(data, &list); err != nil {
			return nil, fmt.Errorf("decode list: %w", err)
		}
		out := make([]T, 0, min(len(list), maxEntries))
		for i, raw := range list {
			if i == maxEntries {
				return nil, fmt.Errorf("there are more than %d entries", maxEntries)
			}
			one, err := entry[T](raw)
			if err != nil {
				return nil, fmt.Errorf("entry %d: %w", i+1, err)
			}
			out = append(out, one)
		}
		return out, nil
	}
	var out []T
	scanner := bufio.NewScanner(bytes.NewReader(data))
	scanner.Buffer(nil, maxLine)
	for n := 1; scanner.Scan(); n++ {
		line := bytes.TrimSpace(scanner.Bytes())
		if len(line) == 0 {
			continue
		}
		if len(out) == maxEntries {
			return nil, fmt.Errorf("there are more than %d entries", maxEntries)
		}
		one, err := entry[T](line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		out = append(out, one)
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", len(out)+1, err)
	}
	return out, nil
}

func entry[T any](raw []byte) (one T, err error) {
	if depth(raw) > maxDepth {
		return one, fmt.Errorf("it nests more than %d deep", maxDepth)
	}
	err = json.Unmarshal(raw, &one)
	return one, err
}

// depth is how deep the brackets of a text nest, those in strings left out.
func depth(raw []byte) int {
	most, now, quoted := 0, 0, false
	for i := 0; i < len(raw); i++ {
		switch b := raw[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{' || b == '[':
			now++
			most = max(most, now)
		case b == '}' || b == ']':
			now--
		}
	}
	return most
}
