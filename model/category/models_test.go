package category_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// readFolder makes a snapshot of a model folder on disk.
func readFolder(t testing.TB, root string) *model.Snapshot {
	t.Helper()
	byFolder := map[string][]model.RawFile{}
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(filepath.Dir(rel))
		if folder == "." {
			folder = ""
		}
		byFolder[folder] = append(byFolder[folder], model.RawFile{Name: filepath.Base(path), Revision: model.RevisionOf(data), Size: int64(len(data)), Data: data})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var folders []*model.Folder
	for path, raw := range byFolder {
		folders = append(folders, model.NewFolder(category.Schema(), path, model.Key(path), raw))
	}
	return model.NewSnapshot(category.Schema(), folders)
}

// modelsIn answers the models that a folder is or holds.
func modelsIn(t *testing.T, folder string) []string {
	t.Helper()
	var roots []string
	for _, pattern := range []string{"eik.json", "*/eik.json"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, manifest := range found {
			roots = append(roots, filepath.Dir(manifest))
		}
	}
	if len(roots) == 0 {
		t.Fatalf("EKGIT_MODELS names %s, and no model lies there", folder)
	}
	return roots
}

func modelRoots(t *testing.T) []string {
	roots := []string{filepath.Join("..", "..", "testdata", "one-storey-house"), filepath.Join("..", "..", "testdata", "two-storey-house")}
	for _, folder := range filepath.SplitList(os.Getenv("EKGIT_MODELS")) {
		roots = append(roots, modelsIn(t, folder)...)
	}
	return roots
}

// TestModelsHaveBodies holds that all bodies of these models are closed and face
// outwards, that there are some, and that footprints of their walls share no area.
func TestModelsHaveBodies(t *testing.T) {
	const sliver = 1000 // mm²
	for _, root := range modelRoots(t) {
		s := readFolder(t, root)
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
		s := readFolder(t, root)
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
