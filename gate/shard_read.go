package gate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// Part is a shard of a run as it lies in a folder. It may come from another job,
// and is checked before it is believed.
type Part struct {
	Dir    string
	Result *Result // Shard is set
	ran    bool    // there is a trial log
}

// ErrWholeRun says that a folder holds the result of a whole run, or of a merge.
var ErrWholeRun = errors.New("it is of a whole run and not of a shard; leave it out, or run it with --shard")

// ReadPart reads the result of a shard and looks whether its trial log is there.
func ReadPart(dir string) (*Part, error) {
	path := filepath.Join(dir, ResultFile)
	if err := regular(path, maxResult); err != nil {
		return nil, fmt.Errorf("read shard %s: %w", path, err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read shard: %w", err)
	}
	r, err := readShard(data)
	if err != nil {
		return nil, fmt.Errorf("read shard %s: %w", path, err)
	}
	p := &Part{Dir: dir, Result: r}
	switch err := regular(filepath.Join(dir, LogFile), maxLog); {
	case err == nil:
		p.ran = true
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("read shard %s: %w", filepath.Join(dir, LogFile), err)
	case r.Stopped == "":
		return nil, fmt.Errorf("read shard %s: %s is not beside it; keep both in the artifact", path, LogFile)
	}
	return p, nil
}

// maxLog bounds the trial log of a shard, in bytes.
const maxLog = 16 << 30

// regular refuses what is no plain file of a size that is read.
func regular(path string, most int64) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("it is no regular file")
	case info.Size() > most:
		return fmt.Errorf("it has %d bytes, more than the %d allowed", info.Size(), most)
	}
	return nil
}

// readShard reads a result that is marked as a shard, against the schema too.
func readShard(data []byte) (*Result, error) {
	r, err := readResult(data)
	if err != nil {
		return nil, err
	}
	if r.Shard == nil {
		return nil, ErrWholeRun
	}
	schema, err := schemas.Own("result")
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return nil, fmt.Errorf("decode result: %w", err)
	}
	if wrong := schema.Validate(value); len(wrong) > 0 {
		return nil, fmt.Errorf("check result: %v", wrong[0])
	}
	return r, r.checkShard()
}

// heldOutWord is the form of what a result says of a held-out case.
var heldOutWord = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

func (r *Result) checkShard() error {
	s := r.Shard
	switch {
	case s.Index > s.Of:
		return fmt.Errorf("check result: it is shard %d of %d", s.Index, s.Of)
	case (s.Place == 0) != (s.Among == 0) || s.Place > s.Among || s.Among > MaxLineup || s.Among == 1:
		return fmt.Errorf("check result: it is of candidate %d of %d", s.Place, s.Among)
	}
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.HeldOut != (c.Suite == suites.HeldOutName) {
			return fmt.Errorf("check result: case %s is held out by its mark or by its name, and not by both", c.ID())
		}
		if c.HeldOut && !(heldOutWord.MatchString(c.Case) && heldOutWord.MatchString(c.Category) && heldOutWord.MatchString(c.Tier)) {
			return fmt.Errorf("check result: case %s says more than a held-out case may", c.ID())
		}
	}
	return nil
}

// check refuses a line of a shard's log that no run of this plan would write.
// heldOut is whether its case is held out.
func (l *Line) check(heldOut bool) error {
	if heldOut != (l.HeldOut != nil) {
		return fmt.Errorf("the trial of %s should have an outcome if it is held out, and a record if not", l.Key.Case)
	}
	u, v := l.usage(), l.Verdict
	least := []int{l.Draw - 1, u.Requests, u.InputTokens, u.CachedTokens, u.OutputTokens, u.InputTokens - u.CachedTokens, v.Corrected, v.Failed - v.Corrected}
	if o := l.HeldOut; o != nil {
		least = append(least, o.Turns, o.Steps, o.Calls, o.Took)
		if o.Load != nil {
			least = append(least, o.Load.End, o.Load.Refused, o.Load.Calls-o.Load.Refused)
			least = append(least, o.Load.Took...)
		}
	} else {
		least = append(least, l.Record.Turns, l.Record.Steps)
	}
	for _, n := range least {
		if n < 0 || n > maxCount {
			return fmt.Errorf("the trial of %s has numbers that no trial has", l.Key.Case)
		}
	}
	return nil
}

// maxCount bounds every number of a trial: tokens, calls, milliseconds.
const maxCount = 1 << 40
