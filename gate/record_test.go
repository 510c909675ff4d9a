package gate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

func TestOnlyAnswersAreRecorded(t *testing.T) {
	reply := trace.Reply{CallID: "c1", Status: 200, Body: map[string]any{"n": int64(1)}}
	read := trace.Entry{Tool: "find", Kind: trace.Read, Outcome: trace.Done, Args: map[string]any{"q": "a"}, Reply: reply}
	refused := trace.Entry{Tool: "find", Kind: trace.Read, Outcome: trace.Refused, Args: map[string]any{"q": "b"}, Reply: trace.Failure("c2", 422, "no", "No.")}
	invalid := trace.Entry{Tool: "find", Kind: trace.Read, Outcome: trace.Invalid}
	wait := trace.Entry{Tool: "wait", Kind: trace.Control, Outcome: trace.Done}
	got, err := answers(nil, trace.Ledger{read, refused, invalid, wait})
	if err != nil {
		t.Fatal(err)
	}
	want := []suites.Answer{
		{Tool: "find", Args: trace.Row{"q": "a"}, Reply: trace.Reply{Status: 200, Body: reply.Body}},
		{Tool: "find", Args: trace.Row{"q": "b"}, Reply: trace.Failure("", 422, "no", "No.")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	write := read
	write.Kind = trace.Write
	changing := read
	changing.Changes = []trace.Change{{Table: "notes", Op: trace.Insert, ID: "n"}}
	for name, e := range map[string]trace.Entry{"a write": write, "a read that changes something": changing} {
		if _, err := answers(nil, trace.Ledger{e}); err == nil || !strings.Contains(err.Error(), "find changes something") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
