package objects

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// MinPrefix is the least number of hex digits that may stand for a whole name.
const MinPrefix = 4

// ByPrefix answers the commits, and the tags that name one, whose object names
// begin with the hex digits. It finds none where there are fewer than MinPrefix.
func (s *Store) ByPrefix(ctx context.Context, digits string) ([]Hash, error) {
	digits = strings.ToLower(digits)
	even := len(digits) &^ 1
	prefix, err := hex.DecodeString(digits[:even])
	if err != nil || len(digits) < MinPrefix || len(digits) > 40 {
		return nil, nil //nolint:nilerr // text that is no name finds nothing
	}
	if err := s.relist(); err != nil {
		return nil, err
	}
	found := map[Hash]bool{}
	note := func(h Hash) {
		if strings.HasPrefix(h.String(), digits) {
			found[h] = true
		}
	}
	for p := range s.packsFor() {
		if p.open() == nil {
			p.index.withPrefix(prefix, note)
		}
	}
	for _, dir := range s.dirs {
		if err := loosePrefix(dir, digits[:2], note); err != nil {
			return nil, err
		}
	}
	return s.commitish(ctx, found)
}

func loosePrefix(dir, first string, fn func(Hash)) error {
	entries, err := os.ReadDir(filepath.Join(dir, first))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("list loose objects: %w", err)
	}
	for _, e := range entries {
		if h, err := parseHash(first + e.Name()); err == nil {
			fn(h)
		}
	}
	return nil
}

func (s *Store) commitish(ctx context.Context, found map[Hash]bool) ([]Hash, error) {
	var commits []Hash
	for h := range found {
		switch _, err := s.Peel(ctx, h); {
		case err == nil:
			commits = append(commits, h)
		case !errors.Is(err, ErrKind):
			return nil, err
		}
	}
	return commits, nil
}
