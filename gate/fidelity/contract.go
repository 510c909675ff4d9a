package fidelity

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/keptgate/keptgate/schemas"
)

// Contract is a script that is replayed against a simulated world and against the
// live service.
type Contract struct {
	Name    string         `json:"contract"`
	Suite   string         `json:"suite"`   // name of a public suite, or a folder relative to the contract
	Session map[string]any `json:"session"` // user, account and more, as a case has them
	Env     []string       `json:"env"`     // variables that headers and the environment of a command may take
	Writes  string         `json:"writes"`  // allowed: the service may be written to
	Timeout int            `json:"timeout_seconds"`
	Live    Live           `json:"live"`
	Steps   []Step         `json:"steps"`

	digest string
	doc    *schemas.Document
}

// Live says where the service is: one of MCP and HTTP is set.
type Live struct {
	MCP  *MCP  `json:"mcp"`
	HTTP *HTTP `json:"http"`
}

// MCP is a service over MCP: a URL, or a program that is started.
type MCP struct {
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
	Command []string          `json:"command"`
	Env     map[string]string `json:"env"` // of the program, beside what every program gets
}

// HTTP is a service over HTTP.
type HTTP struct {
	Base    string            `json:"base"`
	Headers map[string]string `json:"headers"`
	Calls   map[string]Call   `json:"calls"` // by the suite's tool
}

// Call says how a call of a tool is made over HTTP. A text that is only :name is an
// argument of the call; {name} in the path is one as well.
type Call struct {
	Method string         `json:"method"` // GET where empty
	Path   string         `json:"path"`
	Query  map[string]any `json:"query"`
	// Body is sent as JSON. Nil: under POST, PUT and PATCH all arguments that neither
	// path nor query has; under the others none.
	Body any `json:"body"`
}

// Step is one call on both sides.
type Step struct {
	Call    map[string]map[string]any `json:"call"` // one tool, by the suite's name, and its arguments
	Save    map[string]string         `json:"save"` // name -> path into the reply, for later steps; each side its own
	Unlike  []string                  `json:"unlike"`
	MayLack []string                  `json:"may_lack"`
	Same    []string                  `json:"same"`
	Expect  string                    `json:"expect"` // one of the Expect constants; "" for the same on both sides
	Undo    map[string]map[string]any `json:"undo"`   // a call that takes this one back, made after all steps
}

// writesAllowed is what a contract says that writes to the service.
const writesAllowed = "allowed"

// defaultTimeout is how long a call of the service may take where the contract does
// not say it.
const defaultTimeout = 30 * time.Second

func (c *Contract) timeout() time.Duration {
	if c.Timeout > 0 {
		return time.Duration(c.Timeout) * time.Second
	}
	return defaultTimeout
}

// Digest is the SHA-256 of the contract's file, in hexadecimal.
func (c *Contract) Digest() string { return c.digest }

// one is the only entry of a call as a contract writes it.
func one(call map[string]map[string]any) (tool string, args map[string]any) {
	for tool, args = range call {
		if args == nil {
			args = map[string]any{}
		}
	}
	return tool, args
}

// rules are what of a reply to the step is compared.
func (s *Step) rules() Rules {
	var r Rules
	for _, list := range []struct {
		from []string
		to   *[]path
	}{{s.Unlike, &r.unlike}, {s.MayLack, &r.lacking}, {s.Same, &r.same}} {
		for _, text := range list.from {
			*list.to = append(*list.to, pattern(text))
		}
	}
	return r
}

// Parse reads a contract in YAML or JSON. The error is schemas.Problems.
func Parse(file string, data []byte) (*Contract, error) {
	doc, problems := schemas.ParseYAML(file, data)
	if len(problems) == 0 {
		problems = doc.CheckOwn("contract")
	}
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	sum := sha256.Sum256(data)
	c := &Contract{digest: hex.EncodeToString(sum[:]), doc: doc}
	if err := schemas.Decode(doc.Value, c); err != nil {
		return nil, schemas.Problems{doc.Problem("", "contract-value", "%v", err)}
	}
	k := &checker{contract: c}
	k.addresses()
	k.variables()
	k.saves()
	if len(k.problems) > 0 {
		return nil, schemas.Problems(k.problems)
	}
	return c, nil
}
