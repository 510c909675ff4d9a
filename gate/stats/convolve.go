package stats

// atom is one value of a distribution over the non-negative integers.
type atom struct {
	at int
	p  float64
}

// negligible is the probability below which the rim of a distribution is no longer carried along.
const negligible = 1e-36

// upperTail returns P(X1 + X2 + ... >= t) for independent X on the non-negative integers, by convolution.
//
// Sums that have reached t are pooled as they arise, so that small tails keep their relative precision. The rims of the
// running distribution with less than negligible probability are pooled as well: the result errs upwards, by less than
// 1e-28.
func upperTail(dists [][]atom, t int) float64 {
	if t <= 0 {
		return 1
	}
	lo, cur, next := 0, []float64{1}, []float64(nil)
	pooled := 0.0
	for _, dist := range dists {
		first, last := span(dist)
		size := min(len(cur)+last-first, t-lo-first)
		if size <= 0 { // every sum has reached t
			return 1
		}
		if cap(next) < size {
			next = make([]float64, size, 2*size)
		}
		next = next[:size]
		clear(next)
		for _, a := range dist {
			fits := min(len(cur), max(0, t-lo-a.at))
			addScaled(next[min(a.at-first, size):], cur[:fits], a.p)
			for _, m := range cur[fits:] {
				pooled += a.p * m
			}
		}
		lo += first
		from, to := 0, size
		for ; from < to && next[from] < negligible; from++ {
			pooled += next[from]
		}
		for ; to > from && next[to-1] < negligible; to-- {
			pooled += next[to-1]
		}
		if from == to {
			return min(1, pooled)
		}
		lo += from
		cur, next = next[from:to], cur
	}
	return min(1, pooled)
}

// addScaled adds f times src to the start of dst, which is at least as long.
func addScaled(dst, src []float64, f float64) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] += f * v
	}
}

// span returns the least and the greatest value of a distribution.
func span(dist []atom) (first, last int) {
	first, last = dist[0].at, dist[0].at
	for _, a := range dist[1:] {
		first, last = min(first, a.at), max(last, a.at)
	}
	return first, last
}
