package lint

import (
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas/tools"
)

// repeating are verbs of tools that do something anew at each call.
var repeating = []string{
	"add", "append", "book", "buy", "charge", "create", "debit", "deposit", "enqueue", "insert", "invite", "invoke", "issue", "notify", "order", "pay", "place",
	"post", "publish", "purchase", "refund", "register", "reserve", "schedule", "send", "ship", "submit", "transfer", "withdraw",
}

// setting are verbs of tools that write and may be repeated.
var setting = []string{
	"activate", "approve", "archive", "assign", "block", "cancel", "change", "close", "deactivate", "delete", "disable", "edit", "enable", "modify", "move",
	"put", "reject", "remove", "rename", "replace", "reset", "revoke", "set", "suspend", "update", "write",
}

// reading are verbs of tools that only look.
var reading = []string{
	"check", "count", "describe", "fetch", "find", "get", "inspect", "list", "load", "lookup", "query", "read", "retrieve", "search", "show", "status", "view",
}

// effect is what a tool does as far as it says so.
type effect struct{ writes, repeats, reads bool }

// effectOf reads what a tool declares, as MCP's annotations and a suite's tools do,
// and else guesses by the first word of its name.
func effectOf(d *tools.Definition) effect {
	words := wordsOf(d.Name)
	if len(words) == 0 {
		return effect{}
	}
	e := effect{repeats: slices.Contains(repeating, words[0]), reads: slices.Contains(reading, words[0])}
	e.writes = e.repeats || slices.Contains(setting, words[0])
	hints := d.Body.Get("annotations")
	if hint := hints.Get("readOnlyHint"); hint.Is(tools.Bool) {
		e.reads, e.writes = hint.True(), !hint.True()
	}
	if hint := hints.Get("idempotentHint"); hint.Is(tools.Bool) {
		e.repeats = !hint.True()
	}
	if declared := d.Body.Get("effect").Str(); declared != "" {
		e.reads, e.writes = declared == "read", declared != "read"
	}
	e.repeats = e.repeats && e.writes
	return e
}

// keyed tells whether a tool takes a key that makes a repeat safe.
func keyed(d *tools.Definition) bool {
	if d.Body.Get("idempotency") != nil {
		return true
	}
	properties := d.Parameters.Get("properties")
	if !properties.Is(tools.Object) {
		return false
	}
	return slices.ContainsFunc(properties.Members, func(m tools.Member) bool {
		name := strings.Join(wordsOf(m.Key), " ")
		return strings.Contains(name, "idempoten") || slices.Contains([]string{"request id", "client token", "client request id", "dedupe key", "deduplication id"}, name)
	})
}

// checkWrites looks for writes that cannot be repeated safely, and for those whose
// outcome no other tool shows. Of a tool that stands alone the second is not known.
func checkWrites(set []*check) {
	seen := map[string]bool{}
	for _, c := range set {
		if effectOf(c.d).reads {
			for _, noun := range nouns(c.d.Name) {
				seen[noun] = true
			}
		}
	}
	for _, c := range set {
		e := effectOf(c.d)
		if e.repeats && !keyed(c.d) {
			c.say(c.d.NameAt, "write-repeat", "take an idempotency key", nil, "%s writes anew at each call and takes no idempotency key", c.d.Label())
		}
		shown := slices.ContainsFunc(nouns(c.d.Name), func(noun string) bool { return seen[noun] })
		if e.writes && !shown && c.d.Body.Get("status") == nil && len(set) > 1 {
			c.say(c.d.NameAt, "write-readback", "offer a tool that reads it back", nil, "%s writes, and no tool beside it shows what came of it", c.d.Label())
		}
	}
}

// nouns are the words of a name behind its verb.
func nouns(name string) []string {
	var out []string
	for i, word := range wordsOf(name) {
		if i > 0 {
			out = append(out, singular(word))
		}
	}
	return out
}
