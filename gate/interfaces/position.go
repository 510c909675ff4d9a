package interfaces

import (
	"errors"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// position is where in the script an error is, 1-based, and what it says; line 0
// where it is at no place.
func position(err error) (line, column int64, message string) {
	var wrong syntax.Error
	var names resolve.ErrorList
	var failed *starlark.EvalError
	at := syntax.Position{}
	message = err.Error()
	switch {
	case errors.As(err, &wrong):
		at, message = wrong.Pos, wrong.Msg
	case errors.As(err, &names) && len(names) > 0:
		at, message = names[0].Pos, names[0].Msg
	case errors.As(err, &failed):
		message = strings.TrimPrefix(failed.Msg, "Starlark computation cancelled: ")
		for _, frame := range failed.CallStack {
			if frame.Pos.Filename() == scriptFile && frame.Pos.Line > 0 {
				at = frame.Pos // the innermost comes last
			}
		}
	}
	return int64(at.Line), int64(at.Col), message
}
