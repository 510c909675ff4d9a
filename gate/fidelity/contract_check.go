package fidelity

import (
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// checker gathers what is wrong with a contract.
type checker struct {
	contract *Contract
	problems []schemas.Problem
}

// add notes a problem at a place of the contract.
func (k *checker) add(pointer, rule, fix, format string, args ...any) {
	p := k.contract.doc.Problem(pointer, rule, format, args...)
	p.Fix = fix
	k.problems = append(k.problems, p)
}

// addresses refuses addresses that nothing can be asked at, and secrets in them.
func (k *checker) addresses() {
	check := func(address string, query bool, keys ...string) {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.Fragment != "" || u.RawQuery != "" && !query {
			k.add(schemas.Pointer(keys...), "contract-address", "write it like https://api.example.com/v1, and what lets you in under headers", "this is no address of a service")
		}
	}
	if m := k.contract.Live.MCP; m != nil && m.URL != "" {
		check(m.URL, true, "live", "mcp", "url")
	}
	if h := k.contract.Live.HTTP; h != nil {
		check(h.Base, false, "live", "http", "base")
	}
}

// variable is how a header or the environment of a command takes a variable.
var variable = regexp.MustCompile(`\$\{([^}]*)\}`)

// secretive lists the texts that may take variables, with their places.
func (c *Contract) secretive() map[string]map[string]string {
	out := map[string]map[string]string{}
	if c.Live.MCP != nil {
		out[schemas.Pointer("live", "mcp", "headers")] = c.Live.MCP.Headers
		out[schemas.Pointer("live", "mcp", "env")] = c.Live.MCP.Env
	}
	if c.Live.HTTP != nil {
		out[schemas.Pointer("live", "http", "headers")] = c.Live.HTTP.Headers
	}
	return out
}

// variables refuses variables that the contract's list does not have.
func (k *checker) variables() {
	texts := k.contract.secretive()
	for _, pointer := range slices.Sorted(maps.Keys(texts)) {
		for _, name := range slices.Sorted(maps.Keys(texts[pointer])) {
			for _, m := range variable.FindAllStringSubmatch(texts[pointer][name], -1) {
				if !slices.Contains(k.contract.Env, m[1]) {
					k.add(pointer+schemas.Pointer(name), "contract-variable", "list it under env", "the variable %q is none that the contract may take", m[1])
				}
			}
		}
	}
}

// saves refuses references to values that no step before has saved.
func (k *checker) saves() {
	known := map[string]bool{}
	for i := range k.contract.Steps {
		s := &k.contract.Steps[i]
		at := []string{"steps", strconv.Itoa(i)}
		k.refers(schemas.Pointer(append(at, "call")...), s.Call, known)
		for name := range s.Save {
			known[name] = true
		}
		k.refers(schemas.Pointer(append(at, "undo")...), s.Undo, known)
	}
}

func (k *checker) refers(pointer string, call map[string]map[string]any, known map[string]bool) {
	_, args := one(call)
	for _, name := range references(args) {
		if !known[name] {
			k.add(pointer, "contract-saved", "save it in an earlier step, such as save: {"+name+": items.0.id}", "no step before saves %s", name)
		}
	}
}

// Check holds the contract against its suite: the tools exist, what writes is
// allowed to, and each call can be made over HTTP. The error is schemas.Problems.
func (c *Contract) Check(suite *suites.Suite) error {
	k := &checker{contract: c}
	k.session(suite)
	for i := range c.Steps {
		s := &c.Steps[i]
		k.call(suite, i, "call", s.Call)
		k.call(suite, i, "undo", s.Undo)
	}
	if h := c.Live.HTTP; h != nil {
		for _, tool := range slices.Sorted(maps.Keys(h.Calls)) {
			k.mapping(suite, tool, h.Calls[tool])
		}
	}
	if len(k.problems) > 0 {
		return schemas.Problems(k.problems)
	}
	return nil
}

// session demands what the sessions of all cases give, since tools read it.
func (k *checker) session(suite *suites.Suite) {
	if len(suite.Cases) == 0 {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(suite.Cases[0].Session)) {
		_, given := k.contract.Session[name]
		lacks := func(c *suites.Case) bool { _, ok := c.Session[name]; return !ok }
		if !given && !slices.ContainsFunc(suite.Cases, lacks) {
			k.add("/session", "contract-session", "give it, null if it has no value", "the session lacks %s, which those of all cases of suite %s have", name, suite.Name)
		}
	}
}

// find returns the suite's tool of a name, nil where there is none.
func find(suite *suites.Suite, name string) *suites.Tool {
	at := slices.IndexFunc(suite.Tools, func(t *suites.Tool) bool { return t.Name == name })
	if at < 0 {
		return nil
	}
	return suite.Tools[at]
}

func names(suite *suites.Suite) string {
	var out []string
	for _, t := range suite.Tools {
		out = append(out, t.Name)
	}
	return strings.Join(out, ", ")
}

// call checks one call of a step.
func (k *checker) call(suite *suites.Suite, step int, key string, call map[string]map[string]any) {
	name, args := one(call)
	if name == "" {
		return
	}
	pointer := schemas.Pointer("steps", strconv.Itoa(step), key, name)
	tool := find(suite, name)
	if tool == nil {
		k.add(pointer, "contract-tool", "use one of "+names(suite), "suite %s has no tool %q", suite.Name, name)
		return
	}
	if tool.Kind != trace.Read && k.contract.Writes != writesAllowed {
		k.add(pointer, "contract-writes", "write writes: allowed where the live service may be changed, or leave the step out",
			"step %d calls %s, which is %s, and the contract does not allow to write to the live service", step+1, name, kindWords(tool.Kind))
	}
	if k.contract.Live.HTTP == nil {
		return
	}
	how, ok := k.contract.Live.HTTP.Calls[name]
	if !ok {
		k.add(pointer, "contract-http", "say under live.http.calls how "+name+" is called", "nothing says how %s is called over HTTP", name)
		return
	}
	for _, arg := range how.inPath() {
		if _, given := args[arg]; !given {
			k.add(pointer, "contract-http", "give it", "the path of %s over HTTP needs %s, which the call does not give", name, arg)
		}
	}
}

func kindWords(k trace.Kind) string {
	if k == trace.Irreversible {
		return "irreversible"
	}
	return "a write"
}

// changing are the methods that only change something.
var changing = []string{"PUT", "PATCH", "DELETE"}

// mapping checks how one tool is called over HTTP.
func (k *checker) mapping(suite *suites.Suite, name string, how Call) {
	pointer := schemas.Pointer("live", "http", "calls", name)
	tool := find(suite, name)
	if tool == nil {
		k.add(pointer, "contract-tool", "use one of "+names(suite), "suite %s has no tool %q", suite.Name, name)
		return
	}
	if tool.Kind == trace.Read && slices.Contains(changing, how.Method) && k.contract.Writes != writesAllowed {
		k.add(pointer+"/method", "contract-writes", "write writes: allowed where the live service may be changed", "%s, which only reads, is called by %s, and the contract does not allow to write to the live service", name, how.Method)
	}
	var schema struct {
		Properties map[string]any `json:"properties"`
	}
	if err := json.Unmarshal(tool.Parameters, &schema); err != nil || schema.Properties == nil {
		return // nothing says what the arguments are
	}
	for _, arg := range how.arguments() {
		if _, ok := schema.Properties[arg]; !ok {
			k.add(pointer, "contract-argument", "use one of "+strings.Join(slices.Sorted(maps.Keys(schema.Properties)), ", "), "%s has no argument %q", name, arg)
		}
	}
}
