package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/keptgate/keptgate/gate/audit"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/suites/bfcl"
)

// onto takes entries of several turns onto the world of a suite, whose cases they
// replace.
func (c *importBFCLCmd) onto(ctx context.Context, sys *system, questions, answers []byte) error {
	list, err := loadVaried(ctx, sys, "", []string{c.World}, 0)
	if err != nil {
		return err
	}
	s := list[0]
	if s.CallLevel {
		return usage(fmt.Errorf("read world: %s is call-level, and has none", c.World))
	}
	w := worldOf(s)
	stories, notes, err := bfcl.ReadTurns(questions, answers, w)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", c.Questions, err))
	}
	if err := rehearsed(ctx, s, stories); err != nil {
		return err
	}
	files, err := readFolder(c.World)
	if err != nil {
		return usage(fmt.Errorf("read world: %w", err))
	}
	maps.DeleteFunc(files, func(name, _ string) bool { return strings.HasPrefix(name, "cases/") })
	maps.Copy(files, bfcl.StoryFiles(stories, w))
	if err := writeSuite(c.Out, files); err != nil {
		return err
	}
	fmt.Fprintf(sys.stdout, "%s of several turns in %s, on the world of %s.\n", plural(len(stories), "case"), c.Out, s.Name)
	for _, one := range stories {
		for _, doubt := range one.Doubts {
			fmt.Fprintf(sys.stdout, "%s is provisional: %s\n", one.ID, doubt)
		}
	}
	for _, note := range notes {
		fmt.Fprintln(sys.stdout, note)
	}
	_, err = fmt.Fprintf(sys.stdout, "Next: keptgate validate %s\n", c.Out)
	return err
}

// worldOf is what the import has to know of a suite.
func worldOf(s *suites.Suite) bfcl.World {
	w := bfcl.World{Session: s.Cases[0].Session, Tools: map[string][]string{}}
	for _, t := range s.Tools {
		var p struct {
			Required []string `json:"required"`
		}
		_ = json.Unmarshal(t.Parameters, &p) // the suite was loaded: it is a schema
		w.Tools[t.Name] = p.Required
	}
	return w
}

// rehearsed plays the calls of each story in the world, and says which do not do
// there what they were to do.
func rehearsed(ctx context.Context, s *suites.Suite, stories []bfcl.Story) error {
	lists := make([][]trace.Call, len(stories))
	for i, one := range stories {
		for _, turn := range one.Calls {
			for _, call := range turn {
				args, err := json.Marshal(call.With)
				if err != nil {
					return fmt.Errorf("write arguments of %s: %w", call.Tool, err)
				}
				lists[i] = append(lists[i], trace.Call{ID: fmt.Sprint(len(lists[i]) + 1), Tool: call.Tool, Arguments: string(args)})
			}
		}
	}
	found, err := audit.Rehearse(ctx, s, lists)
	if err != nil {
		return usage(err)
	}
	for i, list := range found {
		for k, r := range list {
			stories[i].Leaves = stories[i].Leaves || r.Writes && r.Why == ""
			if r.Why != "" {
				stories[i].Doubts = append(stories[i].Doubts, fmt.Sprintf("call %d, %s, %s", k+1, lists[i][k].Tool, r.Why))
			}
		}
	}
	return nil
}
