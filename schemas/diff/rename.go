package diff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/schemas/tools"
)

// maxGuesses bounds the pairs of names that are looked at for renames. Beyond it none
// is guessed: what is gone is gone, and what is new is new.
const maxGuesses = 100_000

// guess is how much speaks for a rename.
type guess struct {
	old, now int // in their lists
	points   int
}

// enough is how much must speak for a rename, of 3.
const enough = 2

// matched takes the best guesses first, each side once. points says how much speaks
// for that the second is the first under another name.
func (o *Output) matched(old, now int, points func(i, j int) int) map[int]int {
	out := map[int]int{}
	if o.guesses -= old * now; o.guesses < 0 {
		return out
	}
	var all []guess
	for i := range old {
		for j := range now {
			if n := points(i, j); n >= enough {
				all = append(all, guess{i, j, n})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b guess) int { return cmp.Compare(b.points, a.points) })
	taken := map[int]bool{}
	for _, g := range all {
		if _, done := out[g.old]; !done && !taken[g.now] {
			out[g.old], taken[g.now] = g.now, true
		}
	}
	return out
}

// renames guesses which of the tools that are gone are among those that are new.
func (o *Output) renames(gone, fresh []*tools.Definition) map[*tools.Definition]*tools.Definition {
	out := map[*tools.Definition]*tools.Definition{}
	found := o.matched(len(gone), len(fresh), func(i, j int) int {
		a, b := gone[i], fresh[j]
		n := alike(a.Name, b.Name)
		if a.Description != "" && a.Description == b.Description {
			n++
		}
		if sameNames(a.Parameters.Get("properties"), b.Parameters.Get("properties")) {
			n++
		}
		return n
	})
	for i, j := range found {
		out[gone[i]] = fresh[j]
	}
	return out
}

// sameNames tells whether two objects have the same keys, and some.
func sameNames(a, b *tools.Node) bool {
	if !a.Is(tools.Object) || !b.Is(tools.Object) || len(a.Members) == 0 || len(a.Members) != len(b.Members) {
		return false
	}
	return !slices.ContainsFunc(a.Members, func(m tools.Member) bool { return b.Get(m.Key) == nil })
}

// alike is 1 for names of which the one may be the other's: they differ by a slip or
// by how words are joined, or share a word.
func alike(a, b string) int {
	if schemas.Nearest(a, []string{b}) != "" {
		return 1
	}
	words := map[string]bool{}
	for _, word := range split(a) {
		words[word] = true
	}
	if slices.ContainsFunc(split(b), func(word string) bool { return words[word] }) {
		return 1
	}
	return 0
}

// split lists the words of a name that say something.
func split(name string) []string {
	var spaced strings.Builder
	for i, r := range name {
		if 'A' <= r && r <= 'Z' && i > 0 {
			spaced.WriteByte(' ')
		}
		spaced.WriteRune(r)
	}
	words := strings.FieldsFunc(strings.ToLower(spaced.String()), func(r rune) bool { return strings.ContainsRune(" _-.", r) })
	return slices.DeleteFunc(words, func(word string) bool {
		return len(word) < 3 || slices.Contains([]string{"get", "set", "list", "the", "create", "update", "delete", "number", "name"}, word)
	})
}

// renamedProperties guesses which properties that are gone are among those that are
// new: of one type, with names that are alike or with one description.
func (o *Output) renamedProperties(old, now *tools.Node, gone, fresh []string) map[string]string {
	out := map[string]string{}
	found := o.matched(len(gone), len(fresh), func(i, j int) int {
		a, b := old.Get(gone[i]), now.Get(fresh[j])
		if !tools.Same(a.Get("type"), b.Get("type")) || !tools.Same(a.Get("enum"), b.Get("enum")) {
			return 0
		}
		n := 1 + alike(gone[i], fresh[j])
		if text := a.Get("description").Str(); text != "" && text == b.Get("description").Str() {
			n++
		}
		return n
	})
	for i, j := range found {
		out[gone[i]] = fresh[j]
	}
	return out
}
