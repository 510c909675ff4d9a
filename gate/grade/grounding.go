package grade

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// checkGrounding warns of identifiers in calls that stand in nothing the
// candidate had been given: the policy, the tools, the session, the caller's
// words and earlier replies. Values that can be derived are left out: numbers,
// dates, times, free text and idempotency keys.
func checkGrounding(c *suites.Case, r *trace.Record, _ *Settlement) []Finding {
	var out []Finding
	known := newCorpus(c)
	heard := 0
	for i := range r.Ledger {
		e := &r.Ledger[i]
		for ; heard < len(r.Messages) && r.Messages[heard].Ledger <= i; heard++ {
			m := r.Messages[heard]
			if m.Later > 0 {
				known = newCorpus(c) // who takes the next call was given nothing yet
			}
			if m.Role == trace.RoleCaller {
				known.add(m.Text)
			}
		}
		if !e.Asked() {
			continue // nobody wrote it, and nobody was handed its reply
		}
		if e.Kind != trace.Control {
			out = append(out, known.missing(c, e)...)
		}
		eachText(e.Reply.Body, known.add)
	}
	return out
}

// corpus is what a candidate has been given so far, in lower case.
type corpus struct{ text strings.Builder }

func newCorpus(c *suites.Case) *corpus {
	k := &corpus{}
	k.add(c.Suite.Policy)
	for _, t := range c.Suite.Tools {
		k.add(t.Description)
		k.add(string(t.Parameters))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Session)) {
		eachText(c.Session[name], k.add)
	}
	return k
}

func (k *corpus) add(s string) {
	k.text.WriteString(strings.ToLower(s))
	k.text.WriteByte('\n')
}

func (k *corpus) missing(c *suites.Case, e *trace.Entry) []Finding {
	var out []Finding
	key := ""
	for _, t := range c.Suite.Tools {
		if t.Name == e.Tool {
			key = t.Idempotency
		}
	}
	for _, name := range slices.Sorted(maps.Keys(e.Args)) {
		if name == key && key != "" {
			continue
		}
		eachText(e.Args[name], func(s string) {
			if !looksGiven(s) || strings.Contains(k.text.String(), strings.ToLower(s)) {
				return
			}
			f := fail(UngroundedArgument, e, "The value of %s was seen nowhere before this call.", name)
			f.Severity, f.Field, f.Found = Warn, name, s
			out = append(out, f)
		})
	}
	return out
}

var derived = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}|^\d{1,2}:\d{2}`)

// looksGiven tells whether a text is an identifier or an address, which nobody
// can work out.
func looksGiven(s string) bool {
	if derived.MatchString(s) || len(s) > maxText || strings.ContainsAny(s, " \n") {
		return false
	}
	return identifier.MatchString(s) || strings.Contains(s, "@")
}
