package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Lineage is what baselines belong to: a gate, and a line of candidates of which
// each is held against those before it. What a branch keeps of it is one folder,
//
//	gates/GATE/LINE/history.jsonl                 a Promotion a line, the oldest first
//	gates/GATE/LINE/runs/000007-3f9c2e1aab77.json a baseline, of the run promoted then
//
// with one file for each of the last runs, as many as a baseline is pooled over. The
// history names the files, so that no folder has to be listed.
type Lineage struct{ Gate, Line string }

// DefaultLine is the line of a gate's candidate that has no other.
const DefaultLine = "main"

const (
	historyFile = "history.jsonl"
	maxHistory  = 300     // promotions listed, as many as the page over time shows
	maxKept     = 1 << 20 // bytes of all files of a lineage
)

// Folder is where a branch keeps the lineage. Names are percent-encoded, so that
// none leaves its folder.
func (l Lineage) Folder() string {
	return path.Join("gates", encoded(l.Gate), encoded(l.Line))
}

// longestPart bounds a part of a path in bytes: file systems take 255.
const longestPart = 150

// encoded writes a name as one part of a path that Git takes on any system. Of a
// long name the end is told by a digest.
func encoded(name string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
	if name == "" {
		return "%"
	}
	var b strings.Builder
	for i := range len(name) {
		if strings.IndexByte(plain, name[i]) >= 0 || name[i] == '.' && i > 0 && i < len(name)-1 {
			b.WriteByte(name[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", name[i])
		}
	}
	if b.Len() > longestPart {
		return b.String()[:longestPart] + "%" + version([]byte(name))[:16]
	}
	return b.String()
}

// Promotion is one line of a lineage's history: which run became the one to be held
// against, and what it came to.
type Promotion struct {
	Run        string                   `json:"run"` // its file below runs
	Time       time.Time                `json:"time"`
	Commit     string                   `json:"commit"`
	Candidate  string                   `json:"candidate"`
	Stage      string                   `json:"stage"` // that it was promoted to
	Verdict    Verdict                  `json:"verdict"`
	Score      *float64                 `json:"score,omitempty"` // 0 to 1; absent where it was not measured
	Low        *float64                 `json:"low,omitempty"`   // bounds of the score's 95% interval
	High       *float64                 `json:"high,omitempty"`
	Categories map[string]CategoryCount `json:"categories"`
}

// CategoryCount counts the trials of a category that gave a verdict, under all
// conditions.
type CategoryCount struct {
	Passed int `json:"passed"`
	Trials int `json:"trials"`
}

// runFile is the name of a run's file: its number in the lineage and its commit.
var runFile = regexp.MustCompile(`^([0-9]{6,9})-[0-9a-z]{1,64}\.json$`)

var commitID = regexp.MustCompile(`^[0-9a-f]{1,64}$`)

// ReadHistory reads a history.jsonl. It comes from a branch or another job and is
// checked before it is believed.
func ReadHistory(data []byte) ([]Promotion, error) {
	var out []Promotion
	for i, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		var p Promotion
		if err := strict(line, &p); err != nil {
			return nil, fmt.Errorf("read history, line %d: %w", i+1, err)
		}
		if !runFile.MatchString(p.Run) {
			return nil, fmt.Errorf("read history, line %d: %q is no name of a run's file", i+1, p.Run)
		}
		out = append(out, p)
	}
	return out, nil
}

// recent are the files of the last n runs that were promoted, each once, the oldest
// first.
func recent(history []Promotion, n int) []string {
	var out []string
	for _, p := range slices.Backward(history) {
		if len(out) < n && !slices.Contains(out, p.Run) {
			out = append(out, p.Run)
		}
	}
	slices.Reverse(out)
	return out
}

// Read takes the baseline out of the files of a branch, by path: pooled over the
// last n runs, or as many as there are. The error is ErrNoBaseline where the lineage
// has none yet; another where it has one that cannot be read.
func (l Lineage) Read(files map[string][]byte, n int) (*Result, error) {
	history, err := ReadHistory(files[path.Join(l.Folder(), historyFile)])
	if err != nil {
		return nil, fmt.Errorf("read baseline of %s: %w", l.Folder(), err)
	}
	var runs []*Result
	for _, name := range recent(history, n) {
		data := files[l.run(name)]
		if data == nil && len(runs) == 0 {
			continue // fewer were kept than are wanted now
		}
		r, err := ReadResult(data)
		if err != nil {
			return nil, fmt.Errorf("read baseline %s: %w", l.run(name), err)
		}
		runs = append(runs, r)
	}
	switch {
	case len(history) == 0:
		return nil, fmt.Errorf("read baseline of %s: %w", l.Folder(), ErrNoBaseline)
	case len(runs) == 0:
		return nil, fmt.Errorf("read baseline of %s: the history names runs, and none of their files is there; promote a run again", l.Folder())
	}
	return Pool(runs)
}

func (l Lineage) run(name string) string { return path.Join(l.Folder(), "runs", name) }

// Promote makes a result the newest baseline of the lineage and returns the files
// that change, by path; nil is a file to delete. read gives what a branch holds now,
// nil for a file that is not there. at is when the run is promoted, and pool how many
// runs are kept, 1 to MaxPool. A run that is promoted once more, to another stage, is
// kept once. The error says what the result lacks, or what in the branch cannot be
// read.
func (l Lineage) Promote(ctx context.Context, read func(ctx context.Context, path string) ([]byte, error), r *Result, stage string, at time.Time, pool int) (map[string][]byte, error) {
	if stage == "" || pool < 1 || pool > MaxPool {
		return nil, fmt.Errorf("promote run: stage is %q and pool %d; want a name, and 1 to %d", stage, pool, MaxPool)
	}
	data, err := r.stored()
	if err != nil {
		return nil, err
	}
	at = at.UTC().Truncate(time.Second)
	file := path.Join(l.Folder(), historyFile)
	old, err := read(ctx, file)
	if err != nil {
		return nil, err
	}
	history, err := ReadHistory(old)
	if err != nil {
		return nil, fmt.Errorf("promote run: %s: %w", file, err)
	}
	kept, names, err := l.kept(ctx, read, history)
	if err != nil {
		return nil, err
	}
	p := promotion(r, stage, at)
	p.Run = next(history, r.Commit)
	for _, name := range names {
		if bytes.Equal(kept[name], data) {
			p.Run = name
		}
	}
	kept[p.Run] = data
	if n := len(history) - maxHistory + 1; n > 0 {
		history = history[n:]
	}
	history = append(history, p)
	files := map[string][]byte{}
	if files[file], err = lines(history); err != nil {
		return nil, err
	}
	size, stay := len(files[file]), recent(history, pool)
	for name, data := range kept {
		switch {
		case !slices.Contains(stay, name):
			files[l.run(name)] = nil
		case name == p.Run:
			files[l.run(name)] = data
			fallthrough
		default:
			size += len(data)
		}
	}
	if size > maxKept {
		return nil, fmt.Errorf("promote run: %s would have %d bytes, more than the %d allowed; lower baseline.pool, or give the gate fewer cases", l.Folder(), size, maxKept)
	}
	return files, nil
}

// kept reads the files of the runs that the branch may still hold, as many as ever
// are kept, by name; names is their order.
func (l Lineage) kept(ctx context.Context, read func(context.Context, string) ([]byte, error), history []Promotion) (files map[string][]byte, names []string, err error) {
	files = map[string][]byte{}
	for _, name := range recent(history, MaxPool) {
		data, err := read(ctx, l.run(name))
		if err != nil {
			return nil, nil, err
		}
		if data != nil {
			files[name], names = data, append(names, name)
		}
	}
	return files, names, nil
}

// next is the file of the run that is promoted after a history.
func next(history []Promotion, commit string) string {
	last := 0
	for _, p := range history {
		n, _ := strconv.Atoi(runFile.FindStringSubmatch(p.Run)[1]) // digits, as ReadHistory saw
		last = max(last, n)
	}
	if !commitID.MatchString(commit) {
		commit = "none"
	}
	return fmt.Sprintf("%06d-%s.json", last+1, commit[:min(len(commit), 12)])
}

// stored is the result as a branch keeps it: a baseline on one line, without the
// promises and without what a change did to its policy.
func (r *Result) stored() ([]byte, error) {
	b, err := r.Baseline()
	if err != nil {
		return nil, err
	}
	b.Policy = nil
	for i := range b.Cases {
		b.Cases[i].Promise = ""
	}
	data, err := json.Marshal(b)
	if err != nil {
		return nil, fmt.Errorf("encode baseline: %w", err)
	}
	return append(data, '\n'), nil
}

// promotion sums a result up for the history.
func promotion(r *Result, stage string, at time.Time) Promotion {
	p := Promotion{Time: at, Commit: r.Commit, Candidate: r.Candidate, Stage: stage, Verdict: r.Decision.Verdict, Categories: map[string]CategoryCount{}}
	if m := r.Metric("score"); m != nil {
		p.Score, p.Low, p.High = m.Value, m.Low, m.High
	}
	for i := range r.Cases {
		c := &r.Cases[i]
		n := p.Categories[c.Category]
		p.Categories[c.Category] = CategoryCount{n.Passed + c.Passed, n.Trials + c.Valid()}
	}
	return p
}

func lines(history []Promotion) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	var errs []error
	for _, p := range history {
		errs = append(errs, enc.Encode(p))
	}
	return out.Bytes(), errors.Join(errs...)
}
