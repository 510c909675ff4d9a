//go:build unix && !linux

package process

import "syscall"

func attributes(Command) *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// Adopt does nothing here: only Linux hands what programs leave behind to others
// than the first process.
func Adopt() error { return nil }

// KillChildren does nothing here; see Adopt.
func KillChildren() {}

// terminate asks the program's group to end.
func (p *Process) terminate() { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGTERM) }

// end kills the group. What left it is not found on this system.
func (p *Process) end() { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }
