package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// fates is a result with a trial for each way to come out.
func fates() *gate.Result {
	r := regressed()
	down := &trace.Void{Class: "provider_error", Reason: "ask model: 503 Service Unavailable"}
	failed := gate.TrialResult{
		Index: 3, Primary: "wrong_identity", Classes: []string{"wrong_identity", "false_claim"}, Draws: 1, Turns: 2, Steps: 5, Calls: 4, Virtual: 12_400,
		Usage: trace.Usage{Requests: 5, InputTokens: 9_000, CachedTokens: 8_000, OutputTokens: 300},
	}
	elsewhere := failed
	elsewhere.Index, elsewhere.Undo = 4, "restored"
	met := gate.TrialResult{
		Index: 0, Pass: true, Draws: 2, FailedCalls: 1, Corrected: 1, Virtual: 900,
		Faults: []grade.FaultOutcome{{Kind: "lost_response", Tool: "update_job_title", Reached: true, Recovered: true}},
	}
	renamed := gate.TrialResult{Index: 0, Primary: "no_action", Classes: []string{"no_action"}, Drift: &trace.Drift{Kind: "rename_tool", Tool: "find_contacts", New: "search_contacts"}}
	first := gate.CaseResult{Suite: "crm", Case: "r-a0", Category: "ambiguous-identity", Tier: "normal", Promise: "Alex Rivera, and nobody else, becomes Director of Operations."}
	of := func(condition string, change func(*gate.CaseResult), trials ...gate.TrialResult) {
		c := first
		c.Condition, c.Trials = condition, trials
		for _, t := range trials {
			switch {
			case t.Void != nil && t.Void.Class == grade.NotExercised:
				c.Unreached++
			case t.Void != nil:
				c.Missing++
			case t.Pass:
				c.Passed++
			default:
				c.Failed++
			}
		}
		change(&c)
		r.Cases = append(r.Cases, c)
	}
	r.Cases, r.Commit, r.Profile, r.Seed = nil, "3f9c2e1aab77", "full", 7
	void := gate.TrialResult{Index: 5, Draws: 2, Void: down}
	silent := elsewhere
	silent.Faults = []grade.FaultOutcome{{Kind: "latency", Tool: "find_contacts"}}
	silent.Drift = renamed.Drift
	of(gate.Steady, func(c *gate.CaseResult) { c.Evidence = []gate.Evidence{identity()} }, met, failed, elsewhere, void)
	of(gate.Faults, func(*gate.CaseResult) {}, met, gate.TrialResult{Index: 1, Void: &trace.Void{Class: grade.NotExercised}})
	of(gate.Drift, func(*gate.CaseResult) {}, renamed)
	of(gate.Steady, func(c *gate.CaseResult) { c.Case, c.Provisional = "r-a1", true }, met, failed, void)
	of(gate.Steady, func(c *gate.CaseResult) { c.Case, c.Waived = "r-a2", true }, met, failed)
	of(gate.Steady, func(c *gate.CaseResult) {
		c.Suite, c.Case, c.Promise, c.HeldOut = "held-out", "7f3a9c21aa01", "kanari", true
		e := identity()
		e.Said = "kanari"
		c.Evidence = []gate.Evidence{e}
	}, met, failed, silent, gate.TrialResult{Index: 5, Void: &trace.Void{Class: "harness_error", Reason: "kanari"}})
	return r
}

// TestTrialsGolden compares the reports that list trials with their files.
func TestTrialsGolden(t *testing.T) {
	results := results()
	for name, r := range map[string]*gate.Result{
		"trials": fates(), "block-regression": results["block-regression"], "full-blocked": results["full-blocked"], "not-evaluated": results["not-evaluated"],
	} {
		golden(t, name+".junit.xml", junit(t, r))
	}
	golden(t, "trials.jsonl", jsonl(t, fates()))
}

