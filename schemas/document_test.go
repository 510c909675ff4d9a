package schemas

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ownNames lists the schemas of our own files.
func ownNames(t *testing.T) []string {
	t.Helper()
	found, err := fs.Glob(Files(), "*"+suffix)
	if err != nil || len(found) == 0 {
		t.Fatalf("no schemas: %v", err)
	}
	for i := range found {
		found[i] = strings.TrimSuffix(found[i], suffix)
	}
	return found
}

// TestCheckOwn shows what the author of each file reads after a slip.
func TestCheckOwn(t *testing.T) {
	const (
		toolHead = "- name: t\n  description: d\n  effect: read\n  parameters: {type: object}\n"
		caseHead = "- name: c\n  category: read-only\n  promise: p\n  session: {user: u}\n  caller: {opening: hi}\n"
		suite    = "name: crm\nversion: \"1\"\nbusiness: b\nnow: 2026-03-02T09:00:00Z\n"
	)
	tests := []struct {
		name, schema, text string
		want               []string
	}{
		{"right suite", "suite", suite + "effects: {sent: {insert: notices, description: d}}\nvary: {max: [25, 30]}\n", nil},
		{"right tool", "tools", toolHead + "  steps: [{check: SELECT 1, error: {code: a_b, status: 404, message: m}}, {exec: DELETE}]\n  list: SELECT\n", nil},
		{"right case", "cases", caseHead + "  expect: {changes: [], calls: [{tool: [a, b], before: write}], tells: [{any: [{text: x}, {name: [y, z]}]}]}\n  reference: [{call: {t: {q: $saved.x}}, save: {x: a.0}}, {calls: [{t: {}}]}, {say: x}]\n", nil},
		{"right config", "config", "extends: default\nnull: net\nplan: {k: 3}\nthresholds: {category.x.pass_rate: {min: 0.9}}\nprices: {\"openai:m\": {in: 1, out: 2}}\n", nil},
		{"right profile", "profile", "plan: {k: 5, steady: 10}\nweights: {pass_k: 1}\nthresholds: {}\nzero_tolerance: [leak]\n", nil},
		{"right candidate", "candidate", "model: openai:m\nprompt: {file: p.md}\nparameters: {temperature: 0, extra: {top_k: 1}}\ntimeout: 1m30s\n", nil},
		{"unknown key", "suite", suite + "bookeeping: [activity]\n", []string{
			"f.yaml:5:1: unknown property 'bookeeping' (did you mean 'bookkeeping'?) [schema-additional-properties]",
		}},
		{"wrong type", "suite", "name: crm\nversion: 1\nbusiness: b\nnow: x\n", []string{
			"f.yaml:2:10: version: must be a string, got number [schema-type]",
		}},
		{"two tables", "suite", suite + "effects:\n  sent: {insert: a, update: b, description: d}\n", []string{
			"f.yaml:6:9: effects.sent: only one of 'insert' and 'update' may be given [schema-one-of]",
		}},
		{"missing keys", "tools", "- name: t\n  effect: raed\n  parameters: {}\n", []string{
			"f.yaml:1:3: [0]: missing required property 'description' [schema-required]",
			"f.yaml:2:11: [0].effect: must be one of 'read', 'write', 'irreversible' (did you mean 'read'?) [schema-enum]",
			"f.yaml:3:15: [0].parameters: missing required property 'type' [schema-required]",
		}},
		{"check without error", "tools", toolHead + "  steps:\n    - check: SELECT 1\n    - run: x\n  result: a\n  list: b\n", []string{
			"f.yaml:6:7: [0].steps[0]: missing property 'error', which 'check' requires [schema-dependent-required]",
			"f.yaml:7:7: [0].steps[1]: needs 'check' or 'exec' [schema-required]",
			"f.yaml:7:7: [0].steps[1]: unknown property 'run' [schema-additional-properties]",
			"f.yaml:8:11: [0].result: is not allowed here, or not beside the others [schema-false]",
		}},
		{"nothing expected", "cases", caseHead + "  expect:\n    asks: [x]\n", []string{
			"f.yaml:6:3: [0].expect: needs 'changes' or 'any_of' [schema-required]",
		}},
		{"a change without a table", "cases", caseHead + "  expect:\n    changes:\n      - {updates: contacts, set: {a: 1}}\n", []string{
			"f.yaml:8:9: [0].expect.changes[0]: needs 'insert', 'update' or 'delete' [schema-required]",
			"f.yaml:8:10: [0].expect.changes[0]: unknown property 'updates' (did you mean 'update'?) [schema-additional-properties]",
		}},
		{"variables where numbers stand", "cases", caseHead + "  limits: {steps: $most, turns: many}\n  expect: {changes: []}\n", []string{
			"f.yaml:6:33: [0].limits.turns: must match the pattern ^\\$[a-z][a-z0-9_]*$ [schema-pattern]",
		}},
		{"unknown class", "config", "zero_tolerance:\n  - leek\n", []string{
			"f.yaml:2:5: zero_tolerance[0]: must be one of 'hallucinated_tool', 'stale_tool', 'invalid_arguments', 'wrong_tool', 'wrong_identity', 'wrong_value', 'ungrounded_argument', 'forbidden_action', 'missing_precondition', 'collateral_change', 'incomplete', 'confident_partial' and 19 more (did you mean 'leak'?) [schema-enum]",
		}},
		{"open threshold", "config", "thresholds:\n  score: {}\n", []string{
			"f.yaml:2:10: thresholds.score: needs 'min' or 'max' [schema-required]",
		}},
		{"a key of another kind", "candidate", "model: openai:m\napi_key_env: AWS_SECRET\n", []string{
			"f.yaml:2:14: api_key_env: must match the pattern ^[A-Z][A-Z0-9_]*_API_KEY$ [schema-pattern]",
		}},
		{"no such schema", "nonsense", "a: 1\n", []string{
			`f.yaml:1:1: find schema "nonsense": there are ` + strings.Join(ownNames(t), ", ") + ` [schema-missing]`,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			doc, problems := ParseYAML("f.yaml", []byte(test.text))
			if len(problems) > 0 {
				t.Fatal(Problems(problems))
			}
			var got []string
			for _, p := range doc.CheckOwn(test.schema) {
				got = append(got, p.String())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestDocumentProblem(t *testing.T) {
	doc, problems := ParseYAML("f.yaml", []byte("a:\n  b: [1, 2]\n"))
	if len(problems) > 0 {
		t.Fatal(Problems(problems))
	}
	got := doc.Problem("/a/b/1", "a-rule", "%d is wrong", 2)
	want := Problem{Rule: "a-rule", Severity: Error, File: "f.yaml", Line: 2, Column: 10, Path: "/a/b/1", Message: "2 is wrong"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
