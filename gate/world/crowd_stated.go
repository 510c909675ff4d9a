package world

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// stated adds to the descriptions of the tools what capacity there is, where
// trials share one. What is not stated can be nobody's fault.
func (t *Trial) stated(served []trace.Tool) []trace.Tool {
	if t.crowd == nil {
		return served
	}
	made := t.ledger.Asked()
	c := t.crowd.shared
	out := slices.Clone(served)
	for i := range out {
		p, _ := t.face.named(out[i].Name, made)
		if p == nil || p.control != nil {
			continue
		}
		var own string
		if r := c.tools[p.own().served.Name]; r != nil {
			own = limits("this tool", r.capacity)
		}
		if all := limits("all tools together", c.all.capacity); own+all != "" {
			out[i].Description += own + all + " These limits are shared with others; what is more is refused with 429 and may be tried again after retry_after seconds."
		}
	}
	return out
}

// limits tells a capacity in words, each sentence after a space; "" where there
// is no limit.
func limits(of string, c suites.Capacity) string {
	var b strings.Builder
	if c.InFlight > 0 {
		fmt.Fprintf(&b, " At most %d calls of %s may be in flight at once.", c.InFlight, of)
	}
	if c.Calls > 0 && c.Per > 0 {
		fmt.Fprintf(&b, " At most %d calls of %s may come in %s seconds.", c.Calls, of, strconv.FormatFloat(c.Per, 'f', -1, 64))
	}
	return b.String()
}
