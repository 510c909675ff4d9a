package gate

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/thresholds"
)

// importedGrader is the grader of results that other harnesses have graded: they
// compare with each other, and with no result of ours.
const importedGrader = "imported"

// Recording is one trial as a harness in the manner of τ-bench records it. Fields
// that are not listed are not taken over.
type Recording struct {
	Task   int      `json:"task_id"`
	Trial  int      `json:"trial"`
	Reward *float64 `json:"reward"` // 1: the task's end was reached; 0: it was not
	Info   struct {
		Task  json.RawMessage `json:"task"`  // what was asked, and the actions that do it
		Error string          `json:"error"` // set: the harness failed, and the reward says nothing
	} `json:"info"`
	Messages []struct {
		Role  string `json:"role"`
		Calls []any  `json:"tool_calls"`
	} `json:"traj"`
}

// The bounds of an import.
const (
	maxRecordings = 200_000
	maxTask       = 1_000_000 // the largest number of a task
)

// ReadRecordings reads a list of trials. They are in no order that means anything;
// two of the same task and number are an error.
func ReadRecordings(data []byte) ([]Recording, error) {
	var list []Recording
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&list); err != nil {
		const want = "want a list of trials, each with task_id, trial, reward, info and traj"
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("decode recording: %s at byte %d has no place in it; %s", strings.TrimSpace(wrong.Value+" "+wrong.Field), wrong.Offset, want)
		}
		return nil, fmt.Errorf("decode recording: %w; %s", err, want)
	}
	if d.More() {
		return nil, errors.New("decode recording: it goes on after its list")
	}
	if len(list) == 0 || len(list) > maxRecordings {
		return nil, fmt.Errorf("check recording: it has %d trials; want 1 to %d", len(list), maxRecordings)
	}
	seen := map[[2]int]bool{}
	for i, r := range list {
		key := [2]int{r.Task, r.Trial}
		switch {
		case r.Task < 0 || r.Task > maxTask || r.Trial < 0 || r.Trial >= thresholds.MaxTrials:
			return nil, fmt.Errorf("check recording: entry %d is trial %d of task %d; want tasks from 0 and trials from 0 to %d", i, r.Trial, r.Task, thresholds.MaxTrials-1)
		case seen[key]:
			return nil, fmt.Errorf("check recording: entry %d is trial %d of task %d once more", i, r.Trial, r.Task)
		case r.Reward == nil && r.Info.Error == "":
			return nil, fmt.Errorf("check recording: entry %d has no reward", i)
		case r.Reward != nil && *r.Reward != 0 && *r.Reward != 1:
			return nil, fmt.Errorf("check recording: entry %d has the reward %v; only 0 and 1 say whether a promise was kept", i, *r.Reward)
		}
		seen[key] = true
	}
	return list, nil
}

// Imported makes a result of recorded trials: the tasks are the cases of one suite
// and one category, all steady. What such a recording does not have, such as a
// ledger and classes of failure, the result has not either.
func Imported(list []Recording, suite, candidate, version string) (*Result, error) {
	policy, err := thresholds.Resolve("default", nil)
	if err != nil {
		return nil, err
	}
	r := &Result{
		Version: ResultVersion, Gate: suite, Keptgate: version, Grader: importedGrader, Candidate: candidate, Profile: policy.Profile,
		Cases: importedCases(list, suite),
	}
	most := 0
	r.K = thresholds.MaxTrials
	whole := sha256.New()
	for i := range r.Cases {
		c := &r.Cases[i]
		most, r.K = max(most, len(c.Trials)), min(r.K, c.Valid())
		fmt.Fprintln(whole, c.Case, c.Digest)
	}
	r.K = max(r.K, 1)
	policy.Plan.K = r.K
	policy.Plan.Steady, policy.Plan.Faults, policy.Plan.Drift, policy.Plan.Load = most, 0, 0, 0
	r.Suites = []SuiteInfo{{Name: suite, Digest: hex.EncodeToString(whole.Sum(nil))[:16], Cases: len(r.Cases)}}
	r.Samples = []SampleInfo{{Condition: Steady, Trials: most, Cases: len(r.Cases), Of: len(r.Cases), Categories: []string{suite}}}
	if r.Metrics, r.Weights, err = metrics(r, policy); err != nil {
		return nil, err
	}
	counts, weights := r.counts(Steady)
	if r.Curve, err = curve(counts, weights, r.K); err != nil {
		return nil, err
	}
	return r, Judge(r, nil, policy)
}

// importedCases gathers the trials of each task, by number.
func importedCases(list []Recording, suite string) []CaseResult {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Recording) int { return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Trial, b.Trial)) })
	var out []CaseResult
	for _, r := range list {
		name := fmt.Sprintf("task-%03d", r.Task)
		if len(out) == 0 || out[len(out)-1].Case != name {
			var task bytes.Buffer
			_ = json.Compact(&task, r.Info.Task) // it was decoded: it is JSON, or nothing
			sum := sha256.Sum256(task.Bytes())
			out = append(out, CaseResult{
				Suite: suite, Case: name, Category: suite, Tier: "normal", Digest: hex.EncodeToString(sum[:])[:16], Condition: Steady,
				Promise: instruction(r.Info.Task), Escalate: "allowed", Classes: map[string]int{},
			})
		}
		c := &out[len(out)-1]
		t := r.result()
		c.Trials = append(c.Trials, t)
		c.count(&t)
	}
	return out
}

// result is the outcome of one recorded trial.
func (r *Recording) result() TrialResult {
	t := TrialResult{Index: r.Trial, Draws: 1, Pass: r.Reward != nil && *r.Reward == 1}
	for _, m := range r.Messages {
		if m.Role == "assistant" {
			t.Steps++
			if t.Calls += len(m.Calls); len(m.Calls) == 0 {
				t.Turns++
			}
		}
	}
	if r.Info.Error != "" {
		t.Pass, t.Void = false, &trace.Void{Class: "harness_error", Reason: cut(r.Info.Error, evidenceText)}
	}
	return t
}

// instruction is the beginning of what a task's caller wants.
func instruction(task json.RawMessage) string {
	var t struct {
		Instruction string `json:"instruction"`
	}
	_ = json.Unmarshal(task, &t) // a task of another form has no instruction
	return cut(strings.Join(strings.Fields(t.Instruction), " "), 200)
}
