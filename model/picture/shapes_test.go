package picture

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/openeik/ekgit/model"
)

// withShape is a storey with a thing whose body is only a shape, a wedge of a metre, and
// what reads it.
func withShape(tb testing.TB) (*model.Snapshot, Shapes) {
	tb.Helper()
	doc := gltf.NewDocument()
	points := modeler.WritePosition(doc, [][3]float32{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
	order := modeler.WriteIndices(doc, []uint16{0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3})
	doc.Meshes = []*gltf.Mesh{{Primitives: []*gltf.Primitive{{Attributes: gltf.PrimitiveAttributes{gltf.POSITION: points}, Indices: gltf.Index(order)}}}}
	doc.Nodes, doc.Scenes[0].Nodes = []*gltf.Node{{Mesh: gltf.Index(0)}}, []int{0}
	var file bytes.Buffer
	if err := gltf.NewEncoder(&file).Encode(doc); err != nil {
		tb.Fatal(err)
	}
	sum := sha256.Sum256(file.Bytes())
	s := modelOf(tb,
		members{"id": "level-1", "category": "level", "elevation": 0.0, "height": 3000.0},
		members{"id": "wall-1", "category": "wall", "levelId": "level-1", "thickness": 200.0, "start": xy(0, 0), "end": xy(5000, 0)},
		members{"id": "x-1", "category": "furniture", "levelId": "level-1", "at": xy(1000, 1000), "shape": hex.EncodeToString(sum[:])},
	)
	return s, func(context.Context, string) ([]byte, error) { return file.Bytes(), nil }
}

// TestShapesStandInPlans holds that a thing whose body is only a shape is drawn in plan.
func TestShapesStandInPlans(t *testing.T) {
	s, shapes := withShape(t)
	sheet := draw(t, s, PlanOptions{Level: "level-1", Shapes: shapes})
	if len(sheet.Notes) > 0 || !slices.ContainsFunc(sheet.Groups, func(g *Group) bool { return g.ID == "x-1" && len(g.Shapes) > 0 }) {
		t.Errorf("the shape is not drawn: %q", sheet.Notes)
	}
}
