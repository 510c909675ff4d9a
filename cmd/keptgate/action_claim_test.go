package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate"
)

// TestClaimsAreBounded: there are no more candidates than fit side by side, and all
// of them together have the bytes that one may have.
func TestClaimsAreBounded(t *testing.T) {
	for _, test := range []struct {
		folders int
		left    int64
		want    string // "" for none
	}{
		{gate.MaxLineup, 10 * gate.MaxLineup, ""},
		{gate.MaxLineup, 10*gate.MaxLineup - 1, fmt.Sprintf("has more than the %d bytes allowed", gate.MaxClaim)},
		{gate.MaxLineup + 1, gate.MaxClaim, "out holds more than 26 results"},
	} {
		dir := t.TempDir()
		for i := range test.folders {
			at := filepath.Join(dir, "out", fmt.Sprintf("c%02d", i))
			if err := os.MkdirAll(at, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(at, gate.ResultFile), []byte("0123456789"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		c := claimReader{root: root, left: test.left}
		texts, err := c.read(filepath.Join("out", gate.ResultFile))
		if test.want == "" && (err != nil || len(texts) != test.folders) || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%d folders, %d bytes: %d results, %v, want %q", test.folders, test.left, len(texts), err, test.want)
		}
	}
}
