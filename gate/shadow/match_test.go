package shadow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// acts makes actions of lines such as `lend {"tool": "t1"}`.
func acts(lines ...string) []action {
	var out []action
	for _, line := range lines {
		tool, text, _ := strings.Cut(line, " ")
		args := decoded(text)
		out = append(out, action{tool: tool, effect: Write, args: args, key: args.key(tool)})
	}
	return out
}

func TestMatch(t *testing.T) {
	tests := []struct {
		name           string
		recorded, made []action
		want           []string
	}{
		{"nothing", nil, nil, nil},
		{"equal as JSON", acts(`a {"n": 1, "s": "x"}`), acts(`a { "s":"x","n":1.0 }`), []string{"agreed a"}},
		{"equal as numbers", acts(`a {"n": 0, "m": 4611686018427387904}`), acts(`a {"n": -0.0, "m": 4611686018427387904.0}`), []string{"agreed a"}},
		{"text is no number", acts(`a {"n": 1}`), acts(`a {"n": "1"}`), []string{"other_arguments a n"}},
		{"great numbers stay apart", acts(`a {"n": 9007199254740993}`), acts(`a {"n": 9007199254740992}`), []string{"other_arguments a n"}},
		{"order of lists counts", acts(`a {"l": [1, 2]}`), acts(`a {"l": [2, 1]}`), []string{"other_arguments a l"}},
		{"another tool", acts(`a {}`), acts(`b {}`), []string{"not_made a", "not_recorded b"}},
		{"once more", acts(`a {}`), acts(`a {}`, `a {}`), []string{"agreed a", "not_recorded a"}},
		{"once less", acts(`a {}`, `a {}`), acts(`a {}`), []string{"agreed a", "not_made a"}},
		{"in another order", acts(`a {"n":1}`, `a {"n":2}`), acts(`a {"n":2}`, `a {"n":1}`), []string{"agreed a", "agreed a"}},
		{"an equal one is not given away", acts(`a {"n":1}`, `a {"n":2}`), acts(`a {"n":2}`), []string{"not_made a", "agreed a"}},
		{
			"the most alike first", acts(`a {"n":1,"s":"x"}`, `a {"n":2,"s":"y"}`), acts(`a {"n":2,"s":"z"}`, `a {"n":9,"s":"q"}`),
			[]string{"other_arguments a n s", "other_arguments a s"},
		},
		{"one more argument", acts(`a {"n":1}`), acts(`a {"n":1,"m":null}`), []string{"other_arguments a m"}},
		{"one less argument", acts(`a {"n":1,"m":null}`), acts(`a {"n":1}`), []string{"other_arguments a m"}},
		{"no JSON on both sides", acts(`a {n`), acts(`a {n`), []string{"agreed a"}},
		{"no JSON on one side", acts(`a {"n":1}`), acts(`a [1]`), []string{"other_arguments a n"}},
		{"no arguments at all", acts(`a`), acts(`a {}`), []string{"agreed a"}},
		{"nested", acts(`a {"o":{"n":[1.0,null,true]}}`), acts(`a {"o":{"n":[1,null,true]}}`), []string{"agreed a"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, p := range match(test.recorded, test.made) {
				got = append(got, strings.TrimSpace(fmt.Sprintln(p.kind(), p.action().tool, strings.Join(p.differs, " "))))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("pairs (-want +got):\n%s", diff)
			}
		})
	}
}
