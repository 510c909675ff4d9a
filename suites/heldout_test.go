package suites

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"filippo.io/age"
	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/schemas"
)

// days is the sound suite with as many values for a seed to choose from.
func days(t *testing.T, values string) fstest.MapFS {
	t.Helper()
	fsys := sound(t)
	f := fsys["desk/suite.yaml"]
	f.Data = []byte(strings.Replace(string(f.Data), "[7, 14, 21]", values, 1))
	return fsys
}

func names(side *HeldOut) []string {
	var out []string
	for _, s := range side.Suites {
		for _, c := range s.Cases {
			out = append(out, c.ID()+" "+c.Digest)
		}
	}
	return out
}

// TestHeldOutNamesSayNothing: they are the same each time, another side has
// others, and what could be quoted is gone.
func TestHeldOutNamesSayNothing(t *testing.T) {
	first, err := LoadHeldOut(sound(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := LoadHeldOut(sound(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(names(first), names(again)); diff != "" || len(names(first)) == 0 {
		t.Errorf("names differ from load to load:\n%s", diff)
	}
	open, err := Load(sound(t), "desk", 0)
	if err != nil {
		t.Fatal(err)
	}
	s := first.Suites[0]
	for i, c := range s.Cases {
		if c.Suite.Name != HeldOutName || c.Name == open.Cases[i].Name || c.Digest == open.Cases[i].Digest || c.Promise != "" || !isOpaque.MatchString(c.File) {
			t.Errorf("case %s of %s: digest %s, promise %q, file %q", c.Name, c.Suite.Name, c.Digest, c.Promise, c.File)
		}
	}
	if s.Business+s.Version != "" || !isOpaque.MatchString(s.WorldFile) || !isOpaque.MatchString(s.Tools[0].File) || s.Digest == open.Digest {
		t.Errorf("suite: %q %q %q %q", s.Business, s.Version, s.WorldFile, s.Tools[0].File)
	}
}

func TestManifests(t *testing.T) {
	fsys := days(t, "[7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]")
	find := func(name string, seed uint64) (*Suite, error) {
		if name != "desk" {
			return nil, fmt.Errorf("find suite %s: it is secret", name)
		}
		return Load(fsys, "desk", seed)
	}
	load := func(secret, of string) (*Manifest, *HeldOut) {
		t.Helper()
		m, err := NewManifest([]byte(secret), of, []string{"desk"})
		if err != nil {
			t.Fatal(err)
		}
		side, err := m.Load(find)
		if err != nil {
			t.Fatal(err)
		}
		return m, side
	}
	const secret = "0123456789abcdef0123456789abcdef"
	m, side := load(secret, "2026Q4")
	data, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(data, []byte(secret)) {
		t.Errorf("the manifest holds the secret: %s", data)
	}
	kept, err := LoadHeldOut(fstest.MapFS{ManifestFile: {Data: data}}, find)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(names(side), names(kept)); diff != "" {
		t.Errorf("a manifest that was kept gives other cases:\n%s", diff)
	}
	seen := map[string]bool{}
	for _, of := range []string{"2026Q4", "2027Q1", "2027Q2"} {
		m, _ := load(secret, of)
		n, _ := load(secret+"!", of)
		seen[fmt.Sprint(m.Suites[0].Seed)], seen[fmt.Sprint(n.Suites[0].Seed)] = true, true
	}
	if len(seen) != 6 {
		t.Errorf("six secrets and periods have the seeds %v", seen)
	}

	for name, change := range map[string]func(*Manifest){
		"another version of the suite": func(m *Manifest) { m.Suites[0].Version = "99" },
		"a suite that is not there":    func(m *Manifest) { m.Suites[0].Name = "other" },
		"no seed":                      func(m *Manifest) { m.Suites[0].Seed = 0 },
		"no key":                       func(m *Manifest) { m.Key = "" },
		"another form":                 func(m *Manifest) { m.Version = 9 },
	} {
		other := *m
		other.Suites = []VariedSuite{m.Suites[0]}
		change(&other)
		data, err := other.Encode()
		if err != nil {
			t.Fatal(err)
		}
		_, err = LoadHeldOut(fstest.MapFS{ManifestFile: {Data: data}}, find)
		if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "desk") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCasesAsPublishedAreNotHeldOut: where a seed changes nothing there is nothing
// to hold out.
func TestCasesAsPublishedAreNotHeldOut(t *testing.T) {
	m, err := NewManifest([]byte(strings.Repeat("s", MinSecret)), "2026Q4", []string{"desk"})
	if err != nil {
		t.Fatal(err)
	}
	side, err := m.Load(func(_ string, seed uint64) (*Suite, error) { return Load(days(t, "[7]"), "desk", seed) })
	if err != nil {
		t.Fatal(err)
	}
	if side.Cases() != 0 || side.AsPublished == 0 {
		t.Errorf("%d cases held out, %d as published", side.Cases(), side.AsPublished)
	}
}

func TestConceal(t *testing.T) {
	problem := schemas.Problem{Rule: "r", File: "held-out/canary.yaml", Line: 3, Column: 4, Path: "/canary", Message: "canary", Fix: "canary"}
	err := concealAs(schemas.Problems{problem}, []string{"a", "held-out/canary.yaml"})
	var got schemas.Problems
	if !errors.As(err, &got) || got[0].File != "held-out/file 2" || got[0].Line != 3 || got[0].Rule != "r" || strings.Contains(err.Error(), "canary") {
		t.Errorf("problem: %v", err)
	}
	if err := Conceal(schemas.Problems{problem}); strings.Contains(err.Error(), "canary") {
		t.Errorf("problem in a file of no list: %v", err)
	}
	if err := Conceal(errors.New("canary")); err == nil || strings.Contains(err.Error(), "canary") {
		t.Errorf("error: %v", err)
	}
	if err := Conceal(nil); err != nil {
		t.Errorf("no error: %v", err)
	}
	if _, err := loadSafely(func() (*Suite, error) { panic("canary") }); err == nil || strings.Contains(err.Error(), "canary") {
		t.Errorf("panic: %v", err)
	}
}

func TestSealWithPassphrase(t *testing.T) {
	const words = "correct horse battery staple"
	lock, err := passphrase(words, 8)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := Seal(sound(t), lock)
	if err != nil {
		t.Fatal(err)
	}
	open := func(words string, sealed []byte) (fs.FS, error) {
		k, err := NewKey(words)
		if err != nil {
			t.Fatal(err)
		}
		return Open(sealed, k)
	}
	fsys, err := open(words, sealed)
	if err != nil {
		t.Fatal(err)
	}
	want, err := LoadHeldOut(sound(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := LoadHeldOut(fsys, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(names(want), names(got)); diff != "" {
		t.Errorf("cases (-want +got):\n%s", diff)
	}
	if _, err := open("another passphrase, as long", sealed); err == nil || !strings.Contains(err.Error(), "the key does not fit") {
		t.Errorf("another passphrase: %v", err)
	}
	for n := 0; n < len(sealed); n += len(sealed)/40 + 1 {
		if fsys, err := open(words, sealed[:n]); err == nil || fsys != nil {
			t.Fatalf("cut to %d bytes: %v, %v", n, fsys, err)
		}
		altered := bytes.Clone(sealed)
		altered[n] ^= 0x20
		if fsys, err := open(words, altered); err == nil || fsys != nil {
			t.Fatalf("altered at byte %d: %v, %v", n, fsys, err)
		}
	}
	if _, err := Passphrase("short"); err == nil {
		t.Error("a short passphrase is taken")
	}
	if _, err := Recipients([]string{"age1nobody"}); err == nil {
		t.Error("a recipient that is none is taken")
	}
}

// TestHostileArchives: whoever has a recipient can seal anything.
func TestHostileArchives(t *testing.T) {
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	lock, err := Recipients([]string{id.Recipient().String()})
	if err != nil {
		t.Fatal(err)
	}
	key, err := NewKey("# created by hand\n" + id.String() + "\n")
	if err != nil {
		t.Fatal(err)
	}
	packed := func(write func(*zip.Writer)) []byte {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		write(w)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	file := func(w *zip.Writer, h zip.FileHeader, size int) {
		f, err := w.CreateHeader(&h)
		if err == nil {
			_, err = f.Write(make([]byte, size))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	link := zip.FileHeader{Name: "link"}
	link.SetMode(fs.ModeSymlink)
	for name, data := range map[string][]byte{
		"no archive":     []byte("a tar, say"),
		"a way out":      packed(func(w *zip.Writer) { file(w, zip.FileHeader{Name: "../canary"}, 1) }),
		"an absolute":    packed(func(w *zip.Writer) { file(w, zip.FileHeader{Name: "/canary"}, 1) }),
		"a backslash":    packed(func(w *zip.Writer) { file(w, zip.FileHeader{Name: `a\canary`}, 1) }),
		"twice":          packed(func(w *zip.Writer) { file(w, zip.FileHeader{Name: "a"}, 1); file(w, zip.FileHeader{Name: "a"}, 1) }),
		"a link":         packed(func(w *zip.Writer) { file(w, link, 1) }),
		"a long path":    packed(func(w *zip.Writer) { file(w, zip.FileHeader{Name: strings.Repeat("a", maxPath+1)}, 1) }),
		"a bomb":         packed(func(w *zip.Writer) { file(w, zip.FileHeader{Name: "a", Method: zip.Deflate}, maxWorld+1) }),
		"too many files": packed(func(w *zip.Writer) { writeMany(file, w) }),
	} {
		sealed, err := lock.encrypt(data)
		if err != nil {
			t.Fatal(err)
		}
		if fsys, err := Open(sealed, key); err == nil || fsys != nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v, %v", name, fsys, err)
		}
	}
}

func writeMany(file func(*zip.Writer, zip.FileHeader, int), w *zip.Writer) {
	for i := range maxEntries + 1 {
		file(w, zip.FileHeader{Name: fmt.Sprint(i)}, 0)
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	whole, err := archive([]string{"a/b", ManifestFile}, func(name string) ([]byte, error) { return []byte(name), nil })
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Fuzz(func(t *testing.T, data []byte) {
		fsys, err := unpack(data)
		if err != nil {
			return
		}
		files, err := listed(fsys)
		if err != nil {
			return
		}
		for _, name := range files {
			if _, err := fs.ReadFile(fsys, name); err != nil {
				t.Errorf("read %q: %v", name, err)
			}
		}
	})
}

func FuzzManifest(f *testing.F) {
	f.Add([]byte(`{"version":1,"period":"2026Q4","key":"` + strings.Repeat("00", 32) + `","suites":[{"name":"crm","version":"1","seed":7}]}`))
	f.Add([]byte(`{"version":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := readManifest(data)
		if err == nil && m.check() != nil {
			t.Errorf("an unusable manifest was read: %s", data)
		}
	})
}
