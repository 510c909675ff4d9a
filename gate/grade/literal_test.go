package grade

import (
	"strings"
	"testing"
	"time"

	"github.com/keptgate/keptgate/suites"
)

// now is Monday 2 March 2026.
var now = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

func TestTells(t *testing.T) {
	tests := []struct {
		kind, literal, said string
		want                bool
	}{
		{"money", "1200 USD", "The refund is **$1,200.00**.", true},
		{"money", "$1,200.00", "You get 1200 dollars.", true},
		{"money", "1200", "You get € 1 200,00 back.", true},
		{"money", "1200 EUR", "You get 1.200,00 EUR.", true},
		{"money", "1200 EUR", "You get 1.200 euros.", true},
		{"money", "1200 EUR", "The sum is 1'200.", true},
		{"money", "120.00 EUR", "EUR120 are on their way.", true},
		{"money", "120.00 EUR", "That is 120 of them.", true},
		{"money", "50", "A refund of -$50 was made.", true},
		{"money", "0.50 GBP", "It costs £0.5.", true},
		{"money", "1200 USD", "You get 1,200 EUR.", false},
		{"money", "1200 CAD", "You get $1,200.", true},
		{"money", "1200 USD", "You get CA$1,200.", false},
		{"money", "120 EUR", "You get 1,120 EUR.", false},
		{"money", "120 EUR", "You get 120.50 EUR.", false},
		{"money", "120 EUR", "Case c120 is closed.", false},
		{"money", "2026", "On 2026-03-05 at 10:20.", false},
		{"money", "5", "On the 5th.", false},
		{"money", "30", "At 14:30.", false},
		{"money", "30", "We did not refund 30 EUR.", false},

		{"date", "2026-03-05", "It is on 2026-03-05.", true},
		{"date", "2026-03-05", "At 2026-03-05T14:30:00Z.", true},
		{"date", "2026-03-05", "It is on 5 March 2026.", true},
		{"date", "2026-03-05", "It is on March 5th.", true},
		{"date", "2026-03-05", "It is on Thursday 5 March.", true},
		{"date", "2026-03-05", "It is on Thu, 5 Mar 2026.", true},
		{"date", "2026-03-05", "It is on Thursday, the 5th of March.", true},
		{"date", "2026-03-05", "It is on *Thursday*, March 5, 2026 at 2 pm.", true},
		{"date", "5 March 2026", "See you on 05/03/2026.", true},
		{"date", "2026-03-05", "See you on 3/5/26.", true},
		{"date", "2026-03-05", "See you on 5.3.2026.", true},
		{"date", "2026-03-05", "See you on Thursday.", true},
		{"date", "2026-03-05", "See you on Thursday the 5th.", true},
		{"date", "2026-03-03", "See you tomorrow.", true},
		{"date", "2026-03-12", "See you next Thursday.", true},
		{"date", "2027-01-04", "See you on 4 January 2027.", true},
		{"date", "2026-12-24", "See you on 24 December.", true},
		{"date", "2026-03-05", "See you on Friday 5 March.", false},
		{"date", "2026-03-05", "See you on 5 March 2027.", false},
		{"date", "2026-03-05", "See you on 6 March.", false},
		{"date", "2026-03-05", "See you on Thursday 12 March.", false},
		{"date", "2026-03-12", "See you on Thursday.", false},
		{"date", "2026-03-20", "See you in March 2026.", false},
		{"date", "2026-03-05", "It is not on 4 March but on 5 March.", true},
		{"date", "2026-03-05", "There is nothing free on 5 March.", false},

		{"time", "14:30", "At 14:30.", true},
		{"time", "14:30", "At 2:30 pm.", true},
		{"time", "2:30 pm", "At 14:30:00.", true},
		{"time", "14:30", "At 2.30 p.m. on Thursday.", true},
		{"time", "14:30", "At 2:30 in the afternoon.", true},
		{"time", "14:30", "At 2:30.", true},
		{"time", "14:30", "From 14h30.", true},
		{"time", "14:30", "It is 2026-03-05T14:30:00Z.", true},
		{"time", "14:30", "From 14:00–14:30.", true},
		{"time", "14:00", "At 2pm.", true},
		{"time", "14:00", "At 2 o'clock in the afternoon.", true},
		{"time", "12:00", "At noon.", true},
		{"time", "00:00", "At 12 am.", true},
		{"time", "14:30", "At 2:30 am.", false},
		{"time", "14:30", "At 02:30.", false},
		{"time", "14:30", "At 14:35.", false},
		{"time", "14:30", "For 114:30.", false},
		{"time", "14:00", "In room 2.", false},
		{"time", "12:00", "In the afternoon.", false},

		{"identifier", "INV-2031", "Your invoice is `inv-2031`.", true},
		{"identifier", "INV-2031", "Invoice INV 2031, as agreed.", true},
		{"identifier", "inv_2031", "Invoice INV-2031.", true},
		{"identifier", "#4711", "Order #4711 is on its way.", true},
		{"identifier", "mia@contoso.example", "I wrote to Mia@contoso.example.", true},
		{"identifier", "INV-2031", "Invoice INV-20311.", false},
		{"identifier", "INV-2031", "Invoice INV-2031-2.", false},
		{"identifier", "INV-2031", "Invoice X-INV-2031.", false},
		{"identifier", "c204", "I changed c2041 and ac204.", false},
		{"identifier", "c204", "I could not change c204.", false},

		{"name", "Alex Rivera", "**Alex  Rivera** is Director now.", true},
		{"name", "Alex Rivera", "I changed Alex Rivera's title.", true},
		{"name", "Alex Rivera", "I changed Alex\nRivera's title.", true},
		{"name", "Dr. Chen", "You will see dr. chen.", true},
		{"name", "O'Neil", "You will see Mr O’Neil.", true},
		{"name", "Zoë Müller", "Zoe\u0308 Mu\u0308ller is informed.", true},
		{"name", "Alex Rivera", "Alex Riverasson is Director now.", false},
		{"name", "Alex Rivera", "I have not changed Alex Rivera.", false},
		{"name", "Alex Rivera", "Alex Rivera was not changed.", false},
		{"name", "Alex Rivera", "I haven’t changed the title of Alex Rivera.", false},
		{"name", "Alex Rivera", "I was unable to change Alex Rivera.", false},
		{"name", "Alex Rivera", "I changed Alex Rivera, not Alex Chen.", true},
		{"name", "Alex Rivera", "I changed Alex Rivera (not Alex Chen).", true},
		{"name", "Alex Rivera", "Alex Rivera is Director, and no other contact was changed.", true},
		{"name", "Alex Rivera", "I changed Alex Rivera and did not touch Alex Chen.", true},
		{"name", "Alex Rivera", "I could not reach Sam. Alex Rivera is Director now.", true},
		{"name", "Alex Rivera", "I could not ask Dr. Lee about Alex Rivera.", false},
		{"name", "Alex Rivera", "Not only did I write; I changed Alex Rivera.", true},

		{"text", "refund", "Your refunds are on the way.", true},
		{"text", "refund", "This is nonrefundable.", false},
		{"text", "refunded", "It has not been refunded.", false},
		{"text", "not refunded", "It was not refunded.", true},
		{"text", "see here", "[See here](https://example.org/see).", true},
		{"text", "", "Anything.", false},
	}
	for _, tt := range tests {
		said := plain(tt.said)
		if got := tells(said, suites.Literal{Type: tt.kind, Text: tt.literal}, now, true); got != tt.want {
			t.Errorf("%s %q in %q: got %v, want %v (read as %q)", tt.kind, tt.literal, tt.said, got, tt.want, said.lines)
		}
	}
}

