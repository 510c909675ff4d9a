// Package audit judges suites rather than candidates: whether their references
// keep the promise, whether whatever breaks it is found, and whether what is as
// good is accepted.
//
// It promises that the same suites and seed give the same report, in the same
// order, on any number of cores; that no mutant is left out in silence; and that
// every survivor comes with a candidate that plays it again. It asks no model and
// reaches no network. It imports gate and what gate may import; cmd imports it.
package audit
