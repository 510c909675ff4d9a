package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
)

// JSON writes a value as JSON for people and programs.
func JSON(w io.Writer, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("encode JSON: %w", err)
	}
	_, err = w.Write(append(visibleJSON(text), '\n'))
	return err
}

// visibleJSON writes the controls and invisible characters that JSON may hold as
// they are by their numbers: whoever reads the text as JSON gets the same, and a
// terminal or an editor that shows it does nothing by them.
func visibleJSON(text []byte) []byte {
	var b strings.Builder
	for _, r := range string(text) {
		switch {
		case r > unicode.MaxASCII && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp), r == '\x7f':
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		default:
			b.WriteRune(r)
		}
	}
	return []byte(b.String())
}
