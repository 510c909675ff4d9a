// Package github is the gate's only contact with GitHub: what a workflow step is given (inputs, event) and what it
// leaves behind (log, annotations, outputs, job summary, the pull request's comment, the issue of nightly runs).
//
// It promises that
//   - no text of a candidate becomes a workflow command, whichever of these ways it takes;
//   - a gate has one comment on a pull request, which an older run, or a run of an older commit, never overwrites, and one
//     open issue;
//   - what another run only reports, as a fork's does, is marked as unverified, goes to the pull request that GitHub names
//     for that run, and never takes the place of what a run of the base has written about the same commit;
//   - a request is repeated only where that cannot do the same thing twice, and every wait is bounded;
//   - nothing is read from the process: environment, streams, clock and randomness are passed in.
//
// It knows strings, not results, imports nothing of ours, and only cmd may import it.
package github
