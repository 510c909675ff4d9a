// Package stats is the arithmetic of the gate: numbers in, numbers out. It prints nothing, keeps no state, reads no
// clock, and draws random numbers only from a seed that the caller passes. It imports nothing else of this module; the
// gate and the reports may import it.
//
// What it answers, file by file:
//
//	passk.go     how often do k trials in a row keep the promise, and how sure is that?
//	share.go     what share of its trials was kept, and how sure is that?
//	exact.go     is the candidate worse than its baseline, in these cases?
//	family.go    which categories got worse, all of them looked at together?
//	paired.go    do two candidates differ over the same trials?
//	looks.go     can the run end early, one way or the other?
//	gap.go       did the public cases gain more than the held-out ones?
//	visible.go   how small a drop would have been seen?
//	missing.go   do missing trials leave the question open?
//	score.go     where does the reliability score lie, and does it clear a threshold?
//	interval.go  what a rate or a list of latencies looks like, for display
//
// Undefined figures (too few trials, no cases) come as data, a flag or a list beside the number; errors are for input
// that no run can have produced. No result is NaN or infinite.
//
// # Choices
//
// Two figures are called pass^k in the literature. Ours is the chance that k fresh trials of a case all pass, estimated
// without bias as in τ-bench (Yao et al., 2024). The plain power (c/n)^k of other papers is too high: by .06 to .08 at
// n = 10, k = 5 and rates of .65 to .9. Trials lost to infrastructure are not quietly left out, as some do: CheckMissing
// bounds how many there may be.
//
// Regressions are tested given the margins of every case, so a false block is as rare as stated however few the trials
// and however unlike the cases. Bootstrap and beta-binomial rules were simulated and are not: at a nominal .0008 they
// blocked .001 to .025 of identical candidates.
package stats
