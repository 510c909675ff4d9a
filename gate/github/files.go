package github

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/sethvargo/go-githubactions"
)

// maxSummary is the size in bytes beyond which GitHub shows nothing of a step's summary.
const maxSummary = 1 << 20

var outputPattern = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// SetOutput sets an output of the step to a scalar or path. A value with a line break is refused: it is no scalar, and
// its second line could set another output.
func SetOutput(getenv func(string) string, name, value string) error {
	switch {
	case getenv("GITHUB_OUTPUT") == "":
		return fmt.Errorf("set output %s: GITHUB_OUTPUT is not set; run this as a step of a workflow", name)
	case !outputPattern.MatchString(name):
		return fmt.Errorf("set output %q: not a name of lower-case letters, digits and hyphens", name)
	case strings.ContainsAny(value, "\r\n"):
		return fmt.Errorf("set output %s: its value holds a line break", name)
	}
	// A plain line, since the library's SetOutput puts every value between two delimiters that anyone can know.
	if err := issue(getenv, &githubactions.Command{Name: "output", Message: name + "=" + value}); err != nil {
		return fmt.Errorf("set output %s: %w", name, err)
	}
	return nil
}

// AddSummary appends Markdown to the step's summary, cut, with a link to the whole, to the room that is left there.
func AddSummary(getenv func(string) string, markdown, link string) error {
	path := getenv("GITHUB_STEP_SUMMARY")
	if path == "" {
		return errors.New("write summary: GITHUB_STEP_SUMMARY is not set; run this as a step of a workflow")
	}
	room := int64(maxSummary - len(githubactions.EOF))
	if info, err := os.Stat(path); err == nil {
		room -= info.Size()
	}
	if room <= 0 {
		return fmt.Errorf("write summary: the step has already written the %d bytes that GitHub shows", maxSummary)
	}
	if err := issue(getenv, &githubactions.Command{Name: "step-summary", Message: fit(markdown, int(room), link)}); err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	return nil
}

// issue appends to one of the runner's command files. The library reports a failed write by a panic; here it becomes
// an error again.
func issue(getenv func(string) string, cmd *githubactions.Command) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%v", cause)
		}
	}()
	githubactions.New(githubactions.WithGetenv(getenv), githubactions.WithWriter(io.Discard)).IssueFileCommand(cmd)
	return nil
}
