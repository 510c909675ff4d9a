package gate

import (
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/thresholds"
)

// ResultVersion is the version of the form of result.json.
const ResultVersion = 1

// Result is everything a run produced. A baseline is a saved result. But for
// Times and what follows from wall time it is the same for the same candidate,
// suites and seed.
type Result struct {
	Version   int          `json:"version"`
	Gate      string       `json:"gate"`
	Keptgate  string       `json:"keptgate"` // version of the program
	Grader    string       `json:"grader"`   // version of the grader; results of two graders do not compare
	Candidate string       `json:"candidate"`
	Isolation string       `json:"isolation,omitempty"` // reduced: the candidate is a program that ran with the rights of Keptgate
	Profile   string       `json:"profile"`
	Commit    string       `json:"commit,omitempty"`
	Event     string       `json:"event,omitempty"` // of the workflow that ran it; absent outside one
	Seed      uint64       `json:"seed"`
	K         int          `json:"k"` // of pass^k
	Suites    []SuiteInfo  `json:"suites"`
	Samples   []SampleInfo `json:"samples"` // the conditions that have trials
	Cases     []CaseResult `json:"cases"`   // in plan order
	Usage     trace.Usage  `json:"usage"`
	CostUSD   *float64     `json:"cost_usd,omitempty"` // absent where the model has no price
	Narrowed  bool         `json:"narrowed,omitempty"` // only some cases or trials of the suites were asked for
	Stopped   string       `json:"stopped,omitempty"`  // why the run ended before its plan
	Pooled    int          `json:"pooled,omitempty"`   // runs that a baseline was pooled over, where they are several
	Look      *Look        `json:"look,omitempty"`     // where the plan has looks: the one that ended the run
	Load      *LoadFigures `json:"load,omitempty"`     // absent without trials under load
	// Policy says whose policy decided; absent where there was only one.
	Policy *PolicySource `json:"policy,omitempty"`
	// PolicyDigest is of the policy in force, as Policy.Digest has it.
	PolicyDigest string `json:"policy_digest,omitempty"`
	// Kept says where the run's baseline is kept; absent unless that is a branch.
	Kept *Kept `json:"kept,omitempty"`
	// Offer says how to record the run as the baseline; absent unless it is of the
	// default branch.
	Offer string `json:"offer,omitempty"`
	// Waivers are those in force; absent where there are none.
	Waivers []thresholds.Waiver `json:"waivers,omitempty"`
	HeldOut *Sides              `json:"held_out,omitempty"` // absent without a held-out side
	// Spectrum is absent where the policy has none.
	Spectrum *SpectrumInfo `json:"spectrum,omitempty"`
	Times    Times         `json:"times"`
	// Verdict is that of the run that a baseline is of; absent elsewhere.
	Verdict Verdict `json:"verdict,omitempty"`
	// Carried is set where no trial was run, since the change touches nothing that the
	// candidate is made of.
	Carried *Carried `json:"carried,omitempty"`
	// Shard is set where the result is one part of a run, which has no verdict.
	Shard *Shard `json:"shard,omitempty"`

	Weights    []Weight     `json:"weights"` // of the score's components as used: they sum to 1
	Metrics    []Metric     `json:"metrics"`
	Curve      []CurvePoint `json:"curve,omitempty"`      // pass^k for each k from 1 to K, as far as every case has k trials
	Comparison *Comparison  `json:"comparison,omitempty"` // absent without a baseline
	Decision   *Decision    `json:"decision,omitempty"`
}

// PolicySource says which commit's policy, cases and baseline decided about a
// change.
type PolicySource struct {
	From   string   `json:"from"`            // base; head where the base has no policy
	Commit string   `json:"commit"`          // of the base
	Edits  []string `json:"edits,omitempty"` // what the change makes of them, without effect until it is merged
	Tools  []string `json:"tools,omitempty"` // what it makes of what callers see of tools, as lines, the gravest of each file first
}

// Kept names a branch that keeps baselines, and what in it a run is held against.
type Kept struct {
	Branch string `json:"branch"`
	Line   string `json:"line"`           // of candidates: see Lineage
	Head   string `json:"head,omitempty"` // commit that was read; absent where the branch is not there
	Why    string `json:"why,omitempty"`  // set: why it was not read
}

// SuiteInfo names a suite that took part.
type SuiteInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Digest  string `json:"digest"`
	Face    string `json:"face,omitempty"` // digest of what the candidate is told: the policy, and the tools as offered
	Cases   int    `json:"cases"`
	HeldOut bool   `json:"held_out,omitempty"` // all held-out suites together
}

// SampleInfo says how many cases took part under a condition.
type SampleInfo struct {
	Condition  string   `json:"condition"`
	Trials     int      `json:"trials"` // of each case
	Cases      int      `json:"cases"`
	Of         int      `json:"of"` // cases that could have taken part
	Categories []string `json:"categories"`
}

