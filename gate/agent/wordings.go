package agent

import (
	"regexp"
	"strings"
)

// wordings are ways to say a text otherwise, each of which says the same.
func wordings() []func(string) string {
	return []func(string) string{framed, bold, dated, priced, polite}
}

// framed puts a text into another sentence frame.
func framed(s string) string { return "To sum up where we are: " + s }

// polite adds courtesies in front and behind.
func polite(s string) string {
	return "Thank you very much for waiting. " + s + " Please let me know if there is anything else I can do for you."
}

// telling finds what one would set in bold: names, figures and what holds them,
// and saved values. The first word of a sentence stays as it is.
var telling = regexp.MustCompile(`\$saved\.[a-z][a-z0-9_]*|[$€£]?[\pL\d][\pL\d.,:/-]*\d(?:[\pL\d]*)|(?:\b\p{Lu}\pL+ )+\p{Lu}\pL+`)

// bold marks it in Markdown.
func bold(s string) string {
	return telling.ReplaceAllString(s, "**$0**")
}

const months = `(January|February|March|April|May|June|July|August|September|October|November|December)`

var (
	isoDate  = regexp.MustCompile(`\b(\d{4})-(\d{2})-(\d{2})\b`)
	dayFirst = regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ` + months + `\b(?: (\d{4})\b)?`)
	dayLast  = regexp.MustCompile(`\b` + months + ` (\d{1,2})(?:st|nd|rd|th)?\b(?:, (\d{4})\b)?`)
)

// dated writes dates in another form: 4 March 2026 for 2026-03-04 and for March 4,
// 2026; March 4, 2026 for 4 March 2026.
func dated(s string) string {
	return eachOf(s, []rewriting{
		{isoDate, func(g []string) string {
			name := strings.Split(strings.Trim(months, "()"), "|")
			month := int(g[2][0]-'0')*10 + int(g[2][1]-'0')
			if month < 1 || month > len(name) {
				return g[0]
			}
			return strings.TrimLeft(g[3], "0") + " " + name[month-1] + " " + g[1]
		}},
		{dayFirst, func(g []string) string { return joinYear(g[2]+" "+g[1], ", ", g[3]) }},
		{dayLast, func(g []string) string { return joinYear(g[2]+" "+g[1], " ", g[3]) }},
	})
}

func joinYear(day, gap, year string) string {
	if year == "" {
		return day
	}
	return day + gap + year
}

var (
	signFirst = regexp.MustCompile(`([$€£]) ?(\d[\d,]*(?:\.\d{1,2})?)\b`)
	codeLast  = regexp.MustCompile(`\b(\d[\d,]*(?:\.\d{1,2})?) ?(EUR|GBP|USD|euros?|pounds?|dollars?)\b`)
)

// priced writes sums of money in another form: 1234.50 euros for €1,234.50, and
// the other way round.
func priced(s string) string {
	words := map[string]string{"$": "dollars", "€": "euros", "£": "pounds"}
	signs := map[string]string{"USD": "$", "dollar": "$", "EUR": "€", "euro": "€", "GBP": "£", "pound": "£"}
	return eachOf(s, []rewriting{
		{signFirst, func(g []string) string { return strings.ReplaceAll(g[2], ",", "") + " " + words[g[1]] }},
		{codeLast, func(g []string) string { return signs[strings.TrimSuffix(g[2], "s")] + g[1] }},
	})
}

// rewriting replaces what a pattern finds.
type rewriting struct {
	pattern *regexp.Regexp
	write   func(groups []string) string
}

// eachOf makes the rewritings at once: what one wrote, the next leaves alone.
func eachOf(s string, list []rewriting) string {
	var out strings.Builder
	for s != "" {
		first, write := []int(nil), list[0].write
		for _, r := range list {
			if m := r.pattern.FindStringSubmatchIndex(s); m != nil && (first == nil || m[0] < first[0]) {
				first, write = m, r.write
			}
		}
		if first == nil {
			break
		}
		groups := make([]string, len(first)/2)
		for i := range groups {
			if first[2*i] >= 0 {
				groups[i] = s[first[2*i]:first[2*i+1]]
			}
		}
		out.WriteString(s[:first[0]] + write(groups))
		s = s[first[1]:]
	}
	return out.String() + s
}
