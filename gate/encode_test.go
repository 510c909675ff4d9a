package gate

import (
	"bytes"
	"testing"
)

// What nobody sees is legible in the file, and the same once it is read.
func TestEncodeSpellsWhatNobodySees(t *testing.T) {
	const hidden = "a\u202eb\u200f\U000e0041é"
	r := &Result{Version: ResultVersion, Gate: hidden}
	data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if want := []byte(`"gate": "a\u202eb\u200f\udb40\udc41é"`); !bytes.Contains(data, want) {
		t.Errorf("Encode = %s, want %s in it", data, want)
	}
	again, err := ReadResult(data)
	if err != nil || again.Gate != hidden {
		t.Errorf("read again: gate %q, %v; want %q", again.Gate, err, hidden)
	}
}
