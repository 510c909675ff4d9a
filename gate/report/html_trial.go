package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
)

// Bounds in bytes on outside text of one trial.
const (
	maxMessage = 3_000
	maxCall    = 1_000
	maxReply   = 700
	maxValue   = 160
	maxRounds  = 120 // of one trial
)

// trialView is what a page shows of one failing trial.
type trialView struct {
	First    string // where it went another way
	Call     string // the call at which it did, as written
	Seq      int
	Faults   string
	Drift    string
	State    table // what should be and what is
	Others   []labelled
	Said     string // last words, where the conversation is not at hand
	Filed    string
	Replay   string
	Rounds   []round
	Silenced int   // rounds that were left out
	Net      table // rows before and after the trial
	End      string
}

// round is one message, what was called with it, and what the world did.
type round struct {
	Who, Class string // who speaks
	At         string // virtual time since the start
	Text       passage
	Notes      []string
	Calls      []callView
	Entries    []entryView
}

// callView is a call as the candidate made it, and the reply it was handed.
type callView struct {
	Tool   string
	Args   passage
	Status int
	Failed bool
	Reply  passage
	Silent bool // no reply was handed over
}

// entryView is what the world did with a call, or what others did meanwhile.
type entryView struct {
	Seq      int
	Tool     string
	By       string // "" for the candidate
	Outcome  string
	Class    string
	Notes    []string
	Findings []labelled
	Changes  []changeView
}

// changeView is a row before and after.
type changeView struct {
	Op, Row string
	Cells   []cellChange
}

type cellChange struct{ Column, Before, After string }

// newTrialView shows what the evidence holds.
func newTrialView(c *gate.CaseResult, e gate.Evidence, base string) *trialView {
	v := &trialView{
		First: within(divergence(e), maxNote), Call: within(e.Call, maxCall), Seq: e.Seq, Faults: within(encountered(c, e.Index), maxNote),
		Drift: within(drifted(c, e.Index), maxNote), Said: within(e.Said, maxMessage), Filed: within(filed(e), maxNote), Replay: replay(base, c, e.Index),
	}
	v.State = newTable([]column{{"table", false}, {"row", false}, {"field", false}, {"wanted", false}, {"found", false}}, state(e))
	list := told(e)
	for _, f := range list[:min(len(list), maxListed)] {
		v.Others = append(v.Others, labelled{within(class(f.Class), maxName), within(f.Message, maxNote)})
	}
	return v
}

// hear adds the conversation and the ledger of the trial's record.
func (v *trialView) hear(line *gate.Line) {
	r := line.Record
	v.Said = ""
	v.End = endWords(r.End)
	seen := 0 // entries told so far
	for i := 0; i < len(r.Messages); i++ {
		m := &r.Messages[i]
		if len(v.Rounds) == maxRounds {
			v.Silenced = len(r.Messages) - i
			break
		}
		one := newRound(m, r.Began)
		for i+1 < len(r.Messages) && r.Messages[i+1].Role == trace.RoleTools {
			i++
			one.answered(m.Calls, r.Messages[i].Replies)
		}
		until := len(r.Ledger)
		if i+1 < len(r.Messages) {
			until = min(until, max(seen, r.Messages[i+1].Ledger))
		}
		for ; seen < until; seen++ {
			one.Entries = append(one.Entries, newEntry(&r.Ledger[seen], r.Faults, line.Verdict.Findings))
		}
		v.Rounds = append(v.Rounds, one)
	}
	var rows [][]string
	for _, c := range r.Ledger.Net() {
		for _, name := range filled(c) {
			rows = append(rows, []string{c.Table, c.ID, name, value(c.Before[name]), value(c.After[name])})
		}
	}
	v.Net = newTable([]column{{"table", false}, {"row", false}, {"column", false}, {"before", false}, {"after", false}}, rows)
}

func newRound(m *trace.Message, began time.Time) round {
	r := round{Class: "other", Who: "replies", At: clock(m.At.Sub(began)), Text: newPassage(m.Text, maxMessage)}
	switch m.Role {
	case trace.RoleCaller:
		r.Class, r.Who = "caller", "Caller"
	case trace.RoleCandidate:
		r.Class, r.Who = "candidate", "Candidate"
	case trace.RoleHarness:
		r.Class, r.Who = "harness", "Harness"
	}
	if m.Later > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("the caller rings again, later call %d", m.Later))
	}
	if m.Cut {
		r.Notes = append(r.Notes, "output stopped at the length limit")
	}
	if m.Refusal {
		r.Notes = append(r.Notes, "marked as a refusal by the provider")
	}
	for _, c := range m.Calls {
		r.Calls = append(r.Calls, callView{Tool: within(c.Tool, maxName), Args: newPassage(c.Arguments, maxCall), Silent: true})
	}
	return r
}

