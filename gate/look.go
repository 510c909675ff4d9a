package gate

import (
	"slices"

	"github.com/keptgate/keptgate/gate/stats"
)

// Look is the point of a run at which its comparison was judged for the last
// time. It is absent where the plan has no looks.
type Look struct {
	Share  float64 `json:"share"`  // of the planned trials that had been run
	Alpha  float64 `json:"alpha"`  // level of the comparison at this look
	Early  bool    `json:"early"`  // trials were saved
	Blocks bool    `json:"blocks"` // a regression was proven
	// Trials is how many trials of each case were run, by condition. Under steady
	// they are k at least: pass^k is computed from the first k alone, so that a run
	// which stops early is not measured otherwise than one which does not.
	Trials map[string]int `json:"trials"`
}

// looking holds a run against its baseline on the way.
type looking struct {
	plan     *Plan
	base     *Result
	points   []stats.Look // none: no looks
	gathered *gatherer
}

func (r *Runner) looks(p *Plan) *looking {
	l := &looking{plan: p, base: r.Base}
	if !p.Policy.Plan.Looks || r.Base == nil || p.Narrowed() || p.shard != nil { // a shard sees only its part
		return l
	}
	most := 0
	for _, s := range p.Samples {
		most = max(most, s.Trials)
	}
	l.points, l.gathered = stats.Looks(most), newGatherer(p.Tasks, p.Policy)
	return l
}

func (l *looking) add(line *Line) {
	if l.gathered != nil {
		l.gathered.add(line)
	}
}

// rounds are the units of the plan from look to look; one round where there are
// no looks.
func (l *looking) rounds(p *Plan) [][][]Task {
	if len(l.points) == 0 {
		return [][][]Task{p.units()}
	}
	rounds := make([][][]Task, len(l.points))
	for _, unit := range p.units() {
		planned := trials(p.Policy.Plan, unit[0].Condition)
		i := slices.IndexFunc(l.points, func(k stats.Look) bool { return unit[0].Index < k.Trials(planned) })
		rounds[i] = append(rounds[i], unit)
	}
	return rounds
}

// judge compares after a round. It returns the look if it ends the run.
func (l *looking) judge(round int) (*Look, error) {
	if len(l.points) == 0 {
		return nil, nil
	}
	at := l.points[round]
	now := &Result{Grader: l.base.Grader, Suites: l.base.Suites, Cases: l.gathered.cases()}
	pairs, _ := match(now, l.base)
	names, groups := byCategory(pairs)
	_, call, err := at.Judge(statsGroups(names, groups, false), null(l.plan.Policy))
	if err != nil || call == stats.Continue {
		return nil, err
	}
	look := &Look{Share: at.Share, Alpha: at.Alpha, Early: !at.Last, Blocks: call == stats.StopBlock, Trials: map[string]int{}}
	for _, s := range l.plan.Samples {
		look.Trials[s.Condition] = at.Trials(s.Trials)
	}
	look.Trials[Steady] = max(look.Trials[Steady], min(l.plan.Policy.Plan.K, l.plan.Policy.Plan.Steady))
	return look, nil
}

// owed are the units that a run which ends early still has to run for its score.
func (l *looking) owed(p *Plan, look *Look) [][]Task {
	return slices.DeleteFunc(p.units(), func(u []Task) bool { return u[0].Index >= look.Trials[u[0].Condition] })
}

// within lists the tasks that a look leaves.
func within(tasks []Task, look *Look) []Task {
	if look == nil {
		return tasks
	}
	return slices.DeleteFunc(slices.Clone(tasks), func(t Task) bool { return t.Index >= look.Trials[t.Condition] })
}
