package edit

import (
	"context"
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
)

type assignGroupArgs struct {
	Target
	Group  string `json:"group" required:"true" also:"groupId,to,system" doc:"The group, by id or name; create makes one."`
	Remove bool   `json:"remove" doc:"Take the records out of the group instead."`
}

func assignGroup() *Command {
	return define(Command{
		Name: "assign_group", Also: []string{"add_to_group", "group", "set_group", "ungroup"},
		Summary: "Put elements into a group, or take them out",
		Doc: `A group is an apartment, zone, fire compartment, system or assembly; an element may be in several. A group is put into another one by its parentId, which this command sets
where the target is a group. Make the group first: {"command": "create", "category": "group", "record": {"name": "Flat 1", "kind": "apartment"}}.`,
	}, `{"command": "assign_group", "id": "door-entrance", "group": "group-escape"}`, runAssignGroup)
}

func runAssignGroup(ctx context.Context, tx *Tx, a assignGroupArgs) error {
	group, err := tx.One(a.Group, find.Want{Categories: []string{"group"}, Role: "group"})
	if err != nil {
		return err
	}
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	for _, r := range targets {
		next, err := tx.grouped(r, group.ID(), a.Remove)
		if err != nil {
			return err
		}
		if err := tx.Put(next); err != nil {
			return err
		}
	}
	if a.Remove {
		tx.Say("Take", targets, "out of "+spoken(group))
	} else {
		tx.Say("Put", targets, "into "+spoken(group))
	}
	return nil
}

// grouped answers a record in a group, or out of it.
func (tx *Tx) grouped(r *model.Record, group string, remove bool) (*model.Record, error) {
	if r.Category() == "group" {
		return tx.nested(r, group, remove)
	}
	if !tx.knows(r, "groupIds") {
		return nil, tx.Invalid("/id", fmt.Sprintf("%s is no element; only elements and groups are put into groups", spoken(r)), r.ID())
	}
	ids := slices.DeleteFunc(r.Strings("groupIds"), func(id string) bool { return id == group })
	if !remove {
		ids = append(ids, group)
	}
	return r.With("groupIds", model.SetValue(ids)), nil
}

func (tx *Tx) nested(r *model.Record, group string, remove bool) (*model.Record, error) {
	if remove {
		if r.String("parentId") != group {
			return r, nil
		}
		return r.Without("parentId"), nil
	}
	for up, seen := group, 0; up != ""; up = tx.parent(up) {
		if seen++; up == r.ID() || seen > 100 {
			return nil, tx.Invalid("/group", fmt.Sprintf("%s lies inside %s; a group cannot hold itself", group, spoken(r)), group)
		}
	}
	return r.With("parentId", group), nil
}

func (tx *Tx) parent(group string) string {
	if r := tx.Record(group); r != nil {
		return r.String("parentId")
	}
	return ""
}
