package check

import (
	"fmt"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/modeltest"
)

// hosting are members of elements that a faulty model may host in themselves.
var hosting = map[string]string{
	"wall":         `"start": [0, 4000], "end": [0, 0], "thickness": 200`,
	"curtain-wall": `"start": [0, 4000], "end": [0, 0]`,
	"door":         `"offset": 2000, "width": 900, "height": 2100`,
	"window":       `"offset": 1000, "sill": 900, "width": 900, "height": 1000`,
	"opening":      `"outline": [[500, 500], [1500, 500], [1500, 1500], [500, 1500]]`,
	"slab":         `"thickness": 200, "outline": [[0, 0], [4000, 0], [4000, 4000], [0, 4000]]`,
	"roof":         `"thickness": 200, "pitch": 30, "outline": [[0, 0], [4000, 0], [4000, 4000], [0, 4000]]`,
	"ceiling":      `"thickness": 20, "outline": [[0, 0], [4000, 0], [4000, 4000], [0, 4000]]`,
	"stair":        `"path": [[1000, 1000], [4000, 1000]], "width": 1000, "risers": 16`,
	"railing":      `"side": "left", "path": [[0, 0], [2000, 0]]`,
	"ramp":         `"path": [[0, 0], [6000, 0]], "width": 1000`,
	"foundation":   `"width": 600, "depth": 300`,
	"column":       `"at": [1000, 1000], "height": 3000`,
	"beam":         `"start": [0, 0, 3000], "end": [3000, 0, 3000]`,
	"furniture":    `"at": [1000, 1000]`,
}

// TestCirclesEnd holds that elements that host themselves or each other, or end at each
// other, end in no loop: neither what is derived of them and of the room beside them nor the rules.
func TestCirclesEnd(t *testing.T) {
	record := func(id, kind, refs string) string {
		return fmt.Sprintf(`{"id": %q, "category": %q, "levelId": "l0", %s%s}`+"\n", id, kind, hosting[kind], refs)
	}
	of := func(lines string) *model.Snapshot { return modeltest.Records(t, category.Schema(), lines) }
	storey := `{"id": "l0", "category": "level", "elevation": 0, "height": 3000, "partOf": "l0"}
{"id": "room", "category": "room", "levelId": "l0", "seed": [2000, 2000]}
{"id": "wall-a", "category": "wall", "levelId": "l0", "start": [0, 0], "end": [4000, 0], "thickness": 200}
{"id": "wall-b", "category": "wall", "levelId": "l0", "start": [4000, 0], "end": [4000, 4000], "thickness": 200}
{"id": "wall-c", "category": "wall", "levelId": "l0", "start": [4000, 4000], "end": [0, 4000], "thickness": 200}
`
	for a := range hosting {
		storey := storey
		if !category.IsWall(modeltest.Record(t, record("a", a, ""))) {
			storey += `{"id": "wall-d", "category": "wall", "levelId": "l0", "start": [0, 4000], "end": [0, 0], "thickness": 200}` + "\n"
		}
		ends(t, a+" in itself", of(storey+record("a", a, `, "hostId": "a", "topHostIds": ["a"]`)))
		for b := range hosting {
			ends(t, a+" in "+b+" and back", of(storey+record("a", a, `, "hostId": "b", "topHostIds": ["b"]`)+record("b", b, `, "hostId": "a", "topHostIds": ["a"]`)))
			ends(t, a+" in "+b+" in itself", of(storey+record("a", a, `, "hostId": "b"`)+record("b", b, `, "hostId": "b"`)+record("c", "door", `, "hostId": "a"`)))
		}
	}
}

// TestTwoOfOneIDEnd holds the same of two files that claim one id, of which the one that
// does not stand for it hosts itself.
func TestTwoOfOneIDEnd(t *testing.T) {
	for kind, members := range hosting {
		one := func(more string) []byte {
			return fmt.Appendf(nil, `{"id": "front", "category": %q, "levelId": "l0", %s%s}`, kind, members, more)
		}
		for _, more := range [][2]string{{"", `, "hostId": "front"`}, {`, "hostId": "front"`, ""}} {
			files := map[string][]byte{
				"levels/l0.json":                  []byte(`{"id": "l0", "category": "level", "elevation": 0, "height": 3000}`),
				"architecture/l0/room/room.json":  []byte(`{"id": "room", "category": "room", "levelId": "l0", "seed": [2000, 2000]}`),
				"architecture/l0/many/front.json": one(more[0]),
				"architecture/l1/many/front.json": one(more[1]),
			}
			for id, line := range map[string]string{"wall-a": `[0, 0], "end": [4000, 0]`, "wall-b": `[4000, 0], "end": [4000, 4000]`, "wall-c": `[4000, 4000], "end": [0, 4000]`} {
				files["architecture/l0/wall/"+id+".json"] = []byte(`{"id": "` + id + `", "category": "wall", "levelId": "l0", "thickness": 200, "start": ` + line + "}")
			}
			ends(t, "two of "+kind, modeltest.Of(category.Schema(), files))
		}
	}
}

// ends derives and checks all of a model; a loop that does not end ends the test.
func ends(t *testing.T, name string, s *model.Snapshot) {
	t.Helper()
	for f := range s.RecordFiles() {
		r := f.Record()
		category.Derived(s, r)
		category.Bodies(s, r)
		category.Boundary(s, r)
	}
	st, err := NewState(t.Context(), s)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	moved := s.Record("wall-a").With("end", model.PointValue(4000, 100))
	if _, _, err := st.To(t.Context(), modeltest.Put(t, s, moved), today); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
