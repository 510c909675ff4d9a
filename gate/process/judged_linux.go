package process

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// Isolates tells whether this program starts what is Judged as Nobody: on Linux
// where it is root. Elsewhere a program that is judged has the rights of this one.
func Isolates() bool { return os.Geteuid() == 0 }

// attributes gives a program a group of its own, and makes it Nobody where that can
// be.
func attributes(c Command) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true}
	if c.Judged && Isolates() {
		a.Credential = &syscall.Credential{Uid: Nobody, Gid: Nobody} // and of no other group
	}
	return a
}

// launch starts the program. One that is judged, and all that it starts, gains no
// rights by what it runs, such as sudo. That is a property of the thread that starts
// it, so that the thread is one of its own, and ends here.
func (p *Process) launch(c Command) error {
	if !c.Judged {
		return p.cmd.Start()
	}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked
		err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
		if err == nil {
			err = p.cmd.Start()
		}
		started <- err
	}()
	return <-started
}

// Hand gives a file or a folder to Nobody, where programs that are judged are
// Nobody.
func Hand(path string) error {
	if !Isolates() {
		return nil
	}
	return os.Lchown(path, Nobody, Nobody)
}

// handPipe does the same for a program's side of a pipe, so that it can open its
// streams by name, as /dev/stderr.
func handPipe(c Command, f *os.File) error {
	if !c.Judged || !Isolates() {
		return nil
	}
	return f.Chown(Nobody, Nobody)
}

// Reach tells by an error what keeps Nobody from a file or a folder: which folder on
// the way cannot be entered, or that the file itself cannot be read, or be run where
// that is asked for. It reads the plain rights alone.
func Reach(path string, run bool) error {
	if !Isolates() {
		return nil
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	for _, way := range []string{path, real} {
		for dir := filepath.Dir(way); ; dir = filepath.Dir(dir) {
			if err := allows(dir, enter); err != nil {
				return err
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	want := os.FileMode(read)
	if info, err := os.Stat(real); err == nil && (run || info.IsDir()) {
		want |= enter
	}
	return allows(real, want)
}

// Rights of one class of users.
const (
	enter = 0o1 // or run
	read  = 0o4
)

// allows tells by an error that Nobody lacks a right to a path.
func allows(path string, want os.FileMode) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	mode := info.Mode().Perm()
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		switch {
		case s.Uid == Nobody:
			mode >>= 6
		case s.Gid == Nobody:
			mode >>= 3
		}
	}
	if mode&want != want {
		return fmt.Errorf("user %d has no right to %s (mode %04o)", Nobody, path, info.Mode().Perm())
	}
	return nil
}
