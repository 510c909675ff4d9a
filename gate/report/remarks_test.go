package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate"
)

func TestRemarksNameTheWorstFirst(t *testing.T) {
	r := regressed()
	r.Cases[38].Passed, r.Cases[38].Failed, r.Cases[38].HeldOut = 0, 10, true
	r.Cases[39].Classes = map[string]int{"leak": 1}
	r.Cases[2].Passed, r.Cases[2].Failed, r.Cases[2].Waived = 0, 10, true
	r.Cases[3].Passed, r.Cases[3].Failed, r.Cases[3].Provisional = 0, 10, true
	r.Cases[3].Classes = map[string]int{"leak": 10}
	r.Decision.Reasons = append(r.Decision.Reasons, gate.Reason{Kind: "zero_tolerance", Subject: "leak"})
	var got []string
	for _, m := range Remarks(r, replayBase) {
		mark := "  "
		if m.Grave {
			mark = "! "
		}
		got = append(got, mark+m.Title)
	}
	want := []string{
		"! crm/r-d9: failed, 1 of 10 trials", "! crm/r-a0: wrong identity, 7 of 10 trials", "! crm/r-a1: wrong identity, 6 of 10 trials",
		"  crm/r-a2: failed, 10 of 10 trials", "  crm/r-a3: failed, 10 of 10 trials",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("remarks (-want +got):\n%s", diff)
	}
}

func TestRemarkSaysWhatWentWrong(t *testing.T) {
	all := Remarks(regressed(), replayBase)
	want := `Promise: Alex Rivera, and nobody else, becomes Director of Operations.
First divergence: call 2, update_job_title {"contact_id":"c203","title":"Director of Operations"}. c203 is Alex Chen; the caller had not been asked which Alex.
Replay: ` + replayBase + ` --case crm/r-a0 --condition steady --trial 3`
	if diff := cmp.Diff(want, all[0].Text); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if got := all[2].Text; got != "Promise: Alex Rivera, and nobody else, becomes Director of Operations." {
		t.Errorf("text without evidence: %q", got)
	}
}

// Hostile text keeps a remark's lines, and every invisible character shows.
func TestRemarksOfHostileText(t *testing.T) {
	for _, text := range corpus() {
		r := hostile(text)
		all := Remarks(r, replayBase)
		if len(all) == 0 {
			t.Fatal("the hostile result has no remarks")
		}
		for _, m := range all {
			for line := range strings.SplitSeq(m.Title+"\n"+m.Text, "\n") {
				if plain(line) != strings.TrimSpace(line) {
					t.Errorf("line %q of a remark shows as %q", line, plain(line))
				}
			}
			if n := strings.Count(m.Text, "\n"); n > 2 || strings.Contains(m.Title, "\n") {
				t.Errorf("%d line breaks in %q", n, m.Title+"\n"+m.Text)
			}
		}
	}
}

func TestUndecidedSaysWhy(t *testing.T) {
	got := Undecided("read configuration: <img src=x> @octocat\n# heading")
	want := "## ⚪ Not evaluated\n\nread configuration: &#60;img src=x&#62; &#64;\u200boctocat &#35;\u200b heading\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Markdown (-want +got):\n%s", diff)
	}
}
