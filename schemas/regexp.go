package schemas

import (
	"fmt"
	"regexp"
	"regexp/syntax"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxProgram bounds a compiled pattern, in instructions. Matching takes at most
// this many steps for each character of the text.
const maxProgram = 5_000

// pattern is a compiled pattern that knows its size, in instructions.
type pattern struct {
	*regexp.Regexp
	size int
}

// cost is how many steps of a budget it takes to match a text, with a share for
// gojsonschema, which compiles the patterns of names anew each time.
func (p pattern) cost(text string) int { return 1 + (50+len(text))*p.size/1000 }

// compileRegexp compiles a pattern of a schema. Patterns are Go's regular
// expressions, which match in linear time: no lookahead, no back references.
func compileRegexp(text string) (jsonschema.Regexp, error) {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, err
	}
	if len(program.Inst) > maxProgram {
		return nil, fmt.Errorf("it is too large: %d instructions, at most %d", len(program.Inst), maxProgram)
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	return pattern{re, len(program.Inst)}, nil
}
