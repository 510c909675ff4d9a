package gate

import "testing"

// FuzzRecordings: whatever is in a recording, it is refused, or ends in a result that
// can be written, read again and does not contradict itself.
func FuzzRecordings(f *testing.F) {
	f.Add([]byte(`[{"task_id": 1, "trial": 0, "reward": 1, "info": {"task": {"instruction": "x"}}, "traj": [{"role": "assistant", "tool_calls": [{}]}]}]`))
	f.Add([]byte(`[{"task_id": 1, "trial": 0, "info": {"error": "lost"}}, {"task_id": 2, "trial": 3, "reward": 0, "info": {"task": 7}}]`))
	f.Add([]byte(`[{"task_id": -1}]`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := ReadRecordings(data)
		if err != nil {
			return
		}
		r, err := Imported(list, "s", "c", "v")
		if err != nil {
			t.Fatal(err)
		}
		text, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadResult(text)
		if err == nil {
			err = again.CheckClaim()
		}
		if err != nil {
			t.Errorf("%v, of %s", err, data)
		}
	})
}
