package gate

import "github.com/keptgate/keptgate/gate/stats"

// CurvePoint is pass^k for one k over the steady cases. The point of k = 1 is the
// mean pass rate, that of the plan's k the metric pass_k.
type CurvePoint struct {
	K     int      `json:"k"`
	Value float64  `json:"value"`          // 0 to 1
	Low   *float64 `json:"low,omitempty"`  // bounds of a 95% interval of this suite run again;
	High  *float64 `json:"high,omitempty"` // absent where a case has fewer than 2k trials
}

// curve is pass^k for each k from 1 to the last that every case has trials for.
func curve(counts []stats.Count, weights []float64, last int) ([]CurvePoint, error) {
	var out []CurvePoint
	for k := 1; k <= last; k++ {
		p, err := stats.EstimatePassK(counts, weights, k)
		if err != nil {
			return nil, err
		}
		if !p.Complete() {
			break
		}
		point := CurvePoint{K: k, Value: p.Value}
		if p.Again.Defined {
			point.Low, point.High = &p.Again.Low, &p.Again.High
		}
		out = append(out, point)
	}
	return out, nil
}

// baselineCurve is the curve of the baseline over its comparable steady cases,
// which weigh as in the result.
func baselineCurve(pairs []pair, last int) ([]CurvePoint, error) {
	var counts []stats.Count
	var weights []float64
	for _, p := range pairs {
		if p.baseline.Condition == Steady {
			counts, weights = append(counts, count(p.baseline)), append(weights, p.candidate.weight())
		}
	}
	return curve(counts, weights, last)
}
