package tools

import (
	"strings"

	"github.com/keptgate/keptgate/schemas"
)

// Wrapping is the form that a definition came in.
type Wrapping string

// The wrappings.
const (
	OpenAIChat      Wrapping = "openai-chat"      // {type: function, function: {name, parameters}}
	OpenAIResponses Wrapping = "openai-responses" // {type: function, name, parameters}
	Anthropic       Wrapping = "anthropic"        // {name, input_schema}
	Gemini          Wrapping = "gemini"           // {functionDeclarations: [{name, parameters}]}
	MCP             Wrapping = "mcp"              // {name, inputSchema}, the answer to tools/list
	BFCL            Wrapping = "bfcl"             // {name, parameters: {type: dict}}
	Plain           Wrapping = "plain"            // {name, parameters}, as a suite's tools.yaml has it too
	JSONSchema      Wrapping = "json-schema"      // a schema alone
)

// Definition is one tool.
type Definition struct {
	Name        string
	Description string
	Parameters  *Node // the schema of the arguments; nil where there is none
	Output      *Node // the schema of the result, as MCP has it; nil where there is none
	Wrapping    Wrapping
	Set         int // tools of one number are offered together: those of one value of a file or, of a list of requests or cases, of one of them
	File        string
	Strict      bool  // the provider is asked to hold arguments to the schema
	Body        *Node // the object with the name
	FreeForm    bool  // the provider takes any JSON Schema: Gemini's parametersJsonSchema
	NameAt      *Node // the name, or the whole definition where it has none
}

// Problem makes a problem about a node of the definition.
func (d *Definition) Problem(at *Node, rule string, severity schemas.Severity, message, fix string) schemas.Problem {
	return schemas.Problem{Rule: rule, Severity: severity, File: d.File, Line: at.Line, Column: at.Column, Message: message, Fix: fix}
}

// Label names a definition in a message, in few bytes.
func (d *Definition) Label() string {
	if d.Name == "" {
		return "the schema"
	}
	const most = 64
	if len(d.Name) > most {
		return strings.ToValidUTF8(d.Name[:most], "") + "…"
	}
	return d.Name
}
