package caller

import "testing"

func BenchmarkHear(b *testing.B) {
	script := airline(b)
	turns := labelled(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		script.Start(i).Hear(turns[i%len(turns)].Text, nil)
	}
}

func BenchmarkShort(b *testing.B) {
	script := airline(b)
	turns := []string{"Could you tell me the travel date?", "Shall I go ahead?", "Done. Alex Rivera is now Director of Operations."}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		script.Start(i).Hear(turns[i%len(turns)], nil)
	}
}

func BenchmarkPrepare(b *testing.B) {
	for b.Loop() {
		airline(b)
	}
}
