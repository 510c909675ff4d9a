package fidelity

import (
	"os"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/suites"
)

// The contract in the documentation is one.
func TestDocumentedContract(t *testing.T) {
	data, err := os.ReadFile("../../docs/fidelity.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "## The contract\n\n```yaml\n")
	text, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("the documentation shows no contract")
	}
	c, err := Parse("docs/fidelity.md", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	suite, err := suites.Public(c.Suite, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(suite); err != nil {
		t.Error(err)
	}
}
