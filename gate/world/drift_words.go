package world

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
)

// synonyms are words that a new version of an interface may use in the place of
// another. A verb stands first in the name of a tool, a noun last in the name of
// a parameter.
type synonyms map[string][]string

func verbs() synonyms {
	return synonyms{
		"get": {"fetch", "read"}, "read": {"get", "fetch"}, "fetch": {"get", "read"}, "show": {"get", "view"},
		"find": {"search", "look_up"}, "search": {"find", "look_up"}, "lookup": {"find", "search"},
		"list": {"show", "browse"}, "check": {"examine", "inspect"}, "verify": {"confirm", "validate"},
		"update": {"set", "change"}, "set": {"update", "change"}, "change": {"update", "set"}, "edit": {"change", "modify"},
		"create": {"add", "open"}, "add": {"create", "attach"}, "open": {"create", "start"}, "register": {"enroll", "create"},
		"delete": {"remove", "erase"}, "remove": {"delete", "take_out"}, "close": {"finish", "end"},
		"send": {"dispatch", "deliver"}, "assign": {"allocate", "give"}, "book": {"reserve", "schedule"}, "schedule": {"plan", "arrange"},
		"cancel": {"call_off", "void"}, "move": {"shift", "relocate"}, "grant": {"give", "allow"}, "revoke": {"withdraw", "take_away"},
		"merge": {"combine", "unite"}, "join": {"enter", "sign_up_for"}, "leave": {"quit", "exit"}, "request": {"apply_for", "ask_for"},
		"issue": {"make_out", "grant"}, "pay": {"settle", "remit"}, "refund": {"pay_back", "reimburse"}, "transfer": {"move", "remit"},
		"place": {"submit", "make"}, "submit": {"place", "hand_in"}, "start": {"begin", "launch"}, "stop": {"end", "halt"}, "renew": {"extend", "refresh"},
	}
}

func nouns() synonyms {
	return synonyms{
		"id": {"ref", "key"}, "ids": {"refs", "keys"}, "ref": {"id", "key"}, "number": {"no", "num"},
		"query": {"search_text", "terms"}, "limit": {"max_results", "page_size"}, "name": {"full_name", "label"},
		"title": {"heading", "new_title"}, "text": {"body", "content"}, "note": {"remark", "comment"}, "comment": {"note", "remark"},
		"message": {"body", "content"}, "reason": {"grounds", "cause"}, "status": {"state", "condition"}, "state": {"status", "condition"},
		"kind": {"category", "sort"}, "type": {"category", "sort"}, "category": {"class", "group"}, "code": {"token", "symbol"},
		"email": {"email_address", "mail"}, "mail": {"email", "mail_address"}, "phone": {"phone_number", "telephone"}, "address": {"location", "postal_address"},
		"postcode": {"postal_code", "zip"}, "date": {"day", "on"}, "day": {"date", "on"}, "time": {"moment", "clock_time"}, "at": {"when", "timestamp"},
		"from": {"start", "since"}, "to": {"end", "until"}, "quantity": {"qty", "how_many"}, "amount": {"sum", "value"}, "total": {"sum", "grand_total"},
		"price": {"rate", "charge"}, "fee": {"charge", "cost"}, "permission": {"privilege", "right"}, "role": {"position", "function"},
		"items": {"lines", "entries"}, "item": {"line", "entry"}, "user": {"person", "account_user"}, "matches": {"hits", "found"},
	}
}

func valueWords() synonyms {
	return synonyms{
		"active": {"enabled", "in_use"}, "inactive": {"disabled", "not_in_use"}, "cancelled": {"canceled", "called_off"}, "canceled": {"cancelled", "called_off"},
		"email": {"e_mail", "mail"}, "phone": {"telephone", "voice"}, "sms": {"text_message", "mobile_text"}, "standard": {"regular", "normal"},
		"high": {"urgent", "top"}, "low": {"minor", "bottom"}, "yes": {"true", "y"}, "no": {"false", "n"}, "full": {"complete", "entire"},
	}
}

// words takes a name apart: snake_case, kebab-case or camelCase.
func words(name string) []string {
	var b strings.Builder
	last := rune('_')
	for _, r := range name {
		switch {
		case r == '-' || r == '.' || r == ' ':
			r = '_'
		case unicode.IsUpper(r) && !unicode.IsUpper(last) && last != '_':
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
		last = r
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return r == '_' })
}

// camel writes words as one name in camelCase.
func camel(parts []string) string {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			p = strings.ToUpper(p[:1]) + p[1:]
		}
		b.WriteString(p)
	}
	return b.String()
}

// newTool proposes names for a tool.
func newTool(name string) []string {
	parts := words(name)
	var out []string
	if len(parts) > 0 {
		for _, verb := range verbs()[parts[0]] {
			out = append(out, strings.Join(append([]string{verb}, parts[1:]...), "_"))
		}
	}
	return append(out, name+"_v2", name+"_2026")
}

// newField proposes names for a parameter or a field.
func newField(name string) []string {
	parts := words(name)
	var out []string
	if n := len(parts); n > 0 {
		for _, noun := range nouns()[parts[n-1]] {
			out = append(out, strings.Join(append(slices.Clone(parts[:n-1]), noun), "_"))
		}
		for _, other := range []string{camel(parts), strings.Join(parts, "_")} {
			if len(parts) > 1 && other != name {
				out = append(out, other)
			}
		}
	}
	return append(out, name+"_value", "the_"+name, name+"_input")
}

// newValue proposes names for a value of an enum.
func newValue(value string) []string {
	out := slices.Clone(valueWords()[value])
	if parts := words(value); len(parts) == 2 {
		out = append(out, parts[1]+"_"+parts[0])
	}
	if upper := strings.ToUpper(value); upper != value {
		out = append(out, upper)
	}
	return append(out, value+"_v2", value+"_2026")
}

// newObject proposes names for an object that holds a parameter from now on.
func newObject() []string { return []string{"details", "target", "params", "options", "payload"} }

// newDate proposes names for a parameter that holds today's date.
func newDate() []string { return []string{"as_of", "request_date", "requested_on", "dated"} }

// longestName bounds a name, as providers do.
const longestName = 64

// choose takes one of the first free names, by chance; false where none is free.
func choose(names []string, free func(string) bool, chance uint64) (string, bool) {
	var left []string
	for _, name := range names {
		if len(name) <= longestName && free(name) && !slices.Contains(left, name) {
			left = append(left, name)
		}
	}
	if len(left) == 0 {
		return "", false
	}
	return left[chance%uint64(min(len(left), 2))], true
}

// chance draws a number from texts: the same ones give the same number.
func chance(of ...string) uint64 {
	h := fnv.New64a()
	for _, s := range of {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	// The low bits of FNV hang on the last bytes alone; mix the high ones in.
	sum := h.Sum64()
	return sum ^ sum>>32 ^ sum>>17
}
