package gate

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/suites"
)

// sampleOf makes cases a-0, a-1 ... of the sizes given, each of which uses a
// tool named like its category.
func sampleOf(sizes map[string]int) []*suites.Case {
	s := &suites.Suite{Name: "s"}
	for _, category := range slices.Sorted(func(yield func(string) bool) {
		for name := range sizes {
			if !yield(name) {
				return
			}
		}
	}) {
		for i := range sizes[category] {
			s.Cases = append(s.Cases, &suites.Case{
				Suite: s, Name: fmt.Sprintf("%s-%d", category, i), Category: category,
				Reference: []suites.Move{{Calls: []suites.CallMove{{Tool: fmt.Sprintf("tool_%s_%d", category, i)}}}},
			})
		}
	}
	return s.Cases
}

func names(cases []*suites.Case) []string {
	var out []string
	for _, c := range cases {
		out = append(out, c.Name)
	}
	return out
}

func TestChooseTakesWholeCategories(t *testing.T) {
	all := sampleOf(map[string]int{"a": 4, "b": 4, "c": 4, "d": 4})
	for rotation := range 20 {
		got := choose(all, 8, Filter{Rotation: fmt.Sprint(rotation)})
		count := map[string]int{}
		for _, c := range got {
			count[c.Category]++
		}
		if len(got) != 8 || len(count) != 2 {
			t.Errorf("rotation %d: %v, want two whole categories", rotation, names(got))
		}
		if again := choose(all, 8, Filter{Rotation: fmt.Sprint(rotation)}); !slices.Equal(got, again) {
			t.Errorf("rotation %d: %v, then %v", rotation, names(got), names(again))
		}
	}
}

func TestChooseRotates(t *testing.T) {
	all := sampleOf(map[string]int{"a": 2, "b": 2, "c": 2, "d": 2})
	seen := map[string]bool{}
	for rotation := range 40 {
		for _, c := range choose(all, 2, Filter{Rotation: fmt.Sprint(rotation)}) {
			seen[c.Category] = true
		}
	}
	if len(seen) != 4 {
		t.Errorf("40 rotations showed only the categories %v", seen)
	}
}

func TestChooseTakesTouchedCasesFirst(t *testing.T) {
	all := sampleOf(map[string]int{"a": 3, "b": 3, "c": 5})
	for rotation := range 10 {
		f := Filter{Rotation: fmt.Sprint(rotation), Touched: []string{"tool_c_3", "tool_b_1"}}
		got := names(choose(all, 3, f))
		if !slices.Contains(got, "c-3") && !slices.Contains(got, "b-1") {
			t.Errorf("rotation %d: %v holds no case that the change touches", rotation, got)
		}
		if got := names(choose(all, 8, f)); !slices.Contains(got, "c-3") || !slices.Contains(got, "b-1") || slices.Contains(got, "a-0") {
			t.Errorf("rotation %d: %v, want b and c whole", rotation, got)
		}
		f.Touched = []string{"tool_c_3", "tool_c_4"}
		if diff := cmp.Diff([]string{"c-3", "c-4"}, names(choose(all, 2, f))); diff != "" {
			t.Errorf("rotation %d: a category cut short (-want +got):\n%s", rotation, diff)
		}
	}
}