// TestLongMessages: what a candidate writes cannot keep the grader busy.
func TestLongMessages(t *testing.T) {
	for kind, literal := range map[string]string{"money": "7", "date": "2026-03-05", "time": "2:30", "identifier": "a-1", "name": "alex", "text": "a"} {
		said := plain(strings.Repeat("not alex 7 a1 2:30 5 march ", 100_000))
		if len(said.flat) > maxMessage {
			t.Fatalf("%d bytes are read, want at most %d", len(said.flat), maxMessage)
		}
		if tells(said, suites.Literal{Type: kind, Text: literal}, now, true) {
			t.Errorf("%s %q: found in a text that only denies it", kind, literal)
		}
	}
}

func FuzzTells(f *testing.F) {
	for _, said := range []string{
		"The refund is **$1,200.00**.", "Thu, 5 Mar 2026 at 2:30 p.m.", "1'200", "5/3/26", "[a](b)", "&amp;\u200b_x_", "next monday the 5th", "\xff1.2.3.4",
	} {
		f.Add("money", "1200 USD", said)
		f.Add("date", "2026-03-05", said)
		f.Add("time", "14:30", said)
		f.Add("identifier", "INV-1", said)
		f.Add("name", "Alex", said)
	}
	f.Add("text", "", "The refund is made.")
	f.Fuzz(func(t *testing.T, kind, literal, said string) {
		text := plain(said)
		if len(text.lines) != len(text.flat) {
			t.Fatalf("offsets differ: %q and %q", text.lines, text.flat)
		}
		for _, s := range find(text.flat, kind, plain(literal).flat, now) {
			if s.from < 0 || s.from > s.to || s.to > len(text.flat) {
				t.Fatalf("span %v outside of %q", s, text.flat)
			}
			text.negated(s)
		}
	})
}
