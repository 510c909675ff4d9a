package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate"
)

// TestHTMLCutsTables: plots and tables of hundreds of categories are cut, and say
// so.
func TestHTMLCutsTables(t *testing.T) {
	r := logged()
	for i := range maxRows {
		r.Comparison.Categories = append(r.Comparison.Categories, same(fmt.Sprintf("category-%d", i), .9, nil))
	}
	page := htmlOf(t, r, nil)
	for _, want := range []string{"The plot shows the first 40; the table has all.", "4 more rows are in result.json."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	r.HeldOut.HeldOut.Metrics = nil
	if page := htmlOf(t, r, nil); strings.Contains(page, `<figure id="held-out">`) {
		t.Error("sides without a figure in common have a plot")
	}
}

// TestLineupHTMLPlots: curves of the candidates are in one plot, a better
// candidate is marked as such, and a log of another run is refused.
func TestLineupHTMLPlots(t *testing.T) {
	one := lineups(t)["lineup"].Results
	l, err := gate.NewLineup([]*gate.Result{one[1], one[0]})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range l.Results {
		r.Curve = logged().Curve[i:]
	}
	page := lineupOf(t, l, []TrialLog{logOf(l.Results[0], nil), logOf(l.Results[1], nil)})
	for _, want := range []string{
		`<polyline class="curve s0"`, `<polyline class="curve s1"`, `<figure id="duel-B">`, `<circle class="dot good"`,
		`id="trial-A.crm.r-00.steady-0"`, `<option value="0">A (`, `<div class="talk">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	var out bytes.Buffer
	other := *l.Results[1]
	other.Candidate = "another"
	if err := LineupHTML(&out, l, []TrialLog{nil, logOf(&other, nil)}, HTMLOptions{Budget: HTMLBudget}); err == nil || out.Len() > 0 {
		t.Errorf("log of another run: %v, %d bytes", err, out.Len())
	}
}

// TestPassage: line breaks of every kind stay, other invisible characters show,
// and no character is cut in two.
func TestPassage(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want passage
	}{
		{"a\tb\r\nc\rd\u2028e\x00f\u202eg\xff", 99, passage{"a b\nc\nd\ne\uFFFDf\uFFFDg\uFFFD", 0}},
		{"äöü", 3, passage{"ä", 3}},
		{"abc", 3, passage{"abc", 0}},
	} {
		if got := newPassage(test.text, test.most); got != test.want {
			t.Errorf("%q to %d bytes: %+v, want %+v", test.text, test.most, got, test.want)
		}
	}
}
