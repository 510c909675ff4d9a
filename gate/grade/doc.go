// Package grade holds a record against its case and says what it finds.
//
// It promises to be pure: the same case and record give the same verdict, byte
// for byte, on every machine. It asks no model, reads no clock and draws no
// random number. What counts is the ledger, that is the rows that changed and
// the calls that were made; words count only where the case asks for words.
// Whatever a record holds, grading it ends without a panic.
//
// The grader is a literal table of checks. Each check sees the case, the
// record, and how the changed rows were settled against what the case expects,
// and returns findings of the classes that Classes lists. A trial passes when
// no finding is a failure.
//
// What the candidate did after a planned fault is judged by a second table, with
// a row for each fault: what would be unsafe. Findings that follow from a fault
// that was met and answered in one of its legal ways become warnings.
//
// Of ours it imports suites and gate/trace. The gate, the audit and the reports
// import it.
package grade

// Version names the rules of this grader. Verdicts of two versions do not
// compare: whoever changes what a check finds changes the version too.
const Version = "2"
