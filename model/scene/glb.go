package scene

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"image/color"
	"io"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"github.com/qmuntal/gltf"
)

// MaxGLB is how many bytes of positions and indices a GLB may have.
const MaxGLB = 1 << 30

// WriteGLB writes the scene as binary glTF 2.0: a node for each record, with its name,
// and in its extras its id, category, level and type, below the node of its level; a primitive for each of its
// parts; a material for each that is seen, named by its colour where it has no name. Positions are metres with y up, relative to
// the node, whose translation carries the building's coordinates, so that 32 bits are
// enough anywhere on earth. A scene over MaxGLB is a *model.Problem; other errors are
// w's.
func (c *Scene) WriteGLB(w io.Writer) error {
	b := &glbWriter{materials: map[materialKey]int{}, levels: map[string]*gltf.Node{}}
	b.doc.Asset = gltf.Asset{Version: "2.0", Generator: "ekgit"}
	for group := range c.groups() {
		if err := b.record(group); err != nil {
			return err
		}
	}
	return b.write(w, c.Model)
}

type materialKey struct {
	name     string
	color    color.NRGBA
	twoSided bool
}

// glbWriter collects the parts of a GLB. Its first buffer view holds the positions,
// the second the indices.
type glbWriter struct {
	doc       gltf.Document
	roots     []int
	positions []byte
	indices   []byte
	materials map[materialKey]int
	levels    map[string]*gltf.Node // by id
}

// record adds the node of a record.
func (b *glbWriter) record(solids []Solid) error {
	r := solids[0].Record
	box := geom.EmptyBox()
	for _, s := range solids {
		box = box.Union(s.Mesh.Bounds())
	}
	origin := rounded(box.Center())
	mesh := &gltf.Mesh{Name: r.ID()}
	for _, s := range solids {
		if len(b.positions)+len(b.indices)+12*(len(s.Mesh.Points)+len(s.Mesh.Triangles)) > MaxGLB {
			return &model.Problem{Code: model.OverBudget, Message: fmt.Sprintf("A GLB of all that is shown has over %d MB", MaxGLB>>20), Hint: "Show fewer levels, or narrow the filter"}
		}
		mesh.Primitives = append(mesh.Primitives, b.primitives(s, origin)...)
	}
	b.doc.Meshes = append(b.doc.Meshes, mesh)
	typeName := ""
	if t := solids[0].Type; t != nil {
		typeName = cmp.Or(t.String("name"), t.ID())
	}
	extras := map[string]any{"id": r.ID(), "category": r.Category()}
	for name, value := range map[string]string{
		"levelId": r.String("levelId"), "level": solids[0].Level, "typeId": r.String("typeId"), "type": typeName,
		"mark": r.String("mark"), "number": r.String("number"), "ifcGuid": r.String("ifcGuid"),
	} {
		if value != "" {
			extras[name] = value
		}
	}
	b.place(solids[0], &gltf.Node{
		Name:        cmp.Or(r.String("name"), r.String("mark"), r.ID()),
		Mesh:        gltf.Index(len(b.doc.Meshes) - 1),
		Translation: [3]float64{origin.X / 1000, origin.Z / 1000, -origin.Y / 1000},
		Extras:      extras,
	})
	return nil
}

// place adds a node below that of the solid's level, or to the scene where it has none.
func (b *glbWriter) place(s Solid, n *gltf.Node) {
	id := s.Record.String("levelId")
	level := b.levels[id]
	if level == nil && id != "" {
		level = &gltf.Node{Name: cmp.Or(s.Level, id), Extras: map[string]any{"id": id, "category": "level"}}
		b.levels[id] = level
		b.roots = append(b.roots, len(b.doc.Nodes))
		b.doc.Nodes = append(b.doc.Nodes, level)
	}
	if level != nil {
		level.Children = append(level.Children, len(b.doc.Nodes))
	} else {
		b.roots = append(b.roots, len(b.doc.Nodes))
	}
	b.doc.Nodes = append(b.doc.Nodes, n)
}

// rounded answers a point on whole mm.
func rounded(p geom.Point3) geom.Point3 {
	return geom.Point3{X: math.Round(p.X), Y: math.Round(p.Y), Z: math.Round(p.Z)}
}

