package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFoldersAreBounded: a folder with more in it than any run leaves is not looked
// through.
func TestFoldersAreBounded(t *testing.T) {
	dir := t.TempDir()
	for i := range maxFolders + 1 {
		if err := os.Mkdir(filepath.Join(dir, fmt.Sprint(i)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := resultsIn(dir); err == nil || !strings.Contains(err.Error(), "it has 2001 entries, more than the 2000 that are looked at") {
		t.Errorf("resultsIn: %v", err)
	}
}
