package report

import (
	"fmt"

	"github.com/keptgate/keptgate/gate"
)

// policyOf says whose policy decided where that needs saying, and what the change
// makes of the policy.
func policyOf(r *gate.Result) (title string, lines []string) {
	s := r.Policy
	switch {
	case s == nil:
		return "", nil
	case s.From == "head":
		return "The base commit has no policy: this change's own counted", s.Edits
	case len(s.Edits) > 0:
		return "This change edits what it is judged by. The base's counted; the edits count after the merge", s.Edits
	default:
		return "", nil
	}
}

// toolsOf says what the change makes of what callers see of tools.
func toolsOf(r *gate.Result) (title string, lines []string) {
	if r.Policy == nil || len(r.Policy.Tools) == 0 {
		return "", nil
	}
	return "Tools changed here", r.Policy.Tools
}

// announced are what stands before anything else but the verdict.
var announced = []func(*gate.Result) (string, []string){policyOf, toolsOf}

// maxEdits bounds the edits that a comment lists.
const maxEdits = 20

// policy announces an edited policy, and changed tools.
func (p *page) policy(r *gate.Result) {
	for _, of := range announced {
		title, lines := of(r)
		if title == "" {
			continue
		}
		p.add("**" + prose(title) + ".**\n\n")
		for i, line := range lines {
			if i == maxEdits || !p.fits("- "+proseWithin(line, maxName)+"\n", 3*reserve) {
				p.add(fmt.Sprintf("- %d more are in %s\n", len(lines)-i, p.full))
				break
			}
		}
		if len(lines) > 0 {
			p.add("\n")
		}
	}
}

func (t *terminal) policy(r *gate.Result) {
	for _, of := range announced {
		title, lines := of(r)
		if title == "" {
			continue
		}
		t.text(title+".", "", nil, "")
		for _, line := range lines {
			t.text(plain(line), "  ", nil, "")
		}
		t.blank()
	}
}
