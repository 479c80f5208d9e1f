package category_test

import (
	"path/filepath"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/modeltest"
)

func modelRoots(t *testing.T) []string {
	roots := []string{filepath.Join("..", "..", "testdata", "one-storey-house"), filepath.Join("..", "..", "testdata", "two-storey-house")}
	return append(roots, modeltest.Real(t)...)
}

// TestModelsHaveBodies holds that all bodies of these models are closed and face
// outwards, that there are some, and that footprints of their walls share no area.
func TestModelsHaveBodies(t *testing.T) {
	const sliver = 1000 // mm²
	for _, root := range modelRoots(t) {
		s := modeltest.Read(t, category.Schema(), root)
		prints := map[string][]geom.Region{}
		for f := range s.RecordFiles() {
			if r := f.Record(); r != nil {
				closed(t, s, r.ID())
				prints[r.ID()] = category.Footprint(s, r)
				if r.Category() == "wall" && len(prints[r.ID()]) == 0 {
					t.Errorf("%s: %s has no footprint", root, r.ID())
				}
			}
		}
		for f := range s.InCategory("wall") {
			a := f.Record()
			box, _ := category.Bounds(s, a)
			for id := range category.Space(s).Search(box.Grow(-2 * geom.JoinTolerance)) {
				b := s.Record(id)
				if b.Category() == "wall" && id < a.ID() && category.Stands(s, a) == category.Stands(s, b) {
					if shared := sharedArea(prints[a.ID()], prints[id]); shared > sliver {
						t.Errorf("%s: %s and %s share %v mm²", root, a.ID(), id, shared)
					}
				}
			}
		}
	}
}

func sharedArea(a, b []geom.Region) float64 {
	sum := 0.0
	for _, g := range a {
		for _, h := range b {
			sum += geom.IntersectionArea(g, h)
		}
	}
	return sum
}

// TestModels checks the example house, and the models in the folders that EKGIT_MODELS
// lists: each record is canonical and has no faults, and its JSON Schema
// agrees.
func TestModels(t *testing.T) {
	for _, root := range modelRoots(t) {
		schemas := map[string]*jsonschema.Resolved{}
		s := modeltest.Read(t, category.Schema(), root)
		if s.Total() == 0 {
			t.Errorf("%s holds no records", root)
		}
		for f := range s.RecordFiles() {
			r := f.Record()
			if r == nil {
				t.Errorf("%s: %v", f.Path, f.Faults())
				continue
			}
			if faults := category.Validate(s.Schema(), r); len(faults)+len(f.Faults()) > 0 {
				t.Errorf("%s: %v %v", f.Path, f.Faults(), faults)
			}
			if string(s.Schema().Encode(r)) != string(f.Data()) {
				t.Errorf("%s is not canonical", f.Path)
			}
			if schemas[r.Category()] == nil {
				schemas[r.Category()] = resolved(t, r.Category())
			}
			if err := schemas[r.Category()].Validate(anyOf(t, f.Data())); err != nil {
				t.Errorf("%s: JSON Schema: %v", f.Path, err)
			}
			category.Derived(s, r)
		}
	}
}
