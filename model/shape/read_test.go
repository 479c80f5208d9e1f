package shape_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/shape"
	"github.com/qmuntal/gltf"
)

// box is a box of 2 by 1 by 3 m (wide, deep, high) in glTF's metres and y up, from the
// origin to the right, up and to the front.
var boxPoints = [][3]float32{{0, 0, 0}, {2, 0, 0}, {2, 3, 0}, {0, 3, 0}, {0, 0, 1}, {2, 0, 1}, {2, 3, 1}, {0, 3, 1}}

var boxOrder = []uint16{0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 3, 7, 6, 3, 6, 2, 0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6, 5}

// document answers a file of one primitive.
func document(points [][3]float32, order []uint16) *gltf.Document {
	var data []byte
	for _, p := range points {
		for _, x := range p {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	from := len(data)
	for _, i := range order {
		data = binary.LittleEndian.AppendUint16(data, i)
	}
	return &gltf.Document{
		Asset:       gltf.Asset{Version: "2.0"},
		Buffers:     []*gltf.Buffer{{ByteLength: len(data), Data: data}},
		BufferViews: []*gltf.BufferView{{ByteLength: from}, {ByteOffset: from, ByteLength: len(data) - from}},
		Accessors: []*gltf.Accessor{
			{BufferView: gltf.Index(0), ComponentType: gltf.ComponentFloat, Type: gltf.AccessorVec3, Count: len(points)},
			{BufferView: gltf.Index(1), ComponentType: gltf.ComponentUshort, Type: gltf.AccessorScalar, Count: len(order)},
		},
		Meshes: []*gltf.Mesh{{Primitives: []*gltf.Primitive{{Attributes: gltf.PrimitiveAttributes{"POSITION": 0}, Indices: gltf.Index(1)}}}},
		Nodes:  []*gltf.Node{{Mesh: gltf.Index(0)}},
		Scenes: []*gltf.Scene{{Nodes: []int{0}}},
		Scene:  gltf.Index(0),
	}
}

func encode(t testing.TB, doc *gltf.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gltf.NewEncoder(&b).Encode(doc); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(t testing.TB, doc *gltf.Document) *shape.Shape {
	t.Helper()
	s, err := shape.Read(encode(t, doc))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func near(a, b geom.Point3, tol float64) bool { return a.Dist(b) <= tol }

// TestReadTurnsAxes holds that metres with y up become mm with z up, that the body is
// closed and faces outwards, and that colours become those of a screen.
func TestReadTurnsAxes(t *testing.T) {
	doc := document(boxPoints, boxOrder)
	doc.Materials = []*gltf.Material{{Name: "Oak", AlphaMode: gltf.AlphaBlend, PBRMetallicRoughness: &gltf.PBRMetallicRoughness{BaseColorFactor: &[4]float64{0.5, 0, 1, 0.4}}}}
	doc.Meshes[0].Primitives[0].Material = gltf.Index(0)
	s := read(t, doc)
	if len(s.Parts()) != 1 || s.Triangles() != 12 {
		t.Fatalf("%d parts with %d triangles, want 1 with 12", len(s.Parts()), s.Triangles())
	}
	p := s.Parts()[0]
	if !p.Closed || math.Abs(p.Mesh.Volume()-6e9) > 1 {
		t.Errorf("closed %v, volume %v mm³, want 6e9", p.Closed, p.Mesh.Volume())
	}
	want := geom.BoxOf(geom.Point3{Y: -1000}, geom.Point3{X: 2000, Z: 3000})
	if got := s.Bounds(); !near(got.Min, want.Min, 1e-3) || !near(got.Max, want.Max, 1e-3) {
		t.Errorf("bounds %v, want %v", got, want)
	}
	if p.Name != "Oak" || p.Plain || p.Color != (color.NRGBA{R: 188, G: 0, B: 255, A: 102}) {
		t.Errorf("material %q of colour %v, plain %v", p.Name, p.Color, p.Plain)
	}
}

// TestReadPlacesNodes holds the transforms of nodes below each other: scaled, turned a
// quarter about y, moved, and mirrored by the parent's matrix.
func TestReadPlacesNodes(t *testing.T) {
	doc := document(boxPoints, boxOrder)
	half := math.Sqrt2 / 2
	doc.Nodes = []*gltf.Node{
		{Children: []int{1}, Matrix: [16]float64{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1}},
		{Mesh: gltf.Index(0), Scale: [3]float64{2, 1, 1}, Rotation: [4]float64{0, half, 0, half}, Translation: [3]float64{1, 2, 3}},
	}
	s := read(t, doc)
	// x of the box (0..4 scaled) turns to -z, z (0..1) to x; then moved by (1, 2, 3) to x 1..2,
	// y 2..5, z -1..3; mirrored at x = 5 to x 8..9.
	want := geom.BoxOf(geom.Point3{X: 8000, Y: -3000, Z: 2000}, geom.Point3{X: 9000, Y: 1000, Z: 5000})
	if got := s.Bounds(); !near(got.Min, want.Min, 1e-3) || !near(got.Max, want.Max, 1e-3) {
		t.Errorf("bounds %v, want %v", got, want)
	}
	if v := s.Parts()[0].Mesh.Volume(); math.Abs(v-12e9) > 10 {
		t.Errorf("volume %v mm³, want 12e9: a mirrored body still faces outwards", v)
	}
}

// TestReadsStripsAndFans holds that a square is two triangles that look the same way,
// however it is written.
func TestReadsStripsAndFans(t *testing.T) {
	square := [][3]float32{{0, 0, 0}, {1, 0, 0}, {1, 0, -1}, {0, 0, -1}}
	for mode, order := range map[gltf.PrimitiveMode][]uint16{
		gltf.PrimitiveTriangles:     {0, 1, 2, 0, 2, 3},
		gltf.PrimitiveTriangleStrip: {0, 1, 3, 2},
		gltf.PrimitiveTriangleFan:   {0, 1, 2, 3},
	} {
		doc := document(square, order)
		doc.Meshes[0].Primitives[0].Mode = mode
		m := read(t, doc).Parts()[0].Mesh
		if len(m.Triangles) != 2 || math.Abs(m.Area()-1e6) > 1e-3 {
			t.Errorf("mode %d: %d triangles of %v mm²", mode, len(m.Triangles), m.Area())
		}
		for _, tr := range m.Triangles {
			a, b, c := m.Points[tr[0]], m.Points[tr[1]], m.Points[tr[2]]
			if b.Sub(a).Cross(c.Sub(a)).Z <= 0 {
				t.Errorf("mode %d: a triangle looks down", mode)
			}
		}
	}
}

// TestReadsTrianglesOnce holds that what a file names many times in one place is there
// once, and stays the closed body that it is; the back of a sheet is no copy of its face.
func TestReadsTrianglesOnce(t *testing.T) {
	doc := document(boxPoints, boxOrder)
	one := doc.Meshes[0].Primitives[0]
	for range 1000 {
		doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, one)
	}
	if s := read(t, doc); s.Triangles() != 12 || !s.Parts()[0].Closed {
		t.Errorf("a thousand boxes in one place are %d triangles, closed %v", s.Triangles(), s.Parts()[0].Closed)
	}
	sheet := [][3]float32{{0, 0, 0}, {1, 0, 0}, {1, 0, -1}}
	if s := read(t, document(sheet, []uint16{0, 1, 2, 1, 2, 0, 2, 1, 0})); s.Triangles() != 2 {
		t.Errorf("both sides of a sheet are %d triangles", s.Triangles())
	}
}

// broken are files that cannot be read, by what is said of them.
func broken(t testing.TB) map[string][]byte {
	change := func(f func(*gltf.Document)) []byte {
		doc := document(boxPoints, boxOrder)
		f(doc)
		return encode(t, doc)
	}
	whole := encode(t, document(boxPoints, boxOrder))
	nan := slicesOf(boxPoints)
	nan[3][1] = float32(math.NaN())
	far := slicesOf(boxPoints)
	far[0][0] = 2e6
	return map[string][]byte{
		"no binary glTF":      []byte("solid box"),
		"is cut off":          whole[:len(whole)-9],
		"no point 200":        encode(t, document(boxPoints, []uint16{0, 1, 200})),
		"no number":           encode(t, document(nan, boxOrder)),
		"a thousand":          encode(t, document(far, boxOrder)),
		"no triangles":        encode(t, document(boxPoints, []uint16{0, 0, 1})),
		"runs beyond buffer":  change(func(d *gltf.Document) { d.Accessors[0].Count = 1 << 40 }),
		"accessor that runs":  change(func(d *gltf.Document) { d.Accessors[0].ByteOffset = -12 }),
		"beyond its data":     change(func(d *gltf.Document) { d.BufferViews[0].ByteOffset = 1 << 40 }),
		"buffer view 1":       change(func(d *gltf.Document) { d.Accessors[1].Count = 37 }),
		"sparse":              change(func(d *gltf.Document) { d.Accessors[0].BufferView = nil }),
		"three floats":        change(func(d *gltf.Document) { d.Accessors[0].Type = gltf.AccessorVec2 }),
		"no indices":          change(func(d *gltf.Document) { d.Accessors[1].ComponentType = gltf.ComponentFloat }),
		"no mesh 7":           change(func(d *gltf.Document) { d.Nodes[0].Mesh = gltf.Index(7) }),
		"below themselves":    change(func(d *gltf.Document) { d.Nodes[0].Children = []int{0} }),
		"KHR_draco":           change(func(d *gltf.Document) { d.ExtensionsRequired = []string{"KHR_draco_mesh_compression"} }),
		"outside of the file": change(func(d *gltf.Document) { d.BufferViews[0].Buffer = 3 }),
	}
}

func slicesOf(points [][3]float32) [][3]float32 { return append([][3]float32{}, points...) }

// TestReadRefuses holds that a file that cannot be read is a problem that says why.
func TestReadRefuses(t *testing.T) {
	for want, data := range broken(t) {
		_, err := shape.Read(data)
		var p *model.Problem
		if !errors.As(err, &p) || !strings.Contains(p.Message, want) || p.Hint == "" {
			t.Errorf("%v, want a problem with %q", err, want)
		}
	}
}

// FuzzRead holds that no file stops the reader, and that what it reads is sound.
func FuzzRead(f *testing.F) {
	f.Add(encode(f, document(boxPoints, boxOrder)))
	for _, data := range broken(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := shape.Read(data)
		if err != nil {
			var p *model.Problem
			if !errors.As(err, &p) {
				t.Fatalf("%v is no problem", err)
			}
			return
		}
		for _, part := range s.Parts() {
			for _, tr := range part.Mesh.Triangles {
				for _, i := range tr {
					if i < 0 || i >= len(part.Mesh.Points) || !part.Mesh.Points[i].IsFinite() {
						t.Fatalf("triangle %v of %d points", tr, len(part.Mesh.Points))
					}
				}
			}
		}
		if s.Triangles() < 200 {
			s.Outline()
			s.Edges()
		}
	})
}
