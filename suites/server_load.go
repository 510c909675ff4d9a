package suites

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// Bounds of the files that a server begins with, which each trial gets a copy of.
const (
	MaxFiles     = 5_000
	MaxFileBytes = 64 << 20 // of all files together
)

// maxRecording bounds recorded answers, in bytes.
const maxRecording = 16 << 20

type rawServer struct {
	Command  []string                    `json:"command"`
	Env      map[string]string           `json:"env"`
	URL      string                      `json:"url"`
	Files    string                      `json:"files"`
	Reset    *rawReset                   `json:"reset"`
	State    []rawSnapshot               `json:"state"`
	Recorded string                      `json:"recorded"`
	Also     []map[string]map[string]any `json:"also"`
}

type rawReset struct {
	Call    map[string]map[string]any `json:"call"`
	Command []string                  `json:"command"`
	Files   bool                      `json:"files"`
}

type rawSnapshot struct {
	Table     string                    `json:"table"`
	Key       []string                  `json:"key"`
	Call      map[string]map[string]any `json:"call"`
	Command   []string                  `json:"command"`
	Rows      string                    `json:"rows"`
	Tree      string                    `json:"tree"`
	Resources bool                      `json:"resources"`
}

// server reads how an MCP server is the world. What it offers is not known yet.
func (l *loader) server(b *builder, raw *rawServer, s *Suite) {
	s.WorldFile = path.Join(l.dir, "suite.yaml")
	if _, err := fs.Stat(l.fsys, path.Join(l.dir, "world.sql")); err == nil {
		b.problem("/server", "server-world", "the suite has a server and world.sql as well: take one of them away")
	}
	within, err := fs.Sub(l.fsys, l.dir)
	if err != nil {
		l.fail(s.WorldFile, err)
		return
	}
	s.Server = &Server{
		Command: raw.Command, Env: raw.Env, URL: raw.URL, Files: raw.Files, Recorded: raw.Recorded, FS: within,
	}
	for _, call := range raw.Also {
		s.Server.Also = append(s.Server.Also, callMove(call, nil))
	}
	if raw.Reset != nil {
		call := callMove(raw.Reset.Call, nil)
		s.Server.Reset = &Reset{Tool: call.Tool, Args: call.Args, Command: raw.Reset.Command, Files: raw.Reset.Files}
	}
	tables := map[string]bool{}
	for i, t := range raw.State {
		at := fmt.Sprintf("/server/state/%d", i)
		if tables[t.Table] {
			b.problem(at+"/table", "server-table", "there are two snapshots of a table %s", t.Table)
		}
		tables[t.Table] = true
		call := callMove(t.Call, nil)
		s.Server.State = append(s.Server.State, Snapshot{
			Table: t.Table, Key: snapshotKey(t), Tool: call.Tool, Args: call.Args, Command: t.Command, Rows: t.Rows,
			Tree: t.Tree, Resources: t.Resources, Line: b.line(at),
		})
	}
	if raw.Reset != nil && raw.Reset.Files != (raw.URL == "") {
		b.problem("/server/reset", "server-reset", "a server at url comes back to its start by a call or a command, one that is started here by its files")
	}
	if raw.URL != "" && raw.Reset == nil && len(raw.State) > 0 {
		b.problem("/server", "server-reset", "the server at url keeps its state from trial to trial: say under reset how it comes back to its start, or leave state out if it only answers")
	}
	if !fs.ValidPath(or(raw.Files, ".")) || !fs.ValidPath(or(raw.Recorded, ".")) {
		b.problem("/server", "server-file", "files and recorded are paths below the suite's folder, such as files or answers.json")
		return
	}
	if s.Server.digest, err = l.startDigest(raw.Files); err != nil {
		l.fail(path.Join(l.dir, raw.Files), err)
	}
	if raw.Recorded != "" {
		l.recording(s, raw.Recorded)
	}
}

// snapshotKey is what tells the rows of a snapshot apart, where that need not be
// said.
func snapshotKey(t rawSnapshot) []string {
	switch {
	case len(t.Key) > 0:
		return t.Key
	case t.Tree != "":
		return []string{"path"}
	case t.Resources:
		return []string{"uri"}
	default:
		return nil
	}
}

