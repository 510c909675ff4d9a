// Package report writes a result for people: tables for a terminal, Markdown for
// a pull request comment and a job summary, a page of HTML with plots and the
// failing trials, and runs over time as another page.
//
// It promises that no text of a candidate, a suite or another job's file gets out
// of its place: in Markdown it can form no mention, link, image, HTML or table
// cell, on a terminal no control sequence, in HTML no element and no attribute.
// Pages load nothing and run one script, which their policy names by its digest.
// Markdown and pages never exceed their budgets: what does not fit is ranked, cut
// and counted. A trial of a held-out case is never shown, whatever a log says. Of
// ours it imports gate, gate/grade, gate/stats and gate/trace; the command line
// imports it.
package report
