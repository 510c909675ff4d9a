package schemas

import (
	"strconv"
	"strings"
)

var escaper, unescaper = strings.NewReplacer("~", "~0", "/", "~1"), strings.NewReplacer("~1", "/", "~0", "~")

// joinPointer returns the JSON pointer (RFC 6901) to a member of what stands at
// pointer.
func joinPointer(pointer, key string) string {
	return pointer + "/" + escaper.Replace(key)
}

// Pointer returns the JSON pointer (RFC 6901) made of keys.
func Pointer(keys ...string) string {
	var pointer string
	for _, key := range keys {
		pointer = joinPointer(pointer, key)
	}
	return pointer
}

// parentPointer returns the pointer to what holds the thing at pointer.
func parentPointer(pointer string) string {
	return pointer[:max(0, strings.LastIndexByte(pointer, '/'))]
}

// dotted writes keys as people do: caller.facts[0].about. The empty list is "".
func dotted(keys []string) string {
	var b strings.Builder
	for _, key := range keys {
		switch {
		case isIndex(key):
			b.WriteString("[" + key + "]")
		case !isPlain(key):
			b.WriteString("[" + quote(key) + "]")
		default:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(key)
		}
	}
	return b.String()
}

func isIndex(key string) bool {
	n, err := strconv.Atoi(key)
	return err == nil && n >= 0 && strconv.Itoa(n) == key
}

func isPlain(key string) bool {
	if key == "" || len(key) > maxQuoted {
		return false
	}
	return strings.IndexFunc(key, func(r rune) bool {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		return !letter && !('0' <= r && r <= '9') && r != '_' && r != '-' && r != '$'
	}) < 0
}

// maxQuoted is how much of a hostile text a message repeats, in bytes.
const maxQuoted = 60

// quote puts text in single quotes, short and without control characters.
func quote(text string) string {
	if len(text) > maxQuoted {
		text = strings.ToValidUTF8(text[:maxQuoted], "") + "…"
	}
	quoted := strconv.Quote(text)
	return "'" + strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`) + "'"
}

// find returns what stands at the JSON pointer in v, nil if nothing does.
func find(v any, pointer string) any {
	for _, key := range strings.Split(pointer, "/")[1:] {
		key = unescaper.Replace(key)
		switch holder := v.(type) {
		case map[string]any:
			v = holder[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(holder) {
				return nil
			}
			v = holder[i]
		default:
			return nil
		}
	}
	return v
}
