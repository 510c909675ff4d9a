package trace

import "testing"

func TestFunctionName(t *testing.T) {
	for tool, want := range map[string]string{"find_all": "find_all", "find-all.v2": "find_all_v2", "2nd": "_2nd", "import": "_import", "": "_"} {
		if got := FunctionName(tool); got != want {
			t.Errorf("FunctionName(%q) = %q, want %q", tool, got, want)
		}
	}
}
