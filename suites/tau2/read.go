package tau2

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/keptgate/keptgate/schemas"
)

// Bounds of what is read, beside the size of the files.
const (
	maxTasks   = 2_000
	maxActions = 100      // of one task
	maxAll     = 20_000   // actions of all tasks
	maxText    = 8_000    // bytes of one text of a task
	maxArgs    = 8 << 10  // bytes of an action's arguments
	maxAllArgs = 24 << 10 // and of those of a task; a file of cases takes 40,000 words and signs
)

// MaxFile bounds the file of tasks and that of the database, in bytes.
const MaxFile = 16 << 20

// Task is one task of τ²-bench, as far as it can be carried over.
type Task struct {
	ID      string
	Actions []Action
	Told    []string // what the agent must say

	reason, known, unknown, manner string   // of the caller
	dropped                        []string // what is not carried over
	lacking                        bool     // the case means something else without it
}

// Action is a gold action.
type Action struct {
	Number    int // within the task, 1-based
	Tool      string
	Args      map[string]any
	Requestor string // "user" where the caller makes the call
}

// JSON is the action's arguments as a candidate would write them.
func (a Action) JSON() string { return plain(a.Args) }

// rawTask is a task as it stands in the file. Fields that are not here are left
// behind without a word: identifiers and descriptions.
type rawTask struct {
	ID       any `json:"id"`
	Scenario struct {
		Persona      any             `json:"persona"`
		Instructions json.RawMessage `json:"instructions"`
	} `json:"user_scenario"`
	Initial  json.RawMessage `json:"initial_state"`
	Criteria struct {
		Actions []struct {
			Name      string         `json:"name"`
			Arguments map[string]any `json:"arguments"`
			Requestor string         `json:"requestor"`
		} `json:"actions"`
		Environment []any    `json:"env_assertions"`
		Communicate []string `json:"communicate_info"`
		Assertions  []any    `json:"nl_assertions"`
		Basis       []string `json:"reward_basis"`
	} `json:"evaluation_criteria"`
}

// Read reads a file of tasks. Its error says which task cannot be read.
func Read(data []byte) ([]Task, error) {
	var raw []json.RawMessage
	if err := decode(data, &raw); err != nil {
		return nil, fmt.Errorf("read tasks: %w; want the tasks.json of a domain of τ²-bench, a list of tasks", err)
	}
	if len(raw) == 0 || len(raw) > maxTasks {
		return nil, fmt.Errorf("read tasks: there are %d; want 1 to %d", len(raw), maxTasks)
	}
	var list []Task
	seen, actions := map[string]bool{}, 0
	for i, text := range raw {
		t, err := task(text)
		switch {
		case err != nil:
			return nil, fmt.Errorf("read tasks: entry %d: %w", i+1, err)
		case seen[t.ID]:
			return nil, fmt.Errorf("read tasks: entry %d: there is a task %q before it", i+1, t.ID)
		}
		if actions += len(t.Actions); actions > maxAll {
			return nil, fmt.Errorf("read tasks: they have more than %d actions; split the file", maxAll)
		}
		seen[t.ID] = true
		list = append(list, t)
	}
	return list, nil
}

