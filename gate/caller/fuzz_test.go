package caller

import (
	"strings"
	"testing"
)

// nasty are texts that are hard on a parser when repeated.
var nasty = []string{
	"a", "?", ". ", "or ", "please ", "if you ", "confirm and ", "- x\n", "(", "“", "é", "\xf0", "[", "would you like me to ", "Reply A or ", "rivera chen ",
	"1. Please confirm:\n- or?\n", "it. ", "let me know if ",
}

// steady holds that a caller answers any text, shortly and always the same.
func steady(t *testing.T, s *Script, text string) {
	t.Helper()
	a, b := s.Start(0).Hear(text, nil), s.Start(0).Hear(text, nil)
	if a.Text == "" || len(a.Text) > 1000 {
		t.Fatalf("answer of %d bytes to %d", len(a.Text), len(text))
	}
	if a.Text != b.Text {
		t.Fatalf("answers differ: %q, %q", a.Text, b.Text)
	}
}

// TestHostileText feeds 64 KiB of one thing to a caller. What it costs is bounded
// by the bounds of a message, not by its length.
func TestHostileText(t *testing.T) {
	s := contacts(t)
	for _, unit := range nasty {
		steady(t, s, strings.Repeat(unit, 64<<10/len(unit)))
	}
}

func FuzzHear(f *testing.F) {
	for _, seed := range []string{
		"", "?", "Which Alex?", "Please confirm (yes/no).", `Reply "A" or "B"`, "1. \n2) \n- x?", "**[a](b)**", "\x00\xff’…", "or or or or?", "if if if, please",
	} {
		f.Add(seed)
	}
	for _, unit := range nasty {
		f.Add(strings.Repeat(unit, 200/len(unit)))
	}
	s := contacts(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) <= 4<<10 {
			steady(t, s, text)
		}
	})
}
