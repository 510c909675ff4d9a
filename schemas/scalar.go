package schemas

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// The core schema of YAML 1.2 for plain scalars. Octal and hexadecimal numbers,
// infinities and not-a-number are left out: files hold what JSON can hold.
var (
	plainInt   = regexp.MustCompile(`^[-+]?[0-9]+$`)
	plainFloat = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	otherInt   = regexp.MustCompile(`^0(o[0-7]+|x[0-9a-fA-F]+)$`)
	otherFloat = regexp.MustCompile(`^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// plain resolves a scalar without quotes. A complaint is what is wrong with it;
// the mend is always to put it in quotes or to write it as JSON does.
func plain(text string) (value any, complaint string) {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return nil, ""
	case "true", "True", "TRUE":
		return true, ""
	case "false", "False", "FALSE":
		return false, ""
	}
	switch {
	case plainInt.MatchString(text):
		return plainNumber(text)
	case plainFloat.MatchString(text):
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(f, 0) {
			return nil, "the number is too large"
		}
		return f, ambiguous(text)
	case otherInt.MatchString(text), otherFloat.MatchString(text):
		return nil, "JSON has no number like this"
	}
	return text, ""
}

func plainNumber(text string) (any, string) {
	if complaint := ambiguous(text); complaint != "" {
		return nil, complaint
	}
	i, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil, "the number is too large"
	}
	return i, ""
}

// ambiguous tells of a number that may be meant as text: a telephone number, a
// code with leading zeros. Reading it as a number would lose characters.
func ambiguous(text string) string {
	digits := strings.TrimLeft(text, "+-")
	if strings.HasPrefix(text, "+") || len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' {
		return "this may be a number or a text"
	}
	return ""
}
