//go:build npm

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestNpm runs the program against parts from npm that nobody here wrote, which
// make npm installs under testdata/npm. Scripts find their commands in the PATH,
// the example suites in $SERVERS, those of the gate's tests in $GATE/suites, and
// what is written for Node in $PARTS.
func TestNpm(t *testing.T) {
	installed, err := filepath.Abs(filepath.Join("testdata", "npm", "node_modules", ".bin"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(installed); err != nil {
		t.Fatalf("%v; run this by make npm", err)
	}
	servers, err := filepath.Abs(filepath.Join("..", "..", "examples", "servers"))
	if err != nil {
		t.Fatal(err)
	}
	gateData, err := filepath.Abs(filepath.Join("..", "..", "gate", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "npm", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", installed+string(os.PathListSeparator)+e.Getenv("PATH"))
			e.Setenv("SERVERS", servers)
			e.Setenv("GATE", gateData)
			e.Setenv("PARTS", filepath.Dir(filepath.Dir(installed)))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}
