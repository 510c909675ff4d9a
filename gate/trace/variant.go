package trace

// The variants of an interface: ways to serve the tools of any suite otherwise
// than they are declared.
const (
	VariantKeys         = "idempotency_keys"
	VariantReadBack     = "read_back"
	VariantResumable    = "resumable"
	VariantProgrammatic = "programmatic"
)

// Variant is one row of the table of variants.
type Variant struct {
	Name string
	Doc  string // what it changes, in one sentence
}

// Variants is the table of variants, in the order in which identities name them.
// Any of them go together.
func Variants() []Variant {
	return []Variant{
		{VariantKeys, "Each tool that writes and has no idempotency key takes one."},
		{VariantReadBack, "The reply to a write holds the rows that it changed, as they now are."},
		{VariantResumable, "A write that was not answered can be followed up and finished with resume_call."},
		{VariantProgrammatic, "The tools are functions of a script, which run_script runs."},
	}
}

// Names of the tools that variants serve beside those of the suite.
const (
	ToolResume = "resume_call" // {call_id}: what became of a write that was not answered
	ToolScript = "run_script"  // {script}: make calls in a program
)
