package main

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
)

// junitFile is the JUnit report beside result.json.
const junitFile = "junit.xml"

// writeJUnit writes the JUnit report of a run into its folder, whole or not at
// all.
func writeJUnit(dir string, r *gate.Result, replay string) error {
	var text bytes.Buffer
	if err := report.JUnit(&text, r, report.JUnitOptions{Replay: replay}); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return gate.WriteFile(filepath.Join(dir, junitFile), text.Bytes())
}
