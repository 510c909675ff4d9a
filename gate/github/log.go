package github

import (
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/sethvargo/go-githubactions"
)

// Log writes to the step's log, which is standard output: there, unlike on standard error, the order of commands and
// text is certain. It may be used by several goroutines. A failed write makes the rest silent; Err tells.
type Log struct {
	mu     sync.Mutex
	out    *firstError
	action *githubactions.Action
	random io.Reader
	runner bool
	shown  map[Level]int
}

// Level is the weight of an annotation.
type Level string

// The levels, as the runner calls them.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Notice  Level = "notice"
)

// Annotation is a remark that GitHub shows beside a file, or on the run's page if it names none.
type Annotation struct {
	Level   Level
	File    string // relative to the workspace; "" for none
	Line    int    // from 1; 0 for none
	Title   string
	Message string
}

// GitHub shows this many annotations of each level for a step, and keeps this much of each.
const (
	maxAnnotations = 10
	maxMessage     = 4096 // GitHub counts characters; bytes never exceed that
	maxProperty    = 1024 // ours: no path or title needs more
)

// NewLog returns a log on the step's standard output. The environment tells whether a runner listens (GITHUB_ACTIONS);
// random must be unpredictable, such as crypto/rand's Reader.
func NewLog(getenv func(string) string, stdout io.Writer, random io.Reader) *Log {
	out := &firstError{w: stdout}
	return &Log{
		out:    out,
		action: githubactions.New(githubactions.WithGetenv(getenv), githubactions.WithWriter(out)),
		random: random,
		runner: getenv("GITHUB_ACTIONS") == "true",
		shown:  map[Level]int{},
	}
}

// Print writes lines of text for people. Outside text in them cannot form a command, whether or not it went through
// Escape; what Escape adds is that it stays on its line.
func (l *Log) Print(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.print(text)
}

func (l *Log) print(text string) {
	for _, line := range neutraliseLines(strings.TrimSuffix(text, "\n")) {
		fmt.Fprintln(l.out, line)
	}
}

// Raw writes text as it is, between commands that stop and resume the runner's processing; the token that resumes is
// new each time, so the text cannot hold it. Without randomness the text is printed escaped instead.
func (l *Log) Raw(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var token [16]byte
	if _, err := io.ReadFull(l.random, token[:]); err != nil {
		l.print(text)
		return
	}
	resume := hex.EncodeToString(token[:])
	l.action.IssueCommand(&githubactions.Command{Name: "stop-commands", Message: resume})
	fmt.Fprintln(l.out, strings.TrimSuffix(text, "\n"))
	l.action.IssueCommand(&githubactions.Command{Name: resume})
}

// Annotate writes an annotation, cut to what GitHub keeps. It writes nothing, and returns false, once the step has ten
// of that level: write the worst first.
func (l *Log) Annotate(a Annotation) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown[a.Level] == maxAnnotations {
		return false
	}
	l.shown[a.Level]++
	properties := githubactions.CommandProperties{}
	if a.Title != "" {
		properties["title"] = cut(neutralise(a.Title), maxProperty)
	}
	if a.File != "" {
		properties["file"] = cut(neutralise(a.File), maxProperty)
		if a.Line > 0 {
			properties["line"] = strconv.Itoa(a.Line)
		}
	}
	l.action.IssueCommand(&githubactions.Command{
		Name:       string(a.Level),
		Message:    cut(strings.Join(neutraliseLines(a.Message), "\n"), maxMessage),
		Properties: properties,
	})
	return true
}

// Mask has the runner hide a secret, each of its lines, in all that the job logs from now on. Without a runner, which
// would keep the command itself from being shown, it does nothing.
func (l *Log) Mask(secret string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.runner {
		return
	}
	for line := range strings.Lines(secret) {
		if line = strings.TrimSpace(line); line != "" {
			l.action.AddMask(line)
		}
	}
}

// Err returns the error of the first write that failed.
func (l *Log) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.out.err != nil {
		return fmt.Errorf("write log: %w", l.out.err)
	}
	return nil
}

// firstError keeps the first error of a writer and swallows what follows: go-githubactions panics on one.
type firstError struct {
	w   io.Writer
	err error
}

func (f *firstError) Write(p []byte) (int, error) {
	if f.err == nil {
		_, f.err = f.w.Write(p)
	}
	return len(p), nil
}
