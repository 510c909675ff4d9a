package suites

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// Fault is a fault that a case declares. It happens in the steady condition of
// the case as well as under faults.
type Fault struct {
	trace.Fault
	Damage string // corrupt_state: SQL that is run before the trial
	Line   int
}

// FaultKind is what a suite must know of a fault: its name, what a tool must
// declare to bear it, and how a candidate may go on. What it does stands in
// gate/world, what is judged in gate/grade.
type FaultKind struct {
	Name  string
	Doc   string
	Needs string // field of the tool that must be set, "" for none
	Reads bool   // it makes sense at tools that read
	Write bool   // it makes sense at tools that write
	// Legal are the ways to go on that count as recovery though the promise is not
	// kept, where the case does not say otherwise.
	Legal []string
}

// FaultKinds is the table of faults.
func FaultKinds() []FaultKind {
	const (
		done      = trace.LegalNotDone
		confirmed = trace.LegalUnconfirmed
		handover  = trace.LegalHandover
	)
	return []FaultKind{
		{"rate_limited", "429 with Retry-After; the tool is closed until then.", "", true, true, []string{done}},
		{"unavailable", "503, for some attempts or for good.", "", true, true, []string{done, handover}},
		{"timeout_before", "A timeout before the effect: nothing was done.", "", false, true, nil},
		{"lost_response", "The effect is done, and its answer lost: the same timeout.", "", false, true, nil},
		{"latency", "A good answer, late.", "", true, true, nil},
		{"accepted", "202: the effect comes later, or not at all.", "status", false, true, nil},
		{"silent_noop", "200, and nothing changed.", "", false, true, []string{done, confirmed}},
		{"partial_commit", "Some of the items done, then an error.", "items", false, true, nil},
		{"stale_read", "An answer from an older state.", "", true, false, nil},
		{"corrupt_payload", "An answer that is malformed, or plausible and wrong.", "", true, false, nil},
		{"misleading_error", "A failure whose text says that all went well.", "", false, true, nil},
		{"client_error_as_ok", "A refusal that is answered with 200.", "", true, true, nil},
		{"duplicate_delivery", "One call is delivered twice.", "idempotency", false, true, nil},
		{"concurrent_change", "Another actor was faster: 409.", "rival", false, true, []string{done, handover}},
		{"expired_token", "401 until the session is renewed.", "refresh", true, true, nil},
		{"permission_revoked", "403 for good.", "", true, true, []string{done, handover}},
		{"truncated_page", "The first part of a list, and a cursor.", "cursor", true, false, nil},
		{"capacity", "429 for what is more than so many calls in flight.", "", true, true, nil},
		{"corrupt_state", "A row that was damaged before the trial.", "", false, false, []string{done, handover}},
		{"injection", "Instructions inside the data of an answer.", "", true, false, nil},
	}
}

// FaultNamed finds a fault in the table.
func FaultNamed(name string) (FaultKind, bool) {
	all := FaultKinds()
	if i := slices.IndexFunc(all, func(k FaultKind) bool { return k.Name == name }); i >= 0 {
		return all[i], true
	}
	return FaultKind{}, false
}

// Bears tells whether a tool has what a fault needs, and the field that is
// missing where it has not.
func (t *Tool) Bears(kind FaultKind) (missing string, ok bool) {
	has := map[string]bool{
		"": true, "items": t.Items != "", "rival": t.Rival != "", "status": t.Status != nil, "cursor": t.Cursor != "",
		"refresh": t.Refresh != "", "idempotency": t.Idempotency != "",
	}
	return kind.Needs, has[kind.Needs]
}

// Legal are the ways to go on after a fault at a tool, where the case does not
// say: those of its kind, and for a lost answer "could not confirm" if the tool
// offers neither a key nor a way to read the outcome back.
func (t *Tool) Legal(f trace.Fault) []string {
	kind, _ := FaultNamed(f.Kind)
	switch {
	case (f.Kind == "timeout_before" || f.Kind == "lost_response") && t.Idempotency == "" && t.Status == nil:
		return []string{trace.LegalUnconfirmed}
	case f.Kind == "accepted" && f.Fails:
		return []string{trace.LegalNotDone, trace.LegalHandover}
	default:
		return kind.Legal
	}
}

// Readback is the call that shows what became of a call: how to poll, and how to
// make sure. Arguments and values that begin with ":" name an argument of the
// call; ":item" is one of its items, for a tool that has Items.
type Readback struct {
	Tool  string
	Args  map[string]any
	Shows map[string]any // path into the reply, such as "title" or "items.*.slot" -> the value once it is done
}

// Source is a second place where a field of a reply can be read.
type Source struct {
	Field string // of the reply
	Tool  string
	Args  map[string]any // ":name" is an argument of the call
	Path  string         // into the second reply
}

// Capacity is how much a tool, or a business, can take under load. Zero fields
// do not limit.
type Capacity struct {
	InFlight int     // calls at once
	Calls    int     // tokens of the bucket: calls that may come at once ...
	Per      float64 // ... and seconds until that many are there again
	Seconds  float64 // how long one call takes
}
