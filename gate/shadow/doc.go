// Package shadow replays recorded conversations to a candidate and says where it
// agrees with the record: which of the recorded calls it made too, which it made
// with other arguments, which it did not make, and what it made beside them.
//
// It promises that nothing is carried out. A candidate's calls go to an Archive, which
// is a table of what was recorded and has no way to anything else: reads are answered
// from it, writes are noted. Agreement is no verdict. The record may be wrong, the
// user of a record does not react, and another way may be as good.
//
// It imports gate/trace, gate/agent, gate/stats, suites/recorded, suites/draft,
// schemas and schemas/tools; gate/report and cmd import it.
package shadow
