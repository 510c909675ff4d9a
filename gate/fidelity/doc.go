// Package fidelity replays a contract against a simulated world and against the
// service that it stands for, and says where the two differ.
//
// It promises that what one side could not show is never taken for equal, that a
// service which does not answer is no difference, that nothing is written to a
// service unless the contract allows it, and that no secret which it is given comes
// out. Shapes and their comparison are pure. Of ours it imports schemas, suites,
// gate/trace, gate/process, gate/mcp and gate/world; gate/report and cmd import it.
package fidelity
