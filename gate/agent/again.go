package agent

import (
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

// When a request is worth making again, and when.

// overloaded is the status with which some providers say that they are at their
// limit, whoever asks.
const overloaded = 529

// limitsRate tells whether a request was put off, so that it is made again
// however often that takes. An account that is used up is no matter of time.
func limitsRate(res *http.Response, why error, told bool) bool {
	var r *refusal
	if !errors.As(why, &r) || r.said.usedUp() || res.Header.Get("X-Should-Retry") == "false" {
		return false
	}
	switch res.StatusCode {
	case http.StatusTooManyRequests, overloaded:
		return true
	case http.StatusServiceUnavailable:
		return told
	default:
		return false
	}
}

// passing tells whether a failure may be over in a moment.
func passing(res *http.Response, body []byte, err error) bool {
	switch {
	case errors.Is(err, errTooLong):
		return false
	case err != nil: // no connection, one that broke, or no answer in time
		return true
	case complain(body).usedUp():
		return false
	}
	switch res.Header.Get("X-Should-Retry") {
	case "true":
		return true
	case "false":
		return false
	}
	return res.StatusCode == http.StatusRequestTimeout || res.StatusCode == http.StatusConflict || res.StatusCode >= 500
}

// inBody finds the time that Google names in the body of a refusal.
var inBody = regexp.MustCompile(`"retryDelay"\s*:\s*"([0-9.]+s)"`)

// askedWait is the time that a provider asks to wait, where it names one: in
// milliseconds, in seconds, as a date, or in the body.
func askedWait(res *http.Response, body []byte) (after time.Duration, told bool) {
	if res == nil {
		return 0, false
	}
	if ms, err := strconv.ParseFloat(res.Header.Get("Retry-After-Ms"), 64); err == nil {
		return span(ms, time.Millisecond)
	}
	text := res.Header.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		return span(seconds, time.Second)
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(at)), true
	}
	if m := inBody.FindSubmatch(body); m != nil && res.StatusCode == http.StatusTooManyRequests {
		if d, err := time.ParseDuration(string(m[1])); err == nil {
			return d, true
		}
	}
	return 0, false
}

// span bounds a time from outside. What is no time at all was not told.
func span(n float64, unit time.Duration) (time.Duration, bool) {
	const most = 366 * 24 * time.Hour
	if !(n >= 0) { // NaN as well
		return 0, false
	}
	return time.Duration(min(n*float64(unit), float64(most))), true
}
