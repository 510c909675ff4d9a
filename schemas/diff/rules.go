package diff

// Level is what a change does to those who call the old tools.
type Level string

// The levels, the gravest first.
const (
	Breaking   Level = "breaking"
	Risky      Level = "risky"
	Compatible Level = "compatible"
)

// Rule is a kind of change.
type Rule struct {
	Name  string
	Level Level
	Why   string
}

// Rules lists all kinds of changes.
func Rules() []Rule { return append([]Rule{}, rules...) }

// rules is the table. A rule has a folder of its name in testdata.
var rules = []Rule{
	// sets.go
	{"tool-removed", Breaking, "Calls of the tool fail."},
	{"tool-renamed", Breaking, "Calls by the old name fail."},
	{"tool-added", Compatible, "No call of the old tools is touched."},
	{"tool-description", Risky, "The model decides by the text when to call the tool."},
	{"tool-strict", Risky, "The provider holds the model's arguments to the schema, or no longer does."},
	{"tool-effect", Risky, "What the tool says of its effect decides whether it is repeated or confirmed."},

	// parameters.go
	{"parameter-removed", Breaking, "Calls that give it fail, since nothing but what is described may be given."},
	{"parameter-dropped", Risky, "Calls that give it are still valid, and it does nothing any more."},
	{"parameter-renamed", Breaking, "Calls by the old name fail, or it does nothing any more."},
	{"parameter-added", Compatible, "It may be left out, as the old calls do."},
	{"parameter-added-required", Breaking, "The old calls do not give it."},
	{"parameter-required", Breaking, "Calls that left it out fail."},
	{"parameter-optional", Compatible, "It may still be given."},
	{"parameter-description", Risky, "The model decides by the text what to give."},
	{"object-closed", Breaking, "Calls that give more than what is described fail."},
	{"object-opened", Compatible, "Whatever was valid is valid."},

	// values.go
	{"type-changed", Breaking, "Values of the old type fail."},
	{"type-narrowed", Breaking, "Values of the types that are gone fail."},
	{"type-widened", Compatible, "Values of the old types are valid."},
	{"value-removed", Breaking, "Calls with the value fail."},
	{"value-added", Compatible, "The old values are valid."},
	{"limit-tightened", Breaking, "Values between the old limit and the new one fail."},
	{"limit-loosened", Compatible, "Whatever was valid is valid."},
	{"pattern-changed", Breaking, "Values of the old pattern may fail."},
	{"pattern-removed", Compatible, "Whatever was valid is valid."},
	{"format-changed", Risky, "The tool may read the value otherwise, though most checkers do not hold it to the format."},
	{"default-changed", Risky, "Calls that leave it out do something else."},

	// parts.go
	{"alternative-removed", Breaking, "Values of that form fail."},
	{"alternative-added", Compatible, "The old forms are valid."},
	{"condition-removed", Compatible, "Whatever was valid is valid."},
	{"schema-changed", Breaking, "The two forms cannot be compared, so that valid calls may fail."},

	// results.go
	{"result-removed", Breaking, "What reads it finds nothing any more."},
	{"result-added", Compatible, "What was there is there."},
	{"result-type", Breaking, "What reads it finds another type."},
	{"result-optional", Risky, "It was always there and may now be missing."},
	{"result-unknown", Risky, "What the result holds is no longer described, or was not before."},
}

// ruleOf returns the row of a rule.
func ruleOf(name string) Rule {
	row := Rule{Name: name, Level: Breaking}
	for _, r := range rules {
		if r.Name == name {
			row = r
		}
	}
	return row
}
