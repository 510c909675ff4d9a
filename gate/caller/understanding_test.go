package caller

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/suites"
)

// airlineFacts are facts that callers of the recorded conversations had.
var airlineFacts = []suites.Fact{
	{About: "user id", Says: []string{"mia_li_3668"}},
	{
		About: "reservation id", Says: []string{"It is HXDUBJ."},
		Asked: []string{`reservation (?:ids?|numbers?)\b`, `(?:which|what) reservation`, `confirmation number`, `booking reference`},
	},
	{About: "reason", Says: []string{"A change of plan."}, Asked: []string{`\breasons?\b`}},
	{
		About: "payment method", Says: []string{"The Visa card."},
		Asked: []string{
			`(?:payment|refund) methods?`, `payment option`, `how (?:would|do) you (?:like|want) to pay`, `details of any gift cards`,
			`\b(?:use|with) (?:your |the |that |this |a |one of |same |other )*(?:credit|gift) card`,
		},
	},
	{
		About: "flight choice", Says: []string{"HAT136."},
		Asked: []string{
			`(?:which|what)(?: of (?:these|the))? (?:flight|option|itinerary)`, `flight number`, `option number`, `any of these flights`, `flights? in mind`,
			`one of these options`,
			`details of the new flights?`, `(?:different|another) (?:flight|option)`,
		},
	},
	{
		About: "cabin class", Says: []string{"Economy."},
		Asked: []string{`\bcabin\b`, `(?:basic economy|economy|business),? or `, `(?:basic economy|economy|business)(?: class)? (?:reservation|flight|ticket)\?`},
	},
	{
		About: "passengers", Says: []string{"Only me."},
		Asked: []string{`number of passengers`, `passengers?(?:'s)? (?:details|names?|information)`, `(?:first|last) name`, `how many passengers`, `date of birth`},
	},
	{About: "insurance", Says: []string{"No insurance."}, Asked: []string{`insurance`}},
	{About: "checked bags", Says: []string{"No bags."}, Asked: []string{`\bbags?\b|baggage|suitcases?`}},
	{
		About: "travel date", Says: []string{"May 20."},
		Asked: []string{
			`\b(?:which|what|new|different|another|travel|departure|return) dates?\b`, `\bdates? (?:of (?:the|your)(?: \w+)? (?:flight|trip|travel)|you|for)\b`,
			`numbers and dates`, `\bdates? of travel\b`, `\bwhen (?:would|do) you\b`,
		},
	},
	{About: "trip type", Says: []string{"One way."}, Asked: []string{`(?:one.way|round.trip),? or `}},
	{About: "membership", Says: []string{"Silver."}, Asked: []string{`membership`}},
}

func airline(t testing.TB) *Script {
	t.Helper()
	return script(t, suites.Caller{Opening: []string{"I need help with a booking."}, Facts: airlineFacts, Patience: 1000})
}

// turn is one labelled turn.
type turn struct {
	Part         string   `json:"part"` // tuned, apart
	Conversation int      `json:"conversation"`
	Message      int      `json:"message"`
	Intents      []string `json:"intents"`
	Text         string   `json:"text"`
}

func labelled(t testing.TB) []turn {
	t.Helper()
	f, err := os.Open("testdata/airline.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var turns []turn
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one turn
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		turns = append(turns, one)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return turns
}

// maxIntentErrors is the share of turns in which any intent may be heard wrongly,
// by the part of the turns. That of turns that nothing was fitted to is what was
// measured once, rounded up.
var maxIntentErrors = map[string]float64{"tuned": 0.02, "apart": 0.10}

// differing counts the labels that only one of two sets holds.
func differing(a, b []string) int {
	n := 0
	for _, one := range slices.Concat(a, b) {
		if slices.Contains(a, one) != slices.Contains(b, one) {
			n++
		}
	}
	return n
}

func TestIntentErrors(t *testing.T) {
	s := airline(t)
	turns, wrong := map[string]int{}, map[string]int{}
	labels, amiss := map[string]int{}, map[string]int{}
	for _, one := range labelled(t) {
		got := slices.Sorted(slices.Values(s.Start(0).Hear(one.Text, nil).Exchange.Intents))
		want := slices.Sorted(slices.Values(one.Intents))
		turns[one.Part]++
		labels[one.Part] += len(want)
		if diff := cmp.Diff(want, got); diff != "" {
			wrong[one.Part]++
			amiss[one.Part] += differing(want, got)
			t.Logf("%s %d:%d: %s\n(-want +got):\n%s", one.Part, one.Conversation, one.Message, one.Text, diff)
		}
	}
	if turns["tuned"] < 400 || turns["apart"] < 100 {
		t.Errorf("%d turns tuned, %d apart; want 400 and 100", turns["tuned"], turns["apart"])
	}
	for part, limit := range maxIntentErrors {
		t.Logf("%s: an intent heard wrongly in %d of %d turns; %d intents missed or added, of %d", part, wrong[part], turns[part], amiss[part], labels[part])
		if float64(wrong[part]) > limit*float64(turns[part]) {
			t.Errorf("%s: an intent heard wrongly in %d of %d turns, want at most %g%%", part, wrong[part], turns[part], 100*limit)
		}
	}
}
