package report

import (
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// ShardLine is what a shard came to, in a line of plain text.
func ShardLine(r *gate.Result) string {
	ran, valid := r.Ran()
	failed := 0
	for i := range r.Cases {
		failed += r.Cases[i].Failed
	}
	out := fmt.Sprintf("%s of %s: %d of its %s run, %d failed, %d without a verdict",
		r.Shard.Words(), plain(within(r.Shard.Name, maxName)), ran, plural(r.Shard.Trials, "trial", "trials"), failed, ran-valid)
	if r.Stopped != "" {
		out += "; stopped: " + plain(within(r.Stopped, maxNote))
	}
	return out
}

// ShardMarkdown writes the summary of a shard's results, one for each candidate.
// It holds no verdict: there is none before the merge.
func ShardMarkdown(results []*gate.Result) string {
	var out strings.Builder
	fmt.Fprintf(&out, "## %s · %s\n\n", prose(results[0].Shard.Words()), proseWithin(results[0].Gate, maxName))
	for _, r := range results {
		out.WriteString("- " + prose(ShardLine(r)) + "\n")
	}
	out.WriteString("\nA shard has no verdict. `keptgate merge` puts all of them together and decides.\n")
	return out.String()
}
