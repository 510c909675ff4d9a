package world

import (
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// plan is a tool made ready: its schema compiled, its SQL checked, every
// parameter resolved. It is shared by all trials and never changed.
type plan struct {
	served trace.Tool
	schema *schemas.Schema
	kind   trace.Kind
	key    []string // arguments that make two calls one logical call
	replay string   // argument that holds an idempotency key, or ""
	added  bool     // the key is the interface's: the tool never sees it
	cursor string   // argument that asks for a further page, or ""

	base *plan        // of the suite's tool that this one stands for; nil: it is one itself
	face *suites.Face // with base

	tool  *suites.Tool // nil for those of the harness
	rival *plan        // what another actor does just before a call, or nil

	control func(*Trial, map[string]any) any // of a tool of the harness, else nil
	resumes bool                             // it is resume_call

	steps  []step
	answer *query // of result or list, nil where the tool has neither
	list   bool
	writes bool     // some statement changes rows
	tables []string // those it changes, sorted
}

// step is one statement of a tool.
type step struct {
	query *query
	check bool // refuse the call where there is no row
	error suites.ToolError
}

// query is one SQL statement; each connection prepares it when it is first run.
type query struct {
	sql     string
	params  []param
	columns []column
}

// param is where the value of one SQL parameter comes from.
type param struct {
	source byte // ':' argument or bound column, '@' session or clock, '$' suite variable
	name   string
	value  any // of a suite variable
}

// column is one column of a row as it is served or bound.
type column struct {
	name string
	json bool // its text is parsed and served as JSON
}
