package gate

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

var testHeader = Header{Keptgate: "v1", Grader: "1", Candidate: "builtin:reference", Seed: 7}

func testLine(index int) *Line {
	return &Line{
		Key: Key{Case: "desk/d-001", Digest: "d", Condition: Steady, Index: index}, Draw: 1,
		Record: &trace.Record{Suite: "desk", Case: "d-001", Condition: Steady, Index: index},
	}
}

func TestLogIsCutAndResumedAtEveryByte(t *testing.T) {
	path := filepath.Join(t.TempDir(), LogFile)
	log, err := CreateLog(path, testHeader)
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Append(testLine(0), testLine(1)); err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(whole) + 1 {
		if err := os.WriteFile(path, whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		var kept []int
		log, err := ResumeLog(path, testHeader, func(l *Line) { kept = append(kept, l.Key.Index) })
		if err != nil {
			t.Fatalf("cut at byte %d: %v", n, err)
		}
		for i := len(kept); i < 2; i++ {
			if err := log.Append(testLine(i)); err != nil {
				t.Fatal(err)
			}
		}
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(whole), string(got)); diff != "" {
			t.Fatalf("log cut at byte %d and resumed (-want +got):\n%s", n, diff)
		}
	}
}

func TestLogOfAnotherRunIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), LogFile)
	log, err := CreateLog(path, testHeader)
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	other := testHeader
	other.Seed = 8
	if _, err := ResumeLog(path, other, func(*Line) {}); err == nil || !strings.Contains(err.Error(), "the log is of another run") {
		t.Errorf("ResumeLog with another seed: %v", err)
	}
	if _, err := CreateLog(path, testHeader); err == nil || !strings.Contains(err.Error(), "--resume") {
		t.Errorf("CreateLog over a log: %v", err)
	}
}

func FuzzReadLog(f *testing.F) {
	f.Add([]byte("{\"keptgate\":\"v\",\"grader\":\"1\",\"candidate\":\"c\",\"seed\":7}\n{\"key\":{\"case\":\"a/b\"},\"draw\":1,\"record\":{\"suite\":\"a\"},\"verdict\":{\"pass\":true}}\n"))
	f.Add([]byte("{}\n{\"record\":null}\n"))
	f.Add([]byte("{}\n{\"record\":{\"ledger\":[{\"reply\":{\"body\":1e999}}]}}\n"))
	f.Add([]byte("\n\n\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		kept := 0
		_, whole, err := ReadLog(bytes.NewReader(data), func(l *Line) {
			if l.Record == nil {
				t.Error("a line without a record was kept")
			}
			kept++
		})
		if whole < 0 || whole > int64(len(data)) {
			t.Errorf("ReadLog says %d of %d bytes are whole lines", whole, len(data))
		}
		if n := bytes.Count(data, []byte("\n")); err == nil && kept != max(n-1, 0) {
			t.Errorf("ReadLog kept %d trials of %d lines", kept, n)
		}
	})
}

func TestReadLogNamesTheBrokenLine(t *testing.T) {
	text := fmt.Sprintf("%s\n%s\n", `{"keptgate":"v"}`, `{"surprise":1}`)
	_, _, err := ReadLog(strings.NewReader(text), func(*Line) {})
	if err == nil || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), "surprise") {
		t.Errorf("ReadLog: %v", err)
	}
}
