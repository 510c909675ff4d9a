package shadow

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites/recorded"
)

// Options say how conversations are replayed.
type Options struct {
	Tools         []recorded.Tool // for all conversations; nil: those of the record
	Policy        string          // in place of the system texts of the record; "": those
	Reads, Writes []string        // tools that do
	Ignored       []string        // tools whose calls are in no figure, such as one to think aloud
	Limit         int             // conversations from the first; 0: all
	Concurrency   int             // conversations at once, 1 or more

	// Progress is called after each conversation, never at once: how many are done, of
	// how many, and in how many of them the provider failed. Nil: nobody asks.
	Progress func(done, of, void int)
}

// chosen are the conversations that are replayed.
func (o Options) chosen(list []Entry) []Entry {
	if o.Limit > 0 {
		return list[:min(o.Limit, len(list))]
	}
	return list
}

// Requests is how many messages the record's agent made in the conversations that are
// replayed: about as many are asked of a model.
func (o Options) Requests(list []Entry) int {
	n := 0
	for _, e := range o.chosen(list) {
		steps, _ := used(e.rounds())
		n += steps
	}
	return n
}

func (o Options) system(e *Entry) string { return cmp.Or(o.Policy, e.System) }

// Check refuses candidates that a shadow cannot have: those that reach for something
// by themselves, those that play the script of a case, and interfaces of suites.
func Check(c agent.Candidate) error {
	name, _, _ := strings.Cut(c.Identity(), " ")
	inner, served := agent.Split(c)
	_, scripted := inner.(agent.Scripted)
	switch {
	case agent.IsWhole(c):
		return fmt.Errorf("check candidate %s: it acts by itself, so that nobody could promise that nothing is sent; a shadow takes models, as PROVIDER:MODEL or in a .yaml file", name)
	case scripted:
		return fmt.Errorf("check candidate %s: it plays the reference of a case, and a record has none; %s does what the record says", name, RecordedName)
	case served != nil:
		return fmt.Errorf("check candidate %s: its interface changes the tools of suites, and a record has its own; leave out interface", name)
	default:
		return nil
	}
}

// outcome is what came of one entry.
type outcome struct {
	entry  *Entry
	rounds []round
	played *played // nil: it was not played to its end
	void   string  // why the provider failed
	usage  trace.Usage
}

// Run replays conversations to a candidate that Check lets pass. An error is of
// wrong options, or the context's. Failures of the provider make conversations void.
func Run(ctx context.Context, c agent.Candidate, list []Entry, o Options) (*Report, error) {
	known, err := newCatalogue(list, o)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Version: ReportVersion, Candidate: c.Identity(), Traces: []Trace{}, Effects: []EffectFigures{}, Ends: map[string]int{},
		Void: []VoidReason{}, Notes: []string{}, Played: []PlayedDialogue{},
	}
	r.Count.Recorded = len(list)
	chosen := o.chosen(list)
	outcomes := r.choose(chosen)
	r.Count.Left = len(list) - len(chosen)
	w := &work{candidate: c, known: known, options: o, list: outcomes}
	if err := w.run(ctx); err != nil {
		return nil, err
	}
	r.gather(outcomes, known)
	r.failures(outcomes)
	r.annotate(outcomes, known, o)
	return r, nil
}

// choose leaves out what cannot be replayed.
func (r *Report) choose(list []Entry) []outcome {
	silent, long := 0, 0
	var out []outcome
	for i := range list {
		rounds := list[i].rounds()
		calls := 0
		for _, item := range list[i].Items {
			calls += len(item.Calls)
		}
		switch {
		case len(rounds) == 0:
			silent++
		case calls > maxRecorded:
			long++
		default:
			out = append(out, outcome{entry: &list[i], rounds: rounds})
		}
	}
	r.Count.Unfit = silent + long
	r.note(silent, "%s cannot be replayed: nothing that a user said was answered.")
	r.note(long, fmt.Sprintf("%%s cannot be replayed: more than %d calls.", maxRecorded))
	return out
}

// note adds a note about so many conversations, where there are any.
func (r *Report) note(n int, format string) {
	if n == 0 {
		return
	}
	count := fmt.Sprintf("%d conversations", n)
	if n == 1 {
		count = "1 conversation"
	}
	r.Notes = append(r.Notes, fmt.Sprintf(format, count))
}

// failures counts what the provider failed in, and what was not begun for it.
func (r *Report) failures(list []outcome) {
	reasons := map[string]int{}
	for _, o := range list {
		r.Usage = r.Usage.Add(o.usage)
		switch {
		case o.void != "":
			r.Count.Void++
			reasons[o.void]++
		case o.played == nil:
			r.Count.Left++
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		r.Void = append(r.Void, VoidReason{reason, reasons[reason]})
	}
	slices.SortStableFunc(r.Void, func(a, b VoidReason) int { return cmp.Compare(b.Conversations, a.Conversations) })
}

// annotate says what a reader has to know of the tools and the record.
func (r *Report) annotate(list []outcome, known *catalogue, o Options) {
	made, untold, cut := 0, 0, 0
	for _, one := range list {
		if one.played == nil {
			continue
		}
		if one.played.made {
			made++
		}
		if o.system(one.entry) == "" {
			untold++
		}
		if one.played.end == EndUnrecorded {
			cut++
		}
		for _, n := range one.entry.Notes {
			if !slices.Contains(r.Notes, n) && len(r.Notes) < maxNotes {
				r.Notes = append(r.Notes, n)
			}
		}
	}
	r.note(made, "%s came without definitions of tools: the candidate got some that were made of all recorded calls; give the true ones by --tools.")
	r.note(untold, "%s came without a system text; give one by --policy.")
	r.note(cut, fmt.Sprintf("Cut after %d calls that the record could not answer: %%s. What came later in the record counts as not made.", maxUnrecorded))
	for _, name := range slices.Compact(slices.Sorted(slices.Values(o.Ignored))) {
		r.Notes = append(r.Notes, fmt.Sprintf("Calls of %q are in no figure.", name))
	}
	for _, name := range known.unfit[:min(len(known.unfit), maxNotes)] {
		r.Notes = append(r.Notes, fmt.Sprintf("The tool %q was not offered: no provider takes its name.", name))
	}
}

// maxNotes bounds the notes of a record that are carried over.
const maxNotes = 20
