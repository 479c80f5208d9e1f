package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/geom"
)

type copyArgs struct {
	Target
	By      args.Delta `json:"by" also:"vector,delta,offset,distance,translation" doc:"Movement from each copy to the next, [dx, dy] or [dx, dy, dz] in mm. Absent: none, with toLevel."`
	Count   int        `json:"count" default:"1" min:"1" max:"1000" doc:"How many copies."`
	ToLevel []string   `json:"toLevel" also:"level,levels,toLevels,levelId" doc:"Level that the copies stand on; a list for copies on each. Absent: the elements' own."`
	NewID   string     `json:"newId" also:"newIds,copyId,as" doc:"Id of the copy; newId-1, newId-2 … where there are several. What they host gets ids of its own. Absent: made."`
}

func copyCommand() *Command {
	return define(Command{Name: "copy", Geometric: true, Also: []string{"duplicate", "clone"},
		Summary: "Copy elements by a vector or onto other levels, with what they host",
		Doc: `Copies elements in plan (by), onto other levels (toLevel), or both.

- Doors, windows and all else that an element hosts are copied with it. A door or window copied without
  its host stays in that host, by the part of the vector that runs along it; with toLevel it goes into the
  wall that stands in the same place there, and is refused where there is none.
- On another level heights are kept as they stand above the level. An element that reaches up to the next
  level reaches up to the one after its new level.
- Copies lose what belongs to one thing alone: mark, number, ifcGuid, externalIds.
- References between copied elements (host, connections) are to the copies; all others stay.
- Nothing is joined, cut or moved to make room. Levels, types, materials and groups are not copied: see
  add_level, duplicate_type and create.`},
		`{"command": "copy", "id": "wall-partition", "by": [-2500, 0], "newId": "wall-bath"}`, runCopy)
}

func runCopy(ctx context.Context, tx *Tx, a copyArgs) error {
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	levels, err := tx.levelIDs(a.ToLevel)
	if err != nil {
		return err
	}
	by, dz := geom.Point{X: a.By[0], Y: a.By[1]}, a.By[2]
	if by == (geom.Point{}) && dz == 0 && (a.ToLevel == nil || a.Count > 1) {
		return tx.Invalid("/by", "the copies would lie in one place; give by, toLevel or both", nil)
	}
	var steps []step
	for _, level := range levels {
		for i := 1; i <= a.Count; i++ {
			steps = append(steps, step{by: by.Scale(float64(i)), dz: dz * float64(i), level: level})
		}
	}
	if err := tx.copies(targets, steps, a.NewID); err != nil {
		return err
	}
	tx.Say("Copy", targets, copiedInWords(len(steps), len(a.ToLevel), levels[0]))
	return nil
}

// levelIDs answers the ids of named levels, one empty id where none is named.
func (tx *Tx) levelIDs(names []string) ([]string, error) {
	if len(names) == 0 {
		return []string{""}, nil
	}
	ids := make([]string, len(names))
	for i, name := range names {
		level, err := tx.Level("toLevel", name)
		if err != nil {
			return nil, err
		}
		ids[i] = level.ID()
	}
	return ids, nil
}

func copiedInWords(copies, levels int, level string) string {
	switch {
	case levels == 1 && copies == 1:
		return "to " + level
	case levels > 1:
		return fmt.Sprintf("to %d levels", levels)
	}
	return times(copies)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
