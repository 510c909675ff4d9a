package trial

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// worker is a candidate of a cohort that finds, lends, takes its leave and files.
// How long it takes on the wall clock is up to it.
type worker struct {
	actor
	linger func()
}

func (w *worker) Start(ctx context.Context, b agent.Briefing) (agent.Session, error) {
	_, err := w.actor.Start(ctx, b)
	return w, err
}

func (w *worker) Next(ctx context.Context, m trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	w.linger()
	return w.actor.Next(ctx, m, tools)
}

func works(linger func()) *worker {
	return &worker{actor: *acts(
		calls("find_tools", find, "find_tools", find, "find_tools", find),
		calls("find_tools", find, "lend_tool", lend),
		calls("wait", `{"seconds":3}`, "lend_tool", lend),
		says(bye),
		calls("close_call", none),
	), linger: linger}
}

// crowd prepares n trials at a desk that takes two calls at once.
func crowd(t *testing.T, n int, candidate func(i int) agent.Candidate) []Setup {
	t.Helper()
	first := setup(t, nil, func(c *suites.Case) { c.Suite.Capacity = &suites.Capacity{InFlight: 2, Seconds: 0.5} })
	setups := make([]Setup, n)
	for i := range setups {
		setups[i] = first
		setups[i].Index, setups[i].Condition, setups[i].Candidate = i, "load", candidate(i)
	}
	return setups
}

func cohort(t *testing.T, setups []Setup, inFlight int) []*trace.Record {
	t.Helper()
	records, err := RunCohort(t.Context(), setups, inFlight)
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// TestCohortIsTheSameInAnyWallOrder runs a cohort with candidates that answer one
// after another, some at once, and all at once in a scrambled order.
func TestCohortIsTheSameInAnyWallOrder(t *testing.T) {
	const n = 100
	want := cohort(t, crowd(t, n, func(int) agent.Candidate { return works(func() {}) }), 1)
	for i, r := range want {
		if r.Void != nil || r.End != trace.EndGoodbye {
			t.Fatalf("trial %d ended by %s, void %v", i, r.End, r.Void)
		}
	}
	for order, inFlight := range []int{7, n, n} {
		scrambled := rand.New(rand.NewPCG(uint64(order), 1))
		yields := make([]int, n)
		for i := range yields {
			yields[i] = scrambled.IntN(50)
		}
		setups := crowd(t, n, func(i int) agent.Candidate {
			return works(func() {
				for range yields[i] {
					runtime.Gosched()
				}
			})
		})
		for i, r := range cohort(t, setups, inFlight) {
			if !reflect.DeepEqual(want[i], r) {
				t.Fatalf("%d in flight, order %d: trial %d differs (-want +got):\n%s", inFlight, order, i, gocmp.Diff(want[i], r))
			}
		}
	}
}

// TestCohortWaitsForTheSlowest lets the candidates answer for the first time in
// one order and then in its reverse, each only when the one before has answered.
func TestCohortWaitsForTheSlowest(t *testing.T) {
	const n = 12
	records := map[string][]*trace.Record{}
	for name, order := range map[string]func(i int) int{"forward": func(i int) int { return i }, "back": func(i int) int { return n - 1 - i }} {
		turns := make([]chan struct{}, n+1)
		for i := range turns {
			turns[i] = make(chan struct{})
		}
		close(turns[0])
		records[name] = cohort(t, crowd(t, n, func(i int) agent.Candidate {
			place, first := order(i), true
			return works(func() {
				if first {
					first = false
					<-turns[place]
					close(turns[place+1])
				}
			})
		}), n)
	}
	if diff := gocmp.Diff(records["forward"], records["back"]); diff != "" {
		t.Errorf("records (-forward +back):\n%s", diff)
	}
}

// visit is a call at the business, on the clock of the cohort.
type visit struct {
	from, to   time.Duration // the same where it was refused
	trial, seq int
	served     bool
}

func visits(records []*trace.Record) []visit {
	var all []visit
	for i, r := range records {
		for _, e := range r.Ledger {
			if e.Kind == trace.Control {
				continue
			}
			from := time.Duration(r.Load.Offset)*time.Millisecond + e.At.Sub(r.Began)
			all = append(all, visit{from, from + time.Duration(e.Took)*time.Millisecond, i, e.Seq, e.Outcome != trace.Crowded})
		}
	}
	slices.SortFunc(all, func(a, b visit) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.trial, b.trial), cmp.Compare(a.seq, b.seq))
	})
	return all
}

