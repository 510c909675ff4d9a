package tau2

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Played says what became of a gold action when it was tried.
type Played struct {
	Writes bool   // its tool may change the business
	Wrong  string // why the task is in doubt; "" where all went well
	Left   bool   // it is left out of the reference
	Empty  bool   // it is a write that changed nothing
}

// Tools of τ²-bench that a world need not have: the harness serves handover, and a
// candidate can do without the others.
const handover = "transfer_to_human_agents"

var aids = []string{"think", "calculate"}

// Try lists the gold actions that are to be tried in the world, and begins with
// what is known without it: for each action, what became of it. The world has a
// tool where has says so.
func (t *Task) Try(has func(tool string) bool) ([]Action, []Played) {
	var try []Action
	played := make([]Played, len(t.Actions))
	for i, a := range t.Actions {
		switch {
		case a.Requestor == "user":
			played[i] = Played{Left: true, Wrong: "made by the caller, who has no tools here"}
		case a.Tool == handover:
		case a.Aid() && !has(a.Tool):
			played[i] = Played{Left: true}
		default:
			try = append(try, a)
		}
	}
	return try, played
}

// Aid tells whether an action only takes down or works out something, which a
// reference need not do.
func (a Action) Aid() bool { return slices.Contains(aids, a.Tool) }

// Bounds of a file of cases, which a suite takes up to 1 MiB and 40,000 words and
// signs of YAML.
const (
	inFile   = 20
	fileSize = 32 << 10
)

// Cases writes a case for each task, in files of a few each, by path. For each
// action of each task, in their order, played says what became of it.
func (w *World) Cases(tasks []Task, played [][]Played) (map[string]string, []Note) {
	out := map[string]string{}
	var notes []Note
	names := caseNames(tasks)
	head := comment("# ", w.Setting.Licence)
	file, in := "", 0
	for i, s := range drafts(tasks) {
		text, note := w.kase(&tasks[i], names[i], s, played[i])
		notes = append(notes, note)
		if note.Case == "" {
			continue
		}
		if file == "" || in == inFile || len(out[file])+len(text) > fileSize {
			file, in = fmt.Sprintf("cases/tasks-%02d.yaml", len(out)+1), 0
			out[file] = head
		}
		in++
		out[file] += text
	}
	return out, notes
}

// Note is what an import says about one task.
type Note struct {
	Task        string
	Case        string // "" where it is left out
	Provisional bool
	Doubts      []string // about its gold actions: "action 3, TOOL, refused: …"
	Review      []string // about its script, and what was not carried over
}

// caseNames are t-007 after the tasks' ids where those are numbers, else after
// their places.
func caseNames(tasks []Task) []string {
	var out []string
	for _, t := range tasks {
		n, err := strconv.Atoi(t.ID)
		if err != nil || n < 0 || strconv.Itoa(n) != t.ID {
			out = nil
			break
		}
		out = append(out, fmt.Sprintf("t-%03d", n))
	}
	for i := len(out); i < len(tasks); i++ {
		out = append(out, fmt.Sprintf("t-%03d", i+1))
	}
	return out
}

// kase writes one case.
func (w *World) kase(t *Task, name string, s *script, played []Played) (string, Note) {
	note := Note{Task: clean(t.ID), Case: name, Review: s.review}
	for _, what := range t.dropped {
		note.Review = append(note.Review, "not carried over: "+what)
	}
	note.Provisional = len(s.review) > 0 || t.lacking
	r := w.reference(t, s, played)
	for i, p := range played {
		if p.Wrong != "" {
			note.Doubts = append(note.Doubts, clean(fmt.Sprintf("action %d, %s, %s", t.Actions[i].Number, t.Actions[i].Tool, p.Wrong)))
		}
	}
	switch {
	case r.hollow && len(s.known) == 0:
		note.Case = ""
		note.Doubts = append(note.Doubts, "left out: nothing is to be done, read, told or asked, so doing nothing would pass")
		return "", note
	case r.hollow:
		note.Doubts = append(note.Doubts, "nothing is to be done, read or told; expected is only that the agent asks who calls")
	}
	note.Provisional = note.Provisional || len(note.Doubts) > 0

	var out strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&out, format, args...) }
	f("# Task %s of τ²-bench.\n", note.Task)
	for _, d := range note.Doubts {
		f("# in doubt: %s\n", d)
	}
	for _, text := range note.Review {
		f("# review: %s\n", clean(text))
	}
	f("- name: %s\n  category: %s\n  promise: %s\n", name, r.category, literal(r.promise))
	if note.Provisional {
		f("  provisional: true\n")
	}
	f("  session: %s\n", w.session())
	if n := len(r.moves); n > 25 {
		f("  limits: {steps: %d, calls: %d}\n", 2*n, max(60, 2*n))
	}
	f("  caller:\n    persona: %s\n    opening: [%s]\n", s.persona, literal(s.opening))
	for i, fact := range s.facts {
		if i == 0 {
			f("    facts:\n")
		}
		f("      - {about: %s, asked: %s, says: %s}\n", literal(fact.about), literal(fact.asked), literal(fact.says))
	}
	f("  expect:\n%s  reference:\n", r.expect)
	for _, m := range r.moves {
		f("    - %s\n", m)
	}
	f("\n")
	return out.String(), note
}

