package gate

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/stats"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// LoadFigures sums up the calls of all trials under load, in virtual time.
type LoadFigures struct {
	Trials     int     `json:"trials"`
	Calls      int     `json:"calls"`   // that reached a tool
	Refused    int     `json:"refused"` // of these, for want of capacity
	P50        float64 `json:"p50"`     // seconds that a call which was not refused took
	P95        float64 `json:"p95"`
	P99        float64 `json:"p99"`
	Throughput float64 `json:"throughput"` // calls done per second, over the time that the cohorts lasted
}

// loads collects what LoadFigures sums up.
type loads struct {
	trials, calls, refused int
	took                   []float64
	span                   map[cohort]time.Duration // from the first release to the last end
}

type cohort struct {
	suite string
	index int
}

func (l *loads) add(line *Line) {
	r := line.Record
	if r.Load == nil {
		return
	}
	if l.span == nil {
		l.span = map[cohort]time.Duration{}
	}
	l.trials++
	end := time.Duration(r.Load.Offset)*time.Millisecond + r.Ended.Sub(r.Began)
	k := cohort{r.Suite, r.Index}
	l.span[k] = max(l.span[k], end)
	for i := range r.Ledger {
		switch e := &r.Ledger[i]; {
		case !e.Asked() || e.Kind == trace.Control:
		case e.Outcome == trace.Crowded:
			l.calls, l.refused = l.calls+1, l.refused+1
		case e.Outcome == trace.Done || e.Outcome == trace.Refused || e.Outcome == trace.Replayed:
			l.calls++
			l.took = append(l.took, float64(e.Took)/1000)
		}
	}
}

// figures are nil without trials under load.
func (l *loads) figures() *LoadFigures {
	if l.trials == 0 {
		return nil
	}
	f := &LoadFigures{Trials: l.trials, Calls: l.calls, Refused: l.refused}
	if len(l.took) > 0 {
		p := stats.Percentiles(l.took, .5, .95, .99)
		f.P50, f.P95, f.P99 = p[0], p[1], p[2]
	}
	var span time.Duration
	for _, k := range slices.Collect(maps.Values(l.span)) {
		span += k
	}
	if span > 0 {
		f.Throughput = float64(len(l.took)) / span.Seconds()
	}
	return f
}

// How a trial's changes could be taken back.
const (
	restored      = "restored"
	unrecoverable = "unrecoverable"
)

// undone sums up what came of taking a trial's changes back; "" where there were
// none. Bookkeeping and volatile columns may differ from the start.
func undone(s *suites.Suite, u *trace.Undo) string {
	if u == nil {
		return ""
	}
	for _, c := range u.Calls {
		if !c.Done {
			return unrecoverable
		}
	}
	for _, c := range u.Left {
		if !slices.Contains(s.Bookkeeping, c.Table) && !volatile(s, c) {
			return unrecoverable
		}
	}
	return restored
}

// volatile tells whether only columns changed that the suite never compares.
func volatile(s *suites.Suite, c trace.Change) bool {
	return c.Op == trace.Update && !slices.ContainsFunc(c.Columns(), func(column string) bool {
		return !slices.Contains(s.Volatile, strings.Join([]string{c.Table, column}, "."))
	})
}
