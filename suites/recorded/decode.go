package recorded

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// Limits on a file of recordings. One of a conversation with 30 messages holds about
// 300 keys and values, since arguments and replies are mostly text.
const (
	maxConversations = 100_000
	maxMessages      = 10_000 // of one conversation
	maxValues        = 3_000_000
	maxInTexts       = 8_000_000 // commas and brackets in texts, which may be JSON themselves
	maxDepth         = 100
)

// values decodes the JSON values that follow each other in a file: one, or one in
// each line.
func values(data []byte) ([]any, error) {
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("byte %d is not UTF-8", invalid(data))
	}
	if err := bounded(data); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var list []any
	for {
		var v any
		err := d.Decode(&v)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("value %d, at byte %d: %w; want JSON, or JSON Lines", len(list)+1, d.InputOffset(), err)
		}
		list = append(list, v)
	}
}

// decode decodes one JSON value that stands in a text.
func decode(data []byte) (any, error) {
	if err := bounded(data); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text after the JSON value")
	}
	return v, nil
}

// invalid is where the first byte stands that is not UTF-8; there is one.
func invalid(data []byte) int {
	for i := 0; ; {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size < 2 {
			return i
		}
		i += size
	}
}

// bounded refuses what would take too much memory to decode: a value of one byte
// takes fifty. It counts where values and keys begin, outside of texts.
func bounded(data []byte) error {
	depth, count, texts := 0, 0, 0
	inside, word := false, false // of a text; of a number or a word
	for i := 0; i < len(data); i++ {
		c := data[i]
		if inside {
			switch c {
			case '"':
				inside = false
			case '\\':
				i++
			case ',', '[', '{':
				texts++
			}
			if texts <= maxInTexts {
				continue
			}
		}
		switch c {
		case '{', '[':
			depth++
			count++
		case '}', ']':
			depth--
		case '"':
			inside = true
			count++
		case ' ', '\t', '\r', '\n', ',', ':':
		default:
			if !word {
				count++
			}
			word = true
			continue
		}
		word = false
		if depth > maxDepth {
			return fmt.Errorf("nested more than %d deep at byte %d", maxDepth, i)
		}
		if count > maxValues || texts > maxInTexts {
			return fmt.Errorf("more than %d keys and values, or %d within texts; split the file", maxValues, maxInTexts)
		}
	}
	return nil
}