// reference is what a case expects, and one way to get there.
type reference struct {
	category, promise, expect string
	moves                     []string
	hollow                    bool // nothing is expected but questions
}

func (w *World) reference(t *Task, s *script, played []Played) reference {
	var r reference
	var moves, reads, writes []string
	hand := ""
	for i, a := range t.Actions {
		p := played[i]
		switch call := "{" + literal(a.Tool) + ": " + literal(a.Args) + "}"; {
		case p.Left:
		case a.Tool == handover:
			hand = clean(scalar(a.Args["summary"]))
			if hand == "" {
				hand = "This is for a person."
			}
		default:
			if p.Writes {
				if len(writes) == 0 {
					moves = append(moves, "") // the place of the request for a yes
				}
				writes = append(writes, call)
			} else {
				reads = append(reads, "{tool: "+literal(a.Tool)+", with: "+literal(a.Args)+"}")
			}
			moves = append(moves, "call: "+call)
		}
	}
	for _, about := range s.known {
		r.moves = append(r.moves, "ask: "+literal(about))
	}
	for _, m := range moves {
		if m == "" {
			m = `confirm: "I would now change all that as you asked. Shall I go ahead?"`
		}
		r.moves = append(r.moves, m)
	}
	told, said := tells(t.Told)
	switch {
	case len(said) > 0 && hand != "": // else the caller takes it for the end
		r.moves = append(r.moves, "say: "+literal("Here is what you wanted to know: "+strings.Join(said, "; ")+". One moment, please."))
	case len(said) > 0:
		r.moves = append(r.moves, "say: "+literal("Here is what you wanted to know: "+strings.Join(said, "; ")+"."))
	case hand != "":
	case len(writes) > 0:
		r.moves = append(r.moves, "say: "+literal("That is done."))
	default:
		r.moves = append(r.moves, "say: "+literal("Nothing was changed."))
	}
	if hand != "" {
		r.moves = append(r.moves, "handover: "+literal(hand))
	}
	r.describe(len(writes), hand != "")
	var expect strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&expect, "    "+format+"\n", args...) }
	if len(writes) > 0 {
		f("changes: reference")
	} else {
		f("changes: []")
	}
	switch {
	case len(writes) > 0 && w.Setting.Confirm:
		f("confirm: true")
	case len(writes) > 0 || len(told) > 0:
	case len(reads) > 0: // else an agent that does nothing, or hands all over, would pass
		f("calls: [%s]", reads[len(reads)-1])
	default:
		r.hollow = hand == ""
		if len(s.known) > 0 {
			f("asks: %s", literal(s.known))
		}
	}
	if len(told) > 0 {
		f("tells: [%s]", strings.Join(told, ", "))
	}
	if hand != "" {
		f("escalate: required")
	}
	r.expect = expect.String()
	return r
}

// describe says what kind of case it is, and its promise.
func (r *reference) describe(writes int, handed bool) {
	switch {
	case handed:
		r.category, r.promise = "passed-on", "The call goes to a person, and nothing else is changed than the reference changes."
	case writes > 1:
		r.category, r.promise = "several-changes", "All that the caller wants is changed as the reference leaves it, and nothing else."
	case writes == 1:
		r.category, r.promise = "one-change", "What the caller wants is changed as the reference leaves it, and nothing else."
	default:
		r.category, r.promise = "no-change", "The caller hears what there is to say, and nothing is changed."
	}
}

var (
	amount = regexp.MustCompile(`^\$?(\d[\d,]*\.\d{1,2})$`)
	whole  = regexp.MustCompile(`^\$?(\d{1,4})$`)
	coded  = regexp.MustCompile(`^#?[A-Z]{0,3}\d{5,}$`)
)

// tells are what the caller must hear, as YAML, and in words.
func tells(list []string) (told, said []string) {
	for _, s := range list {
		switch {
		case amount.MatchString(s):
			value, _ := strconv.ParseFloat(strings.ReplaceAll(amount.FindStringSubmatch(s)[1], ",", ""), 64)
			s = fmt.Sprintf("%.2f", value)
			told, said = append(told, "{money: "+literal(s)+"}"), append(said, "$"+s)
		case whole.MatchString(s):
			s = whole.FindStringSubmatch(s)[1]
			told, said = append(told, fmt.Sprintf("{any: [{identifier: %s}, {money: %s}]}", literal(s), literal(s))), append(said, s)
		case coded.MatchString(s):
			told, said = append(told, "{identifier: "+literal(s)+"}"), append(said, s)
		default:
			told, said = append(told, "{text: "+literal(s)+"}"), append(said, s)
		}
	}
	// literal doubles dollars again where it writes the sentence.
	return told, said
}
