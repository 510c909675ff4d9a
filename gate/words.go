package gate

import (
	"fmt"
	"math"
	"strconv"
)

// Percent writes a rate without pretending: only all is 100%, only none is 0%.
func Percent(rate float64) string {
	p := math.Round(100 * rate)
	switch {
	case rate < 1 && p >= 100:
		p = 99
	case rate > 0 && p <= 0:
		p = 1
	}
	return fmt.Sprintf("%.0f%%", p)
}

// Amount writes a figure with as few digits as tell it apart from a limit, and
// from 0 and 1, which are what nothing and everything come to.
func Amount(v, limit float64) string {
	digits := 3
	switch size := math.Abs(v); {
	case size >= 100:
		digits = 0
	case size >= 10:
		digits = 1
	}
	for ; digits < 12; digits++ {
		rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', digits, 64), 64)
		if err == nil && (rounded == v || rounded != limit && rounded != 0 && rounded != 1) {
			return strconv.FormatFloat(rounded, 'f', -1, 64)
		}
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// PValue writes a p-value with as many digits as it deserves.
func PValue(p float64) string {
	switch {
	case p < 0.0001:
		return "p < 0.0001"
	case p < 0.01:
		return fmt.Sprintf("p = %.4f", p)
	default:
		return fmt.Sprintf("p = %.2f", p)
	}
}

// number writes a limit as it was given.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
