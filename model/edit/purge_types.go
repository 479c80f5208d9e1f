package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

type purgeTypesArgs struct {
	Of string `json:"of" also:"category" doc:"Only types of this category. Absent: of all."`
}

func purgeTypes() *Command {
	return define(Command{
		Name: "purge_types", Destructive: true, Also: []string{"delete_unused_types", "clean_types", "purge"},
		Summary: "Delete types that no element has",
		Doc:     `Materials stay. A type that anything still names stays too; the notes say where there was nothing to delete.`,
	}, `{"command": "purge_types", "of": "wall"}`, runPurgeTypes)
}

func runPurgeTypes(_ context.Context, tx *Tx, a purgeTypesArgs) error {
	if d := category.Find(a.Of); a.Of != "" && (d == nil || d.TypeFields() == nil) {
		return tx.untyped(a.Of)
	}
	s := tx.Snapshot()
	var unused []*model.Record
	for f := range s.InCategory("type") {
		r := f.Record()
		if r == nil || a.Of != "" && r.Of() != a.Of || len(s.ReferringTo(r.ID())) > 0 {
			continue
		}
		unused = append(unused, r)
	}
	if len(unused) == 0 {
		tx.Note("%s", fmt.Sprintf("Every type%s is in use; nothing was deleted.", map[bool]string{true: " of " + a.Of}[a.Of != ""]))
		return nil
	}
	for _, r := range unused {
		tx.Delete(r.ID())
	}
	tx.Say("Purge", unused, "that no element has")
	return nil
}
