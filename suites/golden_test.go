package suites

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestGoldenDigest holds that the reference belongs to the promise where the case
// expects what it leaves, and nowhere else.
func TestGoldenDigest(t *testing.T) {
	for _, test := range []struct {
		changes string
		differs bool
	}{{"reference", true}, {"[{insert: loans, with: {tool: t1}}]", false}} {
		load := func(tool string) *Case {
			t.Helper()
			fsys := sound(t)
			text := `
- name: a-1
  category: ordinary-update
  promise: A tool is lent.
  session: {user: Ana, account: desk}
  caller: {opening: "The drill, please."}
  expect: {changes: ` + test.changes + `}
  reference: [{call: {lend_tool: {tool: ` + tool + `}}}]
`
			fsys["desk/cases/a.yaml"] = &fstest.MapFile{Data: []byte(strings.TrimSpace(text))}
			s, err := Load(fsys, "desk", 0)
			if err != nil {
				t.Fatal(err)
			}
			return s.Cases[0]
		}
		one, other := load("t1"), load("t2")
		if one.Expect.Golden != test.differs || (one.Digest != other.Digest) != test.differs {
			t.Errorf("changes: %s: golden %v, digests %s and %s", test.changes, one.Expect.Golden, one.Digest, other.Digest)
		}
	}
}
