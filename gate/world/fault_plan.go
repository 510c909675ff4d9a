package world

import (
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// Plan is what is to happen to a business and its interface during one trial.
// The zero Plan leaves both alone.
type Plan struct {
	Faults []trace.Fault
	Damage []string      // SQL run before the trial, by the index of its fault; "" for most
	Drift  *trace.Drift  // nil: the interface is the world's own
	Crowd  *Crowd        // nil: capacity has no end
	Offset time.Duration // of the trial's start on the clock of the crowd
}
