package edit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
)

type replaceTypeArgs struct {
	Type   string `json:"type" required:"true" also:"typeId,from,old,id" doc:"The type that goes out of use, by id or name."`
	By     string `json:"by" required:"true" also:"with,to,new,newType" doc:"The type of the same category that its elements get."`
	Delete bool   `json:"delete" also:"purge,remove" doc:"Delete the old type afterwards."`
	KeepShape
}

func replaceType() *Command {
	return define(Command{
		Name: "replace_type", Geometric: true, Also: []string{"swap_type", "merge_types"},
		Summary: "Give all elements of a type another one",
		Doc:     `As set_type on every element of the type, on all levels. set_type with a filter changes some of them.`,
	}, `{"command": "replace_type", "type": "Partition 100", "by": "Exterior wall 300"}`, runReplaceType)
}

func runReplaceType(_ context.Context, tx *Tx, a replaceTypeArgs) error {
	old, err := tx.One(a.Type, find.Want{Categories: []string{"type"}, Role: "type"})
	if err != nil {
		return err
	}
	by, err := tx.One(a.By, find.Want{Categories: []string{"type"}, TypeOf: old.Of(), Role: "by"})
	if err != nil {
		return err
	}
	if by.ID() == old.ID() {
		return tx.Invalid("/by", fmt.Sprintf("%s cannot be replaced by itself", spoken(old)), a.By)
	}
	elements := ofType(tx.Snapshot(), old.ID())
	for _, r := range elements {
		if err := tx.retype(r, by, a.KeepShape); err != nil {
			return err
		}
	}
	if len(elements) == 0 {
		tx.Note("No element is of %s.", titled(old))
	}
	if a.Delete {
		tx.Delete(old.ID())
	}
	tx.Say("Replace", []*model.Record{old}, "by "+shorten(plain(displayName(by)), 24))
	return nil
}

// ofType answers the elements of a type, by id.
func ofType(s *model.Snapshot, id string) []*model.Record {
	var out []*model.Record
	for _, ref := range s.ReferringTo(id) {
		if r := s.Record(ref.From); r != nil && ref.Pointer == "/typeId" {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b *model.Record) int { return cmp.Compare(a.ID(), b.ID()) })
	return out
}
