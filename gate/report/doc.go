// Package report writes a result for people: tables for a terminal, Markdown for
// a pull request comment and a job summary.
//
// It promises that no text of a candidate, a suite or another job's file gets out
// of its place: in Markdown it can form no mention, link, image, HTML or table
// cell, on a terminal no control sequence. Markdown never exceeds its budget:
// what does not fit is ranked, cut and counted. Of ours it imports gate,
// gate/grade, gate/stats and gate/trace; the command line imports it.
package report
