package agent

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// whole tells whether a file names an agent that acts by itself.
func (f File) whole() bool { return f.URL != "" || len(f.Command) > 0 }

// fromWhole makes the candidate of a file that names a whole agent.
func fromWhole(f File, o Options) (Candidate, error) {
	only := func(field string, given bool, why string) error {
		if given {
			return &FieldError{field, why}
		}
		return nil
	}
	const model = "belongs to a model: an agent that acts by itself has its own"
	for _, err := range []error{
		only("model", f.Model != "", "a file names a model, a url or a command, and one of them only"),
		only("command", f.URL != "" && len(f.Command) > 0, "a file names a model, a url or a command, and one of them only"),
		only("prompt", f.Prompt != Prompt{}, model),
		only("parameters", f.Parameters.some(), model),
		only("base_url", f.BaseURL != "", model),
		only("retries", f.Retries != nil, model),
		only("env", f.URL != "" && len(f.Env) > 0, "belongs to a command: a service has its own environment"),
		only("code", f.URL != "" && len(f.Code) > 0, "belongs to a command: say with version which build a service is"),
		only("api_key_env", f.URL == "" && f.APIKeyEnv != "", "belongs to a url: list under env what a command needs"),
		only("in_flight", f.URL == "" && f.InFlight != 0, "belongs to a url"),
		checkVersion(f.Version),
	} {
		if err != nil {
			return nil, err
		}
	}
	if f.URL != "" {
		return newService(f, o)
	}
	for i, name := range f.Env {
		if !variableName.MatchString(name) {
			return nil, &FieldError{fmt.Sprintf("env.%d", i), quote(name) + ": want a variable whose name ends in _API_KEY or _BASE_URL, so that no other secret is handed on"}
		}
	}
	return newProgram(f, o)
}

// variableName is what a variable may be called that an agent's program gets.
var variableName = regexp.MustCompile(`^[A-Z][A-Z0-9_]*_(API_KEY|BASE_URL)$`)

// checkVersion bounds how a file names a build.
func checkVersion(version string) error {
	if len(version) > 100 || strings.ContainsAny(version, " \t\r\n") {
		return &FieldError{"version", "want at most 100 characters without spaces"}
	}
	return nil
}

// parseWhole reads http://HOST/PATH, https://HOST/PATH, http:URL or command:PROGRAM
// ARGUMENT…, whose words are set apart by spaces.
func parseWhole(spec string, o Options) (Candidate, error) {
	f, err := wholeFile(spec)
	if err != nil {
		return nil, err
	}
	c, err := fromWhole(f, o)
	var field *FieldError
	if errors.As(err, &field) { // there is no file
		return nil, errors.New(field.Reason)
	}
	return c, err
}

func wholeFile(spec string) (File, error) {
	kind, rest, _ := strings.Cut(spec, ":")
	if kind != "command" {
		if strings.HasPrefix(rest, "//") {
			rest = spec
		}
		return File{URL: rest}, nil
	}
	if strings.ContainsAny(rest, `"'\`) {
		return File{}, errors.New("want words set apart by spaces, without quotes: an argument with a space in it goes into a candidate file, as command: [PROGRAM, ARGUMENT]")
	}
	words := strings.Fields(rest)
	if len(words) == 0 {
		return File{}, errors.New("want command:PROGRAM, with its arguments behind it")
	}
	return File{Command: words}, nil
}

// agentSettings are the times and bounds that a file sets for a whole agent.
func (f File) agentSettings() (settings, error) {
	if f.Timeout == "" {
		f.Timeout = defaultTurnTime.String()
	}
	return f.settings(provider{env: "AGENT"})
}

// defaultTurnTime is what a whole agent has for one answer.
const defaultTurnTime = 5 * time.Minute

// sessionOf names a call for the agent. It tells nothing of case or trial.
func sessionOf(b Briefing) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(b.MCP)))[:16] }
