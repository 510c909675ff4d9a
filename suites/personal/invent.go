package personal

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode"
)

// inventor makes up what details are replaced by.
type inventor struct {
	seed  uint64
	found map[string]value
	used  map[string]string // what was made up -> what for, both canonical
	to    map[string]string // text in lower case -> its replacement
}

// invent makes up a replacement for every detail: for parts of names first, since
// other details hold them. Nothing that is made up is anything that was found.
func (f *finder) invent(seed uint64) map[string]string {
	v := &inventor{seed: seed, found: f.found, used: map[string]string{}, to: map[string]string{}}
	for _, one := range f.found {
		key := canonical(one.kind, one.text)
		v.used[key] = "found: " + key
	}
	keys := slices.Sorted(maps.Keys(f.found))
	for _, names := range []bool{true, false} {
		for _, key := range keys {
			if one := f.found[key]; (one.kind == Name) == names {
				v.to[key] = v.unique(one)
			}
		}
	}
	return v.to
}

// plenty is after how many tries in vain a replacement gets longer.
const plenty = 40

func (v *inventor) unique(one value) string {
	from := canonical(one.kind, one.text)
	for try := 0; ; try++ {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%s\x00%d", v.seed, one.kind, from, try))
		draw := rand.New(rand.NewChaCha8(sum))
		text := v.make(draw, one, try/plenty)
		to := canonical(one.kind, text)
		if owner, taken := v.used[to]; taken && owner != from || one.kind == Name && (slices.Contains(nobody, to) || slices.Contains(ordinary, to)) {
			continue
		}
		v.used[to] = from
		return text
	}
}

// make makes a replacement up; longer is by how much it is to be longer than usual.
func (v *inventor) make(draw *rand.Rand, one value, longer int) string {
	text := one.text
	switch one.kind {
	case Name:
		return like(text, word(draw, max(3, len([]rune(text)))+longer))
	case Email:
		local, _, _ := strings.Cut(text, "@")
		return v.parts(draw, local, nil) + extra(draw, longer) + "@example.com"
	case User:
		return v.parts(draw, text, nobody) + extra(draw, longer)
	case Street:
		return v.parts(draw, text, streets) + extra(draw, longer)
	case Birth:
		for _, layout := range layouts {
			if at, err := time.Parse(layout, text); err == nil {
				return at.AddDate(0, 0, -1-draw.IntN(2000)-longer*2000).Format(layout)
			}
		}
	case Host:
		if strings.Contains(text, ":") {
			return fmt.Sprintf("2001:db8::%x:%x", 1+draw.IntN(0xfffe), 1+draw.IntN(0xfffe)) // RFC 3849
		}
		return fmt.Sprintf("198.%d.%d.%d", 18+draw.IntN(2), draw.IntN(256), draw.IntN(256)) // RFC 2544
	case Card:
		return account(draw, text) + extra(draw, longer)
	case Payment:
		return digits(draw, text) + extra(draw, longer)
	}
	return characters(draw, text) + extra(draw, longer)
}

// extra are further digits.
func extra(draw *rand.Rand, n int) string {
	var out strings.Builder
	for range n {
		out.WriteByte('0' + byte(draw.IntN(10)))
	}
	return out.String()
}

// layouts of dates of birth.
var layouts = []string{"2006-01-02", "2006/01/02", "01/02/2006", "1/2/2006", "02.01.2006", "January 2, 2006", "Jan 2, 2006", "2 January 2006", "20060102"}

// streets are words of addresses that say nothing of where somebody lives.
var streets = []string{
	"street", "st", "avenue", "ave", "road", "rd", "drive", "dr", "lane", "ln", "boulevard", "blvd", "court", "ct", "place", "pl", "square", "sq", "way",
	"suite", "apt", "apartment", "unit", "floor", "po", "box", "north", "south", "east", "west", "n", "s", "e", "w",
}

// parts replaces the words of a text: names as everywhere, words to keep not at all,
// all others by new ones; and its digits.
func (v *inventor) parts(draw *rand.Rand, text string, keep []string) string {
	return digits(draw, letters.ReplaceAllStringFunc(text, func(s string) string {
		lower := strings.ToLower(s)
		switch {
		case v.found[lower].kind == Name:
			return like(s, v.to[lower])
		case slices.Contains(keep, lower) || len([]rune(s)) == 1:
			return s
		default:
			return like(s, word(draw, len([]rune(s))))
		}
	}))
}

// word is a word of n letters that can be spoken.
func word(draw *rand.Rand, n int) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	out := make([]byte, n)
	odd := draw.IntN(2)
	for i := range out {
		if i%2 == odd {
			out[i] = vowels[draw.IntN(len(vowels))]
		} else {
			out[i] = consonants[draw.IntN(len(consonants))]
		}
	}
	return string(out)
}

// like gives a word the case of another.
func like(model, text string) string {
	runes := []rune(model)
	switch {
	case model == strings.ToLower(model):
		return strings.ToLower(text)
	case len(runes) > 1 && model == strings.ToUpper(model):
		return strings.ToUpper(text)
	case unicode.IsUpper(runes[0]):
		return strings.ToUpper(text[:1]) + text[1:]
	default:
		return text
	}
}

// digits exchanges the digits of a text; the first stays apart from 0 if it was.
func digits(draw *rand.Rand, text string) string {
	first := true
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return r
		}
		low := 0
		if first && r != '0' {
			low = 1
		}
		first = false
		return '0' + rune(low+draw.IntN(10-low))
	}, text)
}

// characters exchanges letters and digits.
func characters(draw *rand.Rand, text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + rune(draw.IntN(26))
		case r >= 'A' && r <= 'Z':
			return 'A' + rune(draw.IntN(26))
		default:
			return r
		}
	}, digits(draw, text))
}

// account is a number of a card or an account whose check digits are right where they
// were.
func account(draw *rand.Rand, text string) string {
	switch {
	case isIBAN(text):
		out := []rune(text[:4] + characters(draw, text[4:]))
		out[2], out[3] = '0', '0'
		bare := strings.ReplaceAll(string(out), " ", "")
		check := 98 - mod97(bare[4:]+bare[:4])
		out[2], out[3] = '0'+rune(check/10), '0'+rune(check%10)
		return string(out)
	case len(onlyDigits(text)) >= 13 && isCard(text):
		out := []byte(digits(draw, text))
		at := strings.LastIndexAny(text, "0123456789")
		out[at] = '0'
		out[at] = '0' + byte((10-luhn(onlyDigits(string(out))))%10)
		return string(out)
	default:
		return digits(draw, text)
	}
}
