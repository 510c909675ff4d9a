package bfcl

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// invocation is a call as the answers of multi-turn categories write it:
// cd(folder='notes') or mean([1, 2]).
type invocation struct {
	name   string
	places []any // arguments by place
	named  map[string]any
}

// invoke reads one call. Its values are literals of Python.
func invoke(text string) (invocation, error) {
	p := &python{text: strings.TrimSpace(text)}
	in := invocation{named: map[string]any{}}
	in.name = p.word()
	if i := strings.LastIndexByte(in.name, '.'); i >= 0 {
		in.name = in.name[i+1:] // the object that it is a method of
	}
	if in.name == "" || !p.take('(') {
		return in, fmt.Errorf("%.80q is no call", text)
	}
	for !p.take(')') {
		if len(in.places)+len(in.named) > 0 && !p.take(',') {
			return in, p.wrong("a comma")
		}
		if p.take(')') {
			break
		}
		if name, ok := p.keyword(); ok {
			v, err := p.value(0)
			if err != nil {
				return in, err
			}
			in.named[name] = v
			continue
		}
		v, err := p.value(0)
		if err != nil {
			return in, err
		}
		in.places = append(in.places, v)
	}
	if p.space(); p.at < len(p.text) {
		return in, p.wrong("its end")
	}
	return in, nil
}

// python reads literals.
type python struct {
	text string
	at   int
}

func (p *python) wrong(want string) error {
	return fmt.Errorf("%.80q: want %s at byte %d", p.text, want, p.at)
}

func (p *python) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

func (p *python) take(b byte) bool {
	p.space()
	if p.at < len(p.text) && p.text[p.at] == b {
		p.at++
		return true
	}
	return false
}

func (p *python) word() string {
	p.space()
	from := p.at
	for p.at < len(p.text) {
		b := p.text[p.at]
		if b != '_' && b != '.' && (b < '0' || b > '9') && (b < 'A' || b > 'Z') && (b < 'a' || b > 'z') {
			break
		}
		p.at++
	}
	return p.text[from:p.at]
}

// keyword takes "name =", if that comes next.
func (p *python) keyword() (string, bool) {
	from := p.at
	name := p.word()
	if name != "" && p.take('=') {
		return name, true
	}
	p.at = from
	return "", false
}

func (p *python) value(depth int) (any, error) {
	p.space()
	switch {
	case depth > maxDepth:
		return nil, fmt.Errorf("%.80q nests more than %d deep", p.text, maxDepth)
	case p.at == len(p.text):
		return nil, p.wrong("a value")
	}
	switch b := p.text[p.at]; b {
	case '\'', '"':
		return p.quoted(b)
	case '[', '(':
		return p.list(map[byte]byte{'[': ']', '(': ')'}[b], depth)
	case '{':
		return p.dict(depth)
	}
	return p.scalar()
}

func (p *python) list(end byte, depth int) (any, error) {
	p.at++
	list := []any{}
	for !p.take(end) {
		if len(list) > 0 && !p.take(',') {
			return nil, p.wrong("a comma")
		}
		if p.take(end) {
			break
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func (p *python) dict(depth int) (any, error) {
	p.at++
	object := map[string]any{}
	for !p.take('}') {
		if len(object) > 0 && !p.take(',') {
			return nil, p.wrong("a comma")
		}
		if p.take('}') {
			break
		}
		key, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		name, ok := key.(string)
		if !ok || !p.take(':') {
			return nil, p.wrong("a text and a colon")
		}
		if object[name], err = p.value(depth + 1); err != nil {
			return nil, err
		}
	}
	return object, nil
}

func (p *python) scalar() (any, error) {
	from := p.at
	if strings.IndexByte("+-", p.text[p.at]) >= 0 {
		p.at++
	}
	word := p.word()
	if strings.HasSuffix(word, "e") && p.at < len(p.text) && strings.IndexByte("+-", p.text[p.at]) >= 0 {
		p.at++
		p.word()
	}
	switch text := p.text[from:p.at]; text {
	case "True":
		return true, nil
	case "False":
		return false, nil
	case "None":
		return nil, nil
	default:
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return i, nil
		}
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || f-f != 0 { // infinities and NaN are no JSON
			p.at = from
			return nil, p.wrong("a value")
		}
		return f, nil
	}
}

// escapes are those of a text that stand for one character.
var escapes = map[byte]rune{'n': '\n', 't': '\t', 'r': '\r', '\\': '\\', '\'': '\'', '"': '"', '0': 0}

func (p *python) quoted(end byte) (any, error) {
	var out strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		switch b := p.text[p.at]; {
		case b == end:
			p.at++
			return out.String(), nil
		case b == '\\' && p.at+1 < len(p.text):
			p.at++
			r, known := escapes[p.text[p.at]]
			if !known {
				out.WriteByte('\\')
				r, _ = utf8.DecodeRuneInString(p.text[p.at:])
				p.at += utf8.RuneLen(r) - 1
			}
			out.WriteRune(r)
		default:
			out.WriteByte(b)
		}
	}
	return nil, p.wrong("the end of a text")
}
