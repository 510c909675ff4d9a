package main

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// swap is the script command
//
//	swap FILE OLD NEW
//
// which puts one text in the place of another, which must be there.
func swap(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: swap FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not hold %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, args[1], args[2])), 0o644))
}

// inDays is what dated puts a day in the place of.
var inDays = regexp.MustCompile(`IN_([0-9]+)_DAYS`)

// dated is the script command
//
//	dated FILE
//
// which puts days of the calendar in the place of IN_N_DAYS, as the program goes by
// today's.
func dated(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: dated FILE")
	}
	text := inDays.ReplaceAllStringFunc(ts.ReadFile(args[0]), func(s string) string {
		n, err := strconv.Atoi(inDays.FindStringSubmatch(s)[1])
		ts.Check(err)
		return time.Now().UTC().AddDate(0, 0, n).Format(time.DateOnly)
	})
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}
