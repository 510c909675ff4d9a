package world

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// faults is the state of what was planned to go wrong in one trial. The methods
// of a nil *faults do nothing.
type faults struct {
	list   []*live // in the order in which they act on one call
	seed   uint64
	damage []*plan // run before the trial, in the order of the faults

	logical  map[string]int // ordinal of a logical call among those of its tool
	distinct map[string]int // logical calls seen, by tool
	sent     map[string]int // calls in the message that is being answered, by tool
	pending  []*operation   // accepted, the first due first
	accepted []*operation   // all, the last accepted last
	echoes   []trace.Entry  // of the call that is being answered
}

// live is one planned fault and what became of it so far.
type live struct {
	trace.Fault
	index int // in Record.Faults
	row   faultRow
	armed bool
	fired int       // times it happened
	seen  int       // calls that it could have happened at, where it counts those
	began time.Time // when it first happened
	until time.Time // end of the window in which the tool is closed
	open  bool      // the tool is closed until something else happens
	mark  trace.Mark
}

// streamOfFaults sets what faults draw from a seed apart from what others draw;
// each fault adds its index.
const streamOfFaults = 0x6661756c74

func newFaults(planned []trace.Fault, seed uint64) (*faults, error) {
	f := &faults{
		seed: seed, logical: map[string]int{}, distinct: map[string]int{}, sent: map[string]int{},
	}
	table := faultTable()
	for i, fault := range planned {
		at := slices.IndexFunc(table, func(row faultRow) bool { return row.name == fault.Kind })
		if at < 0 {
			return nil, fmt.Errorf("plan faults: there is no fault %q", fault.Kind)
		}
		if fault.After < 0 || fault.After > i {
			return nil, fmt.Errorf("plan faults: fault %d waits for fault %d, which does not come before it", i+1, fault.After)
		}
		f.list = append(f.list, &live{Fault: table[at].settled(fault), index: i, row: table[at], armed: fault.After == 0})
	}
	slices.SortStableFunc(f.list, func(a, b *live) int { return int(a.row.point) - int(b.row.point) })
	return f, nil
}

// message begins to count the calls of another message.
func (f *faults) message() {
	if f != nil {
		clear(f.sent)
	}
}

// echoed returns what came of the call beside, ready for the ledger.
func (f *faults) echoed(seq int) []trace.Entry {
	if f == nil || len(f.echoes) == 0 {
		return nil
	}
	out := f.echoes
	f.echoes = nil
	for i := range out {
		out[i].Echo = seq
	}
	return out
}

// carry takes a call through the faults planned for it, and notes in its entry
// what each did.
func (f *faults) carry(ctx context.Context, a *attempt) error {
	planned := f.plannedFor(a)
	for _, l := range planned {
		if l.row.before == nil || a.answered {
			continue
		}
		if err := l.row.before(ctx, a, l); err != nil {
			return fmt.Errorf("fault %s: %w", l.Kind, err)
		}
	}
	if !a.answered {
		if err := a.run(ctx); err != nil {
			return err
		}
		for _, l := range planned {
			if l.row.after == nil {
				continue
			}
			if err := l.row.after(ctx, a, l); err != nil {
				return fmt.Errorf("fault %s: %w", l.Kind, err)
			}
		}
	}
	for _, l := range planned {
		a.entry.Marks = append(a.entry.Marks, l.mark)
	}
	f.renew(a)
	f.supersede(a)
	f.tell(a)
	f.show(a)
	slices.SortStableFunc(a.entry.Marks, func(a, b trace.Mark) int { return a.Fault - b.Fault })
	return nil
}

// plannedFor lists the faults planned for a call, in the order in which they act.
func (f *faults) plannedFor(a *attempt) []*live {
	tool, logical := a.entry.Tool, a.entry.Logical
	f.sent[tool]++
	ordinal := f.logical[logical]
	if ordinal == 0 {
		f.distinct[tool]++
		ordinal = f.distinct[tool]
		f.logical[logical] = ordinal
	}
	now := a.trial.now
	var out []*live
	for _, l := range f.list {
		if l.Tool != tool || !l.arm(f, a.trial.ledger) || l.over(now) {
			continue
		}
		closed := l.open || now.Before(l.until)
		due := l.Times == 0 || l.fired < l.Times
		if closed || due && (l.row.each || ordinal == l.Ordinal) {
			l.mark = trace.Mark{Fault: l.index}
			out = append(out, l)
		}
	}
	return out
}

// arm tells whether the fault that this one waits for has reached the candidate.
func (l *live) arm(f *faults, ledger trace.Ledger) bool {
	for i := len(ledger) - 1; i >= 0 && !l.armed; i-- {
		l.armed = ledger[i].Delivered && slices.ContainsFunc(ledger[i].Marks, func(m trace.Mark) bool {
			return m.Fired && m.Fault == l.After-1
		})
	}
	return l.armed
}

// over tells whether the time of a fault that ends is past.
func (l *live) over(now time.Time) bool {
	return l.Until > 0 && !l.began.IsZero() && !now.Before(l.began.Add(seconds(l.Until)))
}

// fire notes that the fault happens at the call. It returns the virtual time at
// which what it causes is over.
func (l *live) fire(a *attempt) (end time.Time) {
	if l.fired++; l.fired == 1 {
		l.began = a.trial.now
	}
	l.mark.Fired = true
	return a.trial.now.Add(seconds(l.Seconds))
}

// random draws for a fault, the same at every trial of one seed.
func (f *faults) random(l *live) *rand.Rand {
	return rand.New(rand.NewPCG(f.seed, streamOfFaults+uint64(l.index)))
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// answer answers in the tool's place.
func (a *attempt) answer(outcome trace.Outcome, reply trace.Reply) {
	a.entry.Outcome, a.entry.Reply, a.answered = outcome, reply, true
}

// failure is a reply that says more than trace.Failure does.
func failure(status int, code, message string, more object) trace.Reply {
	told := object{"code": code, "status": int64(status), "message": message}
	for name, value := range more {
		told[name] = value
	}
	return trace.Reply{Status: status, Body: object{"error": told}}
}
