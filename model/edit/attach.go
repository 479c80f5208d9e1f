package edit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

type attachArgs struct {
	Target
	To []string `json:"to" required:"true" also:"roof,slab,host,top,topHostIds,hosts" doc:"Roof or slab that the walls run up to; a list for several."`
	KeepShape
}

func attach() *Command {
	return define(Command{Name: "attach", Geometric: true, Also: []string{"attach_top", "attach_walls", "attach_to_roof"},
		Summary: "Let walls run up to roofs or slabs above them",
		Doc: `The walls' bodies end at the underside of what they are attached to, and follow it from then on; where it does
not cover them they keep their own top. Their height or top level stays: it has to reach as high as they should.
What they are attached to already stays; detach takes it off.

Refused for a roof or slab that does not lie over a wall that is named; of a filter's matches those are left out.`},
		`{"command": "attach", "id": "wall-partition", "to": "roof-main"}`, runAttach)
}

func runAttach(ctx context.Context, tx *Tx, a attachArgs) error {
	targets, err := tx.Targets(ctx, a.Target, "wall", "curtain-wall")
	if err != nil {
		return err
	}
	hosts, err := tx.topHosts("to", a.To)
	if err != nil {
		return err
	}
	var changed []*model.Record
	s := tx.Snapshot()
	for _, r := range targets {
		ids := r.Strings("topHostIds")
		had := len(ids)
		for _, h := range hosts {
			over := covers(s, h, r)
			if !over && a.Filter == nil {
				return tx.Invalid("/to", fmt.Sprintf("%s does not lie over %s", titled(h), titled(r)), h.ID())
			}
			if over && !slices.Contains(ids, h.ID()) {
				ids = append(ids, h.ID())
			}
		}
		if len(ids) == had {
			continue
		}
		if err := tx.PutShape(r.With("topHostIds", model.SetValue(ids)), a.KeepShape); err != nil {
			return err
		}
		changed = append(changed, r)
	}
	tx.attached("Attach", changed, targets, joinNames("to", hosts), "attached there already, or not under it")
	return nil
}

// attached says which of some walls were attached or detached, and why others not.
func (tx *Tx) attached(verb string, changed, targets []*model.Record, rest, why string) {
	switch left := len(targets) - len(changed); {
	case len(targets) == left && left == 1:
		tx.Note("%s stays as it is: %s", titled(targets[0]), why)
	case left > 0:
		tx.Note("%d of %d walls stay as they are: %s", left, len(targets), why)
	}
	if len(changed) > 0 {
		tx.Say(verb, changed, rest)
	}
}

func joinNames(way string, records []*model.Record) string {
	if len(records) == 0 {
		return ""
	}
	names := make([]string, len(records))
	for i, r := range records {
		names[i] = spoken(r)
	}
	return way + " " + shorten(strings.Join(names, ", "), 40)
}

// topHosts answers the roofs and slabs that an argument names.
func (tx *Tx) topHosts(argument string, names []string) ([]*model.Record, error) {
	var hosts []*model.Record
	for _, name := range names {
		h, err := tx.One(name, find.Want{Categories: []string{"roof", "slab"}, Role: argument})
		if err != nil {
			return nil, err
		}
		hosts = append(hosts, h)
	}
	return hosts, nil
}

// covers tells whether a roof or slab lies over a wall, if only over part of it.
func covers(s *model.Snapshot, host, wall *model.Record) bool {
	plate, ok := category.Bounds(s, host)
	box, ok2 := category.Bounds(s, wall)
	line, ok3 := category.Baseline(wall)
	outline, ok4 := category.Outline(host)
	if !ok || !ok2 || !ok3 || !ok4 || plate.Max.Z < box.Min.Z+geom.JoinTolerance || !box.WithZ(0, 0).Intersects(plate.WithZ(0, 0)) {
		return false
	}
	const pieces = 16
	for i := range pieces + 1 {
		if outline.Locate(line.PointAt(line.Length()*float64(i)/pieces), geom.JoinTolerance) != geom.Outside {
			return true
		}
	}
	return false
}
