package trace

import (
	"slices"
	"strings"
)

// keywords are the words of the script language that no function can be named by.
var keywords = strings.Fields(`and break continue def elif else for if in lambda load not or pass return while
	as assert async await class del except finally from global import is nonlocal raise try with yield`)

// FunctionParallel is the function of a script that sends many calls at once.
const FunctionParallel = "parallel"

// FunctionName is the name of a tool as a function of a script: characters that
// cannot stand in one are underscores.
func FunctionName(tool string) string {
	name := strings.Map(func(r rune) rune {
		if r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, tool)
	if name == "" || '0' <= name[0] && name[0] <= '9' || slices.Contains(keywords, name) {
		return "_" + name
	}
	return name
}
