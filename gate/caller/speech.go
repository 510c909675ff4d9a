package caller

import "strings"

// speech is an answer in the making.
type speech struct {
	parts   []string
	goodbye bool
	idle    bool // it moves nothing
	plain   bool // it holds an answer wanted word by word, or a line that stands by itself
}

func (s *speech) say(part string) { s.parts = append(s.parts, part) }

// What callers say beside the lines of their case. Trials take turns in using
// the variants.
var (
	yes      = []string{"Yes, please go ahead.", "Yes, please.", "Yes, go ahead."}
	no       = []string{"No.", "No, that is not right.", "No, not quite."}
	puzzled  = []string{"I don't know, sorry."}
	yours    = []string{"I leave that to you.", "That is up to you.", "Please decide that yourself."}
	declined = []string{"No, thank you. Please just do what I asked, if you can.", "No. Please do what I asked for, if that is possible."}
	waiting  = []string{"OK.", "OK, thank you.", "OK, I will wait."}
	thankful = []string{"Great, thank you. Goodbye.", "Thank you, that was all. Goodbye.", "Perfect, thanks. Goodbye."}
	leaving  = []string{"All right, thank you. Goodbye.", "Thank you. Goodbye.", "OK, thanks. Goodbye."}
	content  = []string{"No, that is all, thank you. Goodbye.", "That is everything, thanks. Goodbye.", "No, nothing else. Thank you, goodbye."}
	resigned = []string{"All right, then I will leave it. Goodbye.", "I see. Thanks anyway. Goodbye.", "OK, then not. Goodbye."}
)

// A tone is what a persona says before and after some answers. Empty ones leave
// an answer as it is; none changes its meaning.
type tone struct{ before, after []string }

var tones = map[string]tone{
	"cooperative": {after: []string{"", "", "Thank you."}},
	"confused":    {before: []string{"Hm, let me see.", "", "I am a bit lost here."}, after: []string{"", "I hope that is what you mean.", ""}},
	"hurried":     {before: []string{"", "", "Quickly, please."}, after: []string{"I don't have much time.", "", ""}},
	"angry":       {before: []string{"", "This is taking far too long.", ""}, after: []string{"", "", "I am not happy about this."}},
}

// pick takes turns through variants.
func pick(variants []string, n int) string {
	if len(variants) == 0 {
		return ""
	}
	return variants[n%len(variants)]
}

func (c *Caller) pick(variants []string) string { return pick(variants, c.index) }

// colour joins the parts of an answer and lends it the persona's tone, but for
// goodbyes, exact answers and twists.
func (c *Caller) colour(s speech) string {
	parts := s.parts
	if tone, ok := tones[c.script.persona]; ok && !s.goodbye && !s.plain && !s.idle {
		n := c.index + c.turn
		parts = append([]string{pick(tone.before, n)}, parts...)
		parts = append(parts, pick(tone.after, n))
	}
	var b strings.Builder
	for _, p := range parts {
		p = strings.TrimSpace(p)
		switch said := b.String(); {
		case p == "":
			continue
		case said == "":
		case strings.ContainsRune(".!?", rune(said[len(said)-1])):
			b.WriteByte(' ')
		default: // nothing is put after what may be an identifier
			b.WriteByte('\n')
		}
		b.WriteString(p)
	}
	return b.String()
}
