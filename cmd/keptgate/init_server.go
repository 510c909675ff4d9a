package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"reflect"
	"regexp"
	"strings"

	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/suites/draft"
)

// mcpPrefix begins a server that is started, in init --from.
const mcpPrefix = "mcp:"

// variable is a word before a command that sets a variable, as a shell reads it.
var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

// serverFrom reads which server a draft is to be made of: mcp:COMMAND, whose words
// are parted by spaces and may begin with NAME=VALUE, or a URL. False: neither.
func serverFrom(from string) (draft.Server, bool) {
	command, started := strings.CutPrefix(from, mcpPrefix)
	switch {
	case strings.HasPrefix(from, "http://") || strings.HasPrefix(from, "https://"):
		return draft.Server{URL: from}, true
	case !started:
		return draft.Server{}, false
	}
	s := draft.Server{Env: map[string]string{}}
	for _, word := range strings.Fields(command) {
		if name, value, _ := strings.Cut(word, "="); len(s.Command) == 0 && variable.MatchString(word) {
			s.Env[name] = value
			continue
		}
		s.Command = append(s.Command, word)
	}
	return s, true
}

// fromServer drafts a suite whose world is a server. It asks the server for its
// tools and, twice, what those answer that only read; nothing else is called.
func (c *initCmd) fromServer(ctx context.Context, sys *system, s draft.Server) (map[string]string, error) {
	if s.URL == "" && len(s.Command) == 0 {
		return nil, usage(fmt.Errorf("draft from %s: there is no command behind %s", c.From, mcpPrefix))
	}
	declared := &suites.Server{
		Command: s.Command, Env: s.Env, URL: s.URL,
		Lookup: func(name string) (string, bool) { v := sys.env(name); return v, v != "" },
	}
	var d *draft.Draft
	var answers [2]map[string]any
	for i := range answers {
		err := world.Visit(ctx, declared, func(ctx context.Context, v world.Visitor) (err error) {
			if d == nil {
				if d, err = definitions(v.Tools); err != nil {
					return err
				}
			}
			answers[i], err = asked(ctx, v, d.Looks())
			return err
		})
		if err != nil {
			return nil, usage(fmt.Errorf("draft from %s: %w", c.From, err))
		}
	}
	for _, l := range d.Looks() {
		reply, ok := answers[0][l.Tool]
		if !ok || !reflect.DeepEqual(reply, answers[1][l.Tool]) {
			continue // an answer that is another each time is no state
		}
		d.Answered(l, reply)
		if len(l.Args) == 0 {
			s.Tables = append(s.Tables, fresh(s.Tables, draft.TablesIn(l.Tool, reply))...)
		}
	}
	files, err := d.ServerFiles(suiteName(path.Base(c.Suite)), s)
	c.notes = d.Notes
	return files, usage(err)
}

// asked are the answers to looks, by tool; a refusal is none.
func asked(ctx context.Context, v world.Visitor, looks []draft.Look) (map[string]any, error) {
	out := map[string]any{}
	for _, l := range looks {
		reply, err := v.Call(ctx, l.Tool, l.Args)
		if err != nil {
			return nil, err
		}
		if reply.OK() {
			out[l.Tool] = reply.Body
		}
	}
	return out, nil
}

// fresh are the tables whose names are not taken.
func fresh(taken, found []draft.Table) []draft.Table {
	names := map[string]bool{}
	for _, t := range taken {
		names[t.Name] = true
	}
	var out []draft.Table
	for _, t := range found {
		if !names[t.Name] {
			names[t.Name] = true
			out = append(out, t)
		}
	}
	return out
}

// definitions makes a draft of what a server offers.
func definitions(tools []suites.ServedTool) (*draft.Draft, error) {
	if len(tools) == 0 {
		return nil, errors.New("the server offers no tools")
	}
	data, err := offered(tools)
	if err != nil {
		return nil, err
	}
	return draft.From(data)
}

// offered writes tools as MCP's tools/list has them.
func offered(tools []suites.ServedTool) ([]byte, error) {
	type hints struct {
		ReadOnly    *bool `json:"readOnlyHint,omitempty"`
		Destructive *bool `json:"destructiveHint,omitempty"`
	}
	type offer struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Schema      json.RawMessage `json:"inputSchema"`
		Hints       hints           `json:"annotations"`
	}
	list := []offer{}
	for _, t := range tools {
		list = append(list, offer{t.Name, t.Description, t.Parameters, hints{t.ReadOnly, t.Destructive}})
	}
	return json.Marshal(map[string]any{"tools": list})
}
