package gate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf16"
)

// Encode writes the result as indented JSON. Characters that nobody sees, such as
// those that turn the direction of text, are written as escapes.
func (r *Result) Encode() ([]byte, error) {
	b, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return nil, fmt.Errorf("encode result: %w", err)
	}
	return append(spelt(b), '\n'), nil
}

// spelt writes format characters as escapes: in JSON they stand in strings alone.
func spelt(text []byte) []byte {
	unseen := func(c rune) bool { return unicode.Is(unicode.Cf, c) }
	if !bytes.ContainsFunc(text, unseen) {
		return text
	}
	var out bytes.Buffer
	for _, c := range string(text) {
		if !unseen(c) {
			out.WriteRune(c)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, c) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.Bytes()
}
