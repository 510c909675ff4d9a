package github

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sethvargo/go-githubactions"
)

// Inputs are the action's inputs as the workflow wrote them, checked for form only: whether a suite exists, or whether
// fail-on may loosen the policy, is for the caller to say. An empty field was not set, so the configuration decides.
type Inputs struct {
	Command    string   // what to do; "run" unless set
	Candidates []string // provider:model, builtin:NAME or a candidate file each; the input separates them by lines
	Config     string   // path of the configuration file
	Profile    string   // policy profile
	HeldOut    string   // where the held-out side is
	Suites     []string // names or folders; the input separates them by commas or lines
	Trials     int      // steady trials per case; 0 where not set
	Baseline   string   // where the baseline is kept
	GateName   string   // names the comment; at most 100 characters
	Comment    bool     // write the pull request's comment; true unless set
	Issue      bool     // keep an issue on events without a pull request; false unless set
	FailOn     []string // verdicts that fail the step, or just "never"
	Shard      string   // I/N, the part of the run to do; never with the command merge
	Result     string   // folder of the run's files, inside the working directory; "keptgate-out" unless set
	Stage      string   // to promote to; "candidate" unless set
	Token      string   // GitHub token; without one there is no comment
	WorkingDir string   // folder below the workspace to work in; "." unless set
}

const (
	maxTrials   = 1_000
	maxGateName = 100
)

// ReadInputs reads the inputs from the environment that the runner gives a container action: INPUT_ and the input's
// name in capitals, hyphens kept. The error names every input that is wrong, one a line, and never shows the token.
func ReadInputs(getenv func(string) string) (Inputs, error) {
	r := inputReader{action: githubactions.New(githubactions.WithGetenv(getenv), githubactions.WithWriter(io.Discard))}
	in := Inputs{
		Command:    r.oneOf("command", "run", "merge", "comment", "promote"),
		Candidates: r.lines("candidate"),
		Config:     r.text("config"),
		Profile:    r.text("profile"),
		Suites:     r.list("suites"),
		HeldOut:    r.text("held-out"),
		Trials:     r.count("trials", maxTrials),
		Baseline:   r.text("baseline"),
		GateName:   r.name("gate-name", maxGateName),
		Comment:    r.boolean("comment", true),
		Issue:      r.boolean("issue", false),
		FailOn:     r.failOn("fail-on"),
		Shard:      r.text("shard"),
		Result:     r.folder("result", "keptgate-out"),
		Stage:      cmp.Or(r.text("stage"), "candidate"),
		Token:      r.secret("github-token"),
		WorkingDir: r.folder("working-directory", "."),
	}
	if in.Command == "merge" && in.Shard != "" {
		r.refuse("shard", "a merge is of all shards; give it to the jobs that run")
	}
	return in, errors.Join(r.errs...)
}

// inputReader reads inputs one by one and collects what is wrong with them.
type inputReader struct {
	action *githubactions.Action
	errs   []error
}

func (r *inputReader) refuse(name, format string, args ...any) {
	r.errs = append(r.errs, fmt.Errorf("read input %s: %s", name, fmt.Sprintf(format, args...)))
}

// text reads a value of one line.
func (r *inputReader) text(name string) string {
	value := r.action.GetInput(name)
	if strings.ContainsFunc(value, unicode.IsControl) {
		r.refuse(name, "%q holds a line break or another control character; write one plain value", value)
	}
	return value
}

func (r *inputReader) name(name string, longest int) string {
	value := r.text(name)
	if n := len([]rune(value)); n > longest {
		r.refuse(name, "it has %d characters; use at most %d", n, longest)
	}
	return value
}

// oneOf reads one of the values listed; the first is the default.
func (r *inputReader) oneOf(name string, values ...string) string {
	value := r.text(name)
	if value == "" {
		return values[0]
	}
	if !slices.Contains(values, value) {
		r.refuse(name, "%q is not supported by this version; use %s", value, strings.Join(values, ", "))
	}
	return value
}

// list reads values separated by commas or line breaks.
func (r *inputReader) list(name string) []string { return r.split(name, ",\n") }

// lines reads values separated by line breaks.
func (r *inputReader) lines(name string) []string { return r.split(name, "\n") }

func (r *inputReader) split(name, separators string) []string {
	var values []string
	for value := range strings.FieldsFuncSeq(r.action.GetInput(name), func(c rune) bool { return strings.ContainsRune(separators, c) }) {
		value = strings.TrimSpace(value)
		if strings.ContainsFunc(value, unicode.IsControl) {
			r.refuse(name, "%q holds a control character", value)
		}
		if value != "" {
			values = append(values, value)
		}
	}
	return values
}

func (r *inputReader) count(name string, most int) int {
	value := r.text(name)
	if value == "" {
		return 0
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > most {
		r.refuse(name, "%q is not a whole number from 1 to %d", value, most)
	}
	return n
}

func (r *inputReader) boolean(name string, preset bool) bool {
	switch value := r.text(name); strings.ToLower(value) {
	case "":
		return preset
	case "true":
		return true
	case "false":
		return false
	default:
		r.refuse(name, "%q is neither true nor false", value)
		return preset
	}
}

func (r *inputReader) failOn(name string) []string {
	values := r.list(name)
	for _, value := range values {
		switch value {
		case "block", "inconclusive", "not-evaluated":
		case "never":
			if len(values) > 1 {
				r.refuse(name, "never stands alone; remove it or the others")
			}
		default:
			r.refuse(name, "%q is not a verdict that can fail; use block, inconclusive, not-evaluated, or never", value)
		}
	}
	return values
}

// folder reads a path below the workspace. The host's paths mean nothing in the container, so an absolute one, such as
// github.workspace expands to, is refused.
func (r *inputReader) folder(name, preset string) string {
	value := r.text(name)
	if value == "" {
		return preset
	}
	if !filepath.IsLocal(value) {
		r.refuse(name, "%q leaves the workspace; give a path relative to it, without ..", value)
	}
	return filepath.Clean(value)
}

// secret reads a value that no message may show.
func (r *inputReader) secret(name string) string {
	value := r.action.GetInput(name)
	if strings.ContainsFunc(value, func(c rune) bool { return c <= ' ' || c > '~' }) {
		r.refuse(name, "it holds a space, a line break or another character that no token has; check the secret")
	}
	return value
}
