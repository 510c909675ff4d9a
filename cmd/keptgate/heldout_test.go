package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"
	"github.com/rogpeppe/go-internal/testscript"
)

// makeKeys is the script command
//
//	agekeys
//
// which makes a pair of keys, and sets RECIPIENT to the public one and
// KEPTGATE_HELD_OUT to the other.
func makeKeys(ts *testscript.TestScript, neg bool, args []string) {
	id, err := age.GenerateX25519Identity()
	ts.Check(err)
	ts.Setenv("RECIPIENT", id.Recipient().String())
	ts.Setenv(heldOutEnv, id.String())
}

// alter is the script command
//
//	alter FILE
//
// which changes the last byte but ten of a file.
func alter(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: alter FILE")
	}
	data, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	data[len(data)-10] ^= 1
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o644))
}

// silent is the script command
//
//	silent WORD [FILE|DIR...]
//
// which looks for a word, in any case, in what the last program wrote to stdout
// and stderr and in files, and wants to find it nowhere; with ! somewhere.
func silent(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 {
		ts.Fatalf("usage: silent WORD [FILE|DIR...]")
	}
	word := strings.ToLower(args[0])
	texts := map[string]string{"stdout": ts.ReadFile("stdout"), "stderr": ts.ReadFile("stderr")}
	for _, arg := range args[1:] {
		ts.Check(filepath.WalkDir(ts.MkAbs(arg), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			texts[path] = string(data) + path
			return err
		}))
	}
	found := ""
	for name, text := range texts {
		if strings.Contains(strings.ToLower(text), word) {
			found = name
		}
	}
	if neg == (found == "") {
		ts.Fatalf("%q is in %q:\n%s", args[0], found, texts[found])
	}
}
