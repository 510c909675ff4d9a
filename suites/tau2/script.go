package tau2

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// script is a caller in the making.
type script struct {
	persona string
	opening string
	facts   []fact
	known   []string // facts by which the caller can be found
	review  []string // what a person has to see to
}

type fact struct {
	about string
	asked []string
	says  string
	who   bool // it tells who calls
}

// topics are facts that stand in the text itself. Those that tell who calls are
// what an agent may look somebody up by.
var topics = []struct {
	about string
	asked []string
	find  *regexp.Regexp // what it is called stands in the first group
	who   bool
}{
	{"your name", []string{`\bname`, `who (?:am i|is this|are you)`, `speaking (?:to|with)`}, regexp.MustCompile(`(?i:\b(?:you are|you're|your? name is|called|named))\s+(?:[a-z ]{0,30}called\s+)?(\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*)`), true},
	{"zip code", []string{`zip`, `post(?:al)? ?code`}, regexp.MustCompile(`(?:^|[^#\w])(\d{5})\b`), true},
	{"e-mail address", []string{`e-?mail`}, regexp.MustCompile(`([\w.+-]+@[\w-]+\.[\w.-]*\w)`), true},
	{"customer number", []string{`(?:user|customer|account) ?(?:id|name|number)`, `\bid\b`}, regexp.MustCompile(`\b([a-z]+_[a-z]+_\d+)\b`), true},
	{"order number", []string{`order (?:id|number|no)`, `which order`, `number of (?:the|your) order`}, regexp.MustCompile(`(#?W\d{6,8})\b`), false},
}

// Sentences of a caller's instructions, by what becomes of them.
var (
	// directs says how to play the caller, which a script has to be made for.
	directs = regexp.MustCompile(`(?i)^(?:but )?(?:when|whenever|once|unless)\b|\b(?:if|when|whenever|once|until|unless) (?:and only if )?(?:the agent|an agent|it refuses|asked|you are asked|that (?:fails|doesn't work))|` +
		`\b(?:reveal|mention|share|pretend|suddenly|change your mind|do not say|not say|say|says|respond|typos?|insist(?:ent)?|interacting|refuses?|(?:be|become|are) angry (?:and|but)|swear|regret and|tell|agent(?:s| says| asks| tells| mentions| gives| provides| proposes))\b`)
	// asking is what looks like that and only asks something.
	asking = regexp.MustCompile(`(?i)\b(?:know|check|see|ask|wonder|sure|unsure|find out) (?:if|whether|when) (?:the agent )?`)
	// hidden is what need not be revealed because it is on record; what follows
	// says where.
	hidden = regexp.MustCompile(`(?i)\((which )?(?:but )?you (?:do not|don't|prefer not)(?: want)? to (?:reveal|mention)(?: it)?(?: in chat)?,?(?: but)? ?`)
	// together is kept by a caller who says everything at once.
	together = regexp.MustCompile(`(?i)^(?:make sure (?:you|to) )?(?:briefly )?mention\b[^.]*\b(?:together|same time|beginning|same order)\b|^provide all details upfront`)
	// manner is about the caller, who says nothing of it.
	manner = regexp.MustCompile(`(?i)^(?:you(?:'re| are)\b|be (?:polite|brief|friendly|nice|concise|honest)|you (?:like|prefer|tend|love) to (?:say|do|speak|talk|be)\b|you (?:speak|talk)\b|you randomly\b|your persona|make everything sound|try to make the conversation)`)
	// follows is only said behind what it follows.
	follows   = regexp.MustCompile(`(?i)^(?:but )?(?:if (?:not|so|that|it|there)|otherwise)\b`)
	payment   = regexp.MustCompile(`(?i)\b(?:paypal|credit card|gift card|visa|mastercard|amex|payment|original (?:method|payment))\b`)
	because   = regexp.MustCompile(`(?i)\b(?:because|no longer need|by mistake|broken|damaged|defective|does(?:n't| not) work|not needed)\b`)
	person    = regexp.MustCompile(`(?i)\b(?:humans?|person|people|transfer|representative|supervisor|manager|colleague)\b`)
	forgotten = regexp.MustCompile(`(?i)\be-?mail`)
)

// personas by words in the caller's manner; without any of them the caller is
// cooperative.
var personas = []struct {
	name string
	find *regexp.Regexp
}{
	{"angry", regexp.MustCompile(`(?i)\b(?:angry|rude|upset|furious|aggressive|frustrated)\b`)},
	{"hurried", regexp.MustCompile(`(?i)\b(?:impatient|hurry|busy|quickly|rush|brief|briefly)\b`)},
	{"confused", regexp.MustCompile(`(?i)\b(?:confused|messy|forgetful|not familiar)\b`)},
}

// maxOpening bounds an opening, in bytes. What is longer nobody says at once.
const maxOpening = 1_500

