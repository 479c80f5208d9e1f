package edit

import (
	"context"
	"slices"

	"github.com/openeik/ekgit/model"
)

type detachArgs struct {
	Target
	From []string `json:"from" also:"roof,slab,host,to,topHostIds" doc:"Roof or slab that they no longer run up to; a list for several. Absent: all."`
	KeepShape
}

func detach() *Command {
	return define(Command{Name: "detach", Geometric: true, Also: []string{"detach_top", "detach_walls", "unattach"},
		Summary: "Let walls no longer run up to roofs or slabs",
		Doc: `The walls end at their own height or top level again. Walls that are not attached are left as they are, and the
notes say so. attach is the opposite.`},
		`{"command": "detach", "id": "wall-partition"}`, runDetach)
}

func runDetach(ctx context.Context, tx *Tx, a detachArgs) error {
	targets, err := tx.Targets(ctx, a.Target, "wall", "curtain-wall")
	if err != nil {
		return err
	}
	hosts, err := tx.topHosts("from", a.From)
	if err != nil {
		return err
	}
	var changed []*model.Record
	for _, r := range targets {
		ids := r.Strings("topHostIds")
		left := slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
			return len(hosts) == 0 || slices.ContainsFunc(hosts, func(h *model.Record) bool { return h.ID() == id })
		})
		if len(left) == len(ids) {
			continue
		}
		next := r.Without("topHostIds")
		if len(left) > 0 {
			next = r.With("topHostIds", model.SetValue(left))
		}
		if err := tx.PutShape(next, a.KeepShape); err != nil {
			return err
		}
		changed = append(changed, r)
	}
	tx.attached("Detach", changed, targets, joinNames("from", hosts), "not attached there")
	return nil
}
