package audit

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// gist is what anyone could mind about a trial, in a form that compares.
type gist struct {
	End      trace.End
	Net      []string // changes of rows in the end, bookkeeping and volatile columns left out
	Writes   []string // tables whose rows were changed, once for each time, sorted
	Reads    []string // sorted; nil where they may differ
	Wrong    []string // calls that fit no schema or no tool, sorted
	Filed    []string // claims, with the number of the caller's call that they are of
	Said     []string
	Released []string // facts given before the first write
	Agreed   bool     // a yes given before the first write
}

// same tells whether a trial differs from that of the reference in nothing that
// anyone could mind. Calls that the world refused, and writes that changed
// nothing, are not minded. With reads, the looks must be the same as well.
func same(c *suites.Case, reference, r *trace.Record, reads bool) bool {
	return reflect.DeepEqual(gistOf(c, reference, reads), gistOf(c, r, reads))
}

func gistOf(c *suites.Case, r *trace.Record, reads bool) gist {
	n := normal{c: c, r: r}
	g := gist{End: r.End, Net: n.changes(r.Ledger.Net())}
	slices.Sort(g.Net)
	first := len(r.Ledger)
	for i := range r.Ledger {
		e := &r.Ledger[i]
		if e.Actor != trace.Candidate {
			continue
		}
		changed := n.changes(e.Changes)
		switch {
		case e.Committed && len(changed) > 0:
			for _, change := range e.Changes {
				g.Writes = append(g.Writes, fmt.Sprintf("%s %s", change.Op, change.Table))
			}
			first = min(first, i)
		case e.Outcome == trace.Done && e.Kind == trace.Read && reads:
			g.Reads = append(g.Reads, e.Tool+" "+text(e.Args))
		case e.Outcome == trace.Invalid, e.Outcome == trace.NotJSON, e.Outcome == trace.UnknownTool, e.Outcome == trace.Stale:
			g.Wrong = append(g.Wrong, e.Call.Tool+" "+e.Call.Arguments)
		}
	}
	slices.Sort(g.Reads)
	slices.Sort(g.Writes)
	slices.Sort(g.Wrong)
	for i, v := range r.Visits() {
		claims, _ := (&trace.Record{Ledger: r.Ledger[v.From:v.To]}).Closing()
		for _, claim := range claims {
			g.Filed = append(g.Filed, fmt.Sprintf("%d %s %s %s", i, claim.Effect, claim.Record, claim.Status))
		}
	}
	g.hear(r, first)
	return g
}

// hear takes in what was said, and what the caller had said before the first
// write, which is at a place of the ledger.
func (g *gist) hear(r *trace.Record, first int) {
	for _, m := range r.Messages {
		if m.Role == trace.RoleCandidate && len(m.Calls) == 0 && m.Text != "" {
			g.Said = append(g.Said, m.Text)
		}
	}
	for _, x := range r.Exchanges {
		if x.Ledger <= first {
			g.Released = append(g.Released, x.Released...)
			g.Agreed = g.Agreed || x.Confirmed
		}
	}
	slices.Sort(g.Released)
	g.Released = slices.Compact(g.Released)
}

// normal brings changes into a form that does not depend on when they were made.
type normal struct {
	c *suites.Case
	r *trace.Record
}

// clock is a time as worlds write it.
var clock = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}`)

func (n normal) changes(list []trace.Change) []string {
	var out []string
	for _, change := range list {
		if slices.Contains(n.c.Suite.Bookkeeping, change.Table) {
			continue
		}
		row := map[string]any{}
		for _, column := range change.Columns() {
			if !slices.Contains(n.c.Suite.Volatile, change.Table+"."+column) {
				row[column] = n.value(change.After[column])
			}
		}
		id := change.ID
		if change.Op == trace.Insert {
			id = ""
			maps.DeleteFunc(row, func(_ string, v any) bool { return fmt.Sprint(v) == change.ID })
		} else if len(row) == 0 {
			continue
		}
		out = append(out, fmt.Sprintf("%s %s %s %s", change.Op, change.Table, id, text(row)))
	}
	return out
}

// value replaces a time at which the trial was under way.
func (n normal) value(v any) any {
	s, ok := v.(string)
	if !ok || !clock.MatchString(s) {
		return v
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateTime} {
		if t, err := time.Parse(layout, s); err == nil && !t.Before(n.r.Began) && !t.After(n.r.Ended) {
			return "now"
		}
	}
	return v
}

// text is a value in one spelling.
func text(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}
