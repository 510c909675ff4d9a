package gate

// Comparison holds a result against its baseline. Rates are shares of valid
// trials over the comparable cases only.
type Comparison struct {
	Baseline     string           `json:"baseline"`         // candidate of the baseline
	Commit       string           `json:"commit,omitempty"` // commit it was recorded at
	Pooled       int              `json:"pooled,omitempty"` // runs that the baseline was pooled over, the last of them at Commit
	Digest       string           `json:"digest,omitempty"` // of the baseline, see Result.Digest
	Whole        Difference       `json:"whole"`            // all comparable cases
	Categories   []Difference     `json:"categories"`       // worst first
	Score        *ScoreDifference `json:"score,omitempty"`
	Components   []PartDifference `json:"components,omitempty"` // of the score, over comparable cases
	Incomparable []Incomparable   `json:"incomparable,omitempty"`
	// Curve is pass^k of the baseline for each k up to the result's, over comparable
	// cases; shorter where these have too few trials.
	Curve []CurvePoint `json:"curve,omitempty"`
	// Gap is how much more public cases gained over the baseline than held-out ones;
	// absent without a held-out side.
	Gap *Gap `json:"gap,omitempty"`
}

// Difference is what a group of cases did on both sides.
type Difference struct {
	Name      string   `json:"name"` // category; "" for the whole suite
	Cases     int      `json:"cases"`
	Baseline  float64  `json:"baseline"`           // rate, 0 to 1
	Candidate float64  `json:"candidate"`          // rate, 0 to 1
	Low       *float64 `json:"low,omitempty"`      // bounds of a 95% interval of Candidate - Baseline, -1 to 1: for
	High      *float64 `json:"high,omitempty"`     // display, P decides; absent in results of earlier versions
	P         float64  `json:"p"`                  // of the test for a regression, one-sided
	Adjusted  float64  `json:"adjusted"`           // P after Holm over the family
	Regressed bool     `json:"regressed"`          //
	Improved  bool     `json:"improved"`           // the mirrored test, told but never deciding
	Smallest  *float64 `json:"smallest,omitempty"` // drop in points (0 to 100) that the run would have seen with 80% power
	Flipped   []Flip   `json:"flipped,omitempty"`  // cases whose rate changed, worst first
}

// Flip is a case that did better or worse than in the baseline.
type Flip struct {
	Case      string  `json:"case"` // SUITE/CASE
	Condition string  `json:"condition"`
	Baseline  float64 `json:"baseline"`
	Candidate float64 `json:"candidate"`
}

// ScoreDifference compares the score over comparable cases.
type ScoreDifference struct {
	Baseline  float64 `json:"baseline"`
	Candidate float64 `json:"candidate"`
}

// PartDifference compares a component of the score over comparable cases.
type PartDifference struct {
	Metric    string  `json:"metric"`
	Weight    float64 `json:"weight"` // as used in this result
	Baseline  float64 `json:"baseline"`
	Candidate float64 `json:"candidate"`
}

// Incomparable is a case that could not be compared, and why.
type Incomparable struct {
	Case      string `json:"case"`
	Condition string `json:"condition"`
	Why       string `json:"why"` // new here, changed, only in the baseline, too few trials
}
