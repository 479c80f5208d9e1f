package category_test

import (
	"encoding/json"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// FuzzPlatesAndWays holds that no roof, slab, stair, ramp, railing or foundation,
// whatever it holds, makes its body or what else follows from it panic, and that bodies
// of short outlines and paths are closed.
func FuzzPlatesAndWays(f *testing.F) {
	for _, record := range []string{
		`{"category": "roof", "form": "gable", "pitch": 45, "overhang": 500, "outline": [[0, 0], [8000, 0], [8000, 4000], [4000, 4000], [4000, 8000], [0, 8000]], "edges": {"1": {"pitch": 0}}}`,
		`{"category": "roof", "form": "hip", "pitch": 1e-300, "outline": [[0, 0], [8000, 6000], [8000, 0], [0, 6000]], "arcs": {"0": 900}}`,
		`{"category": "roof", "form": "hip", "pitch": 89, "outline": [[1e9, 1e9], [1.1e9, 1e9], [1e9, 1.1e9]], "holes": [[[0, 0], [1, 0], [0, 1]]]}`,
		`{"category": "ceiling", "outline": [[0, 0], [0, 0], [0, 0], [1, 1e308]], "slope": {"pitch": 30, "direction": 10}}`,
		`{"category": "stair", "topLevelId": "level-0", "topOffset": 3000, "path": [[0, 0], [3000, 0], [3000, 1100], [0, 1100]], "width": 1000, "risers": 17}`,
		`{"category": "stair", "height": 3000, "flights": [{"path": [[0, 0], [3000, 0]], "width": 1e9, "risers": 1e9}], "landings": [{"outline": [[0, 0], [1, 1], [1, 0], [0, 1]]}]}`,
		`{"category": "ramp", "path": [[0, 0], [4000, 0], [0, 1], [4000, 4000]], "width": 1000, "rise": 400}`,
		`{"category": "railing", "hostId": "host", "side": "left"}`,
		`{"category": "railing", "hostId": "host", "path": [[0, 0], [4000, 4000], [0, 0]], "height": 40}`,
		`{"category": "window", "hostId": "host", "at": [2000, 2000], "width": 800, "height": 1e300}`,
		`{"category": "foundation", "hostId": "a", "width": 600, "depth": 400}`,
	} {
		f.Add([]byte(record))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, _ := model.Decode(data)
		if r == nil || len(data) > 2000 {
			return
		}
		r = r.With("id", "a").With("levelId", "level-0")
		if r.Category() != "window" && !r.Has("thickness") {
			r = r.With("thickness", 200.0)
		}
		s := build(t, storey+`{"id": "host", "category": "roof", "levelId": "level-0", "thickness": 200, "form": "hip", "pitch": 30, "outline": [`+ell+`]}`)
		path := "architecture/level-0/" + r.Category() + "/a.json"
		raw := model.RawFile{Name: "a.json", Data: category.Schema().Encode(r)}
		s = s.WithFiles(map[string]*model.File{path: category.Schema().NewFile(path, raw)})
		r = s.Record("a")
		if r == nil || !json.Valid(raw.Data) {
			return
		}
		for _, b := range category.Bodies(s, r) {
			if len(category.Validate(category.Schema(), r)) == 0 && small(b.Mesh.Bounds().Flat()) && !b.Mesh.Closed() {
				t.Errorf("the body of %s is open", raw.Data)
			}
		}
		category.Bodies(s, s.Record("host"))
		category.Quantities(s, r)
		category.Derived(s, r)
		category.Bounds(s, r)
		category.RoofLines(s, r)
		category.RailingLine(s, r)
		category.StairSpace(s, r, 2800, 3000, 2000)
	})
}

// small tells whether nothing is further than a kilometre from the origin.
func small(box [6]float64) bool {
	for _, x := range box {
		if !(x > -1e6 && x < 1e6) {
			return false
		}
	}
	return true
}