// TestCohortSharesCapacity takes the calls of all trials together: in the order of
// their virtual time each was served exactly if fewer than two were in flight.
func TestCohortSharesCapacity(t *testing.T) {
	records := cohort(t, crowd(t, 30, func(int) agent.Candidate { return works(func() {}) }), 4)
	all := visits(records)
	refused, shut := 0, 0
	for i, v := range all {
		inside, others := 0, 0
		for _, u := range all[:i] {
			if u.served && u.to > v.from {
				inside++
				if u.trial != v.trial {
					others++
				}
			}
		}
		if v.served != (inside < 2) {
			t.Errorf("trial %d, call %d: served %v with %d in flight", v.trial, v.seq, v.served, inside)
		}
		if v.served && (v.to-v.from < 250*time.Millisecond || v.to-v.from > 750*time.Millisecond) {
			t.Errorf("trial %d, call %d took %v", v.trial, v.seq, v.to-v.from)
		}
		if !v.served {
			refused++
			if others > 0 {
				shut++
			}
		}
	}
	if refused < 30 || shut == 0 || refused == len(all) {
		t.Errorf("%d of %d calls refused, %d of them for calls of other trials: the test shows nothing", refused, len(all), shut)
	}
	offsets := map[int]bool{}
	for i, r := range records {
		if r.Load.Trials != 30 || r.Load.InFlight != 2 || r.Load.Offset < 0 || r.Load.Offset > 10_000 {
			t.Errorf("trial %d: load %+v", i, r.Load)
		}
		offsets[r.Load.Offset] = true
		for _, e := range r.Ledger {
			for _, c := range e.Changes {
				if c.Table == "loans" && c.ID > "2" {
					t.Errorf("trial %d lent with the number %s: it sees rows of others", i, c.ID)
				}
			}
		}
	}
	if len(offsets) < 20 {
		t.Errorf("30 trials begin at %d times", len(offsets))
	}
}

// TestThinking: before each message a candidate of a cohort thinks one to five
// seconds, as the seed of the trial says.
func TestThinking(t *testing.T) {
	records := cohort(t, crowd(t, 20, func(int) agent.Candidate { return acts(says(bye), calls("close_call", none)) }), 20)
	seen := map[time.Duration]bool{}
	for i, r := range records {
		first, last := r.Messages[1].At.Sub(r.Began), r.Messages[len(r.Messages)-2].At.Sub(r.Messages[len(r.Messages)-3].At)
		for _, d := range []time.Duration{first, last} {
			if d < minThink || d > maxThink {
				t.Errorf("trial %d thinks %v", i, d)
			}
			seen[d] = true
		}
		if turn := r.Messages[2].At.Sub(r.Messages[1].At); turn != turnTime {
			t.Errorf("trial %d: the caller's turn takes %v", i, turn)
		}
	}
	if len(seen) < 20 {
		t.Errorf("40 thoughts of %d lengths", len(seen))
	}
}

// TestVoidTrialLeavesTheCohort: a trial that fails, at whatever point, holds
// nobody up and is the only one that is void.
func TestVoidTrialLeavesTheCohort(t *testing.T) {
	provider := &agent.ProviderError{Status: 503, Reason: "the provider answered 503"}
	failing := map[int]*actor{
		1: {startErr: provider},
		2: acts(turn{err: provider}),
		4: acts(calls("find_tools", find), calls("parse_note", `{"note":"{"}`)),
		5: acts(calls("lend_tool", lend), turn{err: provider}),
	}
	records := cohort(t, crowd(t, 8, func(i int) agent.Candidate {
		if a := failing[i]; a != nil {
			return a
		}
		return works(func() {})
	}), 2)
	for i, r := range records {
		if void := r.Void != nil; void != (failing[i] != nil) {
			t.Errorf("trial %d: void %+v", i, r.Void)
		}
	}
}

