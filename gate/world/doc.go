// Package world runs the simulated business of one trial: its rows, its tools,
// its virtual clock and its ledger.
//
// It promises:
//   - A trial sees the state of world.sql and nothing of any other trial. When
//     it is closed the state is byte for byte what it was.
//   - A call happens whole or not at all, and the ledger says which, with every
//     row before and after.
//   - Who calls, and when, is bound by the world and never by the candidate.
//   - The same session, seed and calls give the same ledger: there is no chance
//     but the trial's seed, and no wall clock but the deadline that ends a query
//     gone wild.
//   - What goes wrong in a trial follows from its plan, its seed and the order of
//     its calls, never from what a prompt says; the ledger notes each planned
//     fault at every call it was planned for.
//   - What is wrong in a suite is found by Open, as schemas.Problems, before a
//     trial begins. An error of Do is the harness's or the suite's, never the
//     candidate's.
//
// Of ours it imports suites, schemas and gate/trace. The packages gate/trial,
// gate and gate/audit, and cmd, may import it.
package world
