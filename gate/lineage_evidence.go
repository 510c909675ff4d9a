package gate

import (
	"context"
	"fmt"
	"path"
)

// History reads the promotions of the lineage out of a branch, the oldest first; none
// where the branch has no such lineage.
func (l Lineage) History(ctx context.Context, read func(ctx context.Context, path string) ([]byte, error)) ([]Promotion, error) {
	file := path.Join(l.Folder(), historyFile)
	data, err := read(ctx, file)
	if err != nil {
		return nil, err
	}
	history, err := ReadHistory(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return history, nil
}

// Evidence is where a branch keeps the evidence of the newest promotion to a stage;
// that of earlier ones is in the branch's history.
func (l Lineage) Evidence(stage string) string {
	return path.Join(l.Folder(), "evidence", encoded(stage)+".json")
}
