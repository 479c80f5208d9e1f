package repo

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/objects"
)

// RecordChange is one file of a model that differs between two commits. A record
// that moved to another folder is one change.
type RecordChange struct {
	// ID is the record's, by its file's name. It is empty for a file that is no record.
	ID string
	// Path is where the file lies, relative to the model; where it was taken away, where
	// it lay. OldPath is where it lay before, empty where it is new.
	Path, OldPath string
	// Old and New are the blobs, zero where there is none.
	Old, New Hash

	old, new objects.TreeEntry
}

// changesIn answers what a commit changed against its first parent.
func (r *reader) changesIn(ctx context.Context, commit Hash) ([]RecordChange, error) {
	c, err := r.objects.Commit(ctx, commit)
	if err != nil {
		return nil, err
	}
	cut, err := r.history.IsCut(commit)
	if err != nil {
		return nil, err
	}
	if len(c.Parents) == 0 || cut {
		return r.changes(ctx, Hash{}, commit)
	}
	return r.changes(ctx, c.Parents[0], commit)
}

// changes answers the files that differ between two commits, records by id and then
// other files by path. A zero hash is the time before the first commit.
func (r *reader) changes(ctx context.Context, from, to Hash) ([]RecordChange, error) {
	a, err := r.treeOrNone(ctx, from)
	if err != nil {
		return nil, err
	}
	b, err := r.treeOrNone(ctx, to)
	if err != nil {
		return nil, err
	}
	var changes []RecordChange
	err = r.objects.DiffTrees(ctx, a, b, func(d objects.FileDiff) error {
		changes = append(changes, fileChange(d))
		return nil
	})
	return pairMoves(changes), err
}

// treeOrNone answers the model's tree in a commit, zero where the commit has no such
// folder.
func (r *reader) treeOrNone(ctx context.Context, commit Hash) (Hash, error) {
	if commit.IsZero() {
		return Hash{}, nil
	}
	c, err := r.objects.Commit(ctx, commit)
	if err != nil {
		return Hash{}, err
	}
	e, ok, err := r.objects.Lookup(ctx, c.Tree, r.prefix)
	if err != nil || !ok || !e.IsDir() {
		return Hash{}, err
	}
	return e.Hash, nil
}

func fileChange(d objects.FileDiff) RecordChange {
	c := RecordChange{Path: d.Path, Old: d.Old.Hash, New: d.New.Hash, old: d.Old, new: d.New}
	if d.Old.Name != "" {
		c.OldPath = d.Path
	}
	if model.RecordPlace(d.Path) {
		c.ID = recordName(d.Path)
	}
	return c
}

// recordName answers the name under which the history of a file is kept: a record's
// id, by its file's name, and the path of any other file.
func recordName(file string) string {
	if model.RecordPlace(file) {
		return strings.TrimSuffix(path.Base(file), ".json")
	}
	return file
}

// pairMoves makes one change of a record that was taken away at one path and put at
// another, and sorts: records by id, then files by path.
func pairMoves(changes []RecordChange) []RecordChange {
	slices.SortFunc(changes, func(a, b RecordChange) int {
		if (a.ID == "") != (b.ID == "") {
			return strings.Compare(b.ID, a.ID)
		}
		if c := strings.Compare(a.ID, b.ID); c != 0 {
			return c
		}
		return strings.Compare(a.Path, b.Path)
	})
	paired := changes[:0]
	for _, c := range changes {
		if n := len(paired); n == 0 || c.ID == "" || paired[n-1].ID != c.ID || !paired[n-1].join(c) {
			paired = append(paired, c)
		}
	}
	return paired
}

// join makes a move of c and another change of its record, where one of them takes
// away and the other puts.
func (c *RecordChange) join(other RecordChange) bool {
	switch {
	case c.New.IsZero() && other.Old.IsZero():
		c.Path, c.New, c.new = other.Path, other.New, other.new
	case c.Old.IsZero() && other.New.IsZero():
		c.OldPath, c.Old, c.old = other.OldPath, other.Old, other.old
	default:
		return false
	}
	return true
}

// fileChanges reads both sides of changes.
func (r *reader) fileChanges(ctx context.Context, changes []RecordChange) ([]model.FileChange, error) {
	var paths []string
	var entries []objects.TreeEntry
	for _, c := range changes {
		if !c.Old.IsZero() {
			paths, entries = append(paths, c.OldPath), append(entries, c.old)
		}
		if !c.New.IsZero() {
			paths, entries = append(paths, c.Path), append(entries, c.new)
		}
	}
	files, err := r.files(ctx, paths, entries)
	if err != nil {
		return nil, err
	}
	read := make([]model.FileChange, len(changes))
	for i, c := range changes {
		if !c.Old.IsZero() {
			read[i].Before, files = files[0], files[1:]
		}
		if !c.New.IsZero() {
			read[i].After, files = files[0], files[1:]
		}
	}
	return read, nil
}
