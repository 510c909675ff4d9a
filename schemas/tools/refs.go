package tools

import (
	"net/url"
	"strconv"
	"strings"
)

// Refs resolves the references inside one schema.
type Refs struct {
	Root    *Node
	anchors map[string]*Node // nil until one is asked for
}

// Local tells whether a reference stays in its document.
func Local(ref string) bool { return strings.HasPrefix(ref, "#") }

// Resolve returns what a reference inside the document leads to: a JSON pointer or
// an anchor. It returns nil where that is nothing, or where the reference leads out
// of the document.
func (r *Refs) Resolve(ref string) *Node {
	if !Local(ref) {
		return nil
	}
	fragment, err := url.PathUnescape(ref[1:])
	switch {
	case err != nil:
		return nil
	case fragment == "":
		return r.Root
	case !strings.HasPrefix(fragment, "/"):
		if r.anchors == nil {
			r.anchors = map[string]*Node{}
			r.name(r.Root)
		}
		return r.anchors[fragment]
	default:
		return At(r.Root, fragment)
	}
}

// name notes the schemas that have anchors; the first of a name counts.
func (r *Refs) name(n *Node) {
	for _, name := range []string{
		n.Get("$anchor").Str(), strings.TrimPrefix(n.Get("$id").Str(), "#"), strings.TrimPrefix(n.Get("id").Str(), "#"),
	} {
		if _, taken := r.anchors[name]; name != "" && !taken {
			r.anchors[name] = n
		}
	}
	for _, sub := range Subs(n) {
		r.name(sub.Schema)
	}
}

// At returns what stands at a JSON pointer, nil if nothing does.
func At(n *Node, pointer string) *Node {
	for _, key := range strings.Split(pointer, "/")[1:] {
		key = strings.ReplaceAll(strings.ReplaceAll(key, "~1", "/"), "~0", "~")
		if !n.Is(Array) {
			n = n.Get(key)
		} else if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(n.Items) {
			n = n.Items[i]
		} else {
			return nil
		}
	}
	return n
}

// Target returns the schema that holds in the place of one: what its $ref leads to,
// or itself. Chains of references are followed for a few steps.
func (r *Refs) Target(n *Node) *Node {
	const steps = 16
	for range steps {
		next := r.Resolve(n.Get("$ref").Str())
		if next == nil {
			break
		}
		n = next
	}
	return n
}