// startDigest covers the files that a server begins with; "" without any.
func (l *loader) startDigest(dir string) (string, error) {
	if dir == "" {
		return "", nil
	}
	h := sha256.New()
	files, size := 0, int64(0)
	err := fs.WalkDir(l.fsys, path.Join(l.dir, dir), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		files, size = files+1, size+info.Size()
		if files > MaxFiles || size > MaxFileBytes {
			return fmt.Errorf("there are more than %d files, or more than %d bytes in them", MaxFiles, MaxFileBytes)
		}
		data, err := fs.ReadFile(l.fsys, name)
		fmt.Fprintf(h, "%d:%s %d:", len(name), strings.TrimPrefix(name, l.dir), len(data))
		h.Write(data)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

// recording reads the recorded answers, where they have been made.
func (l *loader) recording(s *Suite, name string) {
	if _, err := fs.Stat(l.fsys, path.Join(l.dir, name)); err != nil {
		return // said where the answers are wanted
	}
	data := l.file(name, maxRecording)
	if data == nil {
		return
	}
	r, err := ReadRecording(data)
	if err != nil {
		l.fail(path.Join(l.dir, name), err)
		return
	}
	s.Server.Recording = r
}

// ReadRecording reads recorded answers.
func ReadRecording(data []byte) (*Recording, error) {
	v, err := trace.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("decode recorded answers: %w", err)
	}
	schema, err := schemas.Own("answers")
	if err != nil {
		return nil, err
	}
	if wrong := schema.Validate(v); len(wrong) > 0 {
		return nil, fmt.Errorf("check recorded answers: %s; make the file again with keptgate record", wrong[0])
	}
	var r Recording
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("decode recorded answers: %w", err)
	}
	return &r, nil
}

// Encode writes recorded answers as JSON, each answer to one call once, sorted.
func (r *Recording) Encode() ([]byte, error) {
	byCall := map[string]Answer{}
	for _, a := range r.Answers {
		args, err := json.Marshal(a.Args)
		if err != nil {
			return nil, fmt.Errorf("encode recorded answers: %w", err)
		}
		byCall[a.Tool+" "+string(args)] = a
	}
	out := Recording{Tools: r.Tools}
	for _, call := range slices.Sorted(maps.Keys(byCall)) {
		out.Answers = append(out.Answers, byCall[call])
	}
	data, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode recorded answers: %w", err)
	}
	return append(data, '\n'), nil
}

// whole checks what could not be checked before the server's tools were known.
func (s *Suite) whole() []schemas.Problem {
	var problems []schemas.Problem
	for _, t := range s.Tools {
		complain := func(rule, format string, args ...any) {
			problems = append(problems, schemas.Problem{
				Rule: rule, Severity: schemas.Error, File: t.File, Line: t.Line, Column: 1, Message: fmt.Sprintf(format, args...),
			})
		}
		if _, found := schemas.Compile(t.Parameters); len(found) > 0 {
			complain("tool-parameters", "the parameters of %s are not a valid JSON Schema: %s", t.Name, found[0].Message)
			continue
		}
		known := t.Arguments()
		for _, name := range slices.Concat(t.Key, []string{t.Idempotency, t.Items, t.Cursor}) {
			if name != "" && !slices.Contains(known, name) {
				complain("tool-argument", "%s has no parameter %q; it has %v", t.Name, name, known)
			}
		}
	}
	for _, snapshot := range s.Server.State {
		if t := s.Tool(snapshot.Tool); snapshot.Tool != "" && (t == nil || t.Kind != trace.Read) {
			problems = append(problems, schemas.Problem{
				Rule: "server-state", Severity: schemas.Error, File: s.WorldFile, Line: snapshot.Line, Column: 1,
				Message: fmt.Sprintf("the state is read by %s, which is no tool that only reads", snapshot.Tool),
				Fix:     "name a tool of effect read",
			})
		}
	}
	return append(problems, s.resolve()...)
}
