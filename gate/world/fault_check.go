package world

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/keptgate/keptgate/suites"
)

// possible tells whether the world of a suite can bring a fault about.
func possible(s *suites.Suite, kind string) bool {
	table := faultTable()
	i := slices.IndexFunc(table, func(row faultRow) bool { return row.name == kind })
	return i < 0 || can(s, table[i].needs)
}

// bears tells whether a tool has what a fault needs, and the field that is
// missing where it has not.
func bears(t *suites.Tool, kind string) (missing string, ok bool) {
	k, _ := suites.FaultNamed(kind)
	return t.Bears(k)
}

// rival makes the plan of what another actor does just before a call of the tool.
func (k *checker) rival(t *suites.Tool, names []string) *plan {
	if t.Rival == "" {
		return nil
	}
	s := &scope{checker: k, tool: t, known: names, written: map[string]bool{}, cases: k.suite.Cases}
	return s.script("rival", t.Rival, t.Line)
}

// script makes a plan of statements that only change rows.
func (s *scope) script(what, sql string, line int) *plan {
	p := &plan{tool: s.tool}
	before := len(s.list)
	statements := split(sql)
	for _, st := range statements {
		if q, _ := s.query(what, st.text, line); q != nil {
			p.steps = append(p.steps, step{query: q})
		}
	}
	p.tables = slices.Sorted(maps.Keys(s.written))
	p.writes = len(p.tables) > 0
	if !p.writes && len(s.list) == before {
		s.add("tool-"+what, s.tool.File, line, "write statements that change rows", "%s: the %s changes nothing", s.tool.Name, what)
	}
	return p
}

// damages makes the plans of what the cases damage before their trials, and tries
// each once. The error is not the suite's.
func (k *checker) damages(ctx context.Context) (map[string]*plan, error) {
	out := map[string]*plan{}
	for _, c := range k.suite.Cases {
		for _, f := range c.Faults {
			if f.Damage == "" {
				continue
			}
			s := &scope{
				checker: k, tool: &suites.Tool{Name: "case " + c.Name, File: c.File, Line: f.Line},
				written: map[string]bool{}, cases: []*suites.Case{c},
			}
			before := len(k.list)
			p := s.script("damage", f.Damage, f.Line)
			if len(k.list) == before {
				if err := k.try(ctx, p, c, f); err != nil {
					return nil, err
				}
			}
			out[f.Damage] = p
		}
	}
	return out, nil
}

// try runs the damage of a case and takes it back.
func (k *checker) try(ctx context.Context, p *plan, c *suites.Case, f suites.Fault) error {
	k.random = chanceOfSQL(0)
	if err := k.run(begin); err != nil {
		return err
	}
	out, err := k.apply(ctx, p, call{session: c.Session, now: c.Now.UTC()})
	if err != nil {
		return fmt.Errorf("damage of case %s: %w", c.Name, err)
	}
	switch {
	case !out.reply.OK():
		k.add("case-damage", c.File, f.Line, "damage rows so that the constraints of their tables hold", "case %s: the damage is refused: %s", c.Name, listed(out.problems))
	case len(out.changes) == 0:
		k.add("case-damage", c.File, f.Line, "name rows that exist", "case %s: the damage changes nothing", c.Name)
	}
	return k.run(rollback)
}
