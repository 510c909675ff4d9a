package suites

import (
	"io/fs"

	"github.com/keptgate/keptgate/gate/trace"
)

// Server is an MCP server that is the business, in the place of world.sql. Its
// tools, their schemas and annotations are its own; tools.yaml says what they
// mean where the annotations do not. @folder in a command, a variable or a
// snapshot stands for the folder in which the server works, and which each trial
// has for itself.
type Server struct {
	Command  []string          // program and arguments; empty where URL is set
	Env      map[string]string // beside what every process gets
	URL      string            // of a server over streamable HTTP that is running already
	Files    string            // folder of the suite that each trial finds copied into @folder, "" if none
	Reset    *Reset            // puts a server back to its start; nil: one at URL cannot change, one by Command is started for each trial
	State    []Snapshot        // what the world is made of; none: nothing can be seen to change
	Recorded string            // file of the suite with recorded answers, which are played in the server's place; "" if none
	FS       fs.FS             // the suite's folder, in which Files and Recorded are; nil where neither is set

	// Also are calls to record beside those of the references.
	Also   []CallMove
	digest string // of Files

	Recording *Recording // what the file Recorded holds; nil where none is named
	// Lookup finds the variables of the environment that every process gets. Nil
	// finds none. Who meets the server sets it.
	Lookup func(name string) (string, bool)
}

// Recording is what a server offered and answered once. It is played where the
// server is not at hand.
type Recording struct {
	Tools   []ServedTool `json:"tools"`
	Answers []Answer     `json:"answers"`
}

// Answer is the reply to one call. Equal arguments are one call, in whatever
// order they stand.
type Answer struct {
	Tool  string      `json:"tool"`
	Args  trace.Row   `json:"args"` // normal form
	Reply trace.Reply `json:"reply"`
}

// Reset brings a server back to its start: by one call, by one command, or, where
// a server that was started by Command keeps nothing but its folder, by its files.
// One of Tool, Command and Files is set.
type Reset struct {
	Tool    string
	Args    map[string]any
	Command []string
	Files   bool // trials take turns on a server whose folder is made anew in between
}

// Snapshot is one table of the state, read from outside. Exactly one of Tool,
// Command, Tree and Resources is set. A row's scalars are its columns; what is
// nested stands as JSON text.
type Snapshot struct {
	Table     string
	Key       []string       // columns that tell rows apart
	Tool      string         // a call that only reads
	Args      map[string]any // of that call
	Command   []string       // prints JSON
	Rows      string         // path to the list of rows in the answer, such as "graph.entities"; "" for the answer itself
	Tree      string         // a folder below @folder, "@folder" for all: a row for each file, with path, size, sha256 and text, and for each folder, whose path ends in "/"
	Resources bool           // the server's resources: a row for each, with uri, name and mime_type
	Line      int
}
