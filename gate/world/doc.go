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
// A business is rows in SQL, or an MCP server of the user's: Meet it before Open.
// Validation, drift, capacity, faults and ledger are the same over both. What is
// different where a server is the world:
//   - Each trial has a server of its own, in a folder of its own, or takes its
//     turn at one that is reset in between. One that does not begin as it did
//     before makes the trial void.
//   - What changed is seen from outside: in the tables that the suite declares,
//     after each call and once more at the end. A call that fails may have
//     changed something, and a read too.
//   - The folder's real path never shows: it goes by /world.
//   - The server has a clock of its own. The virtual time of the trial moves what
//     is between it and the candidate, and not the server.
//   - A server that dies, hangs, floods or breaks the protocol makes the trial
//     void.
//   - What needs the state itself cannot happen: silent_noop, stale_read,
//     concurrent_change, corrupt_state, and what others do in between.
//
// Of ours it imports suites, schemas, gate/trace, gate/mcp and gate/process. The packages gate/trial,
// gate and gate/audit, and cmd, may import it.
package world
