// Package mcp speaks the Model Context Protocol, both ways.
//
// It hosts a call: whoever connects to a Desk takes the candidate's place and
// calls the tools of the world; at a Counter it talks with the caller as well. It
// promises that nothing a client sends reaches anything but the trial, that every
// request is answered, and that a call which the trial took is noted whatever
// becomes of the client. And it dials a server of others, for a world to be made
// of, or to be compared with one; for the latter it asks HTTP services as well. Of
// ours it imports gate/trace and gate/process; gate/world, gate/trial, gate/fidelity,
// gate and cmd import it.
package mcp
