package category_test

import (
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/modeltest"
)

// builder is a test, or a case of a property.
type builder interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
	Errorf(string, ...any)
}

// build makes a snapshot of records, one JSON object a line, each where it belongs.
// A line that starts with a plus adds members to the manifest.
func build(t builder, lines string) *model.Snapshot {
	t.Helper()
	return modeltest.Records(t, category.Schema(), lines)
}

// change answers the snapshot after records are put, one JSON object a line, or
// taken away, a line with a minus and the id.
func change(t testing.TB, s *model.Snapshot, lines string) *model.Snapshot {
	t.Helper()
	var changes []model.Change
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		if id, ok := strings.CutPrefix(line, "-"); ok {
			changes = append(changes, model.Change{ID: id, Before: s.Get(id)})
		} else if line != "" {
			r := modeltest.Record(t, line)
			changes = append(changes, model.Change{ID: r.ID(), Before: s.Get(r.ID()), After: r})
		}
	}
	next, err := s.Apply(changes)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// house is the walls of a house of 10 by 8 m on two levels, with a partition, a
// door and two windows.
const house = `
{"id": "level-0", "category": "level", "name": "Ground floor", "elevation": 0, "height": 3000}
{"id": "level-1", "category": "level", "name": "Upper floor", "elevation": 3200}
{"id": "level-2", "category": "level", "name": "Roof", "kind": "roof", "elevation": 6000}
{"id": "exterior", "category": "type", "of": "wall", "name": "Exterior wall 300", "layers": [{"thickness": 100, "function": "insulation"}, {"thickness": 180, "function": "structure"}, {"thickness": 20, "function": "finish"}], "properties": {"P": {"fire": "REI 90", "acoustic": 52}, "Q": {"a": 1}}}
{"id": "partition", "category": "type", "of": "wall", "name": "Partition 100", "thickness": 100}
{"id": "door-type", "category": "type", "of": "door", "width": 1000, "height": 2100}
{"id": "window-type", "category": "type", "of": "window", "width": 1200, "height": 1200}
{"id": "south", "category": "wall", "typeId": "exterior", "levelId": "level-0", "start": [0, 0], "end": [10000, 0], "properties": {"P": {"fire": "REI 120"}}}
{"id": "east", "category": "wall", "typeId": "exterior", "levelId": "level-0", "start": [10000, 0], "end": [10000, 8000]}
{"id": "north", "category": "wall", "typeId": "exterior", "levelId": "level-0", "start": [0, 8000], "end": [10000, 8000]}
{"id": "west", "category": "wall", "typeId": "exterior", "levelId": "level-0", "start": [0, 8000], "end": [0, 0]}
{"id": "inner", "category": "wall", "typeId": "partition", "levelId": "level-0", "start": [6000, 0], "end": [6000, 7850]}
{"id": "entrance", "category": "door", "typeId": "door-type", "levelId": "level-0", "hostId": "south", "offset": 3000}
{"id": "view", "category": "window", "typeId": "window-type", "levelId": "level-0", "hostId": "south", "offset": 8000, "sill": 900}
{"id": "inside", "category": "door", "typeId": "door-type", "levelId": "level-0", "hostId": "inner", "offset": 2000}
`
