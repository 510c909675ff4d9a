// Package tau2 makes a suite of the tasks of τ²-bench: each becomes a case, with
// its gold actions as the reference and what they leave as the expectation.
//
// A folder says how a domain of τ²-bench is a business here: suite.yaml,
// tools.yaml and policy.md as in any suite, and, where the domain has a database,
// tables.sql and import.yaml, by which the database becomes rows. The script of a
// caller is drafted from the task's text. What could not be drafted well, or is in
// doubt because a gold action does nothing, is provisional and says why.
//
// It promises that whatever it is given ends in files or in an error, in bounded
// time and memory, and that each task is either a case or a note. Of ours it
// imports schemas; cmd imports it.
package tau2
