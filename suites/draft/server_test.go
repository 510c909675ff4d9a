package draft

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTablesIn(t *testing.T) {
	for _, test := range []struct {
		tool, reply string
		want        []Table
	}{
		{"list_open_orders", `{"items": [{"sku": "a", "order_id": 1}, {"sku": "a", "order_id": 2}]}`, []Table{{"open_orders", []string{"order_id"}, "list_open_orders", "items"}}},
		{"list_orders", `[{"who": "a", "at": 1}, {"who": "a", "at": 2, "more": []}, {"who": "b", "at": 2}]`, []Table{{"orders", []string{"at", "who"}, "list_orders", ""}}},
		{"get", `{"graph": {"Ünits": [{"name": "x", "id": null}], "2nd": []}}`, []Table{
			{"rows2nd", nil, "get", "graph.2nd"}, {"rows_nits", []string{"name"}, "get", "graph.Ünits"},
		}},
		{"list", `[{"a": {}}]`, []Table{{Name: "rows", Tool: "list"}}},
		{"get_image", `{"content": [{"type": "image"}]}`, nil},
		{"get_words", `{"words": ["a", "b"], "a.b": [{}]}`, nil},
	} {
		var reply any
		if err := json.Unmarshal([]byte(test.reply), &reply); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, TablesIn(test.tool, reply)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reply, diff)
		}
	}
}

// TestServerFilesLeaveOutWhatTheHarnessServes drafts over a server with a tool
// that a suite may not have.
func TestServerFilesLeaveOutWhatTheHarnessServes(t *testing.T) {
	d, err := From([]byte(`{"tools": [
		{"name": "wait", "annotations": {"readOnlyHint": true}},
		{"name": "find_note", "inputSchema": {"type": "object", "required": ["q"], "properties": {"q": {"type": "string"}}}},
		{"name": "list_notes"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	looks := d.Looks()
	if len(looks) != 2 || looks[0].Tool != "list_notes" || looks[1].Args["q"] == nil {
		t.Fatalf("looks: %v", looks)
	}
	d.Answered(looks[0], map[string]any{})
	d.Answered(looks[1], map[string]any{})
	files, err := d.ServerFiles("mine", Server{Command: []string{"notes"}})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(files["tools.yaml"], "wait") || !strings.Contains(strings.Join(d.Notes, " "), "the server offers wait") {
		t.Errorf("tools:\n%s\nnotes: %v", files["tools.yaml"], d.Notes)
	}
	for file, want := range map[string]string{
		"suite.yaml":       "  #   - {table: NAME, key: [COLUMN], call: {TOOL: {}}, rows: PATH}\n",
		"cases/draft.yaml": `say: "The records say nothing."`,
	} {
		if !strings.Contains(files[file], want) {
			t.Errorf("%s lacks %q:\n%s", file, want, files[file])
		}
	}
	if !strings.Contains(files["cases/draft.yaml"], "call: {find_note: ") {
		t.Errorf("the question is not the one with arguments:\n%s", files["cases/draft.yaml"])
	}
}
