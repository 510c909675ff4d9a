package thresholds

import "testing"

func TestCategory(t *testing.T) {
	for _, test := range []struct {
		metric, want string
		ok           bool
	}{
		{"category.refunds.pass_rate", "refunds", true},
		{CategoryMetric("a.b"), "a.b", true},
		{"category.refunds", "refunds", false},
		{"refunds.pass_rate", "", false},
		{"pass_rate", "", false},
	} {
		got, ok := Category(test.metric)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("Category(%q) = %q, %v, want %q, %v", test.metric, got, ok, test.want, test.ok)
		}
	}
}

func TestMetricsAreNamedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Metrics {
		if seen[m.Name] || m.Doc == "" || !known(m.Name) {
			t.Errorf("metric %q: twice %v, doc %q", m.Name, seen[m.Name], m.Doc)
		}
		seen[m.Name] = true
	}
}
