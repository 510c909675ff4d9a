package world

import (
	"context"
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/keptgate/keptgate/gate/trace"
)

// corrupt cuts the reply off in the middle, or makes one of its fields wrong.
func corrupt(_ context.Context, a *attempt, l *live) error {
	if !a.entry.Reply.OK() {
		return nil
	}
	if l.Field == "" {
		text := a.entry.Reply.Text()
		l.fire(a)
		a.entry.Reply.Body = strings.ToValidUTF8(text[:(len(text)+1)/2], "")
		return nil
	}
	body := copied(a.entry.Reply.Body)
	for _, f := range leaves(body) {
		if f.name != l.Field {
			continue
		}
		wrong := falsified(f.value, a.trial.faults.random(l))
		if trace.Equal(wrong, f.value) {
			continue
		}
		l.fire(a)
		l.mark.False = trace.Row{l.Field: wrong}
		f.set(wrong)
		a.entry.Reply.Body = body
		return nil
	}
	return nil
}

// falsified is a value that could be true and is not; the value itself where
// there is none.
func falsified(v any, r *rand.Rand) any {
	switch x := v.(type) {
	case bool:
		return !x
	case int64:
		return x + 1 + r.Int64N(9)
	case float64:
		return x + 1 + float64(r.IntN(9))
	case string:
		if wrong := swapped(x, unicode.IsDigit); wrong != x {
			return wrong
		}
		return swapped(x, unicode.IsLetter)
	default:
		return v
	}
}

// swapped exchanges the last two neighbours of a kind that differ: of a date that
// is the day, of a number the end.
func swapped(s string, kind func(rune) bool) string {
	runes := []rune(s)
	for i := len(runes) - 1; i > 0; i-- {
		if kind(runes[i]) && kind(runes[i-1]) && runes[i] != runes[i-1] {
			runes[i-1], runes[i] = runes[i], runes[i-1]
			return string(runes)
		}
	}
	return s
}
