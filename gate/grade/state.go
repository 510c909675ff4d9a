package grade

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// checkMissing reports every change that the case requires and the record lacks.
func checkMissing(_ *suites.Case, _ *trace.Record, s *Settlement) []Finding {
	var out []Finding
	open := s.open()
	for i := 0; i < len(open); {
		spec := s.slots[open[i]].spec
		n := 1
		for i+n < len(open) && s.slots[open[i+n]].spec == spec {
			n++
		}
		i += n
		f := fail(Incomplete, nil, "A required change is missing: %s.", describe(spec))
		if n > 1 {
			f.Message = fmt.Sprintf("%d rows of a required change are missing: %s.", n, describe(spec))
		}
		f.Table, f.Want, f.Found = spec.Table, describe(spec), "no such change"
		if id, ok := spec.Where["id"]; ok && id.Literal != nil {
			f.Row = fmt.Sprint(id.Literal)
		}
		out = append(out, f)
	}
	return out
}

// checkNearMisses reports changes that were meant to be a required one: of the
// wrong row, or of the right row to a wrong value.
func checkNearMisses(_ *suites.Case, r *trace.Record, s *Settlement) []Finding {
	var out []Finding
	for _, j := range s.open() {
		miss, ok := s.near[j]
		if !ok {
			continue
		}
		spec, p := s.slots[j].spec, &s.parts[miss.part]
		class, what := WrongValue, "The right row was changed to a wrong value"
		if miss.identity {
			class, what = WrongIdentity, "The right kind of change was made to the wrong row"
		}
		row := s.history.rows[p.place()]
		for _, field := range miss.fields {
			columns := []string{field}
			if miss.identity {
				columns = p.columns
			}
			f := fail(class, &r.Ledger[row.last(columns).entry], "%s: %s in %s %s.", what, field, p.Table, p.ID)
			f.Table, f.Row, f.Field = p.Table, p.ID, field
			f.Want, f.Found = wanted(spec, p, field), found(p, field)
			out = append(out, f)
		}
	}
	return out
}

// wanted is what a spec asks of a column.
func wanted(spec *suites.ChangeSpec, p *part, column string) string {
	for _, m := range []map[string]suites.Matcher{spec.Set, spec.With, spec.Where} {
		if want, ok := m[column]; ok {
			return want.String()
		}
	}
	return value(p.Before[column])
}

// found is a column's value after the change, before it where the row is gone or
// the column stayed.
func found(p *part, column string) string {
	if p.After == nil {
		return value(p.Before[column])
	}
	return value(p.After[column])
}

// value writes a value for people; text that could be taken for something else
// stands in quotes.
func value(v any) string {
	text := fmt.Sprint(v)
	if s, ok := v.(string); ok {
		if _, err := strconv.ParseFloat(s, 64); err == nil || s == "" || s == "null" || strings.TrimSpace(s) != s {
			text = strconv.Quote(s)
		}
	}
	switch v.(type) {
	case nil:
		text = "null"
	case []any, map[string]any:
		b, err := json.Marshal(v)
		if err == nil {
			text = string(b)
		}
	}
	return text
}

// checkCollateral reports changed rows and columns that the case does not allow.
// A wrong value in a row that was to change is reported as that alone.
func checkCollateral(_ *suites.Case, r *trace.Record, s *Settlement) []Finding {
	explained := map[int]bool{}
	for _, miss := range s.near {
		explained[miss.part] = !miss.identity
	}
	var out []Finding
	for _, i := range s.left() {
		if explained[i] {
			continue
		}
		p := &s.parts[i]
		e := &r.Ledger[s.history.culprit(p)]
		switch p.Op {
		case trace.Insert:
			f := fail(CollateralChange, e, "Row %s was added to %s, which the case does not allow.", p.ID, p.Table)
			f.Table, f.Row, f.Want, f.Found = p.Table, p.ID, "no such row", row(p.After)
			out = append(out, f)
		case trace.Delete:
			f := fail(CollateralChange, e, "Row %s of %s was deleted, which the case does not allow.", p.ID, p.Table)
			f.Table, f.Row, f.Want, f.Found = p.Table, p.ID, "the row as it was: "+row(p.Before), "deleted"
			out = append(out, f)
		default:
			for _, column := range p.columns {
				f := fail(CollateralChange, e, "Column %s of %s %s changed, which the case does not allow.", column, p.Table, p.ID)
				f.Table, f.Row, f.Field = p.Table, p.ID, column
				f.Want, f.Found = value(p.Before[column]), value(p.After[column])
				out = append(out, f)
			}
		}
	}
	return out
}

// row writes a row for people, columns sorted.
func row(r trace.Row) string {
	text := ""
	for _, column := range (trace.Change{Op: trace.Insert, After: r}).Columns() {
		if text != "" {
			text += ", "
		}
		if text += column + ": " + value(r[column]); len(text) > maxText {
			break
		}
	}
	return text
}

// checkWrongTool reports calls whose effects are all of kinds that the case has
// no place for.
func checkWrongTool(_ *suites.Case, r *trace.Record, s *Settlement) []Finding {
	var out []Finding
	for _, entry := range s.outOfPlace() {
		e := &r.Ledger[entry]
		f := fail(WrongTool, e, "%s had an effect of a kind that this case has no place for.", e.Tool)
		f.Table, f.Row, f.Found = e.Changes[0].Table, e.Changes[0].ID, kindOf(e.Changes)
		out = append(out, f)
	}
	return out
}

// kindOf names the tables that a call changed.
func kindOf(changes []trace.Change) string {
	text := ""
	seen := map[string]bool{}
	for _, c := range changes {
		what := string(c.Op) + " " + c.Table
		if seen[what] {
			continue
		}
		seen[what] = true
		if text != "" {
			text += ", "
		}
		text += what
	}
	return text
}

// outOfPlace lists the entries that answer for a left-over change and made no
// change of a kind that any phase or alternative of the case has.
func (s *Settlement) outOfPlace() []int {
	var entries []int
	seen := map[int]bool{}
	all := s.rules.everywhere()
	for _, i := range s.left() {
		entry := s.history.culprit(&s.parts[i])
		if seen[entry] {
			continue
		}
		seen[entry] = true
		if !s.anyInPlace(entry, all) {
			entries = append(entries, entry)
		}
	}
	slices.Sort(entries)
	return entries
}

// anyInPlace tells whether the entry made a change whose operation, table and,
// for an update, one of whose columns stand in one of the slots.
func (s *Settlement) anyInPlace(entry int, slots []slot) bool {
	for _, c := range s.rules.r.Ledger[entry].Changes {
		if s.rules.bookkeeping[c.Table] {
			continue
		}
		for _, slot := range slots {
			if slot.spec.Op == c.Op && slot.spec.Table == c.Table && (c.Op != trace.Update || setsAny(slot.spec, c)) {
				return true
			}
		}
	}
	return false
}

func setsAny(spec *suites.ChangeSpec, c trace.Change) bool {
	return slices.ContainsFunc(c.Columns(), func(column string) bool {
		_, ok := spec.Set[column]
		return ok
	})
}
