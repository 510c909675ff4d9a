package github

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadInputs(t *testing.T) {
	tests := []struct {
		name string
		env  []string
		want Inputs
	}{
		{
			name: "nothing set",
			want: Inputs{Command: "run", Comment: true, Result: "keptgate-out", Stage: "candidate", WorkingDir: "."},
		},
		{
			name: "everything set",
			env: []string{
				"INPUT_COMMAND", "promote", "INPUT_STAGE", "staging", "INPUT_CANDIDATE", " builtin:flaky?seed=3 \r\n\nopenai:a,b ", "INPUT_CONFIG", "agent/.keptgate.yml",
				"INPUT_PROFILE", "quick", "INPUT_SUITES", "crm, ./evals/billing\r\nmy suite\n\n", "INPUT_TRIALS", "10",
				"INPUT_BASELINE", "baseline.json", "INPUT_GATE-NAME", "support – agent", "INPUT_COMMENT", "False", "INPUT_ISSUE", "true",
				"INPUT_FAIL-ON", "block, not-evaluated", "INPUT_SHARD", "3/8", "INPUT_RESULT", "out/", "INPUT_GITHUB-TOKEN", "ghs_abc\n",
				"INPUT_WORKING-DIRECTORY", "./services//agent",
			},
			want: Inputs{
				Command: "promote", Stage: "staging", Candidates: []string{"builtin:flaky?seed=3", "openai:a,b"}, Config: "agent/.keptgate.yml",
				Profile: "quick", Suites: []string{"crm", "./evals/billing", "my suite"}, Trials: 10,
				Baseline: "baseline.json", GateName: "support – agent", Comment: false, Issue: true,
				FailOn: []string{"block", "not-evaluated"}, Shard: "3/8", Result: "out", Token: "ghs_abc",
				WorkingDir: "services/agent",
			},
		},
		{
			name: "the second workflow of forks",
			env:  []string{"INPUT_COMMAND", "comment"},
			want: Inputs{Command: "comment", Comment: true, Result: "keptgate-out", Stage: "candidate", WorkingDir: "."},
		},
		{
			name: "never fail",
			env:  []string{"INPUT_FAIL-ON", "never"},
			want: Inputs{Command: "run", Comment: true, FailOn: []string{"never"}, Result: "keptgate-out", Stage: "candidate", WorkingDir: "."},
		},
	}
	for _, test := range tests {
		got, err := ReadInputs(env(test.env...))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestReadInputsRefuses(t *testing.T) {
	tests := []struct{ key, value, want string }{
		{"INPUT_COMMAND", "ship", `read input command: "ship" is not supported by this version; use run, merge, comment, promote`},
		{"INPUT_CANDIDATE", "a\tb", `read input candidate: "a\tb" holds a control character`},
		{"INPUT_SUITES", "crm,a\tb", `read input suites: "a\tb" holds a control character`},
		{"INPUT_TRIALS", "0", `read input trials: "0" is not a whole number from 1 to 1000`},
		{"INPUT_TRIALS", "ten", `read input trials: "ten" is not a whole number from 1 to 1000`},
		{"INPUT_TRIALS", "99999999999999999999", `read input trials: "99999999999999999999" is not a whole number from 1 to 1000`},
		{"INPUT_GATE-NAME", strings.Repeat("é", 101), `read input gate-name: it has 101 characters; use at most 100`},
		{"INPUT_COMMENT", "yes", `read input comment: "yes" is neither true nor false`},
		{"INPUT_ISSUE", "on", `read input issue: "on" is neither true nor false`},
		{"INPUT_FAIL-ON", "pass", `read input fail-on: "pass" is not a verdict that can fail; use block, inconclusive, not-evaluated, or never`},
		{"INPUT_FAIL-ON", "never,block", `read input fail-on: never stands alone; remove it or the others`},
		{"INPUT_RESULT", "../out", `read input result: "../out" leaves the workspace; give a path relative to it, without ..`},
		{"INPUT_WORKING-DIRECTORY", "/home/runner/work/x", `read input working-directory: "/home/runner/work/x" leaves the workspace; give a path relative to it, without ..`},
		{"INPUT_GITHUB-TOKEN", "gh\ns_abc", `read input github-token: it holds a space, a line break or another character that no token has; check the secret`},
	}
	for _, test := range tests {
		_, err := ReadInputs(env(test.key, test.value))
		if err == nil || err.Error() != test.want {
			t.Errorf("%s=%q: error %v, want %s", test.key, test.value, err, test.want)
		}
	}
}

func TestReadInputsNamesEveryMistake(t *testing.T) {
	_, err := ReadInputs(env("INPUT_COMMAND", "merge", "INPUT_SHARD", "1/8"))
	if want := "read input shard: a merge is of all shards; give it to the jobs that run"; err == nil || err.Error() != want {
		t.Errorf("merge with a shard: error %v, want %s", err, want)
	}
	_, err = ReadInputs(env("INPUT_TRIALS", "x", "INPUT_COMMENT", "y"))
	if err == nil || strings.Count(err.Error(), "read input ") != 2 {
		t.Errorf("error %v, want both inputs named", err)
	}
}
