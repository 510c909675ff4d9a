//go:build !unix

package process

import "syscall"

func attributes(Command) *syscall.SysProcAttr { return nil }

// Adopt does nothing here.
func Adopt() error { return nil }

// KillChildren does nothing here; see Adopt.
func KillChildren() {}

// terminate does nothing here: there is no request to end.
func (p *Process) terminate() {}

// end kills the program itself. What it started is not found on this system.
func (p *Process) end() { _ = p.cmd.Process.Kill() }
