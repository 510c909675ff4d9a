package tools

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Kind is what a value is.
type Kind int

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

var kinds = [...]string{Null: "null", Bool: "boolean", Number: "number", String: "string", Array: "array", Object: "object"}

// String is the kind's name in JSON Schema.
func (k Kind) String() string { return kinds[k] }

// Node is a value of a file with its place. The methods of a nil Node are those of
// a value that is not there.
type Node struct {
	Kind    Kind
	Text    string   // of a string; true, false or the digits of a number
	Items   []*Node  // of an array
	Members []Member // of an object, in their order; a key that is given twice is there once
	Line    int      // 1-based
	Column  int      // 1-based, in characters
	Begin   int      // offset in bytes; of JSON alone, else both are 0
	End     int      // behind the value

	index map[string]int // of members by key, where they are many
}

// many is from how many members on an object has an index.
const many = 16

// add puts a member behind the others, or in the place of one of its key, and tells
// whether there was one.
func (n *Node) add(m Member) (twice bool) {
	if old := n.Member(m.Key); old != nil {
		*old = m
		return true
	}
	n.Members = append(n.Members, m)
	if len(n.Members) == many {
		n.index = make(map[string]int, 2*many)
		for i := range n.Members {
			n.index[n.Members[i].Key] = i
		}
	}
	if n.index != nil {
		n.index[m.Key] = len(n.Members) - 1
	}
	return false
}

// Size counts the values in a value, itself included, up to a limit.
func (n *Node) Size(limit int) int {
	size := 1
	for _, item := range n.Items {
		if size < limit {
			size += item.Size(limit - size)
		}
	}
	for i := range n.Members {
		if size < limit {
			size += n.Members[i].Value.Size(limit - size)
		}
	}
	return size
}

// Member is one value of an object under its key.
type Member struct {
	Key   string
	Value *Node
	Name  *Node // the key as a string, for its place
}

// Get returns the value under a key of an object, nil where there is none.
func (n *Node) Get(key string) *Node {
	if m := n.Member(key); m != nil {
		return m.Value
	}
	return nil
}

// Member returns the member under a key of an object, nil where there is none.
func (n *Node) Member(key string) *Member {
	if n == nil {
		return nil
	}
	if n.index != nil {
		if i, ok := n.index[key]; ok {
			return &n.Members[i]
		}
		return nil
	}
	for i := range n.Members {
		if n.Members[i].Key == key {
			return &n.Members[i]
		}
	}
	return nil
}

// Is tells whether there is a value of that kind.
func (n *Node) Is(k Kind) bool { return n != nil && n.Kind == k }

// Str returns the text of a string, "" of all else.
func (n *Node) Str() string {
	if n.Is(String) {
		return n.Text
	}
	return ""
}

// True tells whether the value is true.
func (n *Node) True() bool { return n.Is(Bool) && n.Text == "true" }

// False tells whether the value is false.
func (n *Node) False() bool { return n.Is(Bool) && n.Text == "false" }

// Float returns a number, and whether the value is one that fits.
func (n *Node) Float() (float64, bool) {
	if !n.Is(Number) {
		return 0, false
	}
	f, err := strconv.ParseFloat(n.Text, 64)
	return f, err == nil
}

// Whole tells whether the value is a number without a fraction.
func (n *Node) Whole() bool {
	f, ok := n.Float()
	return ok && f == float64(int64(f))
}

// Strings returns the texts of the strings of an array.
func (n *Node) Strings() []string {
	if !n.Is(Array) {
		return nil
	}
	var out []string
	for _, item := range n.Items {
		if item.Kind == String {
			out = append(out, item.Text)
		}
	}
	return out
}

// Plain returns the value as encoding/json decodes it with UseNumber.
func (n *Node) Plain() any {
	switch n.Kind {
	case Bool:
		return n.Text == "true"
	case Number:
		return json.Number(n.Text)
	case String:
		return n.Text
	case Array:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = item.Plain()
		}
		return out
	case Object:
		out := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			out[m.Key] = m.Value.Plain()
		}
		return out
	default:
		return nil
	}
}

// Same tells whether two values are equal, whatever the order of keys. Two numbers
// are equal as numbers. Both may be nil.
func Same(a, b *Node) bool {
	if a == nil || b == nil || a.Kind != b.Kind {
		return a == nil && b == nil
	}
	switch a.Kind {
	case Array:
		if len(a.Items) != len(b.Items) {
			return false
		}
		for i := range a.Items {
			if !Same(a.Items[i], b.Items[i]) {
				return false
			}
		}
		return true
	case Object:
		if len(a.Members) != len(b.Members) {
			return false
		}
		for _, m := range a.Members {
			if other := b.Get(m.Key); other == nil || !Same(m.Value, other) {
				return false
			}
		}
		return true
	case Number:
		x, ok := a.Float()
		y, also := b.Float()
		return a.Text == b.Text || ok && also && x == y && len(a.Text) < 16 && len(b.Text) < 16
	default:
		return a.Text == b.Text
	}
}

// Key is one text for values that are equal, and for no others.
func Key(n *Node) string {
	if f, ok := n.Float(); ok && len(n.Text) < 16 {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	text, _ := json.Marshal(n.Plain()) // what was read as JSON can be written as JSON
	return string(text)
}

// Show writes a value in a message: short, on one line.
func (n *Node) Show() string {
	const most = 60
	if len(n.Str()) > most {
		return strconv.Quote(strings.ToValidUTF8(n.Text[:most], "") + "…")
	}
	if n.Size(most) == most {
		return "a given " + n.Kind.String() // too large to be written out first
	}
	text, err := json.Marshal(n.Plain())
	if err != nil || len(text) > most {
		return "a given " + n.Kind.String()
	}
	return string(text)
}
