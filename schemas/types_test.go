package schemas_test

import (
	"encoding/json"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/evidence"
	"github.com/keptgate/keptgate/gate/fidelity"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/production"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/gate/shadow"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/schemas/diff"
	"github.com/keptgate/keptgate/schemas/lint"
	"github.com/keptgate/keptgate/suites/tau2"
	"github.com/keptgate/keptgate/thresholds"
)

// TestSchemasFollowTypes holds the properties of each schema against the fields
// of the type that its files are read into or written from.
func TestSchemasFollowTypes(t *testing.T) {
	tests := []struct {
		schema, definition string
		value              any
	}{
		{"config", "", thresholds.Config{}},
		{"candidate", "", agent.File{}},
		{"result", "", gate.Result{}},
		{"trial", "header", gate.Header{}},
		{"trial", "trial", gate.Line{}},
		{"row", "", report.Row{}},
		{"promotion", "", gate.Promotion{}},
		{"evidence", "", evidence.Statement{}},
		{"outcomes", "", production.Report{}},
		{"contract", "", fidelity.Contract{}},
		{"fidelity", "", fidelity.Report{}},
		{"import", "", tau2.Setting{}},
		{"lint", "", lint.Output{}},
		{"diff", "", diff.Output{}},
		{"shadow", "", shadow.Report{}},
	}
	for _, test := range tests {
		text, err := fs.ReadFile(schemas.Files(), test.schema+".schema.json")
		if err != nil {
			t.Fatal(err)
		}
		var root node
		if err := json.Unmarshal(text, &root); err != nil {
			t.Fatal(err)
		}
		n := &root
		if test.definition != "" {
			n = root.Defs[test.definition]
		}
		compare(t, test.schema+"/"+test.definition, &root, n, reflect.TypeOf(test.value))
	}
}

// TestSchemaNamesProviders holds the schema of candidate files to the table of
// providers.
func TestSchemaNamesProviders(t *testing.T) {
	text, err := fs.ReadFile(schemas.Files(), "candidate.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if want := "Providers: " + strings.Join(agent.Providers(), ", ") + "."; !strings.Contains(string(text), want) {
		t.Errorf("candidate.schema.json does not say %q", want)
	}
}

