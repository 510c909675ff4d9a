package thresholds

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"github.com/keptgate/keptgate/schemas"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestConfigErrors parses each .keptgate.yml under testdata/errors and compares
// what is said about it with the file "want" in the archive.
func TestConfigErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := complaint(t, archive.Files[0].Data)
			if *update {
				archive.Files = append(archive.Files[:1], txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want := ""
			if len(archive.Files) == 2 {
				want = string(archive.Files[1].Data)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

// complaint is what ParseConfig says about a file that it must refuse.
func complaint(t *testing.T, data []byte) string {
	t.Helper()
	_, err := ParseConfig(".keptgate.yml", data)
	var problems schemas.Problems
	if !errors.As(err, &problems) || len(problems) == 0 {
		t.Fatalf("ParseConfig: %v, want problems", err)
	}
	for _, p := range problems {
		if p.File != ".keptgate.yml" || p.Line < 1 || p.Column < 1 || p.Rule == "" {
			t.Errorf("problem without a place or a name: %+v", p)
		}
	}
	return problems.Error() + "\n"
}

func parsed(t *testing.T, text string) *Config {
	t.Helper()
	c, err := ParseConfig(".keptgate.yml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestParseConfig(t *testing.T) {
	got := parsed(t, `
gate: support-agent
candidate: agent/candidate.yaml
suites: [crm, ./evals/billing]
extends: default
plan: {steady: 4}
weights: {pass_k: 0.5}
null: net
thresholds:
  score: {min: 0.85}
  category.refund/late.pass_rate: {min: 0.5, max: 0.5}
zero_tolerance: [leak, forbidden_action]
strict: false
allow_fail_on: true
prices:
  openai:small: {in: 2.5, out: 15}
candidates:
  openai:small: {thresholds: {score: {min: 0.7}}}
waivers:
  - {case: crm/r-031, owner: support-platform, reason: "refund API migration, ticket 812", until: 2027-01-31}
baseline: {file: baseline.json}
`)
	want := &Config{
		Gate: "support-agent", Candidate: "agent/candidate.yaml", Suites: []string{"crm", "./evals/billing"}, Extends: "default",
		Plan: &PlanConfig{Steady: ptr(4)}, Weights: &Weights{PassK: 0.5}, Null: "net",
		Thresholds: map[string]Bound{
			"score": {Min: ptr(0.85)}, "category.refund/late.pass_rate": {Min: ptr(0.5), Max: ptr(0.5)},
		},
		ZeroTolerance: []string{"leak", "forbidden_action"}, Strict: ptr(false), AllowFailOn: true,
		Prices: map[string]Price{"openai:small": {In: 2.5, Out: 15}}, Baseline: &Baseline{File: "baseline.json"},
		Candidates: map[string]Own{"openai:small": {Thresholds: map[string]Bound{"score": {Min: ptr(0.7)}}}},
		Waivers:    []Waiver{{Case: "crm/r-031", Owner: "support-platform", Reason: "refund API migration, ticket 812", Until: "2027-01-31"}},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Config{})); diff != "" {
		t.Errorf("config (-want +got):\n%s", diff)
	}
}

func ptr[T any](v T) *T { return &v }

func TestProfiles(t *testing.T) {
	names := Profiles()
	if !slices.Contains(names, DefaultProfile) {
		t.Fatalf("profiles %v lack %s", names, DefaultProfile)
	}
	for _, name := range names {
		file := "profiles/" + name + ".yaml"
		data, err := profiles.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, problems := schemas.ParseYAML(file, data)
		if len(problems) == 0 {
			problems = doc.CheckOwn("profile")
		}
		if len(problems) > 0 {
			t.Errorf("profile %s: %v", name, schemas.Problems(problems))
			continue
		}
		p, err := Resolve(name, nil)
		if err != nil {
			t.Errorf("profile %s: %v", name, err)
			continue
		}
		if problems := checkBounds(doc, p.Thresholds, "thresholds"); len(problems) > 0 {
			t.Errorf("profile %s: %v", name, schemas.Problems(problems))
		}
		if p.Profile != name || p.Null == "" || p.Thresholds == nil {
			t.Errorf("profile %s is not complete: %+v", name, p)
		}
	}
}

func TestResolve(t *testing.T) {
	plain := func(change func(*Policy)) *Policy {
		p := &Policy{
			Profile: "default", Plan: Plan{K: 5, Steady: 10, Faults: 4, Drift: 2, Load: 2},
			Weights: Weights{PassK: .4, Recovery: .3, Load: .2, Drift: .1}, Null: "each",
			Thresholds: map[string]Bound{}, ZeroTolerance: []string{"leak", "injection_followed"},
		}
		if change != nil {
			change(p)
		}
		return p
	}
	for _, test := range []struct {
		name, profile, config string // config "": no file
		want                  *Policy
	}{
		{"nothing is named", "", "", plain(nil)},
		{"a profile on the command line", "default", "", plain(nil)},
		{"a configuration that says nothing of it", "", "gate: g", plain(nil)},
		{"extends", "", "extends: default", plain(nil)},
		{"fewer trials", "", "plan: {steady: 7}", plain(func(p *Policy) { p.Plan.Steady = 7 })},
		{"another k", "", "plan: {k: 2}", plain(func(p *Policy) { p.Plan.K = 2 })},
		{"weights", "", "weights: {pass_k: 0.25}", plain(func(p *Policy) { p.Weights, p.Demanded = Weights{PassK: 0.25}, true })},
		{"no trials of what only the profile weighs", "", "plan: {faults: 0, drift: 0}", plain(func(p *Policy) { p.Plan.Faults, p.Plan.Drift = 0, 0 })},
		{"no score", "", "plan: {k: 0, faults: 0, drift: 0, load: 0}", plain(func(p *Policy) { p.Plan = Plan{Steady: 10} })},
		{"a budget", "", "plan: {budget: {usd: 15, minutes: 15, trial: {tokens: 9}}, in_flight: 4, looks: true}", plain(func(p *Policy) {
			p.Capped = true
			p.Plan.Budget, p.Plan.InFlight, p.Plan.Looks = Budget{USD: 15, Minutes: 15, Trial: &TrialBudget{Tokens: 9}}, 4, true
		})},
		{"quick is laid over default", "quick", "", plain(func(p *Policy) {
			p.Profile = "quick"
			p.Plan = Plan{Steady: 4, Faults: 2, Cases: Cases{Steady: 24, Faults: 12}, InFlight: 16, Budget: Budget{USD: 15, Minutes: 15}}
		})},
		{"strict is laid over full", "strict", "", plain(func(p *Policy) {
			p.Profile, p.Strict = "strict", true
			p.Thresholds = map[string]Bound{"score": {Min: ptr(0.85)}}
			p.Plan.Cases, p.Plan.InFlight, p.Plan.Budget = Cases{Steady: 50, Faults: 50, Drift: 25, Load: 20}, 32, Budget{USD: 90, Minutes: 60}
		})},
		{"what a test takes for granted", "", "null: net", plain(func(p *Policy) { p.Null = "net" })},
		{"strict", "", "strict: true", plain(func(p *Policy) { p.Strict = true })},
		{"not strict", "", "strict: false", plain(nil)},
		{"thresholds are added", "", "thresholds: {score: {min: 0.8}, turns_mean: {max: 9}}", plain(func(p *Policy) {
			p.Thresholds = map[string]Bound{"score": {Min: ptr(0.8)}, "turns_mean": {Max: ptr(9.0)}}
		})},
		{"classes are added, each once", "default", "zero_tolerance: [forbidden_action, leak]", plain(func(p *Policy) {
			p.ZeroTolerance = []string{"leak", "injection_followed", "forbidden_action"}
		})},
		{"a class of the profile cannot be taken back", "", "zero_tolerance: []", plain(nil)},
	} {
		t.Run(test.name, func(t *testing.T) {
			var c *Config
			if test.config != "" {
				c = parsed(t, test.config)
			}
			got, err := Resolve(test.profile, c)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("policy (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOverlay lays one configuration over another, as over a profile that has
// thresholds: a bound replaces the whole bound of the same metric.
func TestOverlay(t *testing.T) {
	p, err := Resolve("", parsed(t, "thresholds: {score: {min: 0.5, max: 0.9}, pass_k: {min: 0.1}}\nstrict: true"))
	if err != nil {
		t.Fatal(err)
	}
	p.overlay(parsed(t, "thresholds: {score: {min: 0.7}}\nplan: {k: 3}"))
	p.overlay(parsed(t, "strict: false"))
	want := map[string]Bound{"score": {Min: ptr(0.7)}, "pass_k": {Min: ptr(0.1)}}
	if diff := cmp.Diff(want, p.Thresholds); diff != "" {
		t.Errorf("thresholds (-want +got):\n%s", diff)
	}
	if p.Plan != (Plan{K: 3, Steady: 10, Faults: 4, Drift: 2, Load: 2}) || p.Strict {
		t.Errorf("plan %+v, strict %v", p.Plan, p.Strict)
	}
}

func TestResolveErrors(t *testing.T) {
	for _, test := range []struct {
		name, profile string
		config        *Config
		want          string
	}{
		{"an unknown profile wins over a known one", "lenient", &Config{Extends: "default"}, `find profile "lenient": there are default, full, quick, strict`},
		{"an unknown profile that is extended", "", &Config{Extends: "lenient"}, `find profile "lenient": there are default, full, quick, strict`},
		{"a path", "../profiles/default", nil, `find profile "../profiles/default": there are default, full, quick, strict`},
		{
			"k above the trials", "", &Config{Plan: &PlanConfig{Steady: ptr(4)}},
			"check plan: pass^5 needs 5 trials of each case, but steady is 4; raise plan.steady or lower plan.k",
		},
		{"no trials", "", &Config{Plan: &PlanConfig{K: ptr(0), Steady: ptr(0)}}, "check plan: steady is 0; it must be 1 or more"},
		{"k below 0", "", &Config{Plan: &PlanConfig{K: ptr(-2)}}, "check plan: k is -2; it must be 0 or more"},
		{"too many trials", "", &Config{Plan: &PlanConfig{Load: ptr(1001)}}, "check plan: load is 1001; no more than 1000 trials of each case can be planned"},
		{"no weight", "", &Config{Weights: &Weights{}}, "check weights: nothing that the plan has trials of has a weight above 0; the score needs one"},
		{
			"a weight without trials", "", &Config{Plan: &PlanConfig{Faults: ptr(0)}, Weights: &Weights{PassK: .5, Recovery: .5}},
			"check weights: recovery has the weight 0.5, but the plan has no trials of it; raise plan.faults or set the weight to 0",
		},
		{
			"a weight under a plan that computes no score", "quick", &Config{Weights: &Weights{Load: 1}},
			"check weights: load has the weight 1, but the plan has no trials of it; raise plan.load or set the weight to 0",
		},
	} {
		p, err := Resolve(test.profile, test.config)
		if err == nil {
			t.Errorf("%s: no error", test.name)
			continue
		}
		if diff := cmp.Diff(test.want, err.Error()); diff != "" || p != nil {
			t.Errorf("%s: policy %v (-want +got):\n%s", test.name, p, diff)
		}
	}
}

func TestCheckPlan(t *testing.T) {
	all := map[string]bool{"steady": true, "faults": true, "drift": true, "load": true}
	for _, test := range []struct {
		metric string
		run    Produces
		k      int
		want   string
	}{
		{"score", Produces{Conditions: all}, 5, ""},
		{"category.refunds.pass_rate", Produces{Categories: []string{"refunds", "limits"}}, 5, ""},
		{
			"category.refund.pass_rate",
			Produces{Categories: []string{"limits", "refunds"}, Priced: true},
			5,
			"check threshold category.refund.pass_rate: no case of this run is in category refund; the run has limits, refunds",
		},
		{"cost_total", Produces{Priced: true}, 5, ""},
		{"cost_total", Produces{}, 5, "check threshold cost_total: the model has no price; add it under prices in .keptgate.yml"},
		{"recovery", Produces{Conditions: all}, 5, ""},
		{"recovery", Produces{}, 5, "check threshold recovery: the run has no trials under faults; plan some, or drop the threshold"},
		{"latency_p95", Produces{}, 5, "check threshold latency_p95: the run has no trials under load; plan some, or drop the threshold"},
		{"drift_robustness", Produces{}, 5, "check threshold drift_robustness: the run has no trials under drift; plan some, or drop the threshold"},
		{"recovery", Produces{}, 0, ""}, // the profile measures no score: said in the report, not refused
		{"throughput", Produces{}, 0, "check threshold throughput: the run has no trials under load; plan some, or drop the threshold"},
	} {
		p := &Policy{Plan: Plan{K: test.k}, Thresholds: map[string]Bound{test.metric: {Min: ptr(0.5)}}}
		got := ""
		if err := p.CheckPlan(test.run); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("CheckPlan of %s, k %d, %+v: %q, want %q", test.metric, test.k, test.run, got, test.want)
		}
	}
}

// TestCheckWeights: a weight that the repository asks for must be measurable in
// the suites at hand; one of the profile need not be.
func TestCheckWeights(t *testing.T) {
	run := Produces{Conditions: map[string]bool{"steady": true}}
	p := &Policy{Plan: Plan{K: 5, Steady: 10, Faults: 4}, Weights: Weights{PassK: .5, Recovery: .5}}
	if err := p.CheckPlan(run); err != nil {
		t.Errorf("a weight of the profile: %v", err)
	}
	p.Demanded = true
	want := "check weights: recovery has the weight 0.5, but no case of this run can be tried under faults"
	if err := p.CheckPlan(run); err == nil || err.Error() != want {
		t.Errorf("a weight of the repository: %v, want %s", err, want)
	}
	run.Conditions["faults"] = true
	if err := p.CheckPlan(run); err != nil {
		t.Errorf("a weight that can be measured: %v", err)
	}
}

// TestCheckBudget: a limit in dollars that the repository sets must be countable;
// the cap of a profile gives way to a model without a price.
func TestCheckBudget(t *testing.T) {
	want := "check plan: the budget is in dollars, but the model has no price; add it under prices in .keptgate.yml, or set a budget in tokens"
	for _, test := range []struct {
		name   string
		budget Budget
		capped bool
		run    Produces
		want   string
	}{
		{"no price", Budget{USD: 3}, true, Produces{}, want},
		{"no price, a limit for each trial", Budget{Trial: &TrialBudget{USD: 1}}, true, Produces{}, want},
		{"a price", Budget{USD: 3}, true, Produces{Priced: true}, ""},
		{"no model", Budget{USD: 3}, true, Produces{Free: true}, ""},
		{"in tokens", Budget{Tokens: 3, Trial: &TrialBudget{Tokens: 1}}, true, Produces{}, ""},
		{"the profile's", Budget{USD: 3}, false, Produces{}, ""},
	} {
		got := ""
		if err := (&Policy{Plan: Plan{K: 1, Budget: test.budget}, Capped: test.capped}).CheckPlan(test.run); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// FuzzParseConfig shows that a file is refused with places or gives a
// configuration whose policy, if there is one, holds together.
func FuzzParseConfig(f *testing.F) {
	for _, s := range []string{
		"", "gate: g\nthresholds: {score: {min: 0.8}}", "plan: {k: 1e30, steady: 9}", "extends: x", "a: &a [*a]", "thresholds: {category.x.pass_rate: {max: -1}}",
		"weights: {pass_k: .nan}", "\x00", "zero_tolerance: [leak]\nstrict: true\nnull: net",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseConfig("f.yml", data)
		if err != nil {
			var problems schemas.Problems
			if !errors.As(err, &problems) || len(problems) == 0 || c != nil {
				t.Fatalf("ParseConfig: %v", err)
			}
			return
		}
		p, err := Resolve("", c)
		if err != nil {
			return
		}
		if p.Plan.K < 0 || p.Plan.K > p.Plan.Steady || p.Plan.Steady < 1 || p.Plan.Steady > MaxTrials || p.Null == "" {
			t.Errorf("policy does not hold together: %+v", p)
		}
		for name, b := range p.Thresholds {
			if !known(name) || b.Min == nil && b.Max == nil {
				t.Errorf("threshold %s: %+v", name, b)
			}
		}
	})
}
