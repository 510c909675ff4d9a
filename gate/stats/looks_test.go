package stats_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/stats"
)

func TestLooks(t *testing.T) {
	for _, tt := range []struct {
		most   int
		trials []int
		alphas []float64
		passes []float64
	}{
		{10, []int{3, 5, 8, 10}, []float64{.0005, .0015, .003, .005}, []float64{1, .05, .02, 1}},
		{20, []int{5, 10, 15, 20}, []float64{.0005, .0015, .003, .005}, []float64{1, .05, .02, 1}},
		{4, []int{1, 2, 3, 4}, []float64{.0005, .0015, .003, .005}, []float64{1, .05, .02, 1}},
		{3, []int{1, 2, 3}, []float64{.0005, .0015, .008}, []float64{1, .05, 1}},
		{2, []int{1, 2}, []float64{.002, .008}, []float64{.05, 1}},
		{1, []int{1}, []float64{.01}, []float64{1}},
		{0, []int{0}, []float64{.01}, []float64{1}},
		{-1, []int{0}, []float64{.01}, []float64{1}},
	} {
		var trials []int
		var alphas, passes []float64
		sum := 0.0
		looks := stats.Looks(tt.most)
		for i, l := range looks {
			trials, alphas, passes = append(trials, l.Trials(tt.most)), append(alphas, l.Alpha), append(passes, l.Pass)
			sum += l.Alpha
			if l.Last != (i == len(looks)-1) {
				t.Errorf("Looks(%d): look %d of %d has Last = %v", tt.most, i+1, len(looks), l.Last)
			}
		}
		if diff := cmp.Diff(tt.trials, trials); diff != "" {
			t.Errorf("Looks(%d): trials (-want +got):\n%s", tt.most, diff)
		}
		if diff := cmp.Diff([][]float64{tt.alphas, tt.passes}, [][]float64{alphas, passes}, near); diff != "" {
			t.Errorf("Looks(%d): levels and bounds of a pass (-want +got):\n%s", tt.most, diff)
		}
		if !cmp.Equal(sum, stats.Alpha, near) {
			t.Errorf("Looks(%d) spend %v, want Alpha", tt.most, sum)
		}
	}
}

func TestJudge(t *testing.T) {
	looks := stats.Looks(10)
	group := func(s stats.Stratum, n int) []stats.Group { return []stats.Group{{Name: "g", Strata: repeat(s, n)}} }
	for _, tt := range []struct {
		name   string
		groups []stats.Group
		want   [4]stats.Call // at each look
	}{
		{"far worse", group(of(0, 3, 10, 10), 5), [4]stats.Call{stats.StopBlock, stats.StopBlock, stats.StopBlock, stats.StopBlock}},
		// The least p is .0022, after Holm .0044.
		{
			"worse by so much that only the last level shows it", group(of(1, 4, 9, 10), 2),
			[4]stats.Call{stats.Continue, stats.Continue, stats.Continue, stats.StopBlock},
		},
		{"as good", group(of(3, 3, 9, 10), 5), [4]stats.Call{stats.Continue, stats.StopPass, stats.StopPass, stats.StopPass}},
		// p is .041: above the bound of the third look, and not of the second.
		{"perhaps worse", group(of(1, 4, 9, 10), 1), [4]stats.Call{stats.Continue, stats.Continue, stats.StopPass, stats.StopPass}},
		{"nothing to compare", group(of(3, 3, 0, 0), 5), [4]stats.Call{stats.Continue, stats.Continue, stats.Continue, stats.StopPass}},
	} {
		var got [4]stats.Call
		for i, l := range looks {
			f, call, err := l.Judge(tt.groups, stats.EachCase)
			if err != nil {
				t.Fatal(err)
			}
			got[i] = call
			if f.Alpha != l.Alpha || f.Regressed() != (call == stats.StopBlock) {
				t.Errorf("%s, look %d: %v with the family %+v, level %v", tt.name, i+1, call, f, l.Alpha)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if f, call, err := looks[3].Judge(group(of(2, 1, 1, 1), 1), stats.EachCase); err == nil || call != stats.Continue {
		t.Errorf("impossible counts: got %+v, %v, want an error", f, call)
	}
}

// The p-value that decides about a pass is any one of the family: here the second group's.
func TestJudgeLooksAtEveryGroup(t *testing.T) {
	groups := []stats.Group{
		{Name: "better", Strata: repeat(of(10, 10, 5, 10), 9)},
		{Name: "perhaps worse", Strata: repeat(of(1, 4, 9, 10), 1)},
	}
	f, call, err := stats.Looks(10)[1].Judge(groups, stats.EachCase)
	if err != nil || call != stats.Continue || f.Whole.P < .5 || f.Groups[0].P < .5 {
		t.Errorf("got %v, %v with %+v; want to run on, though the whole is better", call, err, f)
	}
}
