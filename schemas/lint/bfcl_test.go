package lint

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/schemas/tools"
)

// The categories of BFCL are outside the repository. CI names their folder; a plain
// "go test" reads the sample in testdata, which has the same form.
var bfcl = flag.String("bfcl", "testdata/bfcl", "folder of categories of BFCL, as JSON Lines")

// TestBFCL reads categories of BFCL in their own dialect: every line has a tool, a
// type is only unknown where the dialect does not have it either, and naming a
// provider brings out the rest, which --fix mends but for the types that say nothing.
func TestBFCL(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(*bfcl, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no categories in %s: %v", *bfcl, err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		own, asked := linted(t, name, data, ""), linted(t, name, data, "openai")
		if lines := bytes.Count(bytes.TrimSpace(data), []byte("\n")) + 1; own.Definitions < lines {
			t.Errorf("%s: %d tools in %d lines", name, own.Definitions, lines)
		}
		if own.Counts["type-unknown"] > 0 || asked.Counts["type-unknown"] == 0 {
			t.Errorf("%s: %d types that the dialect does not have, and %d that JSON Schema does not", name, own.Counts["type-unknown"], asked.Counts["type-unknown"])
		}
		mended, _, err := Fix(name, data, "openai")
		if err != nil {
			t.Fatal(err)
		}
		if left, any := linted(t, name, mended, "openai").Counts["type-unknown"], bytes.Count(data, []byte(`"type": "any"`)); left != any {
			t.Errorf("%s: %d unknown types are left of which %d are any", name, left, any)
		}
		for _, rule := range slices.Sorted(maps.Keys(own.Counts)) {
			t.Logf("%s: %s %d", filepath.Base(name), rule, own.Counts[rule])
		}
	}
}

func linted(t *testing.T, name string, data []byte, provider string) *Report {
	t.Helper()
	f, problems := tools.Read(name, data)
	if f == nil {
		t.Fatal(schemas.Problems(problems))
	}
	r, err := File(f, provider)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// BenchmarkTenThousand reads and judges 10,000 different definitions.
func BenchmarkTenThousand(b *testing.B) {
	text := []byte("[" + repeated(10_000, ",\n", func(i int) string {
		return def(fmt.Sprintf("find_order_%d", i), fmt.Sprintf(`{"type": "object", "additionalProperties": false, "required": ["number"], "properties": {
			"number": {"type": "string", "description": "Number %d on the receipt.", "pattern": "^[A-Z0-9]+$"},
			"state": {"type": "string", "description": "Only those in this state.", "enum": ["open", "sent", "closed"], "default": "open"},
			"limit": {"type": "integer", "description": "How many to return.", "minimum": 1, "maximum": 50},
			"towns": {"type": "array", "description": "Towns of the shops.", "items": {"type": "string"}}}}`, i))
	}) + "]")
	for b.Loop() {
		f, problems := tools.Read("a.json", text)
		if f == nil {
			b.Fatal(schemas.Problems(problems))
		}
		if r, err := File(f, "openai"); err != nil || r.Definitions != 10_000 {
			b.Fatal(r, err)
		}
	}
}
