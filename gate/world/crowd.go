package world

import "github.com/keptgate/keptgate/gate/trace"

// Crowd is the capacity that the trials of a cohort share.
type Crowd struct{}

// enter asks the crowd for room for a call. Where there is none it fills in the
// refusal and returns false; else Took is how long the call takes.
func (t *Trial) enter(_ *plan, _ *trace.Entry) bool { return true }