func task(text json.RawMessage) (Task, error) {
	var raw rawTask
	if err := decode(text, &raw); err != nil {
		return Task{}, err
	}
	t := Task{ID: strings.TrimSpace(scalar(raw.ID))}
	if t.ID == "" || len(t.ID) > 200 || strings.ContainsFunc(t.ID, func(r rune) bool { return r < ' ' || r == utf8.RuneError }) {
		return Task{}, errors.New("its id is no text of 1 to 200 bytes and no number")
	}
	c := raw.Criteria
	if len(c.Actions) > maxActions || len(c.Communicate) > maxActions {
		return Task{}, fmt.Errorf("task %s has %d actions and %d things to tell; at most %d of each are taken", t.ID, len(c.Actions), len(c.Communicate), maxActions)
	}
	size := 0
	var written strings.Builder // a line for each
	for i, a := range c.Actions {
		if a.Arguments == nil {
			a.Arguments = map[string]any{}
		}
		n := len(plain(a.Arguments))
		if size += n; a.Name == "" || len(a.Name) > 100 || n > maxArgs || size > maxAllArgs {
			return Task{}, fmt.Errorf("task %s: action %d has no name, or name or arguments are too long", t.ID, i+1)
		}
		written.WriteString("- {" + literal(a.Name) + ": " + literal(a.Arguments) + "}\n")
		t.Actions = append(t.Actions, Action{Number: i + 1, Tool: a.Name, Args: a.Arguments, Requestor: a.Requestor})
	}
	if _, problems := schemas.ParseYAML("actions", []byte(written.String())); len(problems) > 0 && len(t.Actions) > 0 {
		return Task{}, fmt.Errorf("task %s: action %d cannot be written down: %s", t.ID, problems[0].Line, problems[0].Message)
	}
	for _, told := range c.Communicate {
		if told = clean(told); told != "" {
			t.Told = append(t.Told, told)
		}
	}
	if err := t.instruct(raw.Scenario.Instructions); err != nil {
		return Task{}, fmt.Errorf("task %s: %w", t.ID, err)
	}
	for _, text := range append([]string{t.reason, t.known, t.unknown, t.manner}, t.Told...) {
		if len(text) > maxText {
			return Task{}, fmt.Errorf("task %s has a text of %d bytes; at most %d are taken", t.ID, len(text), maxText)
		}
	}
	for _, left := range []struct {
		there, grave bool
		what         string
	}{
		{raw.Scenario.Persona != nil, false, "the persona"},
		{len(bytes.TrimSpace(raw.Initial)) > 0 && string(raw.Initial) != "null", true, "the initial state: set it up in the world"},
		{len(c.Assertions) > 0, false, "what a model was to judge (nl_assertions)"},
		{len(c.Environment) > 0, true, "assertions on the environment (env_assertions)"},
		{len(c.Basis) > 0 && !slices.Contains(c.Basis, "DB"), true, "that the end state does not count (reward_basis without DB)"},
	} {
		if left.there {
			t.dropped = append(t.dropped, left.what)
			t.lacking = t.lacking || left.grave
		}
	}
	return t, nil
}

// instruct reads what the caller is told: fields, or one text.
func (t *Task) instruct(raw json.RawMessage) error {
	var fields struct {
		Task    string `json:"task_instructions"`
		Reason  string `json:"reason_for_call"`
		Known   string `json:"known_info"`
		Unknown string `json:"unknown_info"`
	}
	if len(raw) > 0 && bytes.TrimSpace(raw)[0] == '"' {
		err := decode(raw, &t.reason)
		t.reason = tidy(t.reason)
		return err
	}
	if len(raw) == 0 || decode(raw, &fields) != nil {
		return errors.New("its user_scenario has no instructions: neither a text nor fields of texts")
	}
	t.reason, t.known, t.unknown, t.manner = tidy(fields.Reason), tidy(fields.Known), tidy(fields.Unknown), tidy(fields.Task)
	return nil
}

// decode reads one JSON value and no more. Numbers stay as they are written.
func decode(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON value")
	}
	return nil
}

func scalar(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case json.Number:
		return x.String()
	default:
		return ""
	}
}

// tidy is a text without what is no text.
func tidy(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.Map(printable, lines[i])
	}
	return strings.Join(lines, "\n")
}

// clean is a text on one line without what is no text.
func clean(s string) string { return strings.Map(printable, line(s)) }

// line is a text on one line.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }

// plain is a value as JSON, which is YAML as well.
func plain(v any) string {
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "null"
	}
	return strings.TrimSpace(out.String())
}

// literal is a value as YAML in which no dollar begins a variable.
func literal(v any) string { return strings.ReplaceAll(plain(v), "$", "$$") }
