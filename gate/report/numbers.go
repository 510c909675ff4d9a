package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// decimals writes a figure between 0 and 1 without pretending: only 1 is 1.00,
// only 0 is 0.00.
func decimals(v float64) string {
	s := fmt.Sprintf("%.2f", v)
	switch {
	case s == "1.00" && v < 1:
		return "0.99"
	case s == "0.00" && v > 0:
		return "0.01"
	default:
		return s
	}
}

// signed writes a difference of figures between 0 and 1 with its sign.
func signed(diff float64) string {
	s := fmt.Sprintf("%+.2f", diff)
	if s == "+0.00" || s == "-0.00" {
		return "0.00"
	}
	return strings.Replace(s, "-", "−", 1)
}

// points writes a difference of rates in points with its sign.
func points(diff float64) string {
	p := math.Round(100 * diff)
	switch {
	case p > 0:
		return fmt.Sprintf("+%.0f", p)
	case p < 0:
		return fmt.Sprintf("−%.0f", -p)
	default:
		return "0"
	}
}

// wholePoints rounds a visible drop up, so as not to promise more than was seen.
func wholePoints(drop float64) string { return fmt.Sprintf("%.0f", math.Ceil(drop-1e-9)) }

// weight writes a part of a whole with two decimals at most.
func weight(w float64) string { return strconv.FormatFloat(math.Round(100*w)/100, 'f', -1, 64) }

// brief writes an amount of any size with two digits or so.
func brief(v float64) string {
	switch {
	case v < 0.995:
		return fmt.Sprintf("%.2f", v)
	case v < 9.95:
		return fmt.Sprintf("%.1f", v)
	default:
		return fmt.Sprintf("%.0f", v)
	}
}

// plural writes a number with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// many writes a great number with three digits or so.
func many(n int) string {
	switch {
	case n >= 9_950_000:
		return fmt.Sprintf("%.0f M", float64(n)/1e6)
	case n >= 999_500:
		return fmt.Sprintf("%.1f M", float64(n)/1e6)
	case n >= 10_000:
		return fmt.Sprintf("%.0f k", float64(n)/1e3)
	default:
		return fmt.Sprint(n)
	}
}
