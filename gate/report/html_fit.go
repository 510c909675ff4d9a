package report

import (
	"container/heap"
	"fmt"
	"io"
	"slices"
)

// shelf holds what trials show, up to a number of bytes: it gives up the trials
// of the least weight, and takes none that weighs less than one given up.
type shelf struct {
	left   int
	gaveUp bool
	most   int            // rank of the weightiest that was given up
	trial  []*failedTrial // a heap, the one of least weight first
}

func (s *shelf) Len() int           { return len(s.trial) }
func (s *shelf) Less(i, j int) bool { return s.trial[i].rank > s.trial[j].rank }
func (s *shelf) Swap(i, j int)      { s.trial[i], s.trial[j] = s.trial[j], s.trial[i] }
func (s *shelf) Push(x any)         { s.trial = append(s.trial, x.(*failedTrial)) }

func (s *shelf) Pop() any {
	last := s.trial[len(s.trial)-1]
	s.trial = s.trial[:len(s.trial)-1]
	return last
}

// put renders what a trial shows, in place of what it showed before.
func (s *shelf) put(t *failedTrial, v *trialView) error {
	if t.First == "" {
		t.First = v.First
	}
	if s.gaveUp && t.rank >= s.most {
		return nil
	}
	detail, err := renderPart("trial", v)
	if err != nil {
		return fmt.Errorf("draw report: %w", err)
	}
	if at := slices.Index(s.trial, t); at >= 0 {
		s.left += len(t.Detail)
		heap.Remove(s, at)
	}
	t.Detail = detail
	s.left -= len(detail)
	heap.Push(s, t)
	for s.left < 0 && s.Len() > 0 {
		least := heap.Pop(s).(*failedTrial)
		s.left += len(least.Detail)
		least.Detail = ""
		s.gaveUp, s.most = true, least.rank
	}
	return nil
}

// fit writes the page with as many failing trials as the budget has room for:
// first their list, which is cut where it alone would not fit, then as many of
// them whole.
func (f *failures) fit(w io.Writer, name string, budget int, page func(failureList) any) error {
	listed := len(f.trials)
	base, err := render(name, page(f.show(listed, 0)))
	for err == nil && len(base) > budget*6/10 && listed > 0 {
		listed /= 2
		base, err = render(name, page(f.show(listed, 0)))
	}
	if err != nil {
		return fmt.Errorf("draw report: %w", err)
	}
	whole, room := 0, budget-len(base)
	for whole < listed {
		room -= len(f.trials[whole].Detail) + foldBytes
		if room < 0 {
			break
		}
		whole++
	}
	out, err := render(name, page(f.show(listed, whole)))
	if err != nil {
		return fmt.Errorf("draw report: %w", err)
	}
	if len(out) > budget {
		return fmt.Errorf("draw report: the page has %d bytes without any trial, more than its budget of %d", len(out), budget)
	}
	_, err = w.Write(out)
	return err
}

// foldBytes is what a trial that opens takes beyond one that does not.
const foldBytes = 100
