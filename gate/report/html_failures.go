package report

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// contender is one candidate whose failing trials a page lists.
type contender struct {
	letter string // "" where the page is about one candidate
	result *gate.Result
	log    TrialLog // nil: none
	replay string
}

// failures are the failing trials of public cases of all entrants.
type failures struct {
	contenders []contender
	cases      []*failedCase
	trials     []*failedTrial // the weightiest first
	byKey      map[trialKey]*failedTrial
}

type trialKey struct {
	entrant int
	id      string
	cond    string
	index   int
}

// failedCase is a case with failing trials.
type failedCase struct {
	Letter, Anchor                     string
	Name, Category, Condition, Promise string
	Failed, Valid                      int
	Trials                             []*failedTrial
	Unlisted                           int // failing trials that are counted but not known one by one, or that did not fit

	InCategory, InCondition, OfCandidate int // places in the filters
	result                               *gate.CaseResult
}

// failedTrial is one failing trial.
type failedTrial struct {
	Anchor  string
	Index   int
	Primary string
	First   string // where it went another way, in a sentence
	Classes string // places in the filter, with spaces between them
	Detail  template.HTML

	classes []string
	rank    int
	of      *failedCase
	entrant int
	log     bool // Detail comes from the log
}

// failureList is what a template shows of failures.
type failureList struct {
	Cases                                     []*failedCase
	Trials                                    int // listed
	Unlisted                                  int // counted only
	Folded                                    int // listed without what they hold
	Logged                                    bool
	Measured                                  bool // a public trial has a verdict
	Categories, Conditions, Classes, Entrants []choice
}

// choice is a value that failures can be filtered by.
type choice struct {
	Place, Trials int
	Name          string
}

// gather lists the failing trials and renders what they hold, the weightiest
// first, up to a number of bytes.
func (f *failures) gather(budget int) error {
	f.byKey = map[trialKey]*failedTrial{}
	for i, e := range f.contenders {
		for _, c := range failing(e.result) {
			f.list(i, c)
		}
	}
	f.rank()
	s := shelf{left: budget}
	for i, e := range f.contenders {
		if err := f.fromResult(i, e, &s); err != nil {
			return err
		}
		if e.log != nil {
			if err := f.fromLog(i, e, &s); err != nil {
				return err
			}
		}
	}
	return nil
}

// list adds a case with its failing trials.
func (f *failures) list(at int, c *gate.CaseResult) {
	e := f.contenders[at]
	name := anchor(c.ID(), c.Condition)
	if e.letter != "" {
		name = e.letter + "." + name
	}
	k := &failedCase{
		Letter: e.letter, Anchor: "case-" + name, Name: within(c.ID(), maxName), Category: within(c.Category, maxName), Condition: within(c.Condition, maxName),
		Promise: within(c.Promise, maxNote), Failed: c.Failed, Valid: c.Valid(), result: c,
	}
	add := func(index int, primary string, classes []string) {
		key := trialKey{at, c.ID(), c.Condition, index}
		if f.byKey[key] != nil {
			return
		}
		t := &failedTrial{Anchor: fmt.Sprintf("trial-%s-%d", name, index), Index: index, Primary: within(class(primary), maxName), classes: classes, of: k, entrant: at}
		if len(classes) == 0 {
			t.classes = []string{primary}
		}
		f.byKey[key] = t
		k.Trials = append(k.Trials, t)
	}
	for _, t := range c.Trials {
		if t.Void == nil && !t.Pass {
			add(t.Index, t.Primary, t.Classes)
		}
	}
	for _, e := range c.Evidence {
		add(e.Index, e.Primary, e.Classes)
	}
	k.Unlisted = max(0, c.Failed-len(k.Trials))
	f.cases = append(f.cases, k)
}

// rank puts the first trial of each case before the second of any: what repeats
// is the first to be left out.
func (f *failures) rank() {
	for round := 0; ; round++ {
		before := len(f.trials)
		for _, c := range f.cases {
			if round < len(c.Trials) {
				c.Trials[round].rank = len(f.trials)
				f.trials = append(f.trials, c.Trials[round])
			}
		}
		if len(f.trials) == before {
			return
		}
	}
}

