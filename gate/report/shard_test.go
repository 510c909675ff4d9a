package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/trace"
)

// TestShardSaysWhatItRan: trials of other shards are not its own, and no verdict
// is spoken of.
func TestShardSaysWhatItRan(t *testing.T) {
	elsewhere := &trace.Void{Class: "not_run"}
	r := &gate.Result{
		Gate: "g <b>", Stopped: "the key of @octo is wrong", Shard: &gate.Shard{Index: 3, Of: 8, Trials: 4, Name: "agent.yaml"},
		Cases: []gate.CaseResult{{Passed: 1, Failed: 1, Missing: 4, Trials: []gate.TrialResult{
			{Pass: true}, {}, {Void: &trace.Void{Class: "provider_error"}}, {Void: elsewhere}, {Void: elsewhere}, {Void: elsewhere},
		}}},
	}
	want := "shard 3 of 8 of agent.yaml: 3 of its 4 trials run, 1 failed, 1 without a verdict; stopped: the key of @octo is wrong"
	if diff := cmp.Diff(want, ShardLine(r)); diff != "" {
		t.Errorf("line (-want +got):\n%s", diff)
	}
	markdown := "## shard 3 of 8 · g " + prose("<b>") + "\n\n- " + prose(want) + "\n\nA shard has no verdict. `keptgate merge` puts all of them together and decides.\n"
	if diff := cmp.Diff(markdown, ShardMarkdown([]*gate.Result{r})); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
}
