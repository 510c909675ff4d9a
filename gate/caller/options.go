package caller

import (
	"regexp"
	"strings"
)

// An option is an answer that a candidate wants word by word.
type option struct {
	label   string // as written
	meaning string // what the candidate says of it, label included, in the form of normal
}

// grants and denies match answers that say yes and no.
var (
	grants = regexp.MustCompile(`(?i)^(?:yes|y|ok|okay|confirm\w*|proceed|i (?:agree|confirm|accept|approve)|agree|approve|accept|go ahead|continue|sure|correct|do it)\b`)
	denies = regexp.MustCompile(`(?i)^(?:no|n|cancel|stop|decline|abort|reject|deny|keep|change|edit|wait|never)\b`)
)

// options reads the exact answers out of a request such as `reply YES or NO`.
func options(shown string) []option {
	m := quote.FindStringSubmatch(shown)
	if m == nil {
		return nil
	}
	var out []option
	for _, part := range between.Split(m[1], 12) {
		part = strings.TrimSpace(part)
		found := label.FindStringSubmatch(part)
		if found == nil {
			continue
		}
		text := strings.Trim(strings.Join(found[1:], ""), " .,")
		if text != "" {
			out = append(out, option{text, normal(part)})
		}
	}
	return out
}

// choose picks the option that grants what the caller knows. Among several that
// nothing tells apart it fails; without options the answer is "".
func choose(options []option, facts []fact) (string, bool) {
	var fit, good []string
	for _, o := range options {
		stance := judge(o.meaning, facts)
		switch {
		case stance == agrees:
			fit = append(fit, o.label)
		case stance == differs, denies.MatchString(o.label) && len(options) > 1:
		case grants.FindString(o.label) == o.label:
			good = append([]string{o.label}, good...)
		case len(options) == 1 || grants.MatchString(o.label):
			good = append(good, o.label)
		}
	}
	switch {
	case len(options) == 0:
		return "", true
	case len(fit) == 1:
		return fit[0], true
	case len(fit) == 0 && (len(good) == 1 || len(good) > 1 && grants.FindString(good[0]) == good[0]):
		return good[0], true
	default:
		return "", false
	}
}

// judge compares a text with all facts: it differs if it differs from any.
func judge(text string, facts []fact) stance {
	result := unrelated
	for i := range facts {
		switch facts[i].stance(text) {
		case differs:
			return differs
		case agrees:
			result = agrees
		}
	}
	return result
}
