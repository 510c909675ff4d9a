package bfcl

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// World is what must be known of a suite whose world entries of several turns are
// taken onto.
type World struct {
	Session map[string]any      // of the cases
	Tools   map[string][]string // the parameters that each tool requires, in their order
}

// Story is an entry of several turns: what the user says, and the calls that
// answer each message.
type Story struct {
	ID       string
	Category string
	Says     []string
	Calls    [][]Call // With alone; their values are literals
	Leaves   bool     // played in the world, the calls leave something changed
	Doubts   []string // why the case has no vote, for its author
}

// ReadTurns takes entries of several turns onto a world that has their tools. What
// has other tools is left out, and named.
func ReadTurns(questions, answers []byte, w World) ([]Story, []string, error) {
	list, err := lines[question](questions)
	if err != nil {
		return nil, nil, fmt.Errorf("read questions: %w", err)
	}
	truths, err := lines[turnsTruth](answers)
	if err != nil {
		return nil, nil, fmt.Errorf("read answers: %w", err)
	}
	byID := map[string][][]string{}
	for _, t := range truths {
		byID[t.ID] = t.Turns
	}
	var out []Story
	var notes []string
	seen := map[string]bool{}
	for i := range list {
		q := &list[i]
		if q.ID == "" || seen[q.ID] {
			return nil, nil, fmt.Errorf("read questions: entry %d has the id %q, want one of its own for each", i+1, q.ID)
		}
		seen[q.ID] = true
		s, err := w.story(q, byID[q.ID])
		if err != nil {
			notes = append(notes, fmt.Sprintf("%s is left out: %s", q.ID, err))
			continue
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return nil, nil, fmt.Errorf("read questions: none could be taken over; %s", strings.Join(notes[:min(len(notes), 3)], "; "))
	}
	return out, notes, nil
}

// turnsTruth is a line of a file of answers: the calls of each turn.
type turnsTruth struct {
	ID    string     `json:"id"`
	Turns [][]string `json:"ground_truth"`
}

func (w World) story(q *question, turns [][]string) (Story, error) {
	s := Story{ID: q.ID, Category: category(q.ID)}
	if len(turns) != len(q.Turns) || len(turns) == 0 {
		return s, fmt.Errorf("it has %d turns and answers to %d", len(q.Turns), len(turns))
	}
	made := 0
	for i, turn := range q.Turns {
		said := ""
		for _, m := range turn {
			if m.Role != "user" {
				return s, fmt.Errorf("turn %d has a message of role %q", i+1, m.Role)
			}
			said = joined(said, m.Content)
		}
		if said == "" {
			return s, fmt.Errorf("turn %d asks nothing: its tools change in mid-conversation", i+1)
		}
		var calls []Call
		for _, text := range turns[i] {
			call, err := w.call(text)
			if err != nil {
				return s, fmt.Errorf("turn %d: %w", i+1, err)
			}
			calls = append(calls, call)
		}
		made += len(calls)
		s.Says, s.Calls = append(s.Says, said), append(s.Calls, calls)
	}
	if made == 0 {
		return s, errors.New("nothing is called in it")
	}
	return s, nil
}

// call reads one call and gives its arguments their names.
func (w World) call(text string) (Call, error) {
	in, err := invoke(text)
	if err != nil {
		return Call{}, err
	}
	required, known := w.Tools[in.name]
	switch {
	case !known:
		return Call{}, fmt.Errorf("the world has no tool %s", in.name)
	case len(in.places) > len(required):
		return Call{}, fmt.Errorf("%s takes %d arguments by place, and %d are given", in.name, len(required), len(in.places))
	}
	for i, v := range in.places {
		if _, twice := in.named[required[i]]; twice {
			return Call{}, fmt.Errorf("%s is given %s twice", in.name, required[i])
		}
		in.named[required[i]] = v
	}
	return Call{Tool: in.name, With: in.named}, nil
}

// StoryFiles writes cases of a world, by path inside its folder.
func StoryFiles(list []Story, w World) map[string]string {
	files := map[string]string{}
	for from := 0; from < len(list); from += perFile {
		var out strings.Builder
		for i, s := range list[from:min(from+perFile, len(list))] {
			if i > 0 {
				out.WriteByte('\n')
			}
			s.write(&out, w, from+i)
		}
		files[fmt.Sprintf("cases/%03d.yaml", from/perFile+1)] = out.String()
	}
	return files
}

// write writes a story as a case: what its calls leave is what is expected and,
// where they leave nothing, that they were made.
func (s *Story) write(out *strings.Builder, w World, n int) {
	fmt.Fprintf(out, "- name: e-%03d # an identifier of the leaderboard would give the category away\n  category: %s\n", n, s.Category)
	fmt.Fprintf(out, "  promise: %s\n", plain("What the calls that answer "+s.ID+" leave is left, and nothing else."))
	doubted(out, s.Doubts)
	fmt.Fprintf(out, "  session: %s\n  caller:\n    opening: [%s]\n", literalOf(w.Session), literalOf(s.Says[0]))
	for i, said := range s.Says[1:] {
		if i == 0 {
			out.WriteString("    twists:\n")
		}
		fmt.Fprintf(out, "      - {name: turn-%d, after: turn %d, says: [%s]}\n", i+2, i+1, literalOf(said))
	}
	if s.Leaves {
		out.WriteString("  expect: {changes: reference}\n")
	} else {
		out.WriteString("  expect:\n    changes: []\n    calls:\n")
		for _, c := range slices.Concat(s.Calls...) {
			fmt.Fprintf(out, "      - {tool: %s, with: %s}\n", plain(c.Tool), literalOf(c.With))
		}
	}
	out.WriteString("  reference:\n")
	for _, turn := range s.Calls {
		for _, c := range turn {
			fmt.Fprintf(out, "    - call: {%s: %s}\n", plain(c.Tool), literalOf(c.With))
		}
		out.WriteString("    - say: Done.\n")
	}
}

// literalOf writes a value for a file in which a dollar sign names a variable.
func literalOf(v any) string { return strings.ReplaceAll(plain(v), "$", "$$") }
