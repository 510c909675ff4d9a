package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/schemas/tools"
)

// def is a definition around a schema.
func def(name, schema string) string {
	return fmt.Sprintf(`{"name": %q, "description": "Does the work of number %s.", "parameters": %s}`, name, name, schema)
}

func repeated(n int, separator string, item func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(item(i))
	}
	return b.String()
}

// TestHostile wants an end, with the rule named, of what would take long or much.
func TestHostile(t *testing.T) {
	number := func(format string) func(int) string {
		return func(i int) string { return strings.ReplaceAll(format, "N", fmt.Sprint(i)) }
	}
	for _, test := range []struct{ name, text, rule string }{
		{"one wide schema", def("a", `{"type": "object", "properties": {`+repeated(100_000, ",", number(`"pN": {"type": "string"}`))+`}}`), "schema-size"},
		{"many slips", def("a", `{"type": "object", "properties": {"p": {`+repeated(5_000, ",", number(`"requiredN": 1`))+`}}}`), "keyword-unknown"},
		{"many unknown names", def("a", `{"type": "object", "properties": {"p1": {}}, "required": [`+repeated(5_000, ",", number(`"pN"`))+`]}`), "required-unknown"},
		{"many branches", def("a", `{"type": "object", "properties": {`+repeated(1_000, ",", number(`"pN": true`))+`}, "anyOf": [`+repeated(1_000, ",", number(`{"required": ["pN"]}`))+`]}`), "provider-root"},
		{"nested branches", def("a", strings.Repeat(`{"required": ["a"], "anyOf": [`, 100)+`{}`+strings.Repeat(`]}`, 100)), "required-unknown"},
		{"a deep schema", def("a", strings.Repeat(`{"not":`, 200)+`{}`+strings.Repeat(`}`, 200)), "schema-size"},
		{"a wide enum", def("a", `{"type": "object", "properties": {"p": {"enum": [`+repeated(9_000, ",", number(`N`))+`]}}}`), "description-parameter"},
		{"all refer to all", def("a", `{"type": "object", "$defs": {`+repeated(40, ",", func(i int) string {
			return fmt.Sprintf(`"d%d": {"type": "object", "properties": {%s}}`, i, repeated(40, ",", number(`"pN": {"$ref": "#/$defs/dN"}`)))
		})+`}, "properties": {"p": {"$ref": "#/$defs/d0"}}}`), "description-parameter"},
		{"many tools of one name", "[" + repeated(5_000, ",", func(int) string { return def("a", `{"type": "object"}`) }) + "]", "name-duplicate"},
		{"a name without end", def(strings.Repeat("a", 1<<20), `{}`), "name-portable"},
		{"a reference to itself", def("a", `{"type": "object", "properties": {"p": {"$ref": "#/properties/p"}}}`), "reference-loop"},
		{"a long text", "[" + def("a", `{"type": "object", "properties": {"p": {"type": "string", "description": "`+strings.Repeat("Ab ", 1<<20)+`"}, "q": {"description": "`+strings.Repeat("ab ", 1<<20)+`"}}}`) + "]", "description-parameter-duplicate"},
		{"a long way", def("a", strings.Repeat(`{"type": "object", "properties": {"`+strings.Repeat("ä", 100)+`": `, 50)+`{}`+strings.Repeat(`}}`, 50)), "nesting-deep"},
		{"anchors", def("a", `{"type": "object", "properties": {`+repeated(2_000, ",", number(`"pN": {"$ref": "#aN", "$anchor": "bN"}`))+`}}`), "reference-unresolved"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, problems := tools.Read("a.json", []byte(test.text))
			if f == nil {
				t.Fatal(schemas.Problems(problems))
			}
			r, err := File(f, "openai")
			if err != nil {
				t.Fatal(err)
			}
			if test.rule == "name-portable" {
				test.rule = "name-provider"
			}
			if r.Counts[test.rule] == 0 {
				t.Errorf("found %v, want %s", r.Counts, test.rule)
			}
			size := 0
			for _, finding := range r.Findings {
				size = max(size, len(finding.String()))
			}
			if most := 1_000; size > most {
				t.Errorf("a message has %d bytes, want at most %d", size, most)
			}
		})
	}
}

