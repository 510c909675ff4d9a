//go:build unix

package world

import (
	"context"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkTrial is one trial of eight calls, reset included. The promise is
// well under 1 ms of CPU.
func BenchmarkTrial(b *testing.B) {
	w := opened(b, large(b))
	b.ReportAllocs()
	play(b, w)
	before := processor(b)
	for b.Loop() {
		play(b, w)
	}
	b.ReportMetric(float64((processor(b)-before).Microseconds()/int64(b.N)), "cpu-µs/trial")
}

// BenchmarkOpen is the loading and checking of a world of 20,000 rows.
func BenchmarkOpen(b *testing.B) {
	s := large(b)
	for b.Loop() {
		w, err := Open(context.Background(), s)
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkManyOpen reports what each of 1,000 trials in flight holds in memory.
func BenchmarkManyOpen(b *testing.B) {
	w := opened(b, large(b))
	for b.Loop() {
		before := resident(b)
		var trials []*Trial
		for range 1000 {
			trial, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			if _, err := trial.Do(context.Background(), eight()); err != nil {
				b.Fatal(err)
			}
			trials = append(trials, trial)
		}
		b.ReportMetric(float64(resident(b)-before)/1000, "KiB/trial")
		for _, trial := range trials {
			if err := trial.Close(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// processor is the processor time that the process has used.
func processor(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resident is the memory that the process holds, in KiB.
func resident(t testing.TB) int {
	t.Helper()
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmRSS:" {
			var n int
			for _, digit := range fields[1] {
				n = 10*n + int(digit-'0')
			}
			return n
		}
	}
	t.Fatal("the system does not say how much memory is held")
	return 0
}