// fromResult shows what the result itself keeps of its first failing trials.
func (f *failures) fromResult(at int, e contender, s *shelf) error {
	for _, c := range f.cases {
		for _, evidence := range c.result.Evidence {
			t := f.byKey[trialKey{at, c.result.ID(), c.result.Condition, evidence.Index}]
			if t == nil || t.of != c {
				continue
			}
			if err := s.put(t, newTrialView(c.result, evidence, e.replay)); err != nil {
				return err
			}
		}
	}
	return nil
}

// fromLog shows failing trials as the log has them.
func (f *failures) fromLog(at int, e contender, s *shelf) error {
	var failed error
	header, err := e.log(func(line *gate.Line) {
		t := f.byKey[trialKey{at, line.Key.Case, line.Key.Condition, line.Key.Index}]
		if failed != nil || t == nil || t.log || line.Record == nil || line.Record.Void != nil || line.Verdict.Void != "" || line.Verdict.Pass || line.Key.Digest != t.of.result.Digest {
			return
		}
		v := newTrialView(t.of.result, line.Evidence(), e.replay)
		v.hear(line)
		t.log = true
		failed = s.put(t, v)
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return fmt.Errorf("show failing trials: %w", err)
	}
	if r := e.result; header.Candidate != r.Candidate || header.Seed != r.Seed || header.Grader != r.Grader {
		return fmt.Errorf("show failing trials: the trial log beside the result is of another run (candidate %s, seed %d, grader %s); put the result's own trials.jsonl there, or none",
			plain(header.Candidate), header.Seed, plain(header.Grader))
	}
	return nil
}

// show is the list with as many trials, and of these so many with what they hold.
func (f *failures) show(trials, whole int) failureList {
	out := failureList{Logged: true}
	filters := struct{ category, condition, class, entrant picker }{}
	for _, e := range f.contenders {
		out.Logged = out.Logged && e.log != nil
		out.Measured = out.Measured || slices.ContainsFunc(e.result.Cases, func(c gate.CaseResult) bool { return !c.HeldOut && c.Valid() > 0 })
	}
	for _, c := range f.cases {
		k := *c
		k.Trials = nil
		for _, t := range c.Trials {
			if t.rank >= trials {
				k.Unlisted++
				continue
			}
			one := *t
			if t.rank >= whole {
				one.Detail = ""
			}
			if one.Detail == "" {
				out.Folded++
			}
			var places []string
			for _, name := range t.classes {
				places = append(places, fmt.Sprint(filters.class.of(class(name), 1)))
			}
			one.Classes = strings.Join(places, " ")
			k.Trials = append(k.Trials, &one)
		}
		out.Unlisted += k.Unlisted
		if len(k.Trials) == 0 {
			continue
		}
		out.Trials += len(k.Trials)
		k.InCategory, k.InCondition = filters.category.of(k.Category, len(k.Trials)), filters.condition.of(k.Condition, len(k.Trials))
		if k.Letter != "" {
			k.OfCandidate = filters.entrant.of(k.Letter, len(k.Trials))
		}
		out.Cases = append(out.Cases, &k)
	}
	out.Categories, out.Conditions, out.Classes, out.Entrants = filters.category.choices(), filters.condition.choices(), filters.class.choices(), filters.entrant.choices()
	return out
}

// picker numbers the values that a filter offers.
type picker struct{ list []choice }

// of counts trials of a value and returns its place.
func (p *picker) of(name string, trials int) int {
	name = within(name, maxName)
	at := slices.IndexFunc(p.list, func(c choice) bool { return c.Name == name })
	if at < 0 {
		at = len(p.list)
		p.list = append(p.list, choice{Place: at, Name: name})
	}
	p.list[at].Trials += trials
	return at
}

// choices are the values, the most frequent first.
func (p *picker) choices() []choice {
	out := slices.Clone(p.list)
	slices.SortStableFunc(out, func(a, b choice) int { return cmp.Compare(b.Trials, a.Trials) })
	return out
}
