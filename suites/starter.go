package suites

import (
	"embed"
	"io/fs"
)

//go:embed starter
var starter embed.FS

// Starter is a small suite to begin one's own with: three cases, four tools,
// comments for its author. Its files stand at the root.
func Starter() (fs.FS, error) { return fs.Sub(starter, "starter") }
