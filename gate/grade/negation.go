package grade

import "regexp"

// The words by which a clause says that something is not so. Before a literal
// any of them counts; behind it only a verb that is negated: "Alex, not Sam, was
// moved" speaks of Alex, "Alex was not moved" does not.
var (
	negator = regexp.MustCompile(`\b(?:not|never|cannot|unable|failed|without|neither|nor|no|none|nothing|nobody)\b|n't\b`)
	denied  = regexp.MustCompile(`\b(?:was|were|is|are|has|have|had|did|does|do|could|can|will|would|should|be|remains?)(?:n't| not| never)\b|\bcannot\b|\bunable\b|\bfailed\b`)
	// harmless are negations that take nothing back.
	harmless = regexp.MustCompile(`\b(?:not only|not just|no[ -]shows?|no (?:other|further|additional|problem|worries|need)|nothing else|(?:nobody|no one|noone) else|(?:do not|don't) (?:hesitate|worry|need)|why not|if not)\b`)
	// borders part clauses.
	borders = regexp.MustCompile(`\n|[;!?()]|[.:](?: |$)| [–—-]+ |,? but |,? however|,? whereas |,? while |, so |,? instead|,? and (?:i|we|it|they|he|she|did|do|does|have|has|no|nothing|nobody|left)\b`)
	// abbreviations end in a dot that ends no clause.
	abbreviations = regexp.MustCompile(`\b(?:dr|mr|mrs|ms|prof|st|no|nr|a\.m|p\.m|e\.g|i\.e)\.$`)
)

// negated tells whether the clause around a span says it in the negative.
func (t text) negated(s span) bool {
	from, to := t.clause(s)
	if negator.MatchString(harmless.ReplaceAllString(t.lines[from:s.from], "")) {
		return true
	}
	return denied.MatchString(harmless.ReplaceAllString(t.lines[s.to:to], ""))
}

// clause gives the bounds of the clause in which a span stands.
func (t text) clause(s span) (from, to int) {
	for _, b := range t.borders {
		if b.from >= s.to {
			return from, b.from
		}
		if b.to <= s.from {
			from = b.to
		}
	}
	return from, len(t.lines)
}

// clauseBorders lists where the clauses of a text part.
func clauseBorders(lines string) []span {
	var out []span
	for _, b := range borders.FindAllStringIndex(lines, -1) {
		if lines[b[0]] != '.' || !abbreviations.MatchString(lines[max(0, b[0]-5):b[0]+1]) {
			out = append(out, span{b[0], b[1]})
		}
	}
	return out
}
