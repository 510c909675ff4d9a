// Package mcp speaks the Model Context Protocol.
//
// It hosts a call: whoever connects to a Desk takes the candidate's place, calls
// the tools of the world and talks with the caller. It promises that nothing a
// client sends reaches anything but the trial, one message at a time, and that
// every request is answered. Of ours it imports gate/trace; cmd imports it.
package mcp
