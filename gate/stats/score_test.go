package stats_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/keptgate/keptgate/gate/stats"
)

func TestNewScore(t *testing.T) {
	three := cmpopts.EquateApprox(0, 5e-4)
	for _, tt := range []struct {
		name       string
		components []stats.Component
		want       stats.Score
	}{
		{
			"normal bounds where failures abound",
			[]stats.Component{{.4, .8, .03, 100, 500, 5}, {.3, .7, .04, 60, 200, 1}},
			stats.Score{Value: .7571, SE: .0242, Low: .7028, High: .8114},
		},
		{
			"no failure at all: 1 - 5·3.689/500",
			[]stats.Component{{.4, 1, 0, 0, 500, 5}},
			stats.Score{Value: 1, SE: 0, Low: .9631, High: 1},
		},
		{
			"the floor sums over the metrics that need it: 1 - 5·3.689/1000 - 11.668/400",
			[]stats.Component{{1, 1, 0, 0, 500, 5}, {1, .98, .001, 4, 200, 1}},
			stats.Score{Value: .99, SE: .0005, Low: .9560, High: .9911},
		},
		{
			"weight 0 is left out, whatever it holds",
			[]stats.Component{{1, .5, .1, 50, 100, 1}, {Weight: 0, Value: math.NaN()}},
			stats.Score{Value: .5, SE: .1, Low: .276, High: .724},
		},
		{
			"cut to 0..1",
			[]stats.Component{{1, .9, .2, 5, 50, 1}, {1, .05, .2, 45, 50, 1}},
			stats.Score{Value: .475, SE: .1414, Low: .1582, High: .7918},
		},
		{"three trials say nothing", []stats.Component{{1, 1, 0, 0, 3, 5}}, stats.Score{Value: 1, High: 1}},
	} {
		got, err := stats.NewScore(tt.components)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, got, three); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	for name, c := range map[string]stats.Component{
		"no weight":       {Weight: 0},
		"value above 1":   {1, 1.1, 0, 0, 1, 1},
		"value no number": {1, math.NaN(), 0, 0, 1, 1},
		"no trials":       {1, 1, 0, 0, 0, 1},
		"no k":            {1, 1, 0, 0, 1, 0},
		"negative weight": {-1, 1, 0, 0, 1, 1},
	} {
		if got, err := stats.NewScore([]stats.Component{c}); err == nil {
			t.Errorf("%s: want an error, got %+v", name, got)
		}
	}
}

func TestDecide(t *testing.T) {
	mid := stats.Score{Value: .87, SE: .02, Low: .8252, High: .9148}
	perfect := stats.Score{Value: 1, Low: .96, High: 1}
	for _, tt := range []struct {
		name   string
		score  stats.Score
		tau    float64
		budget int
		strict bool
		want   stats.Decision
	}{
		{"surely above", mid, .82, 0, true, stats.Decision{Outcome: stats.Above}},
		{"bound on the threshold", mid, .8252, 0, true, stats.Decision{Outcome: stats.Above}},
		{"the other bound on the threshold leaves it open", mid, .9148, 0, true, stats.Decision{}},
		{"surely below", mid, .92, 1000, false, stats.Decision{Outcome: stats.Below}},
		{"more trials settle it: 500·(3.08·.02/.03)² - 500", mid, .84, 5000, false, stats.Decision{More: 1609}},
		{"no more than the budget", mid, .84, 300, false, stats.Decision{More: 300}},
		{"on the threshold: all of the budget", mid, .87, 4000, false, stats.Decision{More: 4000}},
		{"at the cap, above", mid, .85, 0, false, stats.Decision{Outcome: stats.Above, LowConfidence: true}},
		{"at the cap, below", mid, .88, 0, false, stats.Decision{Outcome: stats.Below, LowConfidence: true}},
		{"at the cap, strict", mid, .85, 0, true, stats.Decision{}},
		{"no failures, held back by the floor", perfect, .97, 5000, false, stats.Decision{More: 1181}},
	} {
		if diff := cmp.Diff(tt.want, tt.score.Decide(tt.tau, 500, tt.budget, tt.strict)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
