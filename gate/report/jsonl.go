package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
)

// Row is one trial as a line of JSON, for tools that work on tables. Numbers and
// names are always there; what a trial may lack is left out.
type Row struct {
	Gate      string `json:"gate"`
	Candidate string `json:"candidate"`
	Commit    string `json:"commit"`
	Profile   string `json:"profile"`
	Seed      uint64 `json:"seed"`

	Suite       string `json:"suite"`
	Case        string `json:"case"` // says nothing where it is held out
	Category    string `json:"category"`
	Tier        string `json:"tier"`
	Condition   string `json:"condition"`
	Trial       int    `json:"trial"`
	HeldOut     bool   `json:"held_out"`
	Provisional bool   `json:"provisional"` // the case is in doubt and has no vote
	Waived      bool   `json:"waived"`      // the case has no vote for a time

	Verdict string   `json:"verdict"` // pass, fail, void: the trial does not count
	Primary string   `json:"primary"` // class of the first divergence; "" unless it failed
	Classes []string `json:"classes"`
	Void    string   `json:"void"`   // why it does not count: the class, "" where it does
	Reason  string   `json:"reason"` // the same in words

	Draws        int    `json:"draws"`
	Turns        int    `json:"turns"`
	Steps        int    `json:"steps"`
	Calls        int    `json:"calls"`
	FailedCalls  int    `json:"failed_calls"`
	Corrected    int    `json:"corrected"`
	Virtual      int    `json:"virtual_ms"`
	Requests     int    `json:"requests"`
	InputTokens  int    `json:"input_tokens"`
	CachedTokens int    `json:"cached_tokens"`
	OutputTokens int    `json:"output_tokens"`
	Planned      bool   `json:"planned"` // under load: the right calls were there
	Undo         string `json:"undo"`    // restored, unrecoverable; "" where nothing was written

	Faults []grade.FaultOutcome `json:"faults"`
	Drift  *trace.Drift         `json:"drift,omitempty"`
}

// JSONLines writes a result as JSON Lines, one Row for each trial in the order of
// the plan. A result that holds counts of a case without its trials is refused:
// its lines would tell of fewer trials than there were.
func JSONLines(w io.Writer, r *gate.Result) error {
	for i := range r.Cases {
		c := &r.Cases[i]
		if n := c.Valid() + c.Missing + c.Unreached; len(c.Trials) == 0 && n > 0 {
			return fmt.Errorf("write JSON Lines: case %s (%s) counts %d trials and lists none; use the result.json of the run itself", plain(c.ID()), plain(c.Condition), n)
		}
	}
	for i := range r.Cases {
		for j := range r.Cases[i].Trials {
			text, err := json.Marshal(row(r, &r.Cases[i], &r.Cases[i].Trials[j]))
			if err != nil {
				return fmt.Errorf("write JSON Lines: %w", err)
			}
			if _, err := w.Write(append(visibleJSON(text), '\n')); err != nil {
				return err
			}
		}
	}
	return nil
}

func row(r *gate.Result, c *gate.CaseResult, t *gate.TrialResult) Row {
	out := Row{
		Gate: r.Gate, Candidate: r.Candidate, Commit: r.Commit, Profile: r.Profile, Seed: r.Seed,
		Suite: c.Suite, Case: c.Case, Category: c.Category, Tier: c.Tier, Condition: c.Condition, Trial: t.Index, HeldOut: c.HeldOut, Provisional: c.Provisional, Waived: c.Waived,
		Verdict: "fail", Primary: t.Primary, Classes: append([]string{}, t.Classes...),
		Draws: t.Draws, Turns: t.Turns, Steps: t.Steps, Calls: t.Calls, FailedCalls: t.FailedCalls, Corrected: t.Corrected, Virtual: t.Virtual,
		Requests: t.Usage.Requests, InputTokens: t.Usage.InputTokens, CachedTokens: t.Usage.CachedTokens, OutputTokens: t.Usage.OutputTokens,
		Planned: t.Planned, Undo: t.Undo, Faults: append([]grade.FaultOutcome{}, t.Faults...), Drift: t.Drift,
	}
	switch {
	case t.Void != nil:
		out.Verdict, out.Void, out.Reason = "void", t.Void.Class, t.Void.Reason
	case t.Pass:
		out.Verdict = "pass"
	}
	if c.HeldOut {
		for i := range out.Faults {
			out.Faults[i].Tool = ""
		}
		out.Drift = nil
		if out.Reason != "" {
			out.Reason = concealed
		}
	}
	return out
}
