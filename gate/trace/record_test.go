package trace

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRecordSurvivesJSON(t *testing.T) {
	for seed := range uint64(500) {
		want := newGenerator(seed).record()
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got := new(Record)
		if err := json.Unmarshal(data, got); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}

func TestWritingLeavesTheValueAlone(t *testing.T) {
	e := Entry{Args: map[string]any{"n": 25.0, "list": []any{1.0}}, Reply: Reply{Body: []any{2.0}}, Changes: []Change{{After: Row{"c": 3.0}}}}
	if _, err := json.Marshal(e); err != nil {
		t.Fatal(err)
	}
	want := Entry{Args: map[string]any{"n": 25.0, "list": []any{1.0}}, Reply: Reply{Body: []any{2.0}}, Changes: []Change{{After: Row{"c": 3.0}}}}
	if diff := cmp.Diff(want, e); diff != "" {
		t.Errorf("entry after it was written (-want +got):\n%s", diff)
	}
}

func TestUnreadableRecords(t *testing.T) {
	for _, text := range []string{
		`{"ledger":[{"changes":[{"after":[1]}]}]}`,
		`{"ledger":[{"args":[1]}]}`,
		`{"ledger":[{"argz":{}}]}`,
		`{"messages":[{"replies":[{"status":"200"}]}]}`,
		`{"messages":[{"replies":[{"bodi":1}]}]}`,
	} {
		if err := json.Unmarshal([]byte(text), new(Record)); err == nil {
			t.Errorf("%s is read without an error", text)
		}
	}
}

func TestReplyText(t *testing.T) {
	for _, test := range []struct {
		body any
		want string
	}{
		{map[string]any{"n": int64(1), "f": 25.0}, `{"f":25,"n":1}`},
		{nil, `null`},
		{math.Inf(1), `{"error":{"code":"unreadable","status":500,"message":"The result could not be written as JSON."}}`},
	} {
		if got := (Reply{Body: test.body}).Text(); got != test.want {
			t.Errorf("Text of %v: %s, want %s", test.body, got, test.want)
		}
	}
	failure := Failure("c1", 404, "not_found", "No such tool.")
	if want := `{"error":{"code":"not_found","message":"No such tool.","status":404}}`; failure.Text() != want || failure.OK() {
		t.Errorf("Failure: %s, OK %v, want %s", failure.Text(), failure.OK(), want)
	}
}

func TestClosingIsTheLastValidOne(t *testing.T) {
	file := func(outcome Outcome, items any) Entry {
		return Entry{Tool: ToolCloseCall, Outcome: outcome, Args: map[string]any{"items": items}}
	}
	item := func(record string) any { return map[string]any{"effect": "e", "record": record, "status": ClaimDone} }
	for _, test := range []struct {
		name   string
		ledger Ledger
		want   []Claim
		filed  bool
	}{
		{"none", Ledger{{Tool: "lend", Outcome: Done}}, nil, false},
		{"refused only", Ledger{file(Invalid, []any{item("1")})}, nil, false},
		{"empty", Ledger{file(Done, []any{})}, []Claim{}, true},
		{"filed twice, then invalid", Ledger{file(Done, []any{item("1")}), file(Done, []any{item("2")}), file(Invalid, nil)}, []Claim{{"e", "2", ClaimDone}}, true},
		{"odd items", Ledger{file(Done, []any{"x", map[string]any{"effect": int64(3), "status": ClaimNotDone}})}, []Claim{{"", "", ClaimNotDone}}, true},
		{"no list", Ledger{file(Done, "x")}, []Claim{}, true},
	} {
		got, filed := (&Record{Ledger: test.ledger}).Closing()
		if diff := cmp.Diff(test.want, got); diff != "" || filed != test.filed {
			t.Errorf("%s: filed %v (-want +got):\n%s", test.name, filed, diff)
		}
	}
}

func TestUsageAdds(t *testing.T) {
	got := Usage{1, 2, 3, 4}.Add(Usage{10, 20, 30, 40})
	if diff := cmp.Diff(Usage{11, 22, 33, 44}, got); diff != "" {
		t.Errorf("Add (-want +got):\n%s", diff)
	}
}

func TestInfiniteNumbersAreNotWritten(t *testing.T) {
	_, err := json.Marshal(Row{"x": math.Inf(1)})
	if err == nil || !strings.Contains(err.Error(), "unsupported value") {
		t.Errorf("write an infinite number: %v", err)
	}
}
