package caller

import "regexp"

// A kind says how a clause names what it is after.
type kind int

const (
	direct  kind = iota // by itself: "please provide your name"
	inform              // "let me know", of the condition or what was said before
	assent              // "please confirm", likewise
	invite              // "feel free to ask"
	give                // "please provide it"
	promise             // "I can help you", a statement that a condition may turn into a request
)

// kinds are tried in order.
var kinds = []struct {
	kind  kind
	match *regexp.Regexp
}{
	{inform, regexp.MustCompile(lead + `(?:let (?:me|us) know|tell (?:me|us)|inform (?:me|us)|advise(?: me| us)?|indicate|say so|say the word|` +
		`say)(?: (?:please|below|here|now|first|so|that|again|directly|too|as well|your (?:preference|choice|decision|thoughts|answer)s?))*[.!?]*$`)},
	{assent, regexp.MustCompile(lead + `(?:re-?confirm|confirm|verify|approve|double.check)(?: (?:please|below|here|now|again|first|with me|for me|to me|` +
		`once more|so|yes))*[.!?]*$`)},
	{invite, regexp.MustCompile(lead + `(?:feel free|do not hesitate|never hesitate|reach out|contact (?:me|us)|get (?:back )?in touch|come back|ask\b)`)},
	{give, regexp.MustCompile(lead + `(?:provide|share|send|give|supply|specify|include|enter|list|tell|check|double.check|clarify|submit|choose|select|` +
		`let me know|let me have|help(?: me| us)?(?: out)? with|(?:i|we)(?: will| would| also| still| first| just)* need(?: to (?:gather|collect|get|have|` +
		`know|obtain|ask))?)` +
		`(?: (?:me|us|it|them|that|this|those|these|with|to|here|below|please|again|any|the|your|all|some|both|such|of|as well|first|now|too|also|and|so|by|` +
		`just|other|relevant|required|requested|necessary|needed|missing|following|above|same|information|info|details?|data|answers?|response|` +
		`preferences?|choices?|decision|input|items?|ones?|one|pieces?|one of|from|options?|either|more|further|additional|few|couple|a|an|bit|you|` +
		`questions?|directly|quick|things?|specifics?))*[.!?:]*$`)},
	{promise, regexp.MustCompile(`^(?:(?:and|then|so|but|or) )*(?:i|we)(?: will| can| could| would| am| are| shall| may)\b`)},
}

// kindOf finds the kind of a clause's body.
func kindOf(body string) kind {
	for _, k := range kinds {
		if k.match.MatchString(body) {
			return k.kind
		}
	}
	return direct
}
