package github

import (
	"strings"
	"unicode"
)

// command is what the runner makes of a line.
type command struct {
	Name, Data string
	Properties map[string]string
}

// runnerCommands returns the commands that the runner finds in a stream. It follows ActionCommand.cs and
// ActionCommandManager.cs of actions/runner, but knows every name to be a command: what it finds is more, never less.
func runnerCommands(stream string) []command {
	var found []command
	resume := ""
	for _, line := range strings.FieldsFunc(stream, func(c rune) bool { return c == '\n' || c == '\r' }) {
		c, ok := parseV2(line)
		if !ok {
			c, ok = parseV1(line)
		}
		switch {
		case !ok:
		case resume != "":
			if strings.EqualFold(c.Name, resume) {
				resume = ""
			}
		case c.Name == "stop-commands":
			resume = c.Data
		default:
			found = append(found, c)
		}
	}
	return found
}

// parseV2 reads ::name key=value,key=value::data at the beginning of a line.
func parseV2(line string) (command, bool) {
	line, ok := strings.CutPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::")
	if !ok {
		return command{}, false
	}
	info, data, ok := strings.Cut(line, "::")
	if !ok {
		return command{}, false
	}
	name, properties, _ := strings.Cut(info, " ")
	c := command{Name: name, Data: unescape.Replace(data), Properties: map[string]string{}}
	for _, property := range strings.Split(properties, ",") {
		if key, value, ok := strings.Cut(property, "="); ok {
			c.Properties[key] = unescapeProperty.Replace(value)
		}
	}
	return c, true
}

// parseV1 reads ##[name key=value;]data anywhere in a line.
func parseV1(line string) (command, bool) {
	_, line, ok := strings.Cut(line, "##[")
	if !ok {
		return command{}, false
	}
	info, data, ok := strings.Cut(line, "]")
	name, _, _ := strings.Cut(info, " ")
	return command{Name: name, Data: data}, ok
}

var (
	unescape         = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%")
	unescapeProperty = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
)
