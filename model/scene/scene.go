package scene

import (
	"cmp"
	"context"
	"fmt"
	"image/color"
	"iter"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/shape"
)

// Options say what of a model a scene shows. The zero Options are all of it as it
// stands in the last phase.
type Options struct {
	Show   func(id string) bool // which elements are shown; nil is all
	Levels []string             // ids of levels: what stands on one of them; none is all
	Phase  string               // what stands in it is shown; empty is the last phase

	// CutLevel is the id of a level to look into: what stands higher than CutHeight mm
	// above it is taken away. A height of 0 is DefaultCut.
	CutLevel  string
	CutHeight float64
	// Planes are sections: what lies beyond one of them is taken away.
	Planes []Plane
	// Box is a section box: what lies outside is taken away. Its sides may be infinitely far
	// off. The zero Box cuts nothing.
	Box geom.Box

	Shapes shape.Source // where the bytes of shapes come from; nil: boxes stand in for them
}

// MaxTriangles is how many triangles a scene may have.
const MaxTriangles = 20_000_000

// DefaultCut is how high in mm above its level a scene is cut.
const DefaultCut = 1200

// Plane is a plane through Point. What lies on the side that Normal points to is
// beyond it. Normal has any length but 0.
type Plane struct{ Point, Normal geom.Point3 }

// Scene is the solids of a model. It must not be changed once it is made, and may then
// be shared by goroutines.
type Scene struct {
	Model     string  // the model's name
	TrueNorth float64 // degrees from y, counter-clockwise
	Ground    float64 // height in mm of the ground that the building stands in
	Solids    []Solid // by their record's id, then as they are made
	Notes     []string
}

// Solid is one body of a record.
type Solid struct {
	Record   *model.Record
	Type     *model.Record // the record's type, nil where it has none
	Level    string        // the name of its level
	Part     string        // what it is of the record: see [category.Body]; PartCut for a cut face
	Material string        // the name of what it is made of; empty where it is not known
	Color    color.NRGBA
	Mesh     geom.Mesh
	Closed   bool // whether the mesh bounds a body

	// Lining are the triangles that line an opening in a layered wall, in their order.
	// They look as the finish on their side does.
	Lining         []int
	LiningColor    color.NRGBA
	LiningMaterial string
}

// PartCut is the part of the faces that a section makes. Each is a flat mesh of its
// own, which belongs to the solid before it.
const PartCut = "cut"

// ID answers the id of the solid's record.
func (b Solid) ID() string { return b.Record.ID() }

// SeenThrough reports whether what is behind the solid shows.
func (b Solid) SeenThrough() bool { return b.Color.A < 255 }

// Of gathers the solids of a snapshot. What could not be shown as it is, such as a
// shape whose bytes are missing, is said in Notes. Errors are *model.Problem, such as
// a level that is not there or nothing to be shown, or ctx's.
func Of(ctx context.Context, s *model.Snapshot, opt Options) (*Scene, error) {
	cuts, err := opt.planes(s)
	if err != nil {
		return nil, err
	}
	s, err = inPhase(s, opt.Phase)
	if err != nil {
		return nil, err
	}
	g := &gatherer{s: s, opt: opt, scene: &Scene{}, looks: map[string]look{}, missing: map[string]*unread{}, astray: map[string]bool{}}
	if m := s.Manifest(); m != nil {
		g.scene.Model = cmp.Or(m.Name, m.ID)
		g.scene.TrueNorth = m.TrueNorth()
	}
	g.scene.Ground = ground(s)
	records := opt.records(s)
	g.scene.Solids = make([]Solid, 0, 2*len(records))
	for i, r := range records {
		if i%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := g.gather(ctx, r); err != nil {
			return nil, err
		}
		if g.triangles > MaxTriangles {
			return nil, &model.Problem{Code: model.OverBudget, Message: fmt.Sprintf("What is to be shown has over %d million triangles", MaxTriangles/1_000_000), Hint: "Show fewer levels, or narrow the filter"}
		}
	}
	g.scene.Notes = g.notes()
	if len(g.scene.Solids) == 0 {
		return nil, nothing(g.scene, len(records))
	}
	for _, p := range cuts {
		g.scene.Solids = cut(g.scene.Solids, p)
	}
	for group := range g.scene.groups() {
		g.line(group)
	}
	if len(g.scene.Solids) == 0 {
		return nil, &model.Problem{Code: model.NotFound, Message: "The section leaves nothing to be seen", Hint: "Move the cut or the box, or leave it out"}
	}
	return g.scene, nil
}

// nothing says that there is nothing to show, and why.
func nothing(c *Scene, candidates int) error {
	p := &model.Problem{Code: model.NotFound, Message: "Nothing that has a body is to be shown", Hint: "Loosen the filter, or choose another level or phase"}
	if candidates > 0 {
		p.Message = fmt.Sprintf("None of the %d elements to be shown has a body", candidates)
	}
	if len(c.Notes) > 0 {
		p.Message += ": " + c.Notes[0]
		p.Hint = "Mend what the notes name, or choose other elements, another level or phase"
		p.Details = map[string]any{"notes": c.Notes}
	}
	return p
}

// records answers the elements that are to be shown, by id.
func (o Options) records(s *model.Snapshot) []*model.Record {
	s.Preload()
	var out []*model.Record
	for f := range s.RecordFiles() {
		r := f.Record()
		if r == nil || s.Get(r.ID()) != f || !o.shows(s, r) {
			continue
		}
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b *model.Record) int { return cmp.Compare(a.ID(), b.ID()) })
	return out
}

func (o Options) shows(s *model.Snapshot, r *model.Record) bool {
	d := category.Find(r.Category())
	return d != nil && d.Element() && category.Stands(s, r) &&
		(len(o.Levels) == 0 || slices.Contains(o.Levels, r.String("levelId"))) &&
		(o.Show == nil || o.Show(r.ID()))
}

// groups goes through the solids of each record.
func (c *Scene) groups() iter.Seq[[]Solid] {
	return func(yield func([]Solid) bool) {
		for from := 0; from < len(c.Solids); {
			to := from + 1
			for to < len(c.Solids) && c.Solids[to].Record == c.Solids[from].Record {
				to++
			}
			if !yield(c.Solids[from:to]) {
				return
			}
			from = to
		}
	}
}

// Bounds answers the box around all solids in mm.
func (c *Scene) Bounds() geom.Box {
	box := geom.EmptyBox()
	for _, b := range c.Solids {
		box = box.Union(b.Mesh.Bounds())
	}
	return box
}

// Records answers how many records have a solid in the scene.
func (c *Scene) Records() int {
	n := 0
	for range c.groups() {
		n++
	}
	return n
}

// Triangles answers how many triangles the scene has.
func (c *Scene) Triangles() int {
	n := 0
	for _, b := range c.Solids {
		n += len(b.Mesh.Triangles)
	}
	return n
}
