package scene_test

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/modeltest"
	"github.com/openeik/ekgit/model/scene"
	"github.com/openeik/ekgit/model/shape"
)

// readBack reads an exported GLB with the library's own reader.
// It also leaves the file in the folder that EKGIT_GLB names, for other readers.
func readBack(t testing.TB, name string, c *scene.Scene) *gltf.Document {
	t.Helper()
	var b bytes.Buffer
	if err := c.WriteGLB(&b); err != nil {
		t.Fatal(err)
	}
	if folder := os.Getenv("EKGIT_GLB"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, name+".glb"), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	doc := &gltf.Document{}
	if err := gltf.NewDecoder(&b).Decode(doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// volumes answers what the nodes of a file enclose in m³, by the id in their extras.
func volumes(t testing.TB, doc *gltf.Document) map[string]float64 {
	t.Helper()
	out := map[string]float64{}
	for _, n := range doc.Nodes {
		id := n.Extras.(map[string]any)["id"].(string)
		if n.Mesh == nil {
			continue // a level
		}
		for _, p := range doc.Meshes[*n.Mesh].Primitives {
			points, err := modeler.ReadPosition(doc, doc.Accessors[p.Attributes[gltf.POSITION]], nil)
			if err != nil {
				t.Fatal(err)
			}
			order, err := modeler.ReadIndices(doc, doc.Accessors[*p.Indices], nil)
			if err != nil {
				t.Fatal(err)
			}
			mesh := geom.Mesh{}
			for _, q := range points {
				mesh.Points = append(mesh.Points, geom.Point3{X: float64(q[0]), Y: float64(q[1]), Z: float64(q[2])})
			}
			for i := 0; i < len(order); i += 3 {
				mesh.Triangles = append(mesh.Triangles, [3]int{int(order[i]), int(order[i+1]), int(order[i+2])})
			}
			out[id] += mesh.Volume()
		}
	}
	return out
}

// volumeTolerance is how far a volume may stray for positions of 32 bits: about
// three times 2⁻²⁴ of a body's reach, over its least thickness.
const volumeTolerance = 2e-6

// TestGLBHoldsQuantities holds that the volumes of an exported house are those of its
// bodies and, where nothing else claims a part of these, of its quantities.
func TestGLBHoldsQuantities(t *testing.T) {
	for name, least := range map[string]int{"one-storey-house": 5, "two-storey-house": 5} {
		s := example(t, name)
		got := volumes(t, readBack(t, name, gather(t, s, scene.Options{})))
		compared := 0
		for id, v := range got {
			r := s.Record(id)
			body := 0.0
			for _, b := range category.Bodies(s, r) {
				body += b.Mesh.Volume() / 1e9
			}
			if math.Abs(v-body) > volumeTolerance*body {
				t.Errorf("%s: %s has %v m³, its bodies have %v", name, id, v, body)
			}
			if net, ok := netVolume(s, r); ok && !overlapped(s, r) && !round(s, r) {
				compared++
				if math.Abs(v-net) > volumeTolerance*net {
					t.Errorf("%s: %s has %v m³, its quantities say %v", name, id, v, net)
				}
			}
		}
		if compared < least {
			t.Errorf("%s: %d volumes compared with quantities, want %d or more", name, compared, least)
		}
	}
}

// netVolume answers the net volume that a record's quantities say.
func netVolume(s *model.Snapshot, r *model.Record) (float64, bool) {
	for _, set := range category.Quantities(s, r) {
		values, _ := set.Value.(model.Object)
		if v, ok := values.Get("NetVolume").(float64); ok {
			return v, true
		}
	}
	return 0, false
}

// overlapped reports whether a record's net volume is less than its body: of walls, by
// what slabs and columns take.
func overlapped(s *model.Snapshot, r *model.Record) bool {
	box, _ := category.Space(s).Get(r.ID())
	for id := range category.Space(s).Search(box.Grow(-1)) {
		switch s.Record(id).Category() {
		case "slab", "column", "beam", "roof", "foundation":
			if id != r.ID() {
				return true
			}
		}
	}
	return false
}

// round reports whether a column is round: its body has facets, its quantities have not.
func round(s *model.Snapshot, r *model.Record) bool {
	t := category.TypeOf(s, r)
	return r.Category() == "column" && t != nil && strings.HasPrefix(model.NewRecord(t.Object("profile")).String("shape"), "round")
}

// TestGLBNames holds what a node says of its record.
func TestGLBNames(t *testing.T) {
	s := example(t, "one-storey-house")
	doc := readBack(t, "one-storey-house", gather(t, s, scene.Options{}))
	if len(doc.Nodes) != 10 || len(doc.Scenes[0].Nodes) != 1 || doc.Scenes[0].Name != "One-storey house" {
		t.Fatalf("%d nodes in scene %q", len(doc.Nodes), doc.Scenes[0].Name)
	}
	level := doc.Nodes[doc.Scenes[0].Nodes[0]]
	if extras := level.Extras.(map[string]any); len(level.Children) != 9 || level.Name == "" || extras["id"] != "level-0" || extras["category"] != "level" {
		t.Errorf("the level is node %q with %d children: %v", level.Name, len(level.Children), extras)
	}
	for _, i := range level.Children {
		n := doc.Nodes[i]
		extras := n.Extras.(map[string]any)
		r := s.Record(extras["id"].(string))
		if r == nil || extras["category"] != r.Category() || extras["levelId"] != "level-0" || n.Name == "" {
			t.Errorf("node %q: %v", n.Name, extras)
		}
	}
	for _, m := range doc.Materials {
		if glass := m.Name == "Glass"; glass != (m.AlphaMode == gltf.AlphaBlend) {
			t.Errorf("material %q is of alpha mode %v", m.Name, m.AlphaMode)
		}
	}
}

// TestModels exports the models in the folders that EKGIT_MODELS lists.
func TestModels(t *testing.T) {
	for _, root := range modeltest.Real(t) {
		exports(t, root)
	}
}

// exports holds that all of a model is exported, its shapes too.
func exports(t *testing.T, root string) {
	t.Helper()
	s := modeltest.Read(t, category.Schema(), root)
	c := gather(t, s, scene.Options{Shapes: func(_ context.Context, sha string) ([]byte, error) {
		return os.ReadFile(filepath.Join(root, "shapes", sha+".glb"))
	}})
	for _, note := range c.Notes { // the source has proxies and lights of which it says no more
		if !strings.HasPrefix(note, "Not shown, as they have no body: ") {
			t.Errorf("%s: %s", root, note)
		}
	}
	shown := map[string]bool{}
	for _, b := range c.Solids {
		shown[b.ID()] = true
	}
	for f := range s.RecordFiles() {
		r := f.Record()
		if _, _, placed := shape.Of(s, r); placed && !shown[r.ID()] {
			t.Errorf("%s: the shape of %s is not shown", root, r.ID())
		}
	}
	for id, v := range volumes(t, readBack(t, filepath.Base(root), c)) {
		if math.IsNaN(v) || !shown[id] {
			t.Errorf("%s: %s encloses %v m³", root, id, v)
		}
	}
}
