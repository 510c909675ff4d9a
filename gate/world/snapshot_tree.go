package world

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Bounds of a tree of files.
const (
	maxTree     = 64 << 20 // bytes of all files
	maxFileText = 64 << 10 // bytes of one file that is told as text
)

// tree makes a row of each file below a folder, and of each folder, whose path
// ends in a slash. Links are told and never followed. The server's own path in
// texts goes by its fixed name, in size and digest too.
func (s *server) tree(table suites.Snapshot) (map[string]trace.Row, error) {
	if s.folder.path == "" {
		return nil, fmt.Errorf("a server elsewhere has no folder")
	}
	below := path.Clean(strings.Trim(strings.TrimPrefix(table.Tree, folderMark), "/"))
	root, err := os.OpenRoot(s.folder.path)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	rows, size := map[string]trace.Row{}, int64(0)
	err = fs.WalkDir(root.FS(), below, func(name string, entry fs.DirEntry, err error) error {
		rel := strings.TrimPrefix(strings.TrimPrefix(name, below), "/")
		if below == "." {
			rel = name
		}
		switch {
		case err != nil || name == below:
			return err
		case len(rows) == maxState:
			return fmt.Errorf("it holds more than %d files", maxState)
		}
		row, n, err := s.file(root, name, rel, entry, maxTree-size)
		if err != nil {
			return err
		}
		size += n
		id, _ := row["path"].(string)
		rows[id] = row
		return nil
	})
	return rows, err
}

// file is the row of one entry, and how many bytes of it were read.
func (s *server) file(root *os.Root, name, rel string, entry fs.DirEntry, left int64) (trace.Row, int64, error) {
	row := trace.Row{"path": strings.ToValidUTF8(rel, "\uFFFD"), "size": nil, "sha256": nil, "text": nil}
	switch {
	case entry.IsDir():
		row["path"] = strings.ToValidUTF8(rel, "\uFFFD") + "/"
		return row, 0, nil
	case entry.Type()&fs.ModeSymlink != 0:
		to, err := root.Readlink(name)
		row["text"] = "link to " + s.folder.hidden(strings.ToValidUTF8(to, "\uFFFD"))
		return row, 0, err
	case !entry.Type().IsRegular():
		row["text"] = "neither file nor folder"
		return row, 0, nil
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	content, err := readAll(f, left)
	if err != nil {
		return nil, 0, fmt.Errorf("read the files: %w", err)
	}
	read := int64(len(content))
	if utf8.Valid(content) {
		content = []byte(s.folder.hidden(string(content)))
		if len(content) <= maxFileText {
			row["text"] = string(content)
		}
	}
	sum := sha256.Sum256(content)
	row["size"], row["sha256"] = int64(len(content)), hex.EncodeToString(sum[:])
	return row, read, nil
}