// TestWrittenFilesAreValid holds what the program writes against the schemas.
func TestWrittenFilesAreValid(t *testing.T) {
	value := 0.5
	finding := grade.Finding{Class: grade.Leak, Severity: grade.Fail, Question: grade.Disclosure, Message: "m"}
	result := gate.Result{
		Version: gate.ResultVersion,
		Cases: []gate.CaseResult{{
			Suite: "crm", Case: "r-014", Escalate: "forbidden", Failed: 1, Classes: map[string]int{grade.Leak: 1},
			Trials:   []gate.TrialResult{{Draws: 1, Primary: grade.Leak, Classes: []string{grade.Leak}}},
			Evidence: []gate.Evidence{{Primary: grade.Leak, Findings: []grade.Finding{finding}}},
		}},
		Metrics:  []gate.Metric{{Name: "score", Value: &value, Samples: 1}, {Name: "cost_total", Why: "no price"}},
		Decision: &gate.Decision{Verdict: gate.Block, Reasons: []gate.Reason{{Kind: "zero_tolerance", Value: &value}}},
	}
	line := gate.Line{Draw: 1, Verdict: grade.Verdict{Classes: []string{grade.Leak}, Findings: []grade.Finding{finding}, Faults: []grade.FaultOutcome{{Kind: "latency", Reached: true}}}, Record: &trace.Record{
		End:      trace.EndGoodbye,
		Messages: []trace.Message{{Role: trace.RoleTools, Replies: []trace.Reply{trace.Failure("1", 404, "not_found", "m")}}},
		Ledger: trace.Ledger{{Seq: 1, Attempt: 1, Outcome: trace.Done, Kind: trace.Write, Changes: []trace.Change{
			{Table: "contacts", Op: trace.Update, Before: trace.Row{"a": nil}, After: trace.Row{"a": int64(1)}},
		}}},
	}}
	heldOut := gate.Line{Draw: 1, HeldOut: &gate.Outcome{
		Void: &trace.Void{Class: "harness_error"}, Undo: "restored", Load: &gate.LoadOutcome{Calls: 1, Took: []int{900}},
	}, Verdict: grade.Verdict{Void: "harness_error"}}
	gap := gate.Gap{Value: .1, P: &value, Low: &value, High: &value, Shown: true, Small: true, Why: "w"}
	sides := gate.Result{Version: 1, HeldOut: &gate.Sides{HeldOut: gate.Side{Cases: 1, Classes: map[string]int{grade.Leak: 1}}, Gap: gap}, Comparison: &gate.Comparison{Gap: &gap}}
	shard := gate.Result{Version: 1, Shard: &gate.Shard{Index: 3, Of: 8, Plan: strings.Repeat("0a", 16), Trials: 99, Name: "agent.yaml", Place: 2, Among: 5, NoLoad: true, HeldOut: []int{4, 2}}}
	problem := schemas.Problem{Rule: "name-duplicate", Severity: schemas.Error, File: "tools.json", Line: 1, Column: 1, Message: "m", Fix: "f"}
	linted := lint.Output{Version: lint.OutputVersion, Files: []lint.FileOutput{{File: "tools.json", Definitions: 1, Skipped: 1, Problems: []schemas.Problem{problem}, More: 1}}, Rules: []lint.Tally{}}
	for _, rule := range lint.Rules() {
		linted.Rules = append(linted.Rules, lint.Tally{Name: rule.Name, Severity: rule.Severity, Why: rule.Why, Mends: rule.Mends, Count: 1})
	}
	differing := diff.Output{Version: diff.OutputVersion, Old: "a.json", New: "b.json", More: 1, Changes: []diff.Change{{
		Rule: "type-changed", Level: diff.Breaking, Tool: "a", Parameter: "n", Message: "m", Why: "w", File: "b.json", Line: 1, Column: 1,
	}}}
	replayed := fidelity.Report{
		Version: 1, Contract: "crm", ContractDigest: strings.Repeat("0a", 32), Suite: "crm", SuiteDigest: "d", Live: "http", Verdict: fidelity.Drifted,
		Steps:       []fidelity.StepReport{{Step: 1, Tool: "a", Undo: true, Here: "answered", There: "refused", Why: "w"}},
		Drifts:      []fidelity.Drift{{Step: 1, Tool: "a", Path: ".", Kind: fidelity.Outcome, Here: "answered", There: "refused"}},
		NotCompared: []fidelity.NotCompared{{Step: 1, Tool: "a", Path: "items.*", Why: "w", Allowed: true}},
	}
	for name, values := range map[string][]any{"fidelity": {replayed}, "lint": {linted, lint.Output{Version: 1, Files: []lint.FileOutput{}, Rules: []lint.Tally{}}}, "diff": {differing}, "result": {result, sides, shard, gate.Result{Version: 1}}, "trial": {line, heldOut, gate.Header{}}} {
		s, err := schemas.Own(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			var decoded any
			if err := json.Unmarshal(text, &decoded); err != nil {
				t.Fatal(err)
			}
			if got := s.Validate(decoded); len(got) > 0 {
				t.Errorf("%s: %v\n%s", name, got, text)
			}
		}
	}
}

// node is as much of a schema as the comparison needs.
type node struct {
	Ref        string           `json:"$ref"`
	Defs       map[string]*node `json:"$defs"`
	Properties map[string]*node `json:"properties"`
	Required   []string         `json:"required"`
	Items      *node            `json:"items"`
}

func compare(t *testing.T, place string, root, n *node, typ reflect.Type) {
	if name, ok := strings.CutPrefix(n.Ref, "#/$defs/"); ok {
		n = root.Defs[name]
	}
	switch typ.Kind() {
	case reflect.Pointer:
		compare(t, place, root, n, typ.Elem())
		return
	case reflect.Slice:
		if n.Items != nil {
			compare(t, place+"[]", root, n.Items, typ.Elem())
		}
		return
	case reflect.Struct:
		if len(n.Properties) == 0 {
			return // written as one value, such as a time
		}
	default:
		return
	}
	var names, fields []string
	for name := range n.Properties {
		names = append(names, name)
	}
	for _, f := range reflect.VisibleFields(typ) {
		if !f.IsExported() {
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields = append(fields, name)
		if options == "omitempty" && slices.Contains(n.Required, name) {
			t.Errorf("%s: %s is required, but left out where it is empty", place, name)
		}
		if sub := n.Properties[name]; sub != nil {
			compare(t, place+"/"+name, root, sub, f.Type)
		}
	}
	slices.Sort(names)
	slices.Sort(fields)
	if diff := cmp.Diff(fields, names); diff != "" {
		t.Errorf("%s (-fields +properties):\n%s", place, diff)
	}
}
