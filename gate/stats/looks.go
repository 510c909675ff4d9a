package stats

import "math"

// Look is a point of a run at which its comparison is judged, and may end it.
//
// Trials come in rounds over all cases, so that at a look every case has its share of them. The looks share Alpha out
// among them: over all of them together, identical candidates are blocked at most at the rate Alpha (Bonferroni over the
// looks; group-sequential bounds that use how looks depend on one another would win little with exact tests).
type Look struct {
	Share float64 // of the planned trials of every case that have been run, 0..1
	Alpha float64 // level of the family at this look; over all looks they add up to the package's Alpha
	Pass  float64 // the run ends with a pass if no p-value is this low or lower; 1: it does not
	Last  bool    // nothing is planned beyond
}

// Looks returns the looks of a run with at most so many trials for each case, the last one at all of them. Looks that
// the same trials serve become one, with the levels of all: two trials a case leave two looks, one leaves one.
func Looks(most int) []Look {
	var looks []Look
	for _, l := range []Look{
		{Share: .25, Alpha: .05 * Alpha, Pass: 1},
		{Share: .50, Alpha: .15 * Alpha, Pass: .05},
		{Share: .75, Alpha: .30 * Alpha, Pass: .02},
		{Share: 1, Alpha: .50 * Alpha, Pass: 1, Last: true},
	} {
		if n := len(looks); n > 0 && looks[n-1].Trials(most) == l.Trials(most) {
			l.Alpha += looks[n-1].Alpha
			looks = looks[:n-1]
		}
		looks = append(looks, l)
	}
	return looks
}

// Trials is how many of a case's planned trials have been run at the look: its share of them, rounded up. A condition
// with few trials a case has the same number at several looks.
func (l Look) Trials(planned int) int {
	return int(math.Ceil(l.Share * float64(max(0, planned))))
}

// Call is what a look says about the rest of a run.
type Call int

const (
	Continue  Call = iota // run on to the next look
	StopPass              // no regression is in sight, or none was seen in all trials
	StopBlock             // a regression is proven
)

// Judge is Regressions at the level of the look, with what follows for the run. groups hold the baseline in full and what
// the candidate has run so far. The Family of the look that ends the run is its comparison, the last look's included:
// judged again at the whole Alpha, it would be judged too often.
//
// A run ends early with a pass when the least P of the family, not adjusted, is above Pass. A family with nothing to
// compare runs on to the last look. Errors are those of Regressions.
func (l Look) Judge(groups []Group, null Null) (Family, Call, error) {
	f, err := regressions(groups, null, l.Alpha)
	switch {
	case err != nil:
		return Family{}, Continue, err
	case f.Regressed():
		return f, StopBlock, nil
	case l.Last, f.Size > 0 && f.least() > l.Pass:
		return f, StopPass, nil
	default:
		return f, Continue, nil
	}
}

// least is the smallest P of the family.
func (f Family) least() float64 {
	least := f.Whole.P
	for _, t := range f.Groups {
		least = min(least, t.P)
	}
	return least
}
