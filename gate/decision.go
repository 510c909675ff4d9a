package gate

// Verdict is what the gate decides.
type Verdict string

// The four verdicts.
const (
	Pass         Verdict = "pass"
	Block        Verdict = "block"
	Inconclusive Verdict = "inconclusive"
	NotEvaluated Verdict = "not-evaluated"
)

// Decision is the verdict and what led to it, the weightiest reason first.
type Decision struct {
	Verdict Verdict  `json:"verdict"`
	Reasons []Reason `json:"reasons"`
	Notes   []string `json:"notes,omitempty"` // told beside the verdict, never deciding
}

// Reason is one ground of a verdict.
type Reason struct {
	Kind     string   `json:"kind"`           // zero_tolerance, regression, threshold, missing, no_baseline, incomparable, stopped, empty
	Subject  string   `json:"subject"`        // a category, metric, class or case
	Text     string   `json:"text"`           // one sentence for people
	Next     string   `json:"next,omitempty"` // what the reader can do
	Baseline *float64 `json:"baseline,omitempty"`
	Value    *float64 `json:"value,omitempty"`
	Limit    *float64 `json:"limit,omitempty"`
	P        *float64 `json:"p,omitempty"`
}
