package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/keptgate/keptgate/thresholds"
)

// replay is the beginning of the command that runs a failing trial alone.
func (c *runCmd) replay(config *thresholds.Config) string {
	command := "keptgate run"
	if len(c.Candidate) == 1 || config.Candidate != "" {
		command += " --candidate " + shellQuote(append(c.Candidate, config.Candidate)[0])
	}
	for _, s := range c.Suite {
		command += " --suite " + shellQuote(s)
	}
	if c.Config != "" {
		command += " --config " + shellQuote(c.Config)
	}
	if c.Spectrum != "" {
		command += " --spectrum " + shellQuote(c.Spectrum)
	}
	if c.Seed != defaultSeed {
		command += fmt.Sprintf(" --seed %d", c.Seed)
	}
	return command
}

// shellQuote writes an argument so that a shell reads it as one word.
func shellQuote(s string) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./:=@%+,", r)
	}) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
