package agent

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// MissingKeyError says that the variable which should hold an API key is empty.
type MissingKeyError struct {
	Env string
}

func (e *MissingKeyError) Error() string {
	return fmt.Sprintf("read API key: %s is not set: set it in the environment (any text will do for a server that needs no key)", e.Env)
}

// ProviderError says that the provider, not the model, failed: the trial is void.
type ProviderError struct {
	Status    int    // of the last HTTP response, 0 when there was none
	Reason    string // one line of at most 300 characters, without secrets
	Permanent bool   // every other trial would meet it too: the run can stop
	Agent     bool   // it was a whole agent that was asked, and not a model
	err       error
}

func (e *ProviderError) Error() string {
	if e.Agent {
		return "ask agent: " + e.Reason
	}
	return "ask model: " + e.Reason
}

// Unwrap gives the error of the client library. Its text may quote the provider.
func (e *ProviderError) Unwrap() error { return e.err }

// CrashError says that an agent broke down: it exited, answered what is no answer,
// or not in time. That is the candidate's failure.
type CrashError struct {
	Reason string // one line of at most 300 characters
}

func (e *CrashError) Error() string { return "the agent broke down: " + e.Reason }

// FieldError says which field of a candidate file is wrong, so that the reader
// of the file can point at its line.
type FieldError struct {
	Field  string // dotted path, such as "parameters.temperature"
	Reason string
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("read candidate file: %s: %s", e.Field, e.Reason)
}

const maxReason = 300

// keyLike finds keys that a provider quotes, whole or half masked, by how those of
// the providers in the table begin.
var keyLike = regexp.MustCompile(`\b(?:sk-|gsk_|xai-|tgp_|fw_|AIza)[\w*.-]+`)

// safe makes one short line of a text from outside and takes secrets out of it.
func safe(text string, secrets ...string) string {
	for _, s := range secrets {
		if len(s) >= 4 { // shorter ones are placeholders, and words
			text = strings.ReplaceAll(text, s, "[key]")
		}
	}
	text = keyLike.ReplaceAllString(text, "[key]")
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if runes := []rune(text); len(runes) > maxReason {
		text = string(runes[:maxReason-1]) + "…"
	}
	return text
}
