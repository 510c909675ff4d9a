package stats_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/stats"
)

func TestCheckMissing(t *testing.T) {
	for _, tt := range []struct {
		name      string
		cases     []stats.Tally
		k         int
		want      stats.Missing
		evaluable bool
	}{
		{
			"exactly at the limits",
			[]stats.Tally{{"a", 9, 0, 1}, {"b", 10, 0, 0}},
			5,
			stats.Missing{All: stats.Share{Part: 1, Whole: 20}},
			true,
		},
		{
			"over 5% in all",
			[]stats.Tally{{"a", 17, 1, 1}},
			5,
			stats.Missing{All: stats.Share{Part: 1, Whole: 19}, Over: true},
			false,
		},
		{
			"over 10% of a category spread over its cases",
			[]stats.Tally{{"b", 60, 0, 0}, {"a", 4, 4, 1}, {"a", 8, 0, 1}},
			5,
			stats.Missing{All: stats.Share{Part: 2, Whole: 78}, Crowded: []stats.Share{{Name: "a", Part: 2, Whole: 18}}},
			false,
		},
		{
			"a case with fewer than k trials",
			[]stats.Tally{{"a", 90, 0, 0}, {"a", 2, 2, 1}},
			5,
			stats.Missing{All: stats.Share{Part: 1, Whole: 95}, Short: []int{1}},
			false,
		},
		{
			"which does not matter without pass^k",
			[]stats.Tally{{"a", 90, 0, 0}, {"a", 2, 2, 1}},
			0,
			stats.Missing{All: stats.Share{Part: 1, Whole: 95}},
			true,
		},
		{"nothing planned", nil, 5, stats.Missing{}, false},
	} {
		got, err := stats.CheckMissing(tt.cases, tt.k)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || got.Evaluable() != tt.evaluable {
			t.Errorf("%s: Evaluable = %v, want %v (-want +got):\n%s", tt.name, got.Evaluable(), tt.evaluable, diff)
		}
	}
	if got, err := stats.CheckMissing([]stats.Tally{{"a", 10, 0, -1}}, 5); err == nil {
		t.Errorf("negative missing: want an error, got %+v", got)
	}
}

func TestCompletions(t *testing.T) {
	failing, passing := stats.Completions([]stats.Tally{{"a", 7, 1, 2}, {"b", 5, 0, 0}})
	if diff := cmp.Diff([]stats.Count{{Pass: 7, Trials: 10}, {Pass: 5, Trials: 5}}, failing); diff != "" {
		t.Errorf("missing = fail (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]stats.Count{{Pass: 9, Trials: 10}, {Pass: 5, Trials: 5}}, passing); diff != "" {
		t.Errorf("missing = pass (-want +got):\n%s", diff)
	}
}