// drafts makes the callers of all tasks. Tasks that differ only in what is not in
// their scripts are for a person to tell apart.
func drafts(tasks []Task) []*script {
	var out []*script
	same := map[string][]int{}
	for i := range tasks {
		s := draft(&tasks[i])
		out = append(out, s)
		key := fmt.Sprint(s.opening, s.facts)
		same[key] = append(same[key], i)
	}
	for _, group := range same {
		for at, i := range group {
			other := group[(at+1)%len(group)]
			if other == i {
				continue // it has its script for itself
			}
			out[i].review = append(out[i].review, "the script is that of task "+tasks[other].ID)
		}
	}
	return out
}

// draft makes a caller of a task's text.
func draft(t *Task) *script {
	s := &script{persona: "cooperative"}
	for _, p := range personas {
		if p.find.MatchString(t.manner) {
			s.persona = p.name
			break
		}
	}
	s.facts = t.facts()
	for _, f := range s.facts {
		if f.who {
			s.known = append(s.known, f.about)
		}
	}
	said := s.place(sentences(hidden.ReplaceAllString(t.reason, "($1")))
	var wishes []string
	for _, one := range sentences(t.manner) {
		if !manner.MatchString(one) || follows.MatchString(one) {
			wishes = append(wishes, one)
		}
	}
	said = append(said, s.place(wishes)...)
	if len(said) > 0 {
		said[0] = begins.ReplaceAllString(said[0], "I want")
	}
	s.about(said)
	s.opening = "Hello. " + strings.Join(said, " ")
	if slices.ContainsFunc(t.Actions, func(a Action) bool { return a.Tool == handover }) && !person.MatchString(s.opening) {
		s.review = append(s.review, "a handover is required, and the script gives no reason for it")
	}
	switch {
	case len(said) == 0:
		s.opening = "Hello, I need some help, please."
		s.review = append(s.review, "nothing of the instructions could be said as an opening")
	case len(s.opening) > maxOpening:
		s.opening = "Hello, I need some help, please."
		s.review = append(s.review, "the instructions are too long for an opening")
	}
	if len(s.known) == 0 {
		s.review = append(s.review, "the script holds nothing by which the caller could be found")
	}
	return s
}

// begins is how nobody begins.
var begins = regexp.MustCompile(`^I (?:also|then) want`)

// place sorts sentences: into those that are said, and those that a person has to
// see to.
func (s *script) place(list []string) []string {
	var said []string
	before := true // the sentence before was said
	for _, one := range list {
		switch {
		case together.MatchString(one):
			continue
		case directs.MatchString(asking.ReplaceAllString(one, "")), follows.MatchString(one) && !before:
			before = false
			s.review = append(s.review, "not in the script: "+one)
		default:
			before = true
			said = append(said, first(one))
		}
	}
	return said
}

// about adds answers to what is asked in most calls, where the opening holds
// them.
func (s *script) about(said []string) {
	for _, topic := range []struct {
		about string
		asked []string
		find  *regexp.Regexp
	}{
		{"payment method", []string{`pay(?:ment|ing|pal)?\b`, `refund`, `gift card`, `credit card`}, payment},
		{"reason", []string{`reason`, `\bwhy\b`}, because},
	} {
		if i := slices.IndexFunc(said, topic.find.MatchString); i >= 0 {
			s.facts = append(s.facts, fact{topic.about, topic.asked, said[i], false})
		}
	}
}

// named is a text that is a name or a number of something.
var named = regexp.MustCompile(`[\p{Lu}\d]`)

// facts finds what the caller can tell when asked: what the text calls by its
// name, and arguments of the gold actions that stand in it.
func (t *Task) facts() []fact {
	var out []fact
	said := ""
	for _, topic := range topics {
		text := t.known
		if !topic.who || strings.TrimSpace(text) == "" {
			text += " " + t.reason
		}
		var values []string
		for _, m := range topic.find.FindAllStringSubmatch(line(text), -1) {
			if v := strings.TrimRight(m[1], "."); !slices.Contains(values, v) && len(values) < 8 {
				values = append(values, v)
			}
		}
		if len(values) > 0 {
			out = append(out, fact{topic.about, topic.asked, "It is " + strings.Join(values, " or ") + ".", topic.who})
			said += " " + strings.Join(values, " ")
		} else if topic.about == "e-mail address" && forgotten.MatchString(t.unknown) {
			out = append(out, fact{topic.about, topic.asked, first(sentences(t.unknown)[0]), false})
		}
	}
	text := t.known + " " + t.reason
	for _, a := range t.Actions {
		for _, name := range slices.Sorted(maps.Keys(a.Args)) {
			v, ok := a.Args[name].(string)
			if !ok || len(v) < 3 || !named.MatchString(v) || strings.Contains(said, v) || !strings.Contains(text, v) {
				continue
			}
			about := strings.ReplaceAll(name, "_", " ")
			if strings.TrimSpace(about) == "" || slices.ContainsFunc(out, func(f fact) bool { return f.about == about }) {
				continue
			}
			said += " " + v
			out = append(out, fact{about, []string{`\b` + regexp.QuoteMeta(about)}, "It is " + line(v) + ".", false})
		}
	}
	return out
}
