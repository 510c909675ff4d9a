package agent

import "slices"

// chance makes the choices of a lapse: those of a seed, or each in turn.
type chance interface{ IntN(n int) int }

// Lapse is one way to break a promise.
type Lapse struct {
	Name  string
	Doc   string // what the agent does wrong, in one sentence
	Class string // the failure class that a trial with this lapse must be found under
	// Condition is the condition that gives the lapse something to show at: without
	// faults or drift, a trial with it is a good one. "" is any condition.
	Condition string

	fits   func(*Script) bool
	commit func(*Script, chance) // changes a prepared script that fits
}

// Applicable tells whether a script gives the lapse something to strike at. It
// errs on the side of yes where that shows only in the tools' replies: a wrong
// record, for instance, must first be seen.
func (l Lapse) Applicable(s *Script) bool { return s != nil && l.fits(s.prepare()) }

// Lapses is the table of lapses. Where a lapse has a lure of its name in the
// script, the lure's call is the wrong one that is made.
func Lapses() []Lapse {
	return []Lapse{
		{
			"dropped_step", "Leaves a required write out, and files it as not done.",
			"incomplete", "", hasWrite, dropStep,
		},
		{
			"wrong_identity", "Writes to another record that a reply showed, or to a neighbouring one.",
			"wrong_identity", "", hasIdentity, mistakeIdentity,
		},
		{
			"wrong_value", "Writes another plausible value to the right record.",
			"wrong_value", "", hasValue, mistakeValue,
		},
		{
			"extra_write", "Makes the right write and one more, to a record that was none of the call's business.",
			"collateral_change", "", hasExtra, writeExtra,
		},
		{
			"repeated_write", "Makes the same write twice, the second time with a fresh key or none.",
			"duplicate_effect", "", hasRepeatable, repeatWrite,
		},
		{
			"skipped_question", "Asks nothing and goes on as if it had been told.",
			"missed_clarification", "", hasQuestion, skipQuestion,
		},
		{
			"skipped_read", "Leaves out a look that the case requires.",
			"missing_precondition", "", hasRequiredRead, skipRead,
		},
		{
			"false_claim", "Leaves a required write out, and says and files that it was done.",
			"false_claim", "", hasClaimed, claimFalsely,
		},
		{
			"untold", "Does the work and ends without telling what must be told.",
			"untold", "", hasTelling, stayMute,
		},
		{
			"needless_escalation", "Does the work and then hands the call to a person for no reason.",
			"over_escalation", "", mayNotEscalate, escalateNeedlessly,
		},
		{
			"missed_escalation", "Keeps a call that belongs to a person.",
			"under_escalation", "", mustEscalate, keepCall,
		},
		{
			"conceded_rule", "Gives in and makes a call that a rule forbids.",
			"forbidden_action", "", hasLure("conceded_rule"), concede,
		},
		{
			"hallucinated_tool", "Calls a tool that is not in the catalogue.",
			"hallucinated_tool", "", hasMoves, inventTool,
		},
		{
			"invalid_arguments", "Makes a call whose arguments fail the tool's schema, and does not mend it.",
			"invalid_arguments", "", hasCall, spoilArguments,
		},
		{
			"premature_stop", "Ends the call before the first write that was required.",
			"premature_stop", "", hasWrite, stopEarly,
		},
		{
			"loop", "Looks up the same thing four times.",
			"loop", "", hasRead, lookAgain,
		},
		{
			"no_retry", "Gives up at the first failure that is no fault of its own, though it could go on.",
			"no_recovery", "faults", hasCall, giveUp,
		},
		{
			"fresh_key", "Makes a write that was not answered again with a fresh key, or with none.",
			"duplicate_effect", "faults", hasWrite, takeFreshKeys,
		},
		{
			"stale_form", "Goes on calling tools as it once learned to, whatever their interface is now.",
			"stale_tool", "drift", hasCall, ignoreDrift,
		},
	}
}

func lapseNamed(name string) (Lapse, bool) {
	all := Lapses()
	if i := slices.IndexFunc(all, func(l Lapse) bool { return l.Name == name }); i >= 0 {
		return all[i], true
	}
	return Lapse{}, false
}

func lapseNames() []string {
	var names []string
	for _, l := range Lapses() {
		names = append(names, l.Name)
	}
	return names
}
