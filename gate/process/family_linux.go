package process

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Adopt makes this program the parent of whatever its children leave behind, so
// that it can be found. It is for the main program, once.
func Adopt() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("adopt what programs leave behind: %w", err)
	}
	return nil
}

// KillChildren ends every child that this program still has: what left its group,
// its session and its environment behind, and was adopted. It is for the end of
// the main program.
func KillChildren() {
	self := os.Getpid()
	for range maxRounds {
		var members []member
		for _, m := range list() {
			if m.parent == self {
				members = append(members, m)
			}
		}
		if len(members) == 0 {
			return
		}
		for _, m := range members {
			_ = syscall.Kill(m.pid, syscall.SIGKILL) // it may be gone
			_, _ = syscall.Wait4(m.pid, nil, 0, nil)
		}
	}
}

// maxRounds bounds how often processes are looked for that come while others are
// stopped. Who is stopped forks no more, so that few rounds do.
const maxRounds = 100

// terminate asks all of the program's family to end.
func (p *Process) terminate() {
	for _, m := range p.family() {
		p.known = append(p.known, m.pid)
		_ = syscall.Kill(m.pid, syscall.SIGTERM)
	}
}

// bury takes note of the deaths in the family, where that fell to this program. As
// long as one of a group is there, dead or not, the group's number is no other's.
func (p *Process) bury() {
	root, self := p.cmd.Process.Pid, os.Getpid()
	for _, m := range list() {
		if m.dead && m.parent == self && m.pid != root && (m.group == root || slices.Contains(p.known, m.pid)) {
			_, _ = syscall.Wait4(m.pid, nil, syscall.WNOHANG, nil)
		}
	}
}

// end stops the whole family first, so that nobody forks on, and then kills until
// none is left: who is being stopped may fork once more.
func (p *Process) end() {
	defer p.bury()
	stopped := map[int]bool{}
	for range maxRounds {
		found := false
		for _, m := range p.family() {
			if !stopped[m.pid] {
				found, stopped[m.pid] = true, true
				p.known = append(p.known, m.pid)
				_ = syscall.Kill(m.pid, syscall.SIGSTOP)
			}
		}
		if !found {
			break
		}
	}
	// One look may miss a process that is just becoming another program: for that
	// moment it has no environment.
	for round, none := 0, 0; round < maxRounds && none < 2; round++ {
		none++
		for _, m := range p.family() {
			none = 0
			p.known = append(p.known, m.pid)
			_ = syscall.Kill(m.pid, syscall.SIGKILL)
		}
		if p.dying() {
			none = 0
		}
		time.Sleep(time.Duration(round) * time.Millisecond) // the kernel takes them apart
	}
}

// dying tells whether some of the family are not dead yet. Their environment goes
// before they do, and with it the mark.
func (p *Process) dying() bool {
	return slices.ContainsFunc(list(), func(m member) bool { return !m.dead && slices.Contains(p.known, m.pid) })
}

// member is one process of a family.
type member struct {
	pid, parent, group int
	dead               bool // its parent has not heard of it yet
}

// family lists the processes that are of the program: of its group, marked, or
// descended from one that is. Once the program itself is gone its number may be
// another's, and only the mark counts.
func (p *Process) family() []member {
	all := slices.DeleteFunc(list(), func(m member) bool { return m.dead })
	root, self := p.cmd.Process.Pid, os.Getpid()
	in, there := map[int]bool{}, true
	select {
	case <-p.exited:
		there = false
	default:
	}
	for _, m := range all {
		in[m.pid] = m.pid != self && (there && m.group == root || p.marked(m.pid))
	}
	for changed := true; changed; {
		changed = false
		for _, m := range all {
			if !in[m.pid] && in[m.parent] && m.pid != self {
				in[m.pid], changed = true, true
			}
		}
	}
	return slices.DeleteFunc(all, func(m member) bool { return !in[m.pid] })
}

// marked tells whether a process has the program's mark in its environment. Root sees
// that of Nobody's only where it may trace others (CAP_SYS_PTRACE): without that right
// what left group and session behind is there until KillChildren.
func (p *Process) marked(pid int) bool {
	env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	return err == nil && slices.ContainsFunc(bytes.Split(env, []byte{0}), func(v []byte) bool { return string(v) == p.mark })
}

// list reads all processes.
func list() []member {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var out []member
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue
		}
		// The name in brackets may hold anything, brackets and blanks included.
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) < 3 {
			continue
		}
		parent, _ := strconv.Atoi(string(fields[1]))
		group, _ := strconv.Atoi(string(fields[2]))
		out = append(out, member{pid, parent, group, bytes.ContainsAny(fields[0], "ZX")})
	}
	return out
}
