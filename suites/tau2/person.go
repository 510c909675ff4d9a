package tau2

import (
	"regexp"
	"strings"
)

// sentences cuts a text of instructions into its sentences, each on one line.
func sentences(text string) []string {
	var out []string
	for _, part := range strings.Split(text, "\n") {
		from := 0
		for _, at := range sentenceEnd.FindAllStringSubmatchIndex(part, -1) {
			out = append(out, line(part[from:at[3]]))
			from = at[3]
		}
		out = append(out, line(part[from:]))
	}
	kept := out[:0]
	for _, s := range out {
		if s = strings.TrimLeft(s, ".,;!? "); s != "" && !strings.EqualFold(strings.Trim(s, ". "), "none") {
			kept = append(kept, s)
		}
	}
	return kept
}

var sentenceEnd = regexp.MustCompile(`[^\s.]([.!?]+)\s+[\p{Lu}"]`)

// swap is how a word or two of "you" becomes one of "I". The first that fits
// counts.
type swap struct {
	find *regexp.Regexp
	put  string
}

var swaps = []swap{
	{regexp.MustCompile(`(?i)^you name is\b`), "my name is"}, // a slip of the benchmark's
	{regexp.MustCompile(`(?i)^you(?:'re| are)\b`), "I am"},
	{regexp.MustCompile(`(?i)^are you\b`), "am I"},
	{regexp.MustCompile(`(?i)^you were\b`), "I was"},
	{regexp.MustCompile(`(?i)^you've\b`), "I have"},
	{regexp.MustCompile(`(?i)^you'd\b`), "I would"},
	{regexp.MustCompile(`(?i)^you'll\b`), "I will"},
	{regexp.MustCompile(`(?i)^yours\b`), "mine"},
	{regexp.MustCompile(`(?i)^yourself\b`), "myself"},
	{regexp.MustCompile(`(?i)^your\b`), "my"},
	{regexp.MustCompile(`(?i)^you\b`), "I"},
}

// words before which "you" is somebody to whom something is done.
var objects = regexp.MustCompile(`(?i)\b(?:to|for|with|from|of|by|on|about|at|than|without|behind|give|gives|tell|tells|told|let|lets|ask|asks|help|helps|send|sends|sent|make|makes|cost|costs|charge|charges|charged)\s+$`)

// longestObject is more than the longest of these words with what surrounds it, in
// bytes.
const longestObject = 16

// clauseEnd is what may follow "you" where no verb does.
var clauseEnd = regexp.MustCompile(`^\s*(?:[.,;:!?)]|$|(?:and|or|but|because)\b)`)

var youWord = regexp.MustCompile(`(?i)\b(?:you(?:rs|rself|r|'re|'ve|'d|'ll)?|are you)\b`)

// first says in the first person what a caller is told in the second.
func first(s string) string {
	s = strings.NewReplacer("’", "'", "‘", "'").Replace(s)
	var out strings.Builder
	for s != "" {
		at := youWord.FindStringIndex(s)
		if at == nil {
			break
		}
		out.WriteString(s[:at[0]])
		rest := s[at[0]:]
		for _, w := range swaps {
			m := w.find.FindString(rest)
			if m == "" {
				continue
			}
			put := w.put
			said := out.String()
			if put == "I" && (objects.MatchString(said[max(0, len(said)-longestObject):]) || clauseEnd.MatchString(rest[len(m):])) {
				put = "me"
			}
			out.WriteString(put)
			rest = rest[len(m):]
			break
		}
		s = rest
	}
	said := please.ReplaceAllString(out.String()+s, "please")
	said = asked.ReplaceAllString(said, "I want to know $1")
	return capital(andAm.ReplaceAllString(agent.ReplaceAllString(said, "you"), "$1 am"))
}

// What is left of the second person, and of the agent who is spoken to.
var (
	asked  = regexp.MustCompile(`(?i)^(?:I |finally, |finally, I )?ask (?:the agent )?(how|what|if|whether|about)\b`)
	please = regexp.MustCompile(`(?i)(?:\bI )?\bask the agent to\b`)
	agent  = regexp.MustCompile(`(?i)\b(?:the|an) (?:customer service )?agent\b`)
	andAm  = regexp.MustCompile(`(^I\b.* (?:and|but)) are\b`)
)

// capital begins a text with a capital letter.
func capital(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
