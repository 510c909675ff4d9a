package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// longestSlug bounds the name of a candidate's folder, in bytes.
const longestSlug = 60

// slug is the name of a candidate's folder: its letters and digits, unlike all
// that were taken.
func slug(spec string, taken map[string]bool) string {
	spec = strings.TrimSuffix(strings.TrimSuffix(spec, ".yaml"), ".yml")
	words := strings.FieldsFunc(strings.ToLower(spec), func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '_'
	})
	for i := range words {
		words[i] = strings.Trim(words[i], ".")
	}
	words = slices.DeleteFunc(words, func(word string) bool { return word == "" })
	name := strings.Join(words, "-")
	name = strings.TrimRight(name[:min(len(name), longestSlug)], "-.")
	if name == "" {
		name = "candidate"
	}
	for n, base := 2, name; taken[name]; n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	taken[name] = true
	return name
}
