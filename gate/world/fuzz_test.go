package world

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
)

// FuzzArguments sends any text as the arguments of any tool: the harness must
// answer, change nothing of another company, and leave a ledger that survives
// JSON.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `null`, `[]`, `{"contact_id":"c1","title":"X"}`, `{"contact_id":"c3","title":"X"}`,
		`{"contact_id":"c1' OR '1'='1","title":"X"}`, `{"contact_id":{"a":[1,2.5,1e999]},"title":"\u0000\ud800"}`,
		`{"query":"%"}`, `{"contact_id":"c1","mail":null}`, `{"seconds":1e3}`, `{"items":[{"effect":"notice_sent","status":"done"}]}`,
		strings.Repeat(`[`, 70), `{"contact_id":"c1"`, "{\"contact_id\":\"\xff\"}", `{"contact_id":"c1","title":"a","request_key":[]}`,
	} {
		f.Add(uint8(2), seed)
	}
	w := opened(f, crm(f))
	served := began(f, w, 1).Tools()
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		trial := began(t, w, 1)
		tool := served[int(which)%len(served)].Name
		replies, err := trial.Do(context.Background(), []trace.Call{{ID: "1", Tool: tool, Arguments: text}, {ID: "2", Tool: text, Arguments: text}})
		if err != nil {
			t.Fatalf("%s %q: %v", tool, text, err)
		}
		if len(replies) != 2 || replies[1].OK() {
			t.Errorf("replies %+v", replies)
		}
		for _, c := range trial.Ledger().Net() {
			if c.After["account"] == "contoso" || c.ID == "c3" {
				t.Errorf("%s %q changed a row of another company: %+v", tool, text, c)
			}
		}
		data, err := json.Marshal(trial.Ledger())
		if err != nil {
			t.Fatal(err)
		}
		var back trace.Ledger
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(back)
		if err != nil || string(again) != string(data) {
			t.Errorf("the ledger does not survive JSON: %v\n%s\n%s", err, data, again)
		}
	})
}
