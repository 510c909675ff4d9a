// Package report writes a result for people: tables for a terminal, Markdown for
// a pull request comment and a job summary, a page of HTML with plots and the
// failing trials, and runs over time as another page; for other tools JUnit XML,
// JSON Lines, and SARIF of the problems of files.
//
// It promises that no text of a candidate, a suite or another job's file gets out
// of its place: in Markdown it can form no mention, link, image, HTML or table
// cell, on a terminal no control sequence, in HTML no element and no attribute,
// in XML and JSON nothing but the text of its place, in SARIF no link.
// Pages load nothing and run one script, which their policy names by its digest.
// Markdown and pages never exceed their budgets: what does not fit is ranked, cut
// and counted. A trial of a held-out case is never shown, whatever a log says. Of
// ours it imports gate, gate/grade, gate/stats, gate/trace and schemas; the command
// line imports it.
package report