// stuck is a candidate that does not answer until it is stopped.
type stuck struct{ asked chan<- struct{} }

func (stuck) Identity() string                                               { return "test:stuck" }
func (s stuck) Start(context.Context, agent.Briefing) (agent.Session, error) { return s, nil }
func (stuck) Close() error                                                   { return nil }

func (s stuck) Next(ctx context.Context, _ trace.Message, _ []trace.Tool) (trace.Message, trace.Usage, error) {
	s.asked <- struct{}{}
	<-ctx.Done()
	return trace.Message{}, trace.Usage{}, ctx.Err()
}

// TestCancelledCohortEnds cancels while one candidate is asked and the others
// wait for it, in the queue and for being asked.
func TestCancelledCohortEnds(t *testing.T) {
	for _, inFlight := range []int{1, 6} {
		asked := make(chan struct{}, 1)
		setups := crowd(t, 6, func(i int) agent.Candidate {
			if i == 3 {
				return stuck{asked}
			}
			return works(func() {})
		})
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-asked
			cancel()
		}()
		if records, err := RunCohort(ctx, setups, inFlight); records != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%d in flight: %v, %v, want no records and the context's error", inFlight, records, err)
		}
	}
}

func TestCohortIsOfOneSuite(t *testing.T) {
	if records, err := RunCohort(t.Context(), nil, 3); len(records) != 0 || err != nil {
		t.Errorf("no trials: %v, %v", records, err)
	}
	setups := append(crowd(t, 1, func(int) agent.Candidate { return works(func() {}) }), setup(t, acts(says(bye)), nil))
	if _, err := RunCohort(t.Context(), setups, 3); err == nil || err.Error() != "run cohort: its trials are of different suites: desk and desk" {
		t.Errorf("trials of two suites: %v", err)
	}
}

// TestCohortStatesItsCapacity: the candidate reads the limits, and a scripted one
// gets them.
func TestCohortStatesItsCapacity(t *testing.T) {
	a := acts(turn{cut: true})
	cohort(t, crowd(t, 1, func(int) agent.Candidate { return a }), 1)
	want := "Find tools by name. At most 2 calls of all tools together may be in flight at once." +
		" These limits are shared with others; what is more is refused with 429 and may be tried again after retry_after seconds."
	if got := a.tools[0].Description; got != want {
		t.Errorf("description %q, want %q", got, want)
	}
	p := world.Plan{Crowd: world.NewCrowd(desk(t), nil, 1), Faults: []trace.Fault{
		{Kind: "capacity", Tool: "find_tools", Keep: 3}, {Kind: "capacity", Tool: "find_tools", Keep: 4}, {Kind: "latency", Tool: "lend_tool", Keep: 1},
	}}
	if diff := gocmp.Diff(map[string]int{"": 8, "find_tools": 3}, inFlight(p)); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
	if got := inFlight(world.Plan{}); got != nil {
		t.Errorf("limits without a plan: %v", got)
	}
}

// TestWaitingIsNotTheTrialsTime: what peers take on the wall clock does not bring
// a trial nearer to its limit.
func TestWaitingIsNotTheTrialsTime(t *testing.T) {
	now := stopped()
	tr := &trial{setup: Setup{Wall: func() time.Time { return now }}, until: now.Add(time.Minute)}
	ok := tr.pause(func() bool {
		now = now.Add(time.Hour)
		return true
	})
	if want := stopped().Add(time.Hour + time.Minute); !ok || !tr.until.Equal(want) {
		t.Errorf("the trial may go on until %v, want %v", tr.until, want)
	}
}
