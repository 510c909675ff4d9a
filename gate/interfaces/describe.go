package interfaces

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

const manual = `Run a script in Starlark, a small dialect of Python, to use what the business offers. The functions are listed below; call them by named arguments, as in f(id="x").
A function returns the reply: mostly a dict. A call that fails does not stop the script: its reply is {"error": {"code": ..., "status": ..., "message": ...}}, and may hold retry_after.
parallel([(f, {"id": "x"}), (g, {"id": "y"})]) sends many calls at once and returns their replies in order. Calls one after another each wait for the reply.
The value of the variable result is returned, or else what was printed. A mistake in the script stops it where it is, and what was called before stays done.
There are no imports, files, network, clock or classes, and methods can only be called. At most %d steps, %d KiB of source, %d MiB made in all, and %d KiB returned.
The functions, each with the JSON Schema of its arguments:`

// describe is run_script with the functions that there are.
func describe(functions []trace.Tool) trace.Tool {
	var b strings.Builder
	fmt.Fprintf(&b, manual, maxSteps, maxSource>>10, maxMade>>20, maxOutput>>10)
	for _, t := range functions {
		fmt.Fprintf(&b, "\n\n%s: %s\n%s", trace.FunctionName(t.Name), t.Description, t.Parameters)
	}
	return trace.Tool{Name: trace.ToolScript, Description: b.String(), Parameters: json.RawMessage(
		`{"type":"object","additionalProperties":false,"required":["script"],"properties":{"script":{"type":"string","minLength":1,"description":"The script."}}}`)}
}
