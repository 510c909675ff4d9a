package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/suites"
)

// proposal is what the checkout's form of a suite adds to the base's.
type proposal struct {
	suite string // as it is named
	cases map[string]bool
}

// suites are those that a run needs of the base: those of its public side, which
// an input may name, and those that its held-out side varies.
func (b *base) suites(asked []string) []string {
	if b.config == nil {
		return asked
	}
	names := slices.Clone(or(asked, b.config.Suites))
	if h := b.config.HeldOut; h != nil {
		names = append(names, h.Suites...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// suite lays down a suite of the base, with the checkout's tools where those do the
// same: their wording and parameters are the candidate's. A suite that the base
// does not have stays the checkout's.
func (b *base) suite(ctx context.Context, name string) error {
	at, ok := b.inRepository(name)
	if !ok || !strings.ContainsAny(name, `./\`) {
		return nil
	}
	pure := filepath.Join(b.folder, "suites")
	if _, err := b.lay(ctx, at, pure); err != nil {
		return err
	}
	was := filepath.Join(pure, filepath.FromSlash(at))
	if !exists(was) {
		return b.added(name)
	}
	old, err := loadSuite("", absolute(was), 0)
	if err != nil {
		return usage(fmt.Errorf("load suite %s of the base commit: %w", name, err))
	}
	b.found[name] = absolute(was)
	head, err := loadSuite(b.checkout, name, 0)
	if err != nil {
		return usage(err)
	}
	b.propose(name, old, head)
	b.toolChanges(name, was)
	mixed := filepath.Join(b.folder, "mixed")
	if _, err := b.lay(ctx, at, mixed); err != nil {
		return err
	}
	is := filepath.Join(mixed, filepath.FromSlash(at))
	reworded, err := tools(inside(b.checkout, name), is)
	if err != nil || !reworded {
		return err
	}
	if with, err := loadSuite("", absolute(is), 0); err == nil && slices.Equal(digests(with), digests(old)) {
		b.found[name] = absolute(is)
		return nil
	}
	b.edits = append(b.edits, "suite "+name+": its tools do something else than the base's, which were served")
	return nil
}

// added takes up a suite that only the checkout has. Where the base has a policy,
// all of it is proposed.
func (b *base) added(name string) error {
	b.edits = append(b.edits, "suite "+name+": added")
	if b.config == nil {
		return nil
	}
	head, err := loadSuite(b.checkout, name, 0)
	if err != nil {
		return usage(err)
	}
	b.found[name] = "" // nowhere
	b.propose(name, nil, head)
	return nil
}

// isNew tells whether only the checkout has a suite that may not judge it.
func (b *base) isNew(name string) bool {
	at, known := b.found[name]
	return known && at == ""
}

// propose notes the cases that the checkout adds or edits.
func (b *base) propose(name string, old, head *suites.Suite) {
	edits, cases := caseEdits(old, head)
	if old != nil {
		b.edits = append(b.edits, edits...)
	}
	if len(cases) > 0 {
		b.proposed = append(b.proposed, proposal{name, cases})
	}
}

// proposals are the checkout's forms of cases that it adds or edits, as suites of
// their own.
func (b *base) proposals(ctx context.Context, sys *system) ([]*suites.Suite, error) {
	var out []*suites.Suite
	for _, p := range b.proposed {
		list, err := loadSuites(ctx, sys, b.checkout, []string{p.suite})
		if err != nil {
			return nil, fmt.Errorf("load suite %s as the change has it: %w", p.suite, err)
		}
		if s := list[0].Proposed(func(c *suites.Case) bool { return p.cases[c.Name] }); s != nil {
			out = append(out, s)
		}
	}
	return out, nil
}

// tools puts the files of tools of one suite in the place of another's, and tells
// whether any differ.
func tools(from, to string) (bool, error) {
	names, err := filepath.Glob(filepath.Join(from, "tools*.yaml"))
	if err != nil {
		return false, fmt.Errorf("list tools of %s: %w", from, err)
	}
	differ := false
	for _, name := range names {
		data, err := readFile(name)
		if err != nil {
			return false, usage(fmt.Errorf("read tools: %w", err))
		}
		file := filepath.Join(to, filepath.Base(name))
		if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, data) {
			continue
		}
		differ = true
		if err := write(file, data); err != nil {
			return false, err
		}
	}
	return differ, nil
}

func digests(s *suites.Suite) []string {
	var out []string
	for _, c := range s.Cases {
		out = append(out, c.ID()+" "+c.Digest)
	}
	return out
}

// caseEdits says which cases a change adds, edits and removes, and names those that
// it adds or edits. Without an old suite all are added.
func caseEdits(old, head *suites.Suite) (edits []string, proposed map[string]bool) {
	was := map[string]string{}
	if old != nil {
		for _, c := range old.Cases {
			was[c.ID()] = c.Digest
		}
	}
	proposed = map[string]bool{}
	for _, c := range head.Cases {
		digest, had := was[c.ID()]
		delete(was, c.ID())
		switch {
		case !had:
			edits = append(edits, "case "+c.ID()+": added")
		case digest != c.Digest:
			edits = append(edits, "case "+c.ID()+": edited, or its world")
		default:
			continue
		}
		proposed[c.Name] = true
	}
	for _, id := range slices.Sorted(maps.Keys(was)) {
		edits = append(edits, "case "+id+": removed")
	}
	return edits, proposed
}
