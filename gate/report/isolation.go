package report

import (
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// openly says why isolation is reduced, and what helps.
const openly = "the agent's program ran as Keptgate's own user and could read its keys; as root on Linux, Keptgate starts it as a user without rights"

// isolation says where the program that is judged was not kept apart from Keptgate.
func isolation(r *gate.Result) string {
	if r.Isolation == "" {
		return ""
	}
	return openly
}

// isolations says the same of candidates side by side.
func isolations(l *gate.Lineup) string {
	var open []string
	for i, r := range l.Results {
		if r.Isolation != "" {
			open = append(open, Letter(i))
		}
	}
	if open == nil {
		return ""
	}
	return " Isolation is reduced for " + strings.Join(open, ", ") + ": " + openly + "."
}
