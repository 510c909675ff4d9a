package report

import "testing"

func TestFacts(t *testing.T) {
	got := Facts("Promoted\n# x", [][2]string{{"gate", "a|b @ada"}, {"by", "<b>"}})
	want := "## Promoted &#35;\u200b x\n\n| | |\n|:--|:--|\n| gate | a&#124;b &#64;\u200bada |\n| by | &#60;b&#62; |\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Line("a\x1b[31m\nb\u202e"); got != "a\ufffd[31m b\ufffd" {
		t.Errorf("line: %q", got)
	}
}
