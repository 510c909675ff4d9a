package suites

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// faced is the clinic through a file of tools.
func faced(t *testing.T, variants []string, text string) (*Suite, Interface, error) {
	t.Helper()
	s, err := Public("clinic", 0)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.ReadToolFile("x.yaml", []byte(text))
	if err != nil {
		return s, Interface{}, err
	}
	i, err := NewInterface(s, variants, f)
	return s, i, err
}

func TestToolFileSaysWhatIsWrong(t *testing.T) {
	const email = `{name: email, stands_for: update_contact, parameters: {type: object, properties: {patient_id: {type: string}, email: {type: string}}}`
	for _, test := range []struct {
		text, want string
		variants   []string
	}{
		{"- {name: a}", "x.yaml:1:3: a stands for no tool of the suite: there is no a", nil},
		{"- {name: get_practice}\n- {name: get_practice}", "x.yaml:2:10: there are two tools named get_practice", nil},
		{"- {name: wait, stands_for: get_practice}", "the harness serves wait itself", nil},
		{"- {name: run_script, stands_for: get_practice}", "the harness serves run_script itself", nil},
		{"- {name: get_practice, parameters: {type: object, properties: 7}}", "not a valid JSON Schema", nil},
		{"- " + email + ", args: {mail: x}}", "update_contact has no argument mail; it has email, patient_id, phone, postcode", nil},
		{"- " + email + ", args: {phone: ':mail'}}", "email has no parameter mail; it has email, patient_id", nil},
		{"- " + email + ", args: {email: x}}", "the parameter email of email goes nowhere", nil},
		{"- {name: email, stands_for: update_contact, parameters: {type: object}}", "email never gives patient_id, which update_contact requires", nil},
		{"- {name: get_practice, description: $nothing}", "unknown suite variable $nothing", nil},
		{"- {name: get_practice, effect: read}", "effect", nil},
		{"nothing", "x.yaml:1:1", nil},
		{"- {name: parallel, stands_for: get_practice}", "parallel cannot be the function parallel of a script: that is a name of the harness", []string{trace.VariantProgrammatic}},
		{"- {name: a-b, stands_for: get_practice}\n- {name: a_b, stands_for: get_practice}", "a_b cannot be the function a_b of a script: that is a name of a-b", []string{trace.VariantProgrammatic}},
	} {
		_, _, err := faced(t, test.variants, test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.text, err, test.want)
		}
	}
	s, err := Public("clinic", 0)
	if err != nil {
		t.Fatal(err)
	}
	s.Tools[0].Name = trace.ToolResume
	if _, err := NewInterface(s, []string{trace.VariantResumable}, nil); err == nil || !strings.Contains(err.Error(), "the variant resumable serves resume_call itself") {
		t.Errorf("a tool of that name: %v", err)
	}
	if _, err := NewInterface(s, nil, nil); err != nil {
		t.Error(err)
	}
}

// TestFace brings arguments to the suite's tool and back.
func TestFace(t *testing.T) {
	_, i, err := faced(t, nil, `
- name: confirm
  stands_for: send_message
  args: {kind: confirmation, appointment_id: ":about"}
  parameters: {type: object, required: [patient_id, about], properties: {patient_id: {type: string}, about: {type: integer}}}
`)
	if err != nil {
		t.Fatal(err)
	}
	f := i.Faces[0]
	own := map[string]any{"patient_id": "p1", "about": int64(3)}
	canonical := map[string]any{"patient_id": "p1", "kind": "confirmation", "appointment_id": int64(3)}
	if diff := cmp.Diff(canonical, f.Canonical(own)); diff != "" {
		t.Errorf("canonical (-want +got):\n%s", diff)
	}
	for _, test := range []struct {
		args map[string]any
		want string
	}{
		{canonical, "map[about:3 patient_id:p1] true"},
		{map[string]any{"patient_id": "p1", "kind": "confirmation", "appointment_id": int64(3), "idempotency_key": "k"}, "map[about:3 patient_id:p1] true"},
		{map[string]any{"patient_id": "p1", "kind": "moved", "appointment_id": int64(3)}, "map[] false"},
		{map[string]any{"patient_id": "p1", "kind": "confirmation", "text": "x"}, "map[] false"},
	} {
		if args, ok := f.Of(test.args); fmt.Sprint(args, " ", ok) != test.want {
			t.Errorf("of %v: %v %v, want %s", test.args, args, ok, test.want)
		}
	}
}

// TestLacks names what a case needs that is not served.
func TestLacks(t *testing.T) {
	s, i, err := faced(t, nil, "- {name: find_patients}\n- {name: get_patient}\n- {name: list_appointments}\n- {name: change, stands_for: update_contact}\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		c    Case
		want string
	}{
		{Case{Suite: s, Reference: []Move{{Calls: []CallMove{{Tool: "update_contact", Args: map[string]any{"patient_id": "p1", "email": "a@b.c"}}}}}}, ""},
		{Case{Suite: s, Reference: []Move{{Calls: []CallMove{{Tool: "update_contact", Args: map[string]any{"email": "a@b.c"}}}}}}, "no tool can call update_contact with email"},
		{Case{Suite: s, Reference: []Move{{Calls: []CallMove{{Tool: "list_slots", Args: map[string]any{}}}}}}, "no tool can call list_slots with "},
		{Case{Suite: s, Expect: Expect{Calls: []CallSpec{{Tools: []string{"list_slots", "get_practice"}}}}}, "no tool stands for list_slots or get_practice"},
	} {
		if got := i.Lacks(&test.c); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
		if got := (Interface{}).Lacks(&test.c); got != "" {
			t.Errorf("the suite's own tools lack something: %s", got)
		}
	}
	served := i.Served(&Case{Suite: s, Reference: []Move{{Calls: []CallMove{{Tool: "update_contact", Args: map[string]any{"patient_id": "p1"}}}}}})
	if got := served.Reference[0].Calls[0].Tool; got != "change" || len(served.Suite.Tools) != 4 || s.Tool("update_contact") == nil {
		t.Errorf("served: %s, %d tools", got, len(served.Suite.Tools))
	}
}
