package edit

import (
	"context"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
)

type duplicateTypeArgs struct {
	Type string       `json:"type" required:"true" also:"typeId,of,from,source" doc:"The type to copy, by id or name."`
	Name string       `json:"name" required:"true" also:"newName,to" doc:"The name of the copy."`
	Set  model.Object `json:"set" also:"members,record,values" doc:"Members that differ from the original's; null takes one away."`
	ID   string       `json:"id" doc:"An id of your choice; made by the host where absent."`
}

func duplicateType() *Command {
	return define(Command{
		Name: "duplicate_type", open: "set", Also: []string{"copy_type", "clone_type"},
		Summary: "Make a type like another one",
		Doc: `The way to get a variant: copy the type under a new name with the members that differ, then set_type gives it to the elements meant. Identities elsewhere (ifcGuid, externalIds)
are not copied.`,
	}, `{"command": "duplicate_type", "type": "Door 1000 x 2100", "id": "door-type-900x2100", "name": "Door 900 x 2100", "set": {"width": 900}}`, runDuplicateType)
}

func runDuplicateType(_ context.Context, tx *Tx, a duplicateTypeArgs) error {
	source, err := tx.One(a.Type, find.Want{Categories: []string{"type"}, Role: "type"})
	if err != nil {
		return err
	}
	if err := tx.typeName(source.Of(), a.Name, ""); err != nil {
		return err
	}
	id, err := tx.NewID(source.Of()+"-type", a.ID)
	if err != nil {
		return err
	}
	copied := source.With("id", id).With("name", a.Name).Without("ifcGuid").Without("externalIds")
	set, err := tx.Members("set", copied, a.Set.Without("of").Without("category"))
	if err != nil {
		return err
	}
	copied = withAll(copied, set)
	if err := tx.Put(copied); err != nil {
		return err
	}
	tx.Say("Add", []*model.Record{copied}, "like "+shorten(plain(displayName(source)), 24))
	return nil
}
