package world

import (
	"slices"
	"sync"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Memory remembers what can be planned for cases, which follows from the case
// alone, so that plans of many trials find it out once. It may be used by several
// goroutines; nil remembers nothing.
type Memory struct {
	mu     sync.Mutex
	faults map[*suites.Case][]trace.Fault
	drifts map[*suites.Case][]trace.Drift
}

// NewMemory is empty.
func NewMemory() *Memory {
	return &Memory{faults: map[*suites.Case][]trace.Fault{}, drifts: map[*suites.Case][]trace.Drift{}}
}

func (m *Memory) faultsOf(c *suites.Case) []trace.Fault {
	if m == nil {
		return FaultOptions(c)
	}
	return remembered(&m.mu, m.faults, c, FaultOptions)
}

func (m *Memory) driftsOf(c *suites.Case) []trace.Drift {
	if m == nil {
		return DriftOptions(c)
	}
	return remembered(&m.mu, m.drifts, c, DriftOptions)
}

// remembered is what find finds out of a case, as a list of the caller's own.
func remembered[T any](mu *sync.Mutex, known map[*suites.Case][]T, c *suites.Case, find func(*suites.Case) []T) []T {
	mu.Lock()
	list, ok := known[c]
	mu.Unlock()
	if !ok {
		list = find(c)
		mu.Lock()
		known[c] = list
		mu.Unlock()
	}
	return slices.Clone(list)
}
