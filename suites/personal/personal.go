// Package personal replaces personal details in recorded conversations, so that a
// case made of one can be kept in a repository.
//
// It promises that what it found is replaced wherever it occurs, in messages,
// arguments and replies, by something of the same form, the same for every mention;
// that no two values become one; and that the same seed gives the same. It does not
// promise to find everything: a person has to look for the rest. It finds values by
// the names of the fields they stand in and by their shape, and then their mentions
// in any text. It imports suites/recorded and gate/trace; importers of cases may import it.
package personal

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/keptgate/keptgate/suites/recorded"
)

// Kind is what a personal detail is.
type Kind string

// The kinds of details that are replaced.
const (
	Name     Kind = "part of a name"
	Email    Kind = "e-mail address"
	Phone    Kind = "phone number"
	Street   Kind = "street"
	Postcode Kind = "postal code"
	Birth    Kind = "date of birth"
	Document Kind = "number of a document"
	Card     Kind = "number of a card or an account"
	Payment  Kind = "identifier of a way to pay"
	User     Kind = "identifier of a person"
	Host     Kind = "address on the internet"
)

// kinds in the order in which a value that is found as several is taken for one.
var kinds = []Kind{Email, User, Payment, Card, Document, Phone, Birth, Host, Street, Postcode, Name}

// maxDetails bounds how many details are replaced.
const maxDetails = 100_000

// Count is how much of one kind was replaced.
type Count struct {
	Kind   Kind
	Values int // that differ
	Places int // where they stood
}

// Replace returns the conversations with the details replaced. The given ones stay as
// they are. Identifiers of tools and fields are kept. Too many details are an error, so
// that time and memory are bounded.
func Replace(list []recorded.Conversation, seed uint64) ([]recorded.Conversation, []Count, error) {
	f := finder{found: map[string]value{}}
	for i := range list {
		if f.conversation(&list[i]); len(f.found) > maxDetails {
			return nil, nil, fmt.Errorf("replace personal details: more than %d of them; take fewer conversations", maxDetails)
		}
	}
	r := f.replacer(seed)
	out := make([]recorded.Conversation, len(list))
	for i := range list {
		out[i] = r.conversation(list[i])
	}
	counts := map[Kind]*Count{}
	for _, v := range f.found {
		if counts[v.kind] == nil {
			counts[v.kind] = &Count{Kind: v.kind, Places: r.places[v.kind]}
		}
		counts[v.kind].Values++
	}
	var told []Count
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		told = append(told, *counts[kind])
	}
	slices.SortStableFunc(told, func(a, b Count) int {
		return cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind))
	})
	return out, told, nil
}
