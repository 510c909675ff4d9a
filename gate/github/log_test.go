package github

import (
	"bytes"
	"crypto/rand"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// hostile texts try to become a command, each in another way.
var hostile = []string{
	"::error::owned",
	"  \t::set-output name=verdict::pass",
	"fine\n::add-mask::a",
	"fine\r::add-mask::a",
	"fine\r\n::stop-commands::x\r\n",
	"text ##[error]owned",
	"##[[set-env name=PATH;]/tmp",
	":::error::owned",
	"\u00a0::error::owned",
	"\u2028::error::owned",
	"\u0085::error::owned",
	"\u00ad::error::owned",
	":\u200b:error:\u200b:owned",
	"#\u00ad#[error]owned",
	"%0A::error::owned",
	"%s%d%!(EXTRA)",
	"::%",
	"\xff::error::\xffowned",
	"\x1b[31m::error::red\x1b[0m",
	"\u202e::rorre::",
	"a,title=b::c",
}

func env(pairs ...string) func(string) string {
	return func(key string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == key {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"Alex Rivera, 92 – Größe 変更 ⚠️": "Alex Rivera, 92 – Größe 変更 ⚠️",
		"100%\r\nsure":                  "100%25%0D%0Asure",
		"::error::x":                    ":%3Aerror:%3Ax",
		"::::":                          ":%3A:%3A",
		"###[x]":                        "###%5Bx]",
		"tab\tbell\a":                   "tab\tbell%07",
		"\xffa\u202eb":                  "%FFa%E2%80%AEb",
		"postgres://u@[::1]:5432/a?b=c": "postgres://u@[:%3A1]:5432/a?b=c",
	} {
		if diff := cmp.Diff(want, Escape(text)); diff != "" {
			t.Errorf("Escape(%q) (-want +got):\n%s", text, diff)
		}
	}
}

func TestLogNeverFormsACommand(t *testing.T) {
	for _, text := range hostile {
		for name, write := range map[string]func(*Log){
			"Print":          func(l *Log) { l.Print(text) },
			"Print, escaped": func(l *Log) { l.Print("said:" + Escape(text)) },
			"Raw":            func(l *Log) { l.Raw(text) },
		} {
			var out bytes.Buffer
			write(NewLog(env(), &out, rand.Reader))
			if found := runnerCommands(out.String()); found != nil {
				t.Errorf("%s(%q) makes the runner see %+v", name, text, found)
			}
		}
	}
}

func TestAnnotationIsOneCommand(t *testing.T) {
	for _, text := range append(hostile, strings.Repeat("x", 2*maxProperty)) {
		var out bytes.Buffer
		log := NewLog(env(), &out, rand.Reader)
		log.Annotate(Annotation{Level: Error, File: text, Title: text, Message: text})
		found := runnerCommands(out.String())
		if len(found) != 1 || found[0].Name != "error" || strings.Contains(out.String(), "##[") || strings.Count(out.String(), "::") != 2 {
			t.Errorf("annotating with %q writes %q", text, out.String())
			continue
		}
		if file, title := found[0].Properties["file"], found[0].Properties["title"]; file != title || len(title) > maxProperty {
			t.Errorf("annotating with %q has file %q, title %q", text, file, title)
		}
	}
}

func TestPrintKeepsLinesReadable(t *testing.T) {
	var out bytes.Buffer
	log := NewLog(env(), &out, rand.Reader)
	log.Print("fell from 92% to 61%\r\n│ crm::x │\n")
	log.Print("")
	if diff := cmp.Diff("fell from 92% to 61%\n│ crm:%3Ax │\n\n", out.String()); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

func TestRaw(t *testing.T) {
	random := strings.NewReader(strings.Repeat("\x00", 16) + strings.Repeat("\xff", 16))
	var out bytes.Buffer
	log := NewLog(env(), &out, random)
	log.Raw("::error::a\n")
	log.Raw("b")
	log.Raw("::error::no token left")
	want := strings.ReplaceAll(`::stop-commands::0*
::error::a
::0*::
::stop-commands::f*
b
::f*::
:%3Aerror:%3Ano token left
`, "0*", strings.Repeat("0", 32))
	want = strings.ReplaceAll(want, "f*", strings.Repeat("f", 32))
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

func TestAnnotate(t *testing.T) {
	var out bytes.Buffer
	log := NewLog(env(), &out, rand.Reader)
	log.Annotate(Annotation{Level: Error, File: "tools/crm.json", Line: 41, Title: "Lost field", Message: "no %s, 92%\nnext"})
	log.Annotate(Annotation{Level: Notice, Line: 3, Message: "on no file"})
	want := []command{
		{"error", "no %s, 92%\nnext", map[string]string{"file": "tools/crm.json", "line": "41", "title": "Lost field"}},
		{"notice", "on no file", map[string]string{}},
	}
	if diff := cmp.Diff(want, runnerCommands(out.String())); diff != "" {
		t.Errorf("annotations (-want +got):\n%s", diff)
	}
}

func TestAnnotationsAreBounded(t *testing.T) {
	var out bytes.Buffer
	log := NewLog(env(), &out, rand.Reader)
	written := map[Level]int{}
	for _, level := range []Level{Error, Warning, Notice} {
		for range maxAnnotations + 2 {
			if log.Annotate(Annotation{Level: level, Message: strings.Repeat("変", 3000)}) {
				written[level]++
			}
		}
	}
	if diff := cmp.Diff(map[Level]int{Error: 10, Warning: 10, Notice: 10}, written); diff != "" {
		t.Errorf("annotations written (-want +got):\n%s", diff)
	}
	commands := runnerCommands(out.String())
	if len(commands) != 30 || commands[0].Data != strings.Repeat("変", maxMessage/3) {
		t.Errorf("%d commands, the first of %d bytes, want 30 of whole characters in %d", len(commands), len(commands[0].Data), maxMessage)
	}
}

func TestMask(t *testing.T) {
	var out bytes.Buffer
	NewLog(env(), &out, rand.Reader).Mask("secret")
	if out.Len() > 0 {
		t.Errorf("without a runner the secret was printed: %q", out.String())
	}
	log := NewLog(env("GITHUB_ACTIONS", "true"), &out, rand.Reader)
	log.Mask("")
	log.Mask("50%\n\nsecond line\n")
	want := []command{{"add-mask", "50%", map[string]string{}}, {"add-mask", "second line", map[string]string{}}}
	if diff := cmp.Diff(want, runnerCommands(out.String())); diff != "" {
		t.Errorf("masks (-want +got):\n%s", diff)
	}
}

func TestLogReportsAFailedWrite(t *testing.T) {
	out := &gapWriter{}
	log := NewLog(env("GITHUB_ACTIONS", "true"), out, rand.Reader)
	if err := log.Err(); err != nil {
		t.Errorf("error %v before any write", err)
	}
	log.Annotate(Annotation{Level: Error, Message: "lost"})
	log.Mask("secret")
	log.Raw("x")
	log.Print("x")
	if err := log.Err(); err == nil || !strings.Contains(err.Error(), "gone") {
		t.Errorf("Err() = %v, want that the stream is gone", err)
	}
	if out.Len() > 0 {
		t.Errorf("after a gap the log went on with %q", out.String())
	}
}

// gapWriter loses its first write.
type gapWriter struct {
	bytes.Buffer
	lost bool
}

func (w *gapWriter) Write(p []byte) (int, error) {
	if !w.lost {
		w.lost = true
		return 0, errors.New("gone")
	}
	return w.Buffer.Write(p)
}

func FuzzLog(f *testing.F) {
	for _, text := range hostile {
		f.Add(text, "::")
	}
	f.Fuzz(func(t *testing.T, text, around string) {
		escaped := Escape(text)
		if strings.Contains(escaped, "::") || strings.Contains(escaped, "##[") || strings.ContainsAny(escaped, "\r\n") {
			t.Fatalf("Escape(%q) = %q", text, escaped)
		}
		var out bytes.Buffer
		log := NewLog(env(), &out, rand.Reader)
		log.Print(around + escaped + around)
		log.Print(text + around)
		if found := runnerCommands(out.String()); found != nil || strings.Contains(out.String(), "::") || strings.Contains(out.String(), "##[") {
			t.Fatalf("printing %q within %q makes the runner see %+v", text, around, found)
		}
		log.Raw(text)
		if found := runnerCommands(out.String()); found != nil {
			t.Fatalf("raw %q makes the runner see %+v", text, found)
		}
		log.Annotate(Annotation{Level: Warning, File: text, Line: 1, Title: around, Message: text})
		found := runnerCommands(out.String())
		if len(found) != 1 || found[0].Name != "warning" || strings.Count(lastLine(out.String()), "::") != 2 {
			t.Fatalf("annotating with %q and %q makes the runner see %+v", text, around, found)
		}
		for key := range found[0].Properties {
			if key != "file" && key != "line" && key != "title" {
				t.Fatalf("annotating with %q and %q sets %q", text, around, key)
			}
		}
	})
}

// lastLine returns the last line of a stream.
func lastLine(stream string) string {
	lines := strings.Split(strings.TrimSuffix(stream, "\n"), "\n")
	return lines[len(lines)-1]
}
