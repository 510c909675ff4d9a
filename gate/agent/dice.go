package agent

import (
	"slices"
	"strconv"
	"strings"
)

// Bounds on how many like choices are tried.
const (
	mostPlaces = 12 // while the script is changed; of more, such as the calls of a fan-out, some
	somePlaces = 4  // spread evenly from the first to the last
	mostValues = 2  // while it is played: which other record, which other value
)

// dice makes each choice in turn rather than by chance. It takes the choices of
// its way, and the first of each beyond.
type dice struct {
	way     []int
	of      []int // how many there were to choose from, so far
	took    []int
	playing bool
}

// IntN implements chance.
func (d *dice) IntN(n int) int {
	most := n
	switch {
	case d.playing:
		most = min(n, mostValues)
	case n > mostPlaces:
		most = somePlaces
	}
	i := 0
	if at := len(d.took); at < len(d.way) {
		i = min(d.way[at], most-1)
	}
	d.of, d.took = append(d.of, most), append(d.took, i)
	if most < n {
		return i * (n - 1) / (most - 1)
	}
	return i
}

// next is the way after the one that was taken. It is false after the last.
func (d *dice) next() ([]int, bool) {
	for i := len(d.took) - 1; i >= 0; i-- {
		if d.took[i]+1 < d.of[i] {
			return append(slices.Clone(d.took[:i]), d.took[i]+1), true
		}
	}
	return nil, false
}

// writeWay writes a way as it stands in an identity: choices, dots between.
func writeWay(way []int) string {
	parts := make([]string, len(way))
	for i, n := range way {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ".")
}

// maxWay bounds the choices of a way, and the numbers in it.
const maxWay = 1000

func readWay(text string) ([]int, bool) {
	if text == "" {
		return nil, true
	}
	var way []int
	for part := range strings.SplitSeq(text, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || n > maxWay || len(way) == maxWay {
			return nil, false
		}
		way = append(way, n)
	}
	return way, true
}
