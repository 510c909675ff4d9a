package lint

import "github.com/keptgate/keptgate/schemas"

// Rule is a kind of finding.
type Rule struct {
	Name     string
	Severity schemas.Severity
	Why      string // it matters
	Mends    bool   // --fix mends it, at least in some cases
}

// Rules lists all rules but those of reading files, by family.
func Rules() []Rule { return append([]Rule{}, rules...) }

// rules is the table. A rule has a folder of its name in testdata.
var rules = []Rule{
	// schema.go
	{Name: "schema-invalid", Severity: schemas.Error, Why: "A schema that breaks the rules of its dialect is refused, or checks nothing."},
	{Name: "schema-dialect", Severity: schemas.Error, Why: "Nobody can tell by which rules the schema is to be read."},
	{Name: "schema-size", Severity: schemas.Error, Why: "A schema of this size takes the model's attention and cannot be checked in bounded time."},
	{Name: "pattern-unusable", Severity: schemas.Warning, Why: "Patterns beyond RE2, such as lookahead, cannot be checked in linear time, and several checkers refuse them."},

	// types.go
	{Name: "type-unknown", Severity: schemas.Error, Mends: true, Why: "A type that JSON Schema does not have is refused, or allows anything."},
	{Name: "type-missing", Severity: schemas.Warning, Why: "Without a type any value is valid, also one that the tool cannot read."},
	{Name: "array-items", Severity: schemas.Warning, Why: "Without a schema of the items the model guesses what to put into the list."},
	{Name: "keyword-type", Severity: schemas.Warning, Why: "The keyword says nothing about values of this type: what was meant is not checked."},
	{Name: "keyword-unknown", Severity: schemas.Warning, Why: "Unknown keywords are passed over without a word: what was meant is not checked."},
	{Name: "parameters-type", Severity: schemas.Error, Mends: true, Why: "Arguments are an object of named values; providers refuse any other schema."},
	{Name: "parameters-missing", Severity: schemas.Note, Why: "Whether the tool takes no arguments, or they were forgotten, cannot be told."},

	// required.go
	{Name: "required-unknown", Severity: schemas.Error, Why: "The model must give a value of which it is told nothing, or calls fail."},
	{Name: "required-duplicate", Severity: schemas.Warning, Mends: true, Why: "Names in required must be unique; strict checkers refuse the schema."},
	{Name: "required-default", Severity: schemas.Note, Why: "A default of what must be given is never used."},

	// values.go
	{Name: "enum-type", Severity: schemas.Error, Why: "A listed value that is not of the type can never be given."},
	{Name: "enum-empty", Severity: schemas.Error, Why: "No value is allowed."},
	{Name: "enum-duplicate", Severity: schemas.Warning, Mends: true, Why: "Values of an enum must be unique; strict checkers refuse the schema."},
	{Name: "default-type", Severity: schemas.Error, Mends: true, Why: "The model is told of a default that it could not give itself."},
	{Name: "default-null", Severity: schemas.Warning, Why: "Models copy a default of null into calls, where the type refuses it."},
	{Name: "default-enum", Severity: schemas.Error, Why: "The default is none of the allowed values."},
	{Name: "default-limit", Severity: schemas.Error, Why: "The default is beyond what the schema allows."},

	// bounds.go
	{Name: "unsatisfiable", Severity: schemas.Error, Why: "No value can satisfy this part: every call that uses it fails."},

	// names.go
	{Name: "name-missing", Severity: schemas.Error, Why: "A tool without a name cannot be called."},
	{Name: "name-provider", Severity: schemas.Error, Why: "The provider refuses the request because of the name."},
	{Name: "name-portable", Severity: schemas.Warning, Why: "Some providers take only up to 64 letters, digits, _ and -, beginning with a letter or _."},
	{Name: "name-duplicate", Severity: schemas.Error, Why: "A call cannot say which of the two is meant; providers refuse the request."},
	{Name: "name-parameter", Severity: schemas.Error, Why: "The provider refuses the request because of the parameter's name."},

	// describe.go
	{Name: "description-missing", Severity: schemas.Warning, Why: "The model has only the name to tell when to use the tool."},
	{Name: "description-parameter", Severity: schemas.Note, Why: "The model has only the name to tell what to give."},
	{Name: "description-duplicate", Severity: schemas.Warning, Why: "The model cannot tell from the text which of the tools to use."},
	{Name: "description-parameter-duplicate", Severity: schemas.Note, Why: "The model cannot tell from the text which parameter takes what."},
	{Name: "description-name", Severity: schemas.Note, Why: "A description that repeats the name says nothing."},
	{Name: "description-long", Severity: schemas.Warning, Why: "The provider has refused longer descriptions, by model and product."},

	// confusable.go
	{Name: "tools-confusable", Severity: schemas.Warning, Why: "Names that mean the same make models call the one for the other."},

	// identity.go
	{Name: "parameter-identity", Severity: schemas.Warning, Why: "Whoever talks the model into another value acts as somebody else; who the caller is should be bound by the application."},
	{Name: "parameter-credential", Severity: schemas.Warning, Why: "A secret that a model must know can be talked out of it, and is kept in logs."},

	// writes.go
	{Name: "write-repeat", Severity: schemas.Warning, Why: "When an answer is lost, a repeated call does the work twice."},
	{Name: "write-readback", Severity: schemas.Note, Why: "When an answer is lost, nothing shows whether the work was done."},

	// references.go
	{Name: "reference-remote", Severity: schemas.Error, Why: "Nothing is fetched: the model and the checks see no schema there."},
	{Name: "reference-unresolved", Severity: schemas.Error, Why: "The reference leads nowhere: the schema cannot be used."},
	{Name: "reference-loop", Severity: schemas.Error, Why: "The schema is held against the same value without end."},
	{Name: "reference-size", Severity: schemas.Error, Why: "Written out, as some providers do, the references make a schema without bounds."},

	// depth.go
	{Name: "nesting-deep", Severity: schemas.Warning, Why: "Models fill deep structures badly, and providers bound them."},

	// provider.go
	{Name: "provider-root", Severity: schemas.Error, Why: "The provider refuses the keyword at the top of the parameters."},
	{Name: "provider-keyword", Severity: schemas.Warning, Why: "The provider's schemas have no such field: it is refused or passed over, by product."},
	{Name: "provider-array-items", Severity: schemas.Error, Why: "The provider refuses a list without a schema of its items."},
	{Name: "provider-properties", Severity: schemas.Error, Mends: true, Why: "The provider refuses an object without properties."},
	{Name: "provider-count", Severity: schemas.Error, Why: "The provider refuses a request with so many tools."},

	// strict.go
	{Name: "strict-closed", Severity: schemas.Error, Mends: true, Why: "Strict mode wants objects that say additionalProperties: false."},
	{Name: "strict-required", Severity: schemas.Error, Why: "Strict mode wants every property required; one that may be missing is nullable instead."},
	{Name: "strict-keyword", Severity: schemas.Error, Why: "Strict mode does not take the keyword."},
	{Name: "strict-limit", Severity: schemas.Error, Why: "Strict mode bounds the size of a schema."},
	{Name: "strict-recursive", Severity: schemas.Error, Why: "Strict mode does not take schemas that contain themselves."},
}

// ruleOf returns the row of a rule.
func ruleOf(name string) Rule {
	for _, r := range rules {
		if r.Name == name {
			return r
		}
	}
	return Rule{Name: name, Severity: schemas.Error, Why: "Readers of the file differ in what they take of it."} // json-duplicate-key
}
