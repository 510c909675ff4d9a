package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/keptgate/keptgate/schemas"
)

// reader reads JSON values with their places.
type reader struct {
	name     string
	data     []byte
	dec      *json.Decoder
	values   int
	line     int // of the place that was counted last
	column   int
	counted  int // offset of that place
	problems []schemas.Problem
	limit    *schemas.Problem // the one that was exceeded
}

// errLimit ends the reading of a file that is beyond a limit.
var errLimit = errors.New("beyond a limit")

// maxTwice bounds how many keys that are given twice are reported.
const maxTwice = 100

// readJSON reads the values of a file, one after the other. Of keys that are given
// twice the last counts, as with most readers, and each is a problem.
func readJSON(name string, data []byte) (roots []*Node, problems, bad []schemas.Problem) {
	if p := checkText(name, data); p != nil {
		return nil, nil, []schemas.Problem{*p}
	}
	const mark = "\ufeff"
	skip := 0
	if bytes.HasPrefix(data, []byte(mark)) {
		// Blanks keep the offsets.
		skip = len(mark)
		data = append(bytes.Repeat([]byte(" "), skip), data[skip:]...)
	}
	r := &reader{name: name, data: data, dec: json.NewDecoder(bytes.NewReader(data)), line: 1, column: 1, counted: skip}
	r.dec.UseNumber()
	for {
		n, err := r.value(0)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, []schemas.Problem{r.explain(err)}
		}
		roots = append(roots, n)
	}
	if len(roots) == 0 {
		return nil, nil, []schemas.Problem{{Rule: ruleSyntax, Severity: schemas.Error, File: name, Line: 1, Column: 1, Message: "the file is empty"}}
	}
	return roots, r.problems, nil
}

func (r *reader) at(offset int, rule, message string) schemas.Problem {
	line, column := r.place(offset)
	return schemas.Problem{Rule: rule, Severity: schemas.Error, File: r.name, Line: line, Column: column, Message: message}
}

// place counts on from the last place, which lies before.
func (r *reader) place(offset int) (line, column int) {
	between := r.data[r.counted:offset]
	if n := bytes.Count(between, []byte("\n")); n > 0 {
		r.line += n
		r.column = 1
		between = between[bytes.LastIndexByte(between, '\n')+1:]
	}
	r.column += utf8.RuneCount(between)
	r.counted = offset
	return r.line, r.column
}

func (r *reader) explain(err error) schemas.Problem {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, errLimit):
		return *r.limit
	case errors.As(err, &syntax):
		// The offset of the error counts differently by where it comes from.
		return r.at(r.begin(), ruleSyntax, "this is not JSON: "+syntax.Error())
	default:
		return r.at(len(r.data), ruleSyntax, "this is not JSON: the file ends in the middle of a value")
	}
}

// beyond notes the limit that is exceeded at an offset.
func (r *reader) beyond(offset int, format string, most int) error {
	p := r.at(offset, ruleLimit, fmt.Sprintf(format, most))
	r.limit = &p
	return errLimit
}

// token reads one token and tells where it begins.
func (r *reader) token() (json.Token, int, error) {
	begin := r.begin()
	t, err := r.dec.Token()
	return t, begin, err
}

// begin is where the next token begins.
func (r *reader) begin() int {
	begin := int(r.dec.InputOffset())
	for begin < len(r.data) && strings.IndexByte(" \t\r\n,:", r.data[begin]) >= 0 {
		begin++
	}
	return begin
}

// value reads the next value. Its error is io.EOF where none comes and depth is 0.
func (r *reader) value(depth int) (*Node, error) {
	t, begin, err := r.token()
	if err != nil {
		if depth > 0 && errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	if r.values++; r.values > maxValues {
		return nil, r.beyond(begin, "the file has more than %d keys and values", maxValues)
	}
	if depth > maxDepth {
		return nil, r.beyond(begin, "nested more than %d deep", maxDepth)
	}
	n := &Node{Begin: begin}
	n.Line, n.Column = r.place(begin)
	switch x := t.(type) {
	case bool:
		n.Kind, n.Text = Bool, fmt.Sprint(x)
	case json.Number:
		n.Kind, n.Text = Number, x.String()
	case string:
		n.Kind, n.Text = String, x
	case json.Delim:
		if err := r.inside(n, x, depth); err != nil {
			return nil, err
		}
	}
	n.End = int(r.dec.InputOffset())
	return n, nil
}

// inside reads what an array or object holds, and its end.
func (r *reader) inside(n *Node, open json.Delim, depth int) error {
	n.Kind = Array
	if open == '{' {
		n.Kind = Object
	}
	for r.dec.More() {
		if n.Kind == Array {
			item, err := r.value(depth + 1)
			if err != nil {
				return err
			}
			n.Items = append(n.Items, item)
			continue
		}
		name, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		value, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		if n.add(Member{name.Text, value, name}) {
			r.twice(name)
		}
	}
	_, _, err := r.token()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

func (r *reader) twice(name *Node) {
	if len(r.problems) >= maxTwice {
		return
	}
	r.problems = append(r.problems, schemas.Problem{
		Rule: ruleDuplicate, Severity: schemas.Error, File: r.name, Line: name.Line, Column: name.Column,
		Message: "the key " + name.Show() + " is given twice, and readers differ in which they take", Fix: "keep one of the two",
	})
}
