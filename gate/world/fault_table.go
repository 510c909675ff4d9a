package world

import (
	"cmp"
	"context"

	"github.com/keptgate/keptgate/gate/trace"
)

// point is where in a call a fault acts. On one call the earlier acts first, and
// what it answers the later never see.
type point int

const (
	atRequest point = iota // before the tool sees the call
	beforeEffect
	atEffect
	afterEffect
	atResponse
	atStart // before the trial
)

// hook acts on one call. It calls live.fire where the fault happens.
type hook func(context.Context, *attempt, *live) error

// faultRow is what the world does for one kind of fault. What a tool must declare
// to bear it stands in suites.FaultKinds.
type faultRow struct {
	name  string
	point point
	// each: it is planned for every call of the tool and sees for itself at which
	// of them it can happen; else for the attempts of one logical call.
	each   bool
	before hook
	after  hook   // not called where the call was answered before it ran
	needs  effect // what the world must be able to do with a call
	// Where the plan does not say:
	seconds, keep int
	forever       bool // Times means nothing
}

// faultTable lists what the world can do, in the order of suites.FaultKinds.
func faultTable() []faultRow {
	return []faultRow{
		{name: "rate_limited", point: atRequest, before: limitRate, seconds: 30},
		{name: "unavailable", point: atRequest, before: beAway},
		{name: "timeout_before", point: beforeEffect, before: timeOut, seconds: 30},
		{name: "lost_response", point: atResponse, after: loseResponse, seconds: 30},
		{name: "latency", point: atResponse, after: delay, seconds: 45},
		{name: "accepted", point: atEffect, before: accept, seconds: 60},
		{name: "silent_noop", point: atEffect, before: doNothing, needs: discard},
		{name: "partial_commit", point: atEffect, before: commitPart},
		{name: "stale_read", point: atEffect, each: true, after: readStale, needs: before},
		{name: "corrupt_payload", point: atResponse, after: corrupt},
		{name: "misleading_error", point: beforeEffect, before: mislead},
		{name: "client_error_as_ok", point: atResponse, each: true, after: hideRefusal},
		{name: "duplicate_delivery", point: afterEffect, after: deliverTwice},
		{name: "concurrent_change", point: beforeEffect, before: letRivalAct, needs: aside},
		{name: "expired_token", point: atRequest, before: expire},
		{name: "permission_revoked", point: atRequest, before: revoke, forever: true},
		{name: "truncated_page", point: afterEffect, after: truncate},
		{name: "capacity", point: atRequest, each: true, before: limitFlight, seconds: 2, keep: 2, forever: true},
		{name: "corrupt_state", point: atStart, needs: aside},
		{name: "injection", point: afterEffect, after: inject},
	}
}

// settled fills in what a fault does not say.
func (r faultRow) settled(f trace.Fault) trace.Fault {
	f.Seconds = cmp.Or(f.Seconds, r.seconds)
	f.Keep = cmp.Or(f.Keep, r.keep)
	if r.forever {
		f.Times = 0
	}
	if f.Tool != "" {
		f.Ordinal = cmp.Or(f.Ordinal, 1)
	}
	return f
}
