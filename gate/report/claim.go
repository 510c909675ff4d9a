package report

import (
	"fmt"

	"github.com/keptgate/keptgate/gate"
)

// Claim says where a result comes from that nobody here has made or checked.
type Claim struct {
	Fork    string // owner of the fork whose run reports it; "" for a branch of the repository itself
	Run     int64
	Attempt int64
	Ended   string // how GitHub says that the run ended, such as failure; "" where it does not
	Commit  string // that the run was about
}

// Claimed writes the comment of a result that another run reports, such as a fork's. All that the result holds is that
// run's word, its verdict included, and the comment says so before anything else and in its heading. The link is the
// run's.
func Claimed(r *gate.Result, c Claim, o MarkdownOptions) string {
	head := c.head(o.Link)
	o.Budget -= len(head)
	o.heading = "Unverified: "
	return head + Markdown(r, o)
}

// ClaimedLineup is Claimed for several candidates of one run.
func ClaimedLineup(l *gate.Lineup, c Claim, o MarkdownOptions) string {
	head := c.head(o.Link)
	o.Budget -= len(head)
	o.heading = "Unverified: "
	return head + LineupMarkdown(l, o)
}

func (c Claim) head(link string) string {
	whose, of := "the fork's run", "from the fork of "+prose(c.Fork)
	if c.Fork == "" {
		whose, of = "the pull request's run", "from a branch of this repository"
	}
	run := fmt.Sprintf("run %d, attempt %d", c.Run, c.Attempt)
	if link != "" {
		run = fmt.Sprintf("[%s](%s)", run, link)
	}
	ended := ""
	if c.Ended != "" {
		ended = fmt.Sprintf(" and by GitHub's word ended in %s", prose(within(c.Ended, maxName)))
	}
	return fmt.Sprintf("**Unverified, reported by %s.** What follows is the word of %s, which was started %s at %s%s. Verdict, figures and texts are its claims: whoever wrote the change could write them, and nobody here has checked them.\n\n",
		whose, run, of, code(short(c.Commit)), ended)
}
