package caller

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"One. Two! Three? Four", []string{"One.", "Two!", "Three?", "Four"}},
		{"Mr. Smith met Dr. A. Jones at 9:30 a.m. on Monday.", []string{"Mr. Smith met Dr. A. Jones at 9:30 a.m. on Monday."}},
		{"It is 5 p.m. Please call.", []string{"It is 5 p.m.", "Please call."}},
		{"See example.com, v1.2.3 or a.b@c.example. Then 25.50 EUR.", []string{"See example.com, v1.2.3 or a.b@c.example.", "Then 25.50 EUR."}},
		{"Is it option A. Please say.", []string{"Is it option A.", "Please say."}},
		{"Order no. 5 is late. No. It is here.", []string{"Order no. 5 is late.", "No.", "It is here."}},
		{"Fruit, e.g. apples, pears etc. and more.", []string{"Fruit, e.g. apples, pears etc. and more."}},
		{`She said "Really?" (twice). Yes.`, []string{`She said "Really?"`, "(twice).", "Yes."}},
		{"# Head\n\n- **Name:** Alex\n2) _Title_: `x`\n> quoted\n| a | b |\n|---|---|", []string{"Head", "Name: Alex", "Title_: x", "quoted", "a | b"}},
		{"See [the page](https://x.example/a). Done…", []string{"See the page.", "Done..."}},
		{"What now？ Good。", []string{"What now?", "Good."}},
		{"... !!! ---", nil},
	}
	for _, test := range tests {
		var got []string
		for _, s := range split(plain(test.text)) {
			got = append(got, s.shown)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
}

func TestSplitLists(t *testing.T) {
	type place struct {
		Text     string
		Head     int
		Question bool
	}
	var got []place
	for _, s := range split("Hello.\nPlease tell me:\n\n1. Your name?\n2. Your town.\n   - the street\n\nThanks.\n- stray") {
		got = append(got, place{s.shown, s.head, s.question})
	}
	want := []place{
		{"Hello.", -1, false},
		{"Please tell me:", -1, false},
		{"Your name?", 1, true},
		{"Your town.", 1, false},
		{"the street", 1, false},
		{"Thanks.", -1, false},
		{"stray", 5, false},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sentences (-want +got):\n%s", diff)
	}
}

func TestNormal(t *testing.T) {
	tests := [][2]string{
		{"I'll CANCEL it; we've CANCELLED it.", "i will cancel it; we have canceled it."},
		{"You can't, won't and shouldn't authorise the Colour", "you cannot, will not and should not authorize the color"},
		{"Dvořák's E-Mail", "dvořák's email"},
	}
	for _, test := range tests {
		if got := normal(test[0]); got != test[1] {
			t.Errorf("normal(%q) = %q, want %q", test[0], got, test[1])
		}
	}
}

func TestPhrase(t *testing.T) {
	tests := []struct {
		phrase, text string
		want         bool
	}{
		{"user id", "your user id?", true},
		{"user id", "your user ids", true},
		{"user id", "reservation id(s), user id(s)", true},
		{"user id", "the user identity", false},
		{"user id", "superuser id", false},
		{"address", "two addresses", true},
		{"art", "party, art", true},
		{"über", "the über", true},
		{"", "anything", false},
	}
	for _, test := range tests {
		if got := phrase(test.phrase).in(test.text); got != test.want {
			t.Errorf("%q in %q: %t, want %t", test.phrase, test.text, got, test.want)
		}
	}
}
