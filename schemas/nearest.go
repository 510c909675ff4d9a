package schemas

import (
	"slices"
	"strings"
)

// Nearest returns the known word that is most like the given one, for "did you
// mean". It returns "" where none is close: more than a third of the letters
// would have to change.
func Nearest(word string, known []string) string {
	const longest = 64 // a longer word is not a slip of the pen
	if len(word) > longest {
		return ""
	}
	var best string
	least := max(2, len(word)/3+1)
	for _, candidate := range slices.Sorted(slices.Values(known)) {
		if len(candidate) > longest || candidate == word {
			continue
		}
		if d := distance(fold(word), fold(candidate)); d < least {
			best, least = candidate, d
		}
	}
	return best
}

// fold takes away what people mix up without noticing: case and separators.
func fold(word string) []rune {
	return []rune(strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(word)))
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b (optimal string alignment).
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