// primitives adds a part of a record, relative to the record's own origin.
func (b *glbWriter) primitives(s Solid, origin geom.Point3) []*gltf.Primitive {
	points := b.points(s.Mesh.Points, origin)
	var out []*gltf.Primitive
	for _, look := range s.Parts() {
		if len(look.Mesh.Triangles) == 0 {
			continue
		}
		out = append(out, &gltf.Primitive{
			Attributes: gltf.PrimitiveAttributes{gltf.POSITION: points},
			Indices:    gltf.Index(b.order(look.Mesh.Triangles)),
			Material:   gltf.Index(b.material(look)),
			Extras:     map[string]any{"part": s.Part},
		})
	}
	return out
}

// points adds positions, and answers the index of their accessor.
func (b *glbWriter) points(points []geom.Point3, origin geom.Point3) int {
	low, high := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}, [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	a := &gltf.Accessor{BufferView: gltf.Index(0), ByteOffset: len(b.positions), ComponentType: gltf.ComponentFloat, Type: gltf.AccessorVec3, Count: len(points)}
	for _, p := range points {
		q := p.Sub(origin)
		for k, mm := range [3]float64{q.X, q.Z, -q.Y} {
			v := float32(mm / 1000)
			b.positions = binary.LittleEndian.AppendUint32(b.positions, math.Float32bits(v))
			low[k], high[k] = min(low[k], float64(v)), max(high[k], float64(v))
		}
	}
	a.Min, a.Max = low[:], high[:]
	b.doc.Accessors = append(b.doc.Accessors, a)
	return len(b.doc.Accessors) - 1
}

// order adds indices, and answers the index of their accessor.
func (b *glbWriter) order(triangles [][3]int) int {
	a := &gltf.Accessor{BufferView: gltf.Index(1), ByteOffset: len(b.indices), ComponentType: gltf.ComponentUint, Type: gltf.AccessorScalar, Count: 3 * len(triangles)}
	for _, t := range triangles {
		for _, i := range t {
			b.indices = binary.LittleEndian.AppendUint32(b.indices, uint32(i))
		}
	}
	b.doc.Accessors = append(b.doc.Accessors, a)
	return len(b.doc.Accessors) - 1
}

// material answers the index of a solid's material.
func (b *glbWriter) material(s Solid) int {
	key := materialKey{s.Material, s.Color, !s.Closed || s.SeenThrough()}
	if s.Part == PartCut {
		key.name = PartCut
	}
	i, known := b.materials[key]
	if known {
		return i
	}
	i = len(b.doc.Materials)
	b.materials[key] = i
	metallic, rough := 0.0, 0.9
	m := &gltf.Material{
		Name:        cmp.Or(key.name, fmt.Sprintf("#%02x%02x%02x", s.Color.R, s.Color.G, s.Color.B)),
		DoubleSided: key.twoSided,
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
			BaseColorFactor: &[4]float64{linear(s.Color.R), linear(s.Color.G), linear(s.Color.B), float64(s.Color.A) / 255},
			MetallicFactor:  &metallic, RoughnessFactor: &rough,
		},
	}
	if s.SeenThrough() {
		m.AlphaMode = gltf.AlphaBlend
	}
	b.doc.Materials = append(b.doc.Materials, m)
	return i
}

// linear answers the share of light of an sRGB value (IEC 61966-2-1), which is how
// glTF writes colours.
func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

func (b *glbWriter) write(w io.Writer, name string) error {
	b.doc.Scene = gltf.Index(0)
	b.doc.Scenes = []*gltf.Scene{{Name: name, Nodes: b.roots}}
	b.doc.BufferViews = []*gltf.BufferView{
		{Buffer: 0, ByteLength: len(b.positions), ByteStride: 12, Target: gltf.TargetArrayBuffer},
		{Buffer: 0, ByteOffset: len(b.positions), ByteLength: len(b.indices), Target: gltf.TargetElementArrayBuffer},
	}
	data := append(b.positions, b.indices...)
	b.doc.Buffers = []*gltf.Buffer{{ByteLength: len(data), Data: data}}
	// The encoder does not report every error of a writer, so it writes to memory.
	var out bytes.Buffer
	if err := gltf.NewEncoder(&out).Encode(&b.doc); err != nil {
		return fmt.Errorf("writing a GLB: %w", err)
	}
	_, err := w.Write(out.Bytes())
	return err
}