// Weight is the part of a component in the score.
type Weight struct {
	Component string  `json:"component"`
	Metric    string  `json:"metric"`
	Weight    float64 `json:"weight"`
}

// Times holds all that depends on the wall clock.
type Times struct {
	Started  time.Time `json:"started"`
	Finished time.Time `json:"finished"`
}

// CaseResult is what became of one case under one condition.
type CaseResult struct {
	Suite       string         `json:"suite"`
	Case        string         `json:"case"`
	Category    string         `json:"category"`
	Tier        string         `json:"tier"`
	Weight      float64        `json:"weight,omitempty"` // in the score, by the tool spectrum; absent for 1
	Digest      string         `json:"digest"`           // results compare only where it is equal
	Condition   string         `json:"condition"`
	Promise     string         `json:"promise"`
	Provisional bool           `json:"provisional,omitempty"` // in doubt: it has no vote
	Waived      bool           `json:"waived,omitempty"`      // for a time: it has a vote on zero tolerance alone
	Escalate    string         `json:"escalate"`              // required, forbidden, allowed
	Passed      int            `json:"passed"`
	Failed      int            `json:"failed"`
	Missing     int            `json:"missing"`             // trials planned that gave no verdict
	Unreached   int            `json:"unreached,omitempty"` // trials whose planned fault reached nobody: not exercised
	Trials      []TrialResult  `json:"trials"`              // by index
	Classes     map[string]int `json:"classes,omitempty"`   // trials that have the class
	Evidence    []Evidence     `json:"evidence,omitempty"`  // of the first failing trials
	HeldOut     bool           `json:"held_out,omitempty"`  // its name says nothing; there is no promise and no evidence
}

// ID is SUITE/CASE.
func (c *CaseResult) ID() string { return c.Suite + "/" + c.Case }

// Valid is the number of trials with a verdict.
func (c *CaseResult) Valid() int { return c.Passed + c.Failed }

// TrialResult is the outcome of one trial.
type TrialResult struct {
	Index   int         `json:"index"`
	Pass    bool        `json:"pass"`
	Primary string      `json:"primary,omitempty"` // class of the first divergence
	Classes []string    `json:"classes,omitempty"`
	Void    *trace.Void `json:"void,omitempty"` // set: the trial does not count
	Draws   int         `json:"draws"`          // 2 where the trial was drawn again
	Turns   int         `json:"turns"`
	Steps   int         `json:"steps"`
	Calls   int         `json:"calls"`
	Usage   trace.Usage `json:"usage"`
	Virtual int         `json:"virtual_ms,omitempty"` // milliseconds of virtual time from its first message to its end

	Faults      []grade.FaultOutcome `json:"faults,omitempty"`
	Drift       *trace.Drift         `json:"drift,omitempty"`
	FailedCalls int                  `json:"failed_calls,omitempty"` // that the candidate was told of
	Corrected   int                  `json:"corrected,omitempty"`    // of these, followed by an action that could mend them
	Planned     bool                 `json:"planned,omitempty"`      // under load: the right calls were there
	// LegalHandover: giving the call to a person was a legal way to go on after a
	// fault, so that the trial says nothing about escalation.
	LegalHandover bool   `json:"legal_handover,omitempty"`
	Undo          string `json:"undo,omitempty"` // restored, unrecoverable; absent where nothing was written
}

// has tells whether the trial has a class of failure.
func (t *TrialResult) has(class string) bool { return slices.Contains(t.Classes, class) }

// Evidence shows one failing trial to a reader: what was promised, where it went
// another way, what the state should have been, what was said.
type Evidence struct {
	Index    int             `json:"index"`
	Primary  string          `json:"primary"`
	Classes  []string        `json:"classes"`
	Call     string          `json:"call,omitempty"` // the diverging call, as written, cut to a length
	Seq      int             `json:"seq,omitempty"`  // its number in the ledger
	Findings []grade.Finding `json:"findings"`
	Said     string          `json:"said,omitempty"`  // last message of the candidate
	Filed    []trace.Claim   `json:"filed,omitempty"` // its closing record
}

// Metric is one figure of the run with its name in thresholds files.
type Metric struct {
	Name    string   `json:"name"`
	Value   *float64 `json:"value"`          // absent: not measured, see Why
	Samples int      `json:"samples"`        // trials or cases it was computed from
	Low     *float64 `json:"low,omitempty"`  // bounds of a 95% interval where there is one
	High    *float64 `json:"high,omitempty"` //
	// NewLow and NewHigh bound what other cases of the same kind would give, where
	// Low and High bound what this very suite would give again.
	NewLow  *float64 `json:"new_low,omitempty"`
	NewHigh *float64 `json:"new_high,omitempty"`
	Why     string   `json:"why,omitempty"` // why it was not measured
}
