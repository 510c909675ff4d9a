package personal

import (
	"cmp"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites/recorded"
)

// replacer puts replacements in the place of details.
type replacer struct {
	details map[string]detail // by text in lower case
	lengths map[string][]int  // of the details that begin with a word, longest first
	places  map[Kind]int
}

// detail is what is replaced, and by what.
type detail struct {
	kind Kind
	to   string
}

func (f *finder) replacer(seed uint64) *replacer {
	r := &replacer{details: map[string]detail{}, lengths: map[string][]int{}, places: map[Kind]int{}}
	made := f.invent(seed)
	for from, to := range made {
		// What stands in front of the first word, such as a plus, stays as it is.
		r.add(from[strings.IndexFunc(from, isWord):], detail{f.found[from].kind, to[strings.IndexFunc(to, isWord):]})
	}
	for _, from := range slices.Sorted(maps.Keys(made)) {
		r.numbers(from, detail{f.found[from].kind, made[from]})
	}
	for _, list := range r.lengths {
		slices.SortFunc(list, func(a, b int) int { return cmp.Compare(b, a) })
	}
	return r
}

func (r *replacer) add(from string, d detail) {
	r.details[from] = d
	first := wordAt(from)
	if !slices.Contains(r.lengths[first], len(from)) {
		r.lengths[first] = append(r.lengths[first], len(from))
	}
}

// long finds the numbers in an identifier that name it on their own.
var long = regexp.MustCompile(`[0-9]{6,}`)

// numbers adds the long numbers of a detail, by which people name it as well: who
// speaks of certificate 7504069 means certificate_7504069.
func (r *replacer) numbers(from string, d detail) {
	were, are := long.FindAllString(from, -1), long.FindAllString(d.to, -1)
	if len(were) != len(are) {
		return // it was made up in another form
	}
	for i, number := range were {
		if _, known := r.details[number]; !known {
			r.add(number, detail{d.kind, are[i]})
		}
	}
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// wordAt is the word that a text begins with, "" for none.
func wordAt(text string) string {
	if end := strings.IndexFunc(text, func(r rune) bool { return !isWord(r) }); end >= 0 {
		return text[:end]
	}
	return text
}

// text replaces the details of a text. In a field of a kind all words are its.
func (r *replacer) text(text string, field bool) string {
	var out strings.Builder
	beside := false // the word before was part of a name
	for i := 0; i < len(text); {
		word := wordAt(text[i:])
		if word == "" {
			_, size := utf8.DecodeRuneInString(text[i:])
			out.WriteString(text[i : i+size])
			i += size
			continue
		}
		d, length := r.match(text, i, word)
		if d != nil && d.kind == Name && !field && !beside && slices.Contains(ordinary, strings.ToLower(word)) && !r.isName(next(text[i+length:])) {
			d = nil
		}
		if d == nil {
			beside = false
			out.WriteString(word)
			i += len(word)
			continue
		}
		beside = d.kind == Name
		r.places[d.kind]++
		to := d.to
		switch d.kind {
		case Name, Email, User, Street:
			to = like(text[i:i+length], to)
		}
		out.WriteString(to)
		i += length
	}
	return out.String()
}

// match finds the longest detail at a place of a text, which begins with a word.
func (r *replacer) match(text string, at int, word string) (*detail, int) {
	for _, n := range r.lengths[strings.ToLower(word)] {
		end := at + n
		if end > len(text) {
			continue
		}
		d, ok := r.details[strings.ToLower(text[at:end])]
		if !ok {
			continue
		}
		after, _ := utf8.DecodeRuneInString(text[end:])
		if end < len(text) && isWord(after) && isWord(lastRune(text[:end])) || isAmount(text, at, end) {
			continue
		}
		return &d, n
	}
	return nil, 0
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// isAmount tells whether digits are a part of a date, a time, an amount or a share.
func isAmount(text string, at, end int) bool {
	if strings.ContainsFunc(text[at:end], func(r rune) bool { return r < '0' || r > '9' }) {
		return false
	}
	if at > 0 && strings.IndexByte("-/:$.%", text[at-1]) >= 0 {
		return true
	}
	rest := text[end:]
	return strings.HasPrefix(rest, "%") || len(rest) > 1 && strings.IndexByte("-/:.,", rest[0]) >= 0 && rest[1] >= '0' && rest[1] <= '9'
}

// next is the next word of a text, if only a space stands before it.
func next(text string) string {
	if strings.HasPrefix(text, " ") {
		return wordAt(text[1:])
	}
	return ""
}

func (r *replacer) isName(word string) bool {
	return r.details[strings.ToLower(word)].kind == Name
}

// conversation replaces the details of a conversation.
func (r *replacer) conversation(c recorded.Conversation) recorded.Conversation {
	c.ID, c.System = r.text(c.ID, false), r.text(c.System, false)
	c.Tools, c.Items, c.Notes = slices.Clone(c.Tools), slices.Clone(c.Items), slices.Clone(c.Notes)
	for i := range c.Tools {
		t := &c.Tools[i]
		t.Description = r.text(t.Description, false)
		t.Parameters, _ = r.schema("", t.Parameters).(map[string]any)
	}
	for i := range c.Items {
		item := &c.Items[i]
		item.User, item.Agent, item.Calls = r.text(item.User, false), r.text(item.Agent, false), slices.Clone(item.Calls)
		for j := range item.Calls {
			call := &item.Calls[j]
			call.ID = ""
			if call.Args == nil {
				call.Raw = r.text(call.Raw, false)
			} else {
				args := make(map[string]any, len(call.Args))
				for name, v := range call.Args { // the names are the tool's
					args[name] = r.value(fieldKind(name, "", call.Args), name, v, false)
				}
				call.Args, call.Raw = args, ""
			}
			if call.Reply != "" {
				call.Reply = r.reply(*call)
			}
		}
	}
	return c
}

// reply is what a tool replied: JSON with its details replaced, or text.
func (r *replacer) reply(c recorded.Call) string {
	v := c.Value()
	if s, ok := v.(string); ok && s == c.Reply {
		return r.text(s, false)
	}
	b, _ := json.Marshal(r.value("", "", v, true)) // what was decoded can be encoded
	return string(b)
}

// value replaces the details of a value of a kind, "" for none; with keys also those
// that are keys of objects, which in arguments belong to the tool.
func (r *replacer) value(kind Kind, field string, v any, keys bool) any {
	switch x := v.(type) {
	case string:
		return r.text(x, kind != "")
	case int64:
		if kind == "" {
			return x
		}
		s := r.text(strconv.FormatInt(x, 10), true)
		return trace.Normal(json.Number(s))
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = r.value(kind, field, x[i], keys)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for key, inner := range x {
			to := key
			if keys {
				to = r.text(key, false)
			}
			out[to] = r.value(fieldKind(key, spelled(field), x), key, inner, keys)
		}
		return out
	default:
		return v
	}
}

// schema replaces what the texts of a schema say; what gives it its meaning stays.
func (r *replacer) schema(key string, v any) any {
	switch x := v.(type) {
	case string:
		switch key {
		case "description", "title", "default", "examples", "example", "enum", "const":
			return r.text(x, false)
		}
		return x
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = r.schema(key, x[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for name, inner := range x {
			out[name] = r.schema(name, inner)
		}
		return out
	default:
		return v
	}
}
