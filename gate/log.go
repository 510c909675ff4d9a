package gate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
)

// maxLine bounds one line of a trial log, in bytes.
const maxLine = 16 << 20

// Header is the first line of a trial log: what a resumed run must agree with.
type Header struct {
	Keptgate  string `json:"keptgate"`
	Grader    string `json:"grader"`
	Candidate string `json:"candidate"`
	Seed      uint64 `json:"seed"`
	Modes     string `json:"modes,omitempty"` // of the tool spectrum, see SpectrumInfo
	Shard     string `json:"shard,omitempty"` // I/N where only a part of the plan is run
}

// Line is one finished trial in a trial log. It has either a record or, where
// the case is held out, an outcome that tells nothing of it.
type Line struct {
	Key     Key           `json:"key"`
	Draw    int           `json:"draw"` // 1, or 2 where the trial was drawn again
	Record  *trace.Record `json:"record,omitempty"`
	HeldOut *Outcome      `json:"held_out,omitempty"`
	Verdict grade.Verdict `json:"verdict"`
}

// Log appends finished trials to a file. A line that was written is on disk
// before Append returns. It is not safe for concurrent use.
type Log struct {
	file *os.File
}

// CreateLog starts a new log. A log that is already there is an error: finished
// trials are never overwritten.
func CreateLog(path string, h Header) (*Log, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("create trial log %s: it holds an earlier run; add --resume to go on with it, or choose another --out", path)
	}
	if err != nil {
		return nil, fmt.Errorf("create trial log: %w", err)
	}
	l := &Log{file: f}
	if err := l.write(h); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return l, nil
}

// ResumeLog opens a log to go on with it, and calls keep for every line in it.
// What a kill left of a last line is cut off. A log without a whole header, or
// none at all, is begun anew.
func ResumeLog(path string, h Header, keep func(*Line)) (*Log, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open trial log: %w", err)
	}
	l := &Log{file: f}
	if err := l.recover(h, keep); err != nil {
		return nil, errors.Join(fmt.Errorf("resume %s: %w", path, err), f.Close())
	}
	return l, nil
}

func (l *Log) recover(h Header, keep func(*Line)) error {
	found, whole, err := ReadLog(l.file, keep)
	if err != nil {
		return err
	}
	if err := l.file.Truncate(whole); err != nil {
		return err
	}
	if _, err := l.file.Seek(whole, io.SeekStart); err != nil {
		return err
	}
	if whole == 0 {
		return l.write(h)
	}
	if found != h {
		return fmt.Errorf("the log is of another run (%+v, now %+v); run it with the same candidate, seed, tool spectrum, shard and version, or choose another --out", found, h)
	}
	return nil
}

// Append writes finished trials and waits until the disk has them.
func (l *Log) Append(lines ...*Line) error { return appendTo(l, lines) }

func (l *Log) write(h Header) error { return appendTo(l, []Header{h}) }

func appendTo[T any](l *Log, values []T) error {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return fmt.Errorf("encode trial: %w", err)
		}
	}
	if _, err := l.file.Write(out.Bytes()); err != nil {
		return fmt.Errorf("append to trial log: %w", err)
	}
	if err := l.file.Sync(); err != nil {
		return fmt.Errorf("append to trial log: %w", err)
	}
	return nil
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }

// ReadLog reads a trial log, line by line. It returns the header and the number
// of bytes of whole lines; a torn last line is left out, a broken line before
// that is an error.
func ReadLog(r io.Reader, keep func(*Line)) (Header, int64, error) {
	return scanLog(r, func(line *Line, _ []byte, _ int64) error {
		keep(line)
		return nil
	})
}

// scanLog reads a log as ReadLog does, and also gives each line as it was written,
// with its place in bytes.
func scanLog(r io.Reader, keep func(line *Line, text []byte, at int64) error) (Header, int64, error) {
	var h Header
	var whole int64
	in := bufio.NewReaderSize(r, 1<<16)
	for n := 1; ; n++ {
		text, err := readLine(in)
		if errors.Is(err, io.EOF) {
			return h, whole, nil
		}
		if err != nil {
			return h, whole, fmt.Errorf("read trial log line %d: %w", n, err)
		}
		if n == 1 {
			err = strict(text, &h)
		} else {
			var line Line
			if err = strict(text, &line); err == nil && (line.Record == nil) == (line.HeldOut == nil) {
				err = errors.New("it holds neither a record nor the outcome of a held-out trial, or both")
			}
			if err == nil {
				err = keep(&line, text, whole)
			}
		}
		if err != nil {
			return h, whole, fmt.Errorf("read trial log line %d: %w", n, err)
		}
		whole += int64(len(text)) + 1
	}
}

// readLine returns one line without its end; io.EOF where no whole line is left.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, fmt.Errorf("it is longer than %d bytes", maxLine)
		}
		if err == nil {
			return line[:len(line)-1], nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

func strict(text []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("something follows its end")
	}
	return nil
}
