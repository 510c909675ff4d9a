package agent

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// IsFile tells whether a candidate is given as a file, to be read and handed to
// FromFile, rather than as a spec for Parse.
func IsFile(arg string) bool {
	return strings.HasSuffix(arg, ".yaml") || strings.HasSuffix(arg, ".yml")
}

// Parse reads a candidate written as "provider:model":
//
//	openai:MODEL          a model of this provider, or of another in the table of
//	                      Providers, such as anthropic:MODEL
//	https://HOST/PATH     a whole agent that is asked over HTTP
//	command:PROGRAM ARG   a whole agent that is started for each call
//	builtin:reference     plays each case's reference
//	builtin:nothing       is polite and does nothing
//	builtin:fresh_keys    and the other habits: the reference, but for one bad habit
//	builtin:refuses       and the other lazy agents, to which all calls are alike
//	builtin:mutant?dropped_step=0.1
//	                      the reference with one lapse, committed in the way given
//	builtin:variant?order=2
//	                      the reference with one liberty, taken in the way given
//	builtin:flaky?dropped_step=0.2&seed=3
//	                      the reference, with lapses at the rates given; without
//	                      rates, the mix of DefaultRates
//	builtin:overfitted?dropped_step=0.4
//	                      the reference in cases as published, and elsewhere flaky
//
// The error is a *MissingKeyError where a key is wanted and there is none.
func Parse(spec string, o Options) (Candidate, error) {
	c, err := parse(spec, o)
	if err != nil {
		return nil, fmt.Errorf("parse candidate %s: %w", quote(spec), err)
	}
	return c, nil
}

func parse(spec string, o Options) (Candidate, error) {
	if IsFile(spec) {
		return nil, fmt.Errorf("this is a file, and a file is not read here")
	}
	provider, model, ok := strings.Cut(spec, ":")
	if !ok {
		return nil, fmt.Errorf("want provider:model, such as openai:MODEL or builtin:reference, or a file that ends in .yaml")
	}
	if p, ok := providerNamed(provider); ok {
		if err := checkModel(model); err != nil {
			return nil, err
		}
		return newModel(p, File{Model: spec}, o)
	}
	switch provider {
	case "http", "https", "command":
		return parseWhole(spec, o)
	case "builtin":
		return parseBuiltin(model, o)
	default:
		return nil, fmt.Errorf("no provider %s: there are builtin, %s; openai reaches any compatible server by its base URL, and whole agents are written https://HOST/PATH or command:PROGRAM",
			quote(provider), strings.Join(Providers(), ", "))
	}
}

func parseBuiltin(spec string, o Options) (Candidate, error) {
	name, query, hasQuery := strings.Cut(spec, "?")
	habit, isHabit := habitNamed(name)
	idle, isLazy := lazyNamed(name)
	switch {
	case name == "flaky":
		return parseFlaky(query)
	case name == "overfitted":
		return parseOverfitted(query, o.Published)
	case name == "mutant", name == "variant":
		return parseBent(name, query)
	case name != "reference" && name != "nothing" && !isHabit && !isLazy:
		return nil, fmt.Errorf("no builtin candidate %s: there are reference, nothing, flaky, overfitted, mutant, variant, with one bad habit each %s, and lazy ones: %s",
			quote(name), strings.Join(habitNames(), ", "), strings.Join(lazyNames(), ", "))
	case hasQuery:
		return nil, fmt.Errorf("builtin:%s takes no parameters", name)
	case isHabit:
		return habitual{habit}, nil
	case isLazy:
		return idle.Candidate(), nil
	case name == "nothing":
		return Nothing(), nil
	default:
		return Reference(), nil
	}
}

// parseBent reads NAME or NAME=WAY.
func parseBent(kind, query string) (Candidate, error) {
	name, text, _ := strings.Cut(query, "=")
	var b *Bent
	names := lapseNames()
	if kind == "mutant" {
		if l, ok := lapseNamed(name); ok {
			b = l.Mutant()
		}
	} else {
		names = libertyNames()
		if l, ok := libertyNamed(name); ok {
			b = l.Variant()
		}
	}
	if b == nil {
		return nil, fmt.Errorf("no %s %s: there are %s", kind, quote(name), strings.Join(names, ", "))
	}
	way, ok := readWay(text)
	if !ok {
		return nil, fmt.Errorf("way %s of %s: want numbers with dots between, such as 0.1", quote(text), name)
	}
	b.way = way
	return b, nil
}

func parseFlaky(query string) (Candidate, error) {
	f, err := parseRates(query, DefaultRates())
	if err != nil {
		return nil, err
	}
	return f, nil
}

// parseRates reads rates and a seed; without rates, it takes others.
func parseRates(query string, others map[string]float64) (flaky, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return flaky{}, fmt.Errorf("read parameters: want lapse=rate&lapse=rate&seed=n")
	}
	f := flaky{rates: map[string]float64{}}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all := values[name]
		switch {
		case len(all) > 1:
			return flaky{}, fmt.Errorf("%s is given %d times", quote(name), len(all))
		case name == "seed":
			f.seed, err = strconv.ParseUint(all[0], 10, 64)
			if err != nil {
				return flaky{}, fmt.Errorf("seed %s: want a whole number from 0", quote(all[0]))
			}
		default:
			f.rates[name], err = parseRate(name, all[0])
			if err != nil {
				return flaky{}, err
			}
		}
	}
	if len(f.rates) == 0 {
		f.rates = others
	}
	return f, nil
}

func parseRate(name, text string) (float64, error) {
	if _, ok := lapseNamed(name); !ok {
		return 0, fmt.Errorf("no lapse %s: there are %s, and seed", quote(name), strings.Join(lapseNames(), ", "))
	}
	rate, err := strconv.ParseFloat(text, 64)
	if err != nil || !(rate >= 0 && rate <= 1) {
		return 0, fmt.Errorf("rate of %s is %s: want a number from 0 to 1", name, quote(text))
	}
	return rate, nil
}

// checkModel refuses names that no provider has and that would spoil an identity.
func checkModel(name string) error {
	bad := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	if name == "" || len(name) > 200 || strings.ContainsFunc(name, bad) {
		return fmt.Errorf("model %s: want a name of 1 to 200 characters without spaces", quote(name))
	}
	return nil
}

// quote writes a text from outside so that it fits in a message.
func quote(s string) string {
	if len(s) > 80 {
		s = strings.ToValidUTF8(s[:80], "") + "…"
	}
	return strconv.Quote(s)
}
