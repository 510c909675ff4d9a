package schemas

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Severity says how much a problem matters.
type Severity string

// The severities, the gravest first.
const (
	Error   Severity = "error"   // the file cannot be used
	Warning Severity = "warning" // the file can be used, and probably should not
	Note    Severity = "note"
)

// Problem is one complaint about a file.
type Problem struct {
	Rule     string   `json:"rule"` // stable name, such as yaml-syntax
	Severity Severity `json:"severity"`
	File     string   `json:"file,omitempty"`
	Line     int      `json:"line,omitempty"`   // 1-based; 0 where it is about the whole file
	Column   int      `json:"column,omitempty"` // 1-based, in characters; 0 where unknown
	Path     string   `json:"path,omitempty"`   // JSON pointer into the file
	Message  string   `json:"message"`          // what is wrong
	Fix      string   `json:"fix,omitempty"`    // what to do about it, where that is known
}

// String is the problem on one line: "file:line:column: message (fix) [rule]".
// Parts that are not known are left out.
func (p Problem) String() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File + ":")
	}
	if p.Line > 0 {
		fmt.Fprintf(&b, "%d:", p.Line)
		if p.Column > 0 {
			fmt.Fprintf(&b, "%d:", p.Column)
		}
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	if p.Severity != Error && p.Severity != "" {
		b.WriteString(string(p.Severity) + ": ")
	}
	b.WriteString(p.Message)
	if p.Fix != "" {
		b.WriteString(" (" + p.Fix + ")")
	}
	if p.Rule != "" {
		b.WriteString(" [" + p.Rule + "]")
	}
	return b.String()
}

// Problems is a list of problems as an error.
type Problems []Problem

// maxListed is how many problems an error message lists.
const maxListed = 20

// Error lists the problems, one a line, by file and place. Of a long list it
// shows the first and says how many there are.
func (p Problems) Error() string {
	sorted := slices.Clone(p)
	slices.SortStableFunc(sorted, byPlace)
	var lines []string
	for i, problem := range sorted {
		if i == maxListed {
			lines = append(lines, fmt.Sprintf("and %d more", len(sorted)-maxListed))
			break
		}
		lines = append(lines, problem.String())
	}
	return strings.Join(lines, "\n")
}

func byPlace(a, b Problem) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Message, b.Message),
	)
}
