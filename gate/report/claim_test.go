package report

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
)

const claimedCommit = "3f9c2e1a7b3f9c2e1a7b3f9c2e1a7b3f9c2e1a7b"

// TestClaimedSaysWhoseWordItIs: the first paragraph and the heading say that nobody here has checked what follows.
func TestClaimedSaysWhoseWordItIs(t *testing.T) {
	for _, test := range []struct {
		claim Claim
		want  []string
	}{
		{Claim{Fork: "octo_fork", Run: 77, Attempt: 2, Ended: "failure", Commit: claimedCommit}, []string{
			"**Unverified, reported by the fork's run.** ", "[run 77, attempt 2](https://github.example/run)", "from the fork of octo_fork at `3f9c2e1`", "by GitHub's word ended in failure",
		}},
		{Claim{Run: 77, Attempt: 1, Commit: claimedCommit}, []string{
			"**Unverified, reported by the pull request's run.** ", "from a branch of this repository at `3f9c2e1`. Verdict",
		}},
	} {
		got := Claimed(regressed(), test.claim, MarkdownOptions{Budget: CommentBudget, Link: "https://github.example/run"})
		first, rest, _ := strings.Cut(got, "\n\n")
		if !strings.HasPrefix(rest, "## Unverified: ⛔ Blocked · support-agent\n") {
			t.Errorf("after the first paragraph comes\n%.200s", rest)
		}
		for _, want := range test.want {
			if !strings.Contains(first, want) {
				t.Errorf("no %q in\n%s", want, first)
			}
		}
	}
}

func TestClaimedKeepsItsBudget(t *testing.T) {
	r := hostile(strings.Repeat("text of a case | with @marks ", 40))
	for range 500 {
		r.Cases = append(r.Cases, r.Cases[0])
	}
	claim := Claim{Fork: strings.Repeat("@", 100), Run: 1 << 50, Attempt: 1 << 50, Ended: strings.Repeat("@", 1_000), Commit: claimedCommit}
	if got := Claimed(r, claim, MarkdownOptions{Budget: CommentBudget, Link: "https://github.example/run"}); len(got) > CommentBudget || len(got) < CommentBudget/2 {
		t.Errorf("%d bytes", len(got))
	}
}

// A text as long as a claim may be, in which each character means something, takes no longer than others do.
func TestClaimedOfOneLongText(t *testing.T) {
	for _, mark := range []string{"`", "[", "@", "0123456789", "www.", "\u202e"} {
		r := hostile("short")
		r.Cases[0].Evidence[0].Said = strings.Repeat(mark, gate.MaxClaim/8/len(mark))
		if got := Claimed(r, Claim{Commit: claimedCommit}, MarkdownOptions{Budget: CommentBudget}); !strings.Contains(got, "1 more failing case is in ") {
			t.Errorf("%q: %.500s", mark, got)
		}
	}
}

// number is a figure long enough to be a commit's, if one of digits alone is there.
var number = regexp.MustCompile(`^commit \d+$`)

// FuzzClaimed: whatever a fork's run leaves, the report of it can be written, keeps its budget and holds nothing that
// GitHub would make more of than text.
func FuzzClaimed(f *testing.F) {
	for _, r := range []*gate.Result{passing(), regressed(), hostile("@octocat <img src=x>")} {
		r.Version = gate.ResultVersion
		for i := range r.Cases {
			c := &r.Cases[i]
			c.Condition += string(rune('a' + i))
			c.Trials, c.Classes, c.Missing, c.Unreached = nil, nil, 0, 0
			for n := range c.Valid() {
				c.Trials = append(c.Trials, gate.TrialResult{Index: n, Pass: n < c.Passed, Faults: []grade.FaultOutcome{{Kind: "x", Reached: true}}})
			}
			c.Trials = append(c.Trials, gate.TrialResult{Void: &trace.Void{Class: "not_run"}})
			c.Missing++
		}
		data, err := r.Encode()
		if err != nil {
			f.Fatal(err)
		}
		if err := r.CheckClaim(); err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		f.Add([]byte(strings.NewReplacer("0.5", "-1e300", "1", "9223372036854775807").Replace(string(data))))
		f.Add([]byte(strings.NewReplacer(`"index": 3`, `"index": -9`, `"trials": 2`, `"trials": -7`, `"k": 5`, `"k": -5`).Replace(string(data))))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := gate.ReadResult(data)
		if err != nil || r.CheckClaim() != nil {
			return
		}
		texts := []string{Claimed(r, Claim{Fork: "octo", Run: 1, Attempt: 1, Commit: claimedCommit}, MarkdownOptions{Budget: CommentBudget})}
		if l, err := gate.NewLineup([]*gate.Result{passing(), r, r}); err == nil {
			texts = append(texts, ClaimedLineup(l, Claim{Run: 1, Attempt: 1, Commit: claimedCommit}, MarkdownOptions{Budget: CommentBudget}))
		}
		for _, got := range texts {
			if len(got) > CommentBudget || !strings.Contains(got, "## Unverified: ") {
				t.Errorf("%d bytes: %.500s", len(got), got)
			}
			bad := slices.DeleteFunc(look(t, got), func(s string) bool { return number.MatchString(s) })
			if len(bad) > 0 {
				t.Errorf("the reader sees %q in\n%s", bad, got)
			}
		}
	})
}
