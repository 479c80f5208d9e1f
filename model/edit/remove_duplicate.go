package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
)

func removeDuplicate() *Command {
	return define(Command{
		Name: "remove_duplicate", Internal: true, Destructive: true,
		Summary: "Delete a file that repeats another one",
		Doc:     `The fix of id.unique where two files hold the same record: the named one goes. Refused where no other file holds exactly the same.`,
	}, `{"command": "remove_duplicate", "file": "levels/copy.json"}`, runRemoveDuplicate)
}

func runRemoveDuplicate(_ context.Context, tx *Tx, a fileArgs) error {
	f, err := tx.recordFile(a.File)
	if err != nil {
		return err
	}
	for _, other := range tx.Snapshot().Claims(f.ID()) {
		if other.Path == f.Path || other.Record() == nil || !other.Record().Equal(f.Record()) {
			continue
		}
		tx.removeFile(f)
		tx.Note("%s held the same record as %s and was deleted.", f.Path, other.Path)
		tx.Say("Delete the second file of", []*model.Record{f.Record()}, "")
		return nil
	}
	return tx.Invalid("/file", fmt.Sprintf("no other file holds the same record as %s; change_id gives it an id of its own", f.Path), a.File)
}

// removeFile takes one file away whose id another file claims too.
func (tx *Tx) removeFile(f *model.File) {
	tx.Snapshot()
	tx.files = append(tx.files, model.Change{ID: f.ID(), Before: f})
	tx.snap = tx.snap.WithFiles(map[string]*model.File{f.Path: nil})
}