// answered sets replies beside the calls that they answer.
func (r *round) answered(calls []trace.Call, replies []trace.Reply) {
	for _, reply := range replies {
		at := slices.IndexFunc(calls, func(c trace.Call) bool { return c.ID == reply.CallID })
		if at < 0 {
			r.Calls = append(r.Calls, callView{Tool: within(reply.CallID, maxName)})
			at = len(r.Calls) - 1
		}
		c := &r.Calls[at]
		c.Silent, c.Status, c.Failed, c.Reply = false, reply.Status, !reply.OK(), newPassage(reply.Text(), maxReply)
	}
}

// clock writes a time since the start in minutes and seconds.
func clock(d time.Duration) string {
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

func newEntry(e *trace.Entry, faults []trace.Fault, findings []grade.Finding) entryView {
	v := entryView{Seq: e.Seq, Tool: within(e.Tool, maxName), Outcome: strings.ReplaceAll(within(string(e.Outcome), maxName), "_", " "), Class: "plain", By: actorWords(e)}
	if v.Tool == "" {
		v.Tool = within(e.Call.Tool, maxName)
	}
	if e.Outcome != trace.Done && e.Outcome != trace.Replayed && e.Outcome != trace.Accepted {
		v.Class = "warn"
	}
	for _, m := range e.Marks {
		kind := "a fault"
		if m.Fault >= 0 && m.Fault < len(faults) {
			kind = within(kindWords(faults[m.Fault].Kind), maxName)
		}
		if m.Fired {
			v.Notes = append(v.Notes, "fault: "+kind)
		} else {
			v.Notes = append(v.Notes, "planned and did not fire: "+kind)
		}
	}
	for _, p := range e.Problems[:min(len(e.Problems), maxListed)] {
		v.Notes = append(v.Notes, within(p, maxNote))
	}
	if e.Asked() && !e.Delivered {
		v.Notes = append(v.Notes, "the reply was not delivered")
	}
	if len(e.Changes) > 0 && !e.Committed {
		v.Notes = append(v.Notes, "the changes do not stand")
	}
	for _, f := range findings {
		if f.Call == e.Seq && f.Severity == grade.Fail && e.Seq > 0 {
			v.Class = "bad"
			v.Findings = append(v.Findings, labelled{within(class(f.Class), maxName), within(f.Message, maxNote)})
		}
	}
	for _, c := range e.Changes {
		v.Changes = append(v.Changes, newChange(c))
	}
	return v
}

func newChange(c trace.Change) changeView {
	v := changeView{Op: within(string(c.Op), maxName), Row: within(c.Table+" "+c.ID, maxName)}
	for _, name := range filled(c) {
		one := cellChange{Column: within(name, maxName)}
		if c.Before != nil {
			one.Before = value(c.Before[name])
		}
		if c.After != nil {
			one.After = value(c.After[name])
		}
		v.Cells = append(v.Cells, one)
	}
	return v
}

// filled are the columns that differ, but for those that a new row leaves empty
// and that a deleted one had empty.
func filled(c trace.Change) []string {
	return slices.DeleteFunc(c.Columns(), func(name string) bool { return c.Before[name] == nil && c.After[name] == nil })
}

// actorWords says who acted where it was not the candidate by this very call.
func actorWords(e *trace.Entry) string {
	switch {
	case e.Echo > 0:
		return fmt.Sprintf("late effect of call %d", e.Echo)
	case e.Actor == trace.Rival:
		return "another user"
	case e.Actor == trace.Damage:
		return "before the trial"
	case e.Actor != trace.Candidate:
		return "the rest of the business"
	default:
		return ""
	}
}

// endWords says how a trial ended.
func endWords(e trace.End) string {
	switch e {
	case trace.EndGoodbye:
		return "the caller had all they wanted"
	case trace.EndHandover:
		return "given to a person"
	case trace.EndSilence:
		return "two empty messages in a row"
	case trace.EndCutOff:
		return "output cut at the length limit"
	default:
		return "stopped: " + within(strings.ReplaceAll(string(e), "_", " "), maxName)
	}
}
