package interfaces

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Weights and bounds of values.
const (
	elementWeight = 16      // bytes of one place in a list
	maxBits       = 4096    // of a whole number
	maxRange      = 100_000 // numbers of a range
	maxDigits     = 1000    // of a text that is read as a number
)

// charge counts bytes that a script makes.
func (r *running) charge(n int) error {
	if n < 0 || n > maxMade || r.size+n > maxMade {
		return fmt.Errorf("the script makes more than %d MiB of values", maxMade>>20)
	}
	r.size += n
	return nil
}

// width is what a value takes by itself, without what its places hold.
func width(v starlark.Value) int {
	switch x := v.(type) {
	case starlark.String:
		return len(x)
	case starlark.Bytes:
		return len(x)
	case starlark.Sequence:
		return elementWeight * (1 + x.Len())
	default:
		return elementWeight
	}
}

// written is at most what a value takes as text, and an error where that is more
// than can be made.
func (r *running) written(v starlark.Value) (int, error) {
	total := 0
	var walk func(v starlark.Value, depth int) error
	walk = func(v starlark.Value, depth int) error {
		if depth == 0 {
			return fmt.Errorf("a value is nested more than %d deep", maxDepth)
		}
		if total += 4*width(v) + elementWeight; total > maxMade { // a text is written with escapes
			return fmt.Errorf("the script makes more than %d MiB of values", maxMade>>20)
		}
		if dict, ok := v.(*starlark.Dict); ok {
			for key, value := range dict.Entries() {
				if err := walk(key, depth-1); err != nil {
					return err
				}
				if err := walk(value, depth-1); err != nil {
					return err
				}
			}
			return nil
		}
		if list, ok := v.(starlark.Iterable); ok {
			for item := range starlark.Elements(list) {
				if err := walk(item, depth-1); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := walk(v, maxDepth)
	return total, err
}

// writtenAll is the sum of written.
func (r *running) writtenAll(args starlark.Tuple, named []starlark.Tuple) (int, error) {
	sum := 0
	for _, pair := range named {
		args = append(args[:len(args):len(args)], pair[1])
	}
	for _, v := range args {
		n, err := r.written(v)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// operate counts what an operator makes, and makes it.
func (r *running) operate(op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	n, err := r.makes(op, x, y)
	if err == nil {
		err = r.charge(n)
	}
	if err != nil {
		return nil, err
	}
	return starlark.Binary(op, x, y)
}

// makes is at most how many bytes an operator makes.
func (r *running) makes(op syntax.Token, x, y starlark.Value) (int, error) {
	a, isInt := x.(starlark.Int)
	b, areInts := y.(starlark.Int)
	areInts = areInts && isInt
	switch op {
	case syntax.STAR:
		if areInts {
			return 0, bits(a.BigInt().BitLen() + b.BigInt().BitLen())
		}
		if isInt {
			x, y = y, x
		}
		n, ok := y.(starlark.Int)
		times, fits := n.Int64()
		switch _, sized := x.(starlark.Sequence); {
		case !ok || !sized && width(x) == elementWeight, times <= 0 && fits:
			return 0, nil
		case !fits || times > maxMade:
			return maxMade + 1, nil
		default:
			return int(times) * width(x), nil // both are at most maxMade
		}
	case syntax.LTLT:
		shift, _ := b.Int64()
		if areInts {
			return 0, bits(a.BigInt().BitLen() + int(min(max(shift, 0), maxBits+1)))
		}
		return 0, nil
	case syntax.PERCENT:
		if format, ok := x.(starlark.String); ok {
			n, err := r.written(y)
			return filled(string(format), "%", n), err
		}
		return 0, nil
	default:
		if isInt || areInts {
			return 0, nil
		}
		return width(x) + width(y), nil
	}
}

func bits(n int) error {
	if n > maxBits {
		return fmt.Errorf("a whole number has more than %d bits", maxBits)
	}
	return nil
}

// filled is at most how long a text is in which values of n bytes stand at marks.
func filled(format, mark string, n int) int {
	marks := strings.Count(format, mark)
	if marks > 0 && n > maxMade/marks {
		return maxMade + 1
	}
	return len(format) + marks*n
}
