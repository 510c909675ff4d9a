// Package gate plans a run, runs it, gathers its result, compares that with a
// baseline and decides.
//
// It promises that the same candidate, suites and seed give the same Result but
// for Times; that every finished trial is on disk before it counts; and that
// nothing missing turns into a pass. It imports every room but gate/github;
// gate/audit, gate/report and the command line may import it.
package gate
