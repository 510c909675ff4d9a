package gate

import (
	"fmt"
	"sync"
)

// hopeless is the number of provider failures after which a run that had no
// answer at all is stopped.
const hopeless = 8

// Progress counts trials, those of an earlier part of the run included.
type Progress struct {
	Planned, Done, Failed, Void int
	Unreached                   int // of those done: the planned fault reached nobody
}

// progressState knows which trials are done and whether going on makes sense.
type progressState struct {
	mu       sync.Mutex
	progress Progress
	done     map[Key]bool // trials that need no further draw
	drawn    map[Key]int  // draws of trials without one
	outages  int          // provider failures while no trial had a verdict
}

func newProgressState(planned int) *progressState {
	return &progressState{progress: Progress{Planned: planned}, done: map[Key]bool{}, drawn: map[Key]int{}}
}

func (s *progressState) finished(k Key) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done[k]
}

// draws is the number of draws that a trial without a verdict has had. A resumed
// run draws a missing trial once more.
func (s *progressState) draws(k Key) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.drawn[k]
}

// add counts a finished trial. It returns why the run should stop, or "".
func (s *progressState) add(line *Line) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	void := line.void()
	if final := void != nil && void.Class == unreached && line.Draw >= maxDraws; final {
		s.done[line.Key] = true
		s.progress.Done++
		s.progress.Unreached++
		return ""
	}
	if void == nil {
		s.done[line.Key] = true
		s.progress.Done++
		if s.drawn[line.Key] >= maxDraws {
			s.progress.Void-- // a resumed run got the verdict that was missing
		}
		if !line.Verdict.Pass {
			s.progress.Failed++
		}
		return ""
	}
	if s.drawn[line.Key] = line.Draw; line.Draw == maxDraws {
		s.progress.Void++
	}
	if void.Class == "provider_error" && s.progress.Done == 0 {
		s.outages++
	}
	switch {
	case void.Permanent:
		return void.Reason
	case s.outages >= hopeless:
		return fmt.Sprintf("the candidate's provider answered none of %d trials: %s", s.outages, void.Reason)
	default:
		return ""
	}
}