func junit(t *testing.T, r *gate.Result) string {
	t.Helper()
	var out strings.Builder
	if err := JUnit(&out, r, JUnitOptions{Replay: replayBase}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func jsonl(t *testing.T, r *gate.Result) string {
	t.Helper()
	var out strings.Builder
	if err := JSONLines(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestJUnitOfCounts shows what a case comes to of which a result holds counts and
// no trials: a pass only where every trial that was planned passed.
func TestJUnitOfCounts(t *testing.T) {
	for _, test := range []struct {
		name string
		of   gate.CaseResult
		want string
	}{
		{"all passed", gate.CaseResult{Passed: 3}, ""},
		{"passed where it was exercised", gate.CaseResult{Passed: 1, Unreached: 2}, ""},
		{"some are missing", gate.CaseResult{Passed: 2, Missing: 1}, "error: 0 of 2 trials failed, 1 gave no verdict, 0 were not exercised"},
		{"none was there", gate.CaseResult{}, "error: 0 of 0 trials failed, 0 gave no verdict, 0 were not exercised"},
		{"none was exercised", gate.CaseResult{Unreached: 2}, "skipped: 0 of 0 trials failed, 0 gave no verdict, 2 were not exercised"},
		{"one failed", gate.CaseResult{Passed: 2, Failed: 1, Missing: 1}, "failure: 1 of 3 trials failed, 1 gave no verdict, 0 were not exercised"},
		{"no vote for a time", gate.CaseResult{Failed: 1, Waived: true}, "skipped: the case is waived and has no vote; 1 of 1 trials failed, 0 gave no verdict, 0 were not exercised"},
		{"no vote", gate.CaseResult{Failed: 1, Provisional: true}, "skipped: the case is provisional and has no vote; 1 of 1 trials failed, 0 gave no verdict, 0 were not exercised"},
		{"held out", gate.CaseResult{Failed: 1, HeldOut: true, Evidence: []gate.Evidence{identity()}}, "failure: 1 of 1 trials failed, 0 gave no verdict, 0 were not exercised"},
	} {
		r := passing()
		r.Cases = []gate.CaseResult{test.of}
		got := parseJUnit(t, junit(t, r))
		if diff := cmp.Diff(test.want, got.Suites[1].Tests[0].fate()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestJUnitVerdict: no verdict is neither a pass nor the candidate's failure.
func TestJUnitVerdict(t *testing.T) {
	for verdict, want := range map[gate.Verdict]string{
		gate.Pass: "", gate.Block: "failure: x.", gate.Inconclusive: "error: x.", gate.NotEvaluated: "error: x.", "": "error: x.",
	} {
		r := passing()
		r.Cases = nil
		r.Decision = &gate.Decision{Verdict: verdict, Reasons: []gate.Reason{{Kind: "zero_tolerance", Text: "x"}}}
		if got := parseJUnit(t, junit(t, r)).Suites[0].Tests[0].fate(); got != want {
			t.Errorf("verdict %q is %q, want %q", verdict, got, want)
		}
	}
}

// fate is how a test came out, in a word and its message.
func (t *junitTest) fate() string {
	switch {
	case t.Failure != nil:
		return "failure: " + t.Failure.Message
	case t.Error != nil:
		return "error: " + t.Error.Message
	case t.Skipped != nil:
		return "skipped: " + t.Skipped.Message
	}
	return ""
}

func parseJUnit(t *testing.T, text string) *junitReport {
	t.Helper()
	var got junitReport
	if err := xml.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return &got
}

func TestHeldOutTrialsTellNothing(t *testing.T) {
	r := fates()
	r.Cases = r.Cases[len(r.Cases)-1:]
	for name, text := range map[string]string{"JUnit": junit(t, r), "JSON Lines": jsonl(t, r)} {
		for _, secret := range []string{"kanari", "contacts", "update_job_title", "Rivera", "replay"} {
			if strings.Contains(text, secret) {
				t.Errorf("%s holds %q:\n%s", name, secret, text)
			}
		}
		if !strings.Contains(text, "7f3a9c21aa01") {
			t.Errorf("%s does not name the case", name)
		}
	}
}

func TestJSONLinesFollowTheSchema(t *testing.T) {
	text := jsonl(t, fates())
	list := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(list) != 16 {
		t.Errorf("%d lines for 16 trials", len(list))
	}
	schema, err := schemas.Own("row")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range list {
		var v any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		if problems := schema.Validate(v); len(problems) > 0 {
			t.Errorf("%v\n%s", problems, line)
		}
	}
}

func TestJSONLinesRefuseCountsAlone(t *testing.T) {
	var out bytes.Buffer
	err := JSONLines(&out, passing())
	if err == nil || !strings.Contains(err.Error(), "case crm/r-a0 (steady) counts 10 trials and lists none") || out.Len() > 0 {
		t.Errorf("error %v after %q", err, out.String())
	}
}

var errFull = errors.New("no space left")

// fullDisk is a disk with no room.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestReportsSayThatAWriteFailed(t *testing.T) {
	for name, err := range map[string]error{
		"JUnit": JUnit(fullDisk{}, fates(), JUnitOptions{}), "JSON Lines": JSONLines(fullDisk{}, fates()), "SARIF": SARIF(fullDisk{}, nil, ""),
	} {
		if !errors.Is(err, errFull) {
			t.Errorf("%s: error %v, want %v", name, err, errFull)
		}
	}
}
