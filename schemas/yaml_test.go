package schemas

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

type obj = map[string]any

// TestParseYAMLValues pins what a file means, where YAML libraries differ.
func TestParseYAMLValues(t *testing.T) {
	tests := []struct {
		name, text string
		want       any
	}{
		{"no Norway problem", "a: no\nb: off\nc: y\nd: On\ne: true\nf: FALSE\n", obj{"a": "no", "b": "off", "c": "y", "d": "On", "e": true, "f": false}},
		{"dates and times are texts", "a: 2026-03-02\nb: 08:30\nc: 2026-03-02T09:00:00Z\nd: 1:2\n", obj{"a": "2026-03-02", "b": "08:30", "c": "2026-03-02T09:00:00Z", "d": "1:2"}},
		{"identifiers are texts", "[c203, 12abc, 1_000, 0b1, .x, 1.2.3, -, nan, 1e]", []any{"c203", "12abc", "1_000", "0b1", ".x", "1.2.3", "-", "nan", "1e"}},
		{"whole numbers", "[0, -7, 9223372036854775807, -0]", []any{int64(0), int64(-7), int64(9223372036854775807), int64(0)}},
		{"other numbers", "[1.0, .5, 5., 1e3, -1.5E-2, 0.25]", []any{1.0, .5, 5.0, 1000.0, -0.015, 0.25}},
		{"null", "[~, null, Null, NULL, nil, '']", []any{nil, nil, nil, nil, "nil", ""}},
		{"nothing is null", "a:\nb: {c: , d}\ne: [x, ]\nf:\n  -\n  - y\n", obj{"a": nil, "b": obj{"c": nil, "d": nil}, "e": []any{"x"}, "f": []any{nil, "y"}}},
		{"quotes make texts", `{a: "1", b: 'true', "c": "null", 'd': 'it''s'}`, obj{"a": "1", "b": "true", "c": "null", "d": "it's"}},
		{"null is a good key", "null: each\n", obj{"null": "each"}},
		{"words of SQL and variables", "a: $name\nb: \":contact_id\"\nc: SELECT a FROM b WHERE c = :d AND e = @f\nd: \"@user\"\n", obj{"a": "$name", "b": ":contact_id", "c": "SELECT a FROM b WHERE c = :d AND e = @f", "d": "@user"}},
		{"a colon in a flow mapping", "{args: {id: :contact_id, t: :before.title}}", obj{"args": obj{"id": ":contact_id", "t": ":before.title"}}},
		{"blocks of text", "a: |\n  one\n\n  two\nb: >-\n  x\n  y\nc: |-\n  z\nd: x\n  y\n", obj{"a": "one\n\ntwo\n", "b": "x y", "c": "z", "d": "x y"}},
		{"escapes of JSON", `{"a": "\ud83d\ude00 \/ \u00e9 \n\t\"\\"}`, obj{"a": "😀 / é \n\t\"\\"}},
		{"JSON with tabs", "{\n\t\"a\": [\n\t\t1,\n\t\t{}\n\t],\n\t\"b\": -1.5e-3\n}\n", obj{"a": []any{int64(1), obj{}}, "b": -0.0015}},
		{"one document with a head and an end", "# comment\n---\na: 1\n...\n", obj{"a": int64(1)}},
		{"byte order mark and carriage returns", "\ufeffa: 1\r\nb: |\r\n  x\r\n  y\r\n", obj{"a": int64(1), "b": "x\ny\n"}},
		{"comments", "a: x # y\nb: x#y\n# c: d\n", obj{"a": "x", "b": "x#y"}},
		{"a dotted key is one key", "a.b: 1\na:\n  b: 2\n", obj{"a.b": int64(1), "a": obj{"b": int64(2)}}},
		{"aliases", "a: &x {b: [1]}\nc: *x\nd: &y 5\ne: [*y, *y]\n", obj{"a": obj{"b": []any{int64(1)}}, "c": obj{"b": []any{int64(1)}}, "d": int64(5), "e": []any{int64(5), int64(5)}}},
		{"no end of the last line", "a: >\n  x\n  y", obj{"a": "x y\n"}},
		{"a scalar", "5", int64(5)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			doc, problems := ParseYAML("f.yaml", []byte(test.text))
			if len(problems) > 0 {
				t.Fatal(Problems(problems))
			}
			if diff := cmp.Diff(test.want, doc.Value); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestParseYAMLProblems pins place and words of what is refused.
func TestParseYAMLProblems(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"key twice", "a: 1\nb:\n  c: 1\n  c: 2\n", "f.yaml:4:3: the key 'c' is given twice (keep one of the two) [yaml-duplicate-key]"},
		{"key twice in JSON", `{"a": 1, "a": 2}`, "f.yaml:1:10: the key 'a' is given twice (keep one of the two) [yaml-duplicate-key]"},
		{"number as key", "404: x\n", "f.yaml:1:1: the key '404' is not a string (put it in quotes) [yaml-key]"},
		{"truth as key", "a: {true: x}\n", "f.yaml:1:5: the key 'true' is not a string (put it in quotes) [yaml-key]"},
		{"marked key", "? [a]\n: b\n", "f.yaml:1:1: keys marked by ? are not supported (write the key as NAME: VALUE) [yaml-unsupported]"},
		{"leading zeros", "a: 007\n", "f.yaml:1:4: 007: this may be a number or a text (write '007' if it is a text, else the number as JSON has it) [yaml-number]"},
		{"telephone number", "a: +441632960961\n", "f.yaml:1:4: +441632960961: this may be a number or a text (write '+441632960961' if it is a text, else the number as JSON has it) [yaml-number]"},
		{"too large", "a: 9223372036854775808\n", "f.yaml:1:4: 9223372036854775808: the number is too large (write '9223372036854775808' if it is a text, else the number as JSON has it) [yaml-number]"},
		{"too large a float", "a: 1e999\n", "f.yaml:1:4: 1e999: the number is too large (write '1e999' if it is a text, else the number as JSON has it) [yaml-number]"},
		{"not in JSON", "a: .inf\n", "f.yaml:1:4: .inf: JSON has no number like this (write '.inf' if it is a text, else the number as JSON has it) [yaml-number]"},
		{"hexadecimal", "a: 0x1F\n", "f.yaml:1:4: 0x1F: JSON has no number like this (write '0x1F' if it is a text, else the number as JSON has it) [yaml-number]"},
		{"second document", "a: 1\n---\nb: 2\n", "f.yaml:2:1: a second document begins here; a file holds one (split the file) [yaml-documents]"},
		{"second document after an end", "a: 1\n...\nb: 2\n", "f.yaml:3:1: a second document begins here; a file holds one (split the file) [yaml-documents]"},
		{"directive", "%YAML 1.1\n---\na: 1\n", "f.yaml:1:1: YAML directives are not supported (remove the line) [yaml-unsupported]"},
		{"merge key", "a: &x {b: 1}\nc:\n  <<: *x\n", "f.yaml:3:3: merge keys are not supported (write the keys out) [yaml-unsupported]"},
		{"unknown tag", "a: !secret x\n", "f.yaml:1:4: the tag '!secret' is not supported (put the value in quotes if it is a text) [yaml-tag]"},
		{"known tag", "a: !!str 5\n", "f.yaml:1:4: the tag '!!str' is not supported (put the value in quotes if it is a text) [yaml-tag]"},
		{"two anchors", "a: &x &y 5\n", "f.yaml:1:7: two anchors for one value (keep one) [yaml-syntax]"},
		{"anchor without a name", "a: &\"x\" 5\n", "f.yaml:1:4: an anchor or alias without a name (write it like &name and *name) [yaml-syntax]"},
		{"unknown alias", "a: *x\nb: &x 1\n", "f.yaml:1:4: no earlier value is marked '&x' (mark an earlier value with &x) [yaml-alias]"},
		{"alias in itself", "a: &x [*x]\n", "f.yaml:1:8: no earlier value is marked '&x' (mark an earlier value with &x) [yaml-alias]"},
		{"reserved character", "a: @now\n", "f.yaml:1:4: '@' is a reserved character (put the value in quotes) [yaml-syntax]"},
		{"colon in a text", "a: b: c\n", "f.yaml:1:4: mapping value is not allowed in this context (put the value in quotes) [yaml-syntax]"},
		{"tab in a text", "a:\tx\ty\n", "f.yaml:1:5: a tab inside a text without quotes (put the text in quotes) [yaml-syntax]"},
		{"open quote", "a: 'x\n", "f.yaml:1:4: could not find end character of single-quoted text [yaml-syntax]"},
		{"indentation", "a:\n  - b\n c: d\n", "f.yaml:3:2: value is not allowed in this context [yaml-syntax]"},
		{"half a character", `a: "\ud83d"`, "f.yaml:1:4: not enough length for escaped UTF-16 surrogate pair [yaml-syntax]"},
		{"not UTF-8", "a: \xff\n", "f.yaml:1:4: the character '�' is not text (save the file as UTF-8 text) [yaml-syntax]"},
		{"control character", "a: \x07\n", "f.yaml:1:4: the character '\\a' is not text (save the file as UTF-8 text) [yaml-syntax]"},
		{"empty", "", "f.yaml:1:1: the file is empty [yaml-empty]"},
		{"only a comment", "# nothing\n", "f.yaml:1:1: the file is empty [yaml-empty]"},
		{"nested too deep", strings.Repeat("[", 65) + strings.Repeat("]", 65), "f.yaml:1:65: nested more than 64 deep (make it flatter) [yaml-limit]"},
		{"sequences nested too deep", strings.Repeat("- ", 65) + "a", "f.yaml:1:129: nested more than 64 deep (make it flatter) [yaml-limit]"},
		{"too large a file", strings.Repeat("# filler\n", 1<<17), "f.yaml:1:1: the file has 1179648 bytes, more than the 1048576 allowed (split the file) [yaml-limit]"},
		{"blank lines", "a: |\n" + strings.Repeat("\n", 101) + "  x\n", "f.yaml:2:1: more than 100 blank lines in a row (remove them) [yaml-limit]"},
		{"a long key", strings.Repeat("k", 129) + ": x\n", "f.yaml:1:1: the key is longer than 128 bytes [yaml-limit]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			doc, problems := ParseYAML("f.yaml", []byte(test.text))
			if doc != nil || len(problems) == 0 {
				t.Fatalf("want a problem and no document, got %v, %v", problems, doc)
			}
			if diff := cmp.Diff(test.want, Problems(problems).Error()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestAliasBomb: nine levels of nine aliases each are 9^9 values.
func TestAliasBomb(t *testing.T) {
	text := "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
	for _, n := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
		before := string(n[0] - 1)
		text += "a" + n + ": &a" + n + " [" + strings.TrimSuffix(strings.Repeat("*a"+before+", ", 9), ", ") + "]\n"
	}
	_, problems := ParseYAML("f.yaml", []byte(text))
	if len(problems) != 1 || problems[0].Rule != "yaml-limit" {
		t.Errorf("want one yaml-limit, got %v", problems)
	}
}

// TestDocumentAt pins positions, beside tabs, trailing blanks and wide letters.
func TestDocumentAt(t *testing.T) {
	text := "" +
		"é: [ü, {ä: 1}]\n" + // 1
		"block:\n" + // 2
		"  - name: x  \n" + // 3
		"    list:\n" + // 4
		"    - 1\n" + // 5
		"  -   y\n" + // 6
		"tab:\tv\n" + // 7
		"text: |\n" + // 8
		"  x\n" + // 9
		"\"a/b~c\": 'q'\n" + // 10
		"none:\n" + // 11
		"long: some words\n" + // 12
		"  go on\n" + // 13
		"dash: more words\n" + // 14
		"  - go on\n" // 15
	doc, problems := ParseYAML("f.yaml", []byte(text))
	if len(problems) > 0 {
		t.Fatal(Problems(problems))
	}
	tests := []struct {
		pointer      string
		line, column int
	}{
		{"", 1, 1},
		{"/é", 1, 4},
		{"/é/0", 1, 5},
		{"/é/1", 1, 8},
		{"/é/1/ä", 1, 12},
		{"/block", 2, 1},
		{"/block/0", 3, 5},
		{"/block/0/name", 3, 11},
		{"/block/0/list", 4, 5},
		{"/block/0/list/0", 5, 7},
		{"/block/1", 6, 7},
		{"/tab", 7, 6},
		{"/text", 8, 7},
		{"/a~1b~0c", 10, 10},
		{"/none", 11, 1},
		{"/long", 12, 7},
		{"/dash", 14, 7},
		{"/block/0/absent/deep", 3, 5},
		{"/absent", 1, 1},
		{"nonsense", 1, 1},
	}
	for _, test := range tests {
		if line, column := doc.At(test.pointer); line != test.line || column != test.column {
			t.Errorf("%s: want %d:%d, got %d:%d", test.pointer, test.line, test.column, line, column)
		}
	}
}

// FuzzParseYAML: no text makes the parser panic, and what it reports lies inside
// the file.
func FuzzParseYAML(f *testing.F) {
	for _, seed := range []string{
		"a: no\nb: [1, {c: 'd'}]\n", "- |\n  x\n- >-\n  y\n", "{\"a\":\t[1, null]}", "a: &x [*x]\nb: *x\n", "? a\n: b\n",
		"a: !!str 5 # c\n---\nb: 1\n", "a:\n- b\n-\n  - c: d\n    e:\n", "\"\\ud83d\": \"\\x41\"", "a: @b\n", "[[[[{a: [}]", "z: =  \ny:\tq\t \n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, problems := ParseYAML("f.yaml", data)
		if (doc == nil) == (len(problems) == 0) {
			t.Fatalf("document %v with problems %v", doc, problems)
		}
		lines := strings.Split(strings.TrimPrefix(string(data), byteOrderMark), "\n")
		inside := func(what string, line, column int) {
			if line < 1 || line > len(lines) || column < 1 || column > utf8.RuneCountInString(lines[line-1])+1 {
				t.Errorf("%s stands at %d:%d, outside the file", what, line, column)
			}
		}
		for _, p := range problems {
			if p.Message == "" || p.Rule == "" || strings.Contains(p.Message, "cannot be read: ") {
				t.Errorf("bad problem %+v", p)
			}
			inside(p.Message, p.Line, p.Column)
		}
		if doc == nil {
			return
		}
		for pointer, p := range doc.places {
			line, column := doc.At(pointer)
			inside(pointer, line, column)
			if s, ok := find(doc.Value, pointer).(string); ok && s != "" && p.value != p.key {
				if r := doc.src.runes[p.value]; !strings.ContainsRune("'\"|>&*", r) && !strings.HasPrefix(s, string(r)) {
					t.Errorf("%s stands at %d:%d, but there begins %q", pointer, line, column, r)
				}
			}
		}
		if _, err := (&canon{left: maxFileNodes + 1}).copy(doc.Value); err != nil {
			t.Errorf("the value is not JSON: %v", err)
		}
	})
}
