package gate

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Merge joins the logs of the shards in dir, in the order of the plan, and gathers
// the result of the run, which is that of one that was never cut into shards.
// about says the rest; when the run began and ended and why it stopped come from
// the shards, now is for a run of which there are none.
func (ps *Parts) Merge(dir string, p *Plan, about About, now time.Time) (*Result, error) {
	places := ps.places(p)
	about.Ended, about.Times, about.Isolation = Ended{Stopped: ps.stopped()}, ps.times(now), ps.isolation()
	if len(ps.found) == 0 {
		return NotRun(p, about)
	}
	if err := ps.join(dir, p, places); err != nil {
		return nil, err
	}
	return Gather(dir, p, about)
}

// isolation is that of the shard that had the least of it.
func (ps *Parts) isolation() string {
	for _, p := range ps.found {
		if p.Result.Isolation != "" {
			return p.Result.Isolation
		}
	}
	return ""
}

// times are from the start of the first shard to the end of the last.
func (ps *Parts) times(now time.Time) Times {
	var out Times
	for _, p := range slices.Concat(ps.found, ps.idle) {
		t := p.Result.Times
		if out.Started.IsZero() || t.Started.Before(out.Started) {
			out.Started = t.Started
		}
		if t.Finished.After(out.Finished) {
			out.Finished = t.Finished
		}
	}
	if out.Started.IsZero() {
		return Times{Started: now, Finished: now}
	}
	return out
}

// place is where a line of a log stands.
type place struct {
	part   *Part
	at     int64
	length int
	draw   int
	sum    [sha256.Size]byte
}

// maxLines bounds the lines of one trial: its draws in a run that was resumed
// again and again.
const maxLines = 64

// places finds all lines. A shard whose log cannot be believed is lost.
func (ps *Parts) places(p *Plan) map[Key][]place {
	out := map[Key][]place{}
	if len(ps.found) == 0 {
		return out
	}
	owner := map[Key]int{}
	units := p.units()
	for i, at := range deal(units, ps.of) {
		for _, t := range units[i] {
			owner[t.Key()] = at
		}
	}
	heldOut := map[string]bool{}
	for _, t := range p.Tasks {
		heldOut[t.Case.ID()] = t.Case.Suite.HeldOut
	}
	var kept []*Part
	for _, part := range ps.found {
		own, err := part.places(p, owner, heldOut)
		if err != nil {
			ps.lost[part.Result.Shard.Index] = fmt.Sprintf("cannot be used: %v", err)
			continue
		}
		kept = append(kept, part)
		for key, list := range own {
			out[key] = list
		}
	}
	ps.found = kept
	return out
}

// places reads the log of one shard.
func (part *Part) places(p *Plan, owner map[Key]int, heldOut map[string]bool) (map[Key][]place, error) {
	path, shard := filepath.Join(part.Dir, LogFile), part.Result.Shard
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	out := map[Key][]place{}
	h, whole, err := scanLog(f, func(line *Line, text []byte, at int64) error {
		if owner[line.Key] != shard.Index {
			return fmt.Errorf("the trial %d of %s under %s does not fall to this shard", line.Key.Index, line.Key.Case, line.Key.Condition)
		}
		if err := line.check(heldOut[line.Key.Case]); err != nil {
			return err
		}
		one := place{part, at, len(text), line.Draw, sha256.Sum256(text)}
		for _, known := range out[line.Key] {
			switch {
			case known.sum == one.sum:
				return nil
			case known.draw == one.draw:
				return fmt.Errorf("draw %d of trial %d of %s stands in it twice, with different outcomes", line.Draw, line.Key.Index, line.Key.Case)
			}
		}
		if len(out[line.Key]) == maxLines {
			return fmt.Errorf("trial %d of %s was drawn more than %d times", line.Key.Index, line.Key.Case, maxLines)
		}
		out[line.Key] = append(out[line.Key], one)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	want := header(part.Result, p)
	want.Shard = shard.String()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case h != want:
		return nil, fmt.Errorf("%s is of another run (%+v, and the shard's is %+v)", path, h, want)
	case info.Size() != whole:
		return nil, fmt.Errorf("%s: its last line is torn", path)
	case part.Result.Stopped == "" && len(out) != shard.Trials:
		return nil, fmt.Errorf("%s has %d of the shard's %d trials", path, len(out), shard.Trials)
	}
	return out, nil
}

// header is that of the log of a whole run.
func header(r *Result, p *Plan) Header {
	return Header{Keptgate: r.Keptgate, Grader: r.Grader, Candidate: r.Candidate, Seed: r.Seed, Modes: modesDigest(p.Policy.Spectrum)}
}

// join writes the log of the run, whole or not at all. A log that is already there
// is an error.
func (ps *Parts) join(dir string, p *Plan, places map[Key][]place) (err error) {
	path := filepath.Join(dir, LogFile)
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("write trial log %s: it holds another run; choose another --out", path)
	}
	tmp, err := os.CreateTemp(dir, "."+LogFile+"-*")
	if err != nil {
		return fmt.Errorf("write trial log: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write trial log: %w", err), removeIfThere(tmp.Name()))
		}
	}()
	if err := closing(ps.copy(tmp, p, places), tmp.Sync, tmp.Close); err != nil {
		return err
	}
	if err := os.Chmod(tmp.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

func (ps *Parts) copy(to io.Writer, p *Plan, places map[Key][]place) (err error) {
	logs := map[*Part]*os.File{}
	defer func() {
		for _, f := range logs {
			err = closing(err, f.Close)
		}
	}()
	for _, part := range ps.found {
		if logs[part], err = os.Open(filepath.Join(part.Dir, LogFile)); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(to)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false) // as a log is written
	if err := enc.Encode(header(ps.found[0].Result, p)); err != nil {
		return err
	}
	for _, t := range p.Tasks {
		for _, at := range places[t.Key()] {
			if _, err := io.Copy(out, io.NewSectionReader(logs[at.part], at.at, int64(at.length)+1)); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}
