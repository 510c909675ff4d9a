package gate

import (
	"maps"
	"math"
	"slices"
	"sort"
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
	// Spread counts the calls that were not refused by how long they took; absent in results of earlier versions.
	Spread []LoadBin `json:"spread,omitempty"`
}

// LoadBin counts calls that took longer than the bin before says, if there is
// one, and at most UpTo seconds.
type LoadBin struct {
	UpTo  float64 `json:"up_to"`
	Calls int     `json:"calls"`
}

// loads collects what LoadFigures sums up.
type loads struct {
	trials, calls, refused int
	took                   []float64
	span                   map[cohort]time.Duration // from the first release to the last end
}

type cohort struct {
	suite *suites.Suite
	index int
}

// add counts a trial of a cohort; o is nil for one that was not under load.
func (l *loads) add(k cohort, o *LoadOutcome) {
	if o == nil {
		return
	}
	if l.span == nil {
		l.span = map[cohort]time.Duration{}
	}
	l.trials, l.calls, l.refused = l.trials+1, l.calls+o.Calls, l.refused+o.Refused
	l.span[k] = max(l.span[k], time.Duration(o.End)*time.Millisecond)
	for _, ms := range o.Took {
		l.took = append(l.took, float64(ms)/1000)
	}
}

// loadOutcome is nil for a record of no cohort.
func loadOutcome(r *trace.Record) *LoadOutcome {
	if r.Load == nil {
		return nil
	}
	o := &LoadOutcome{End: r.Load.Offset + lasted(r)}
	for i := range r.Ledger {
		switch e := &r.Ledger[i]; {
		case !e.Asked() || e.Kind == trace.Control:
		case e.Outcome == trace.Crowded:
			o.Calls, o.Refused = o.Calls+1, o.Refused+1
		case e.Outcome == trace.Done || e.Outcome == trace.Refused || e.Outcome == trace.Replayed:
			o.Calls++
			o.Took = append(o.Took, e.Took)
		}
	}
	return o
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
		f.Spread = spread(l.took)
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

// spread counts times in seconds in bins that grow by about half, from that of
// the shortest to that of the longest.
func spread(took []float64) []LoadBin {
	var bins []LoadBin
	rest := slices.Sorted(slices.Values(took))
	for decade := .1; len(rest) > 0; decade *= 10 {
		for _, step := range []float64{1, 1.5, 2, 3, 5, 7} {
			upTo := math.Round(100*decade*step) / 100
			n := sort.Search(len(rest), func(i int) bool { return rest[i] > upTo })
			if rest = rest[n:]; n > 0 || len(bins) > 0 {
				bins = append(bins, LoadBin{UpTo: upTo, Calls: n})
			}
			if len(rest) == 0 {
				break
			}
		}
	}
	return bins
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
