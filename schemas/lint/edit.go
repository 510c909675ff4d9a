package lint

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/keptgate/keptgate/schemas/tools"
)

// Edit puts text in the place of the bytes from Begin to End of a file.
type Edit struct {
	Begin, End int
	Text       string
}

// passes bounds how often a file is mended: one mend may make room for another.
const passes = 8

// Fix mends what is mechanical in a JSON file and returns the new text, and how
// many findings were mended. What cannot be read is returned as it is.
func Fix(name string, data []byte, provider string) ([]byte, int, error) {
	mended := 0
	for range passes {
		f, _ := tools.Read(name, data)
		if f == nil {
			break
		}
		r, err := File(f, provider)
		if err != nil {
			return nil, 0, err
		}
		next, n := apply(data, r.Findings)
		if n == 0 {
			break
		}
		data, mended = next, mended+n
	}
	return data, mended, nil
}

// apply makes the edits of findings, those left out that overlap with others.
func apply(data []byte, findings []Finding) ([]byte, int) {
	var edits []Edit
	for _, f := range findings {
		edits = append(edits, f.Edits...)
	}
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Begin, b.Begin), cmp.Compare(a.End, b.End), cmp.Compare(a.Text, b.Text))
	})
	var out bytes.Buffer
	done, last, made := 0, -1, 0
	for _, e := range edits {
		if e.Begin < done || e.Begin == last {
			continue
		}
		out.Write(data[done:e.Begin])
		out.WriteString(e.Text)
		done, last = e.End, e.Begin
		made++
	}
	out.Write(data[done:])
	return out.Bytes(), made
}

// replaced puts JSON in the place of a node.
func replaced(n *tools.Node, text string) []Edit { return []Edit{{n.Begin, n.End, text}} }

// withMember puts a member in front of the others of an object, laid out as they are.
func (c *check) withMember(n *tools.Node, key, value string) []Edit {
	text := `"` + key + `": ` + value
	at := n.Begin + 1
	if len(n.Members) > 0 && c.json {
		text = string(c.data[at:n.Members[0].Name.Begin]) + text + ","
		if c.data[at] == '"' {
			text += " "
		}
	}
	return []Edit{{at, at, text}}
}

// without removes an item of a list that is not the first.
func without(list *tools.Node, i int) []Edit {
	return []Edit{{list.Items[i-1].End, list.Items[i].End, ""}}
}