// TestReportIsBounded counts what is not listed.
func TestReportIsBounded(t *testing.T) {
	property := func(i int) string { return fmt.Sprintf(`"p%d": {}`, i) }
	one := def("a", `{"type": "object", "properties": {`+repeated(500, ",", property)+`}}`)
	f, _ := tools.Read("a.json", []byte(one))
	r, err := File(f, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) != maxOfOne || r.More != 900 || r.Counts["type-missing"] != 500 {
		t.Errorf("%d findings and %d more, counts %v; want %d and 900", len(r.Findings), r.More, r.Counts, maxOfOne)
	}
	one = def("a", `{"type": "object", "properties": {`+repeated(60, ",", property)+`}}`)
	lines := repeated(maxOfAll/maxOfOne+10, "\n", func(int) string { return one })
	f, _ = tools.Read("a.json", []byte(lines))
	if r, err = File(f, ""); err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) != maxOfAll || r.More != 510*120-maxOfAll {
		t.Errorf("%d findings and %d more, want %d and %d", len(r.Findings), r.More, maxOfAll, 510*120-maxOfAll)
	}
}

func TestUnknownProfile(t *testing.T) {
	f, _ := tools.Read("a.json", []byte(def("a", `{}`)))
	if _, err := File(f, "acme"); err == nil || !strings.Contains(err.Error(), "openai, anthropic, gemini, mcp") {
		t.Errorf("got %v", err)
	}
	if _, _, err := Fix("a.json", []byte(def("a", `{}`)), "acme"); err == nil {
		t.Error("no error")
	}
}

// TestKeysGivenTwice carries what reading found into the report.
func TestKeysGivenTwice(t *testing.T) {
	f, _ := tools.Read("a.json", []byte(`{"name": "a", "name": "b", "parameters": {"type": "object"}}`))
	r, err := File(f, "")
	if err != nil {
		t.Fatal(err)
	}
	var out Output
	out.Add("a.json", r)
	if got := out.Count(schemas.Error); got != 1 || out.Rules[0].Name != "json-duplicate-key" || out.Rules[0].Why == "" {
		t.Errorf("%d errors: %+v", got, out.Rules)
	}
}

// TestOnlyTheProvidersTools have nothing to judge.
func TestOnlyTheProvidersTools(t *testing.T) {
	f, problems := tools.Read("a.json", []byte(`{"tools": [{"type": "web_search"}]}`))
	if f == nil {
		t.Fatal(schemas.Problems(problems))
	}
	if r, err := File(f, ""); err != nil || r.Skipped != 1 || r.Definitions != 0 || len(r.Findings) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestFixLeavesWhatItCannotRead also leaves what needs no mend.
func TestFixLeavesWhatItCannotRead(t *testing.T) {
	for _, text := range []string{"{", def("a", `{"type": "object"}`)} {
		if got, n, err := Fix("a.json", []byte(text), ""); err != nil || n != 0 || string(got) != text {
			t.Errorf("%s: %s, %d, %v", text, got, n, err)
		}
	}
}

// FuzzLint wants of every text an end, findings inside the file whose rules are in
// the table, and of every mend a file that can be read and is mended by no more.
func FuzzLint(f *testing.F) {
	archives, err := filepath.Glob(filepath.Join("testdata", "*", "*.txtar"))
	if err != nil || len(archives) == 0 {
		f.Fatal(err)
	}
	for _, name := range archives {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(txtar.Parse(data).Files[0].Data, "")
	}
	f.Add([]byte(def("a", `{}`)), "openai")
	f.Fuzz(func(t *testing.T, data []byte, provider string) {
		if !slices.Contains(Providers(), provider) {
			provider = ""
		}
		file, _ := tools.Read("a.json", data)
		if file == nil {
			return
		}
		r, err := File(file, provider)
		if err != nil {
			t.Fatal(err)
		}
		for _, finding := range r.Findings {
			if rule := ruleOf(finding.Rule); rule.Severity != finding.Severity || finding.Line < 1 || finding.Fix == "" {
				t.Errorf("%+v", finding)
			}
		}
		mended, n, err := Fix("a.json", data, provider)
		if err != nil {
			t.Fatal(err)
		}
		if again, problems := tools.Read("a.json", mended); again == nil {
			t.Fatalf("mended in %d places: %v\n%s", n, schemas.Problems(problems), mended)
		}
		if n < passes {
			if _, more, _ := Fix("a.json", mended, provider); more > 0 {
				t.Errorf("mends again in %d places:\n%s", more, mended)
			}
		}
	})
}
