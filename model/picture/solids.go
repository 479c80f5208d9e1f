package picture

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// solid is one body of an element in the coordinates of a section: x along the
// line, y up, z away from who looks. Its triangles that face who looks run
// counter-clockwise on the paper.
type solid struct {
	record   *model.Record
	material string
	part     string
	mesh     geom.Mesh
	box      geom.Box
	rings    []geom.Ring // in which the plane cuts it
	seen     geom.Box    // around what is cut and what lies behind the plane
}

// cut tells whether the plane of the section passes through the solid.
func (b *solid) cut() bool { return b.box.Min.Z < 0 && b.box.Max.Z >= 0 }

// embodied tells whether a record is of a category that has bodies.
func embodied(r *model.Record) bool {
	d := category.Find(r.Category())
	return d != nil && d.Embodied()
}

// mostTriangles is how many triangles a section or elevation may be drawn from.
const mostTriangles = 10_000_000

// collect finds the solids that the section cuts or sees.
func (c *section) collect(ctx context.Context) error {
	space := category.Space(c.s)
	if space.Bounds().IsEmpty() {
		return nil
	}
	near := c.building().Grow(farAway)
	ids := slices.Sorted(space.Search(c.reach(space.Bounds())))
	triangles := 0
	for i, id := range ids {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r := c.s.Record(id)
		if !c.shows(r) || !embodied(r) {
			continue
		}
		if box, ok := space.Get(id); ok && !near.Contains(box) {
			c.noteOf(id, "Not drawn, as they reach far beyond what is drawn: ", "")
			continue
		}
		if err := c.load(ctx, r); err != nil {
			return err
		}
		bodies := c.bodiesOf(r)
		if len(bodies) == 0 {
			c.noteOf(id, noBody, "")
		}
		for _, b := range bodies {
			triangles += len(b.Mesh.Triangles)
			c.add(r, b)
		}
		if triangles > mostTriangles {
			return &model.Problem{Code: model.OverBudget, Message: fmt.Sprintf("What is to be seen has over %d million triangles", mostTriangles/1_000_000), Hint: "Send a depth, or a filter that leaves out what " + id + " is like"}
		}
	}
	if !c.cuts {
		c.tellNowhere(embodied)
	}
	c.ground = groundOf(c.s)
	c.low = c.floor()
	c.seen = newVisibility(c.solids)
	return nil
}

// building answers the box that is drawn: of a section along its line, else around the
// model, without what went astray.
func (c *section) building() geom.Box {
	box := building(c.s)
	if c.cuts {
		box = geom.BoxOf(c.from.At(box.Min.Z), c.from.Add(c.along.Scale(c.length)).At(box.Max.Z))
	}
	return box
}

// reach answers the box in the model in which things can be seen.
func (c *section) reach(all geom.Box) geom.Box {
	if !c.cuts {
		return all
	}
	far := c.depth
	if far == 0 {
		far = all.Size().Len() + c.from.Dist(all.Center().Plan())
	}
	box := geom.EmptyBox()
	end := c.from.Add(c.along.Scale(c.length))
	for _, p := range []geom.Point{c.from, end, c.from.Add(c.along.Left().Scale(far)), end.Add(c.along.Left().Scale(far))} {
		box = box.Include(p.At(0))
	}
	return box.WithZ(all.Min.Z, all.Max.Z)
}

// add takes a body in where it is not wholly before the plane, beyond the depth or
// beside the line.
func (c *section) add(r *model.Record, b category.Body) {
	s := solid{record: r, material: b.Material, part: b.Part, box: geom.EmptyBox()}
	points := make([]geom.Point3, len(b.Mesh.Points))
	left := c.along.Left()
	for i, p := range b.Mesh.Points {
		q := p.Plan().Sub(c.from)
		points[i] = geom.Point3{X: q.Dot(c.along), Y: p.Z, Z: q.Dot(left)}
		if !points[i].IsFinite() {
			return
		}
		s.box = s.box.Include(points[i])
	}
	if s.box.Max.Z < 0 || s.box.Max.X < 0 || s.box.Min.X > c.length || c.depth > 0 && s.box.Min.Z > c.depth {
		return
	}
	s.mesh = geom.Mesh{Points: points, Triangles: b.Mesh.Triangles}
	s.seen = s.box
	if s.cut() {
		s.rings, s.seen = nested(cutRings(s.mesh)), geom.EmptyBox()
		for _, r := range s.rings {
			s.seen = s.seen.Union(r.Bounds())
		}
		for _, p := range points {
			if p.Z >= 0 {
				s.seen = s.seen.Include(p)
			}
		}
	}
	c.solids = append(c.solids, s)
}

// visible answers the ids of the elements that are cut or seen.
func (c *section) visible(ctx context.Context) ([]string, error) {
	seen := map[int32]bool{}
	for i := range c.seen.faces {
		if err := c.seen.check(ctx); err != nil {
			return nil, err
		}
		f := &c.seen.faces[i]
		if seen[f.solid] {
			continue
		}
		middle := geom.Ring{Points: f.corner[:]}.Centroid()
		if front, _ := c.seen.nearest(middle); middle.Y > c.low && front != nil && front.solid == f.solid {
			seen[f.solid] = true
		}
	}
	var out []string
	for i := range c.solids {
		if b := &c.solids[i]; seen[int32(i)] || c.cuts && b.cut() {
			out = append(out, b.record.ID())
		}
	}
	return slices.Compact(out), nil
}

// slice answers the outlines in which the plan cuts a closed mesh, on the paper.
func (p *plan) slice(m geom.Mesh) []geom.Ring {
	points := make([]geom.Point3, len(m.Points))
	for i, q := range m.Points {
		points[i] = geom.Point3{X: q.X, Y: q.Y, Z: q.Z - p.cut}
	}
	rings := nested(cutRings(geom.Mesh{Points: points, Triangles: m.Triangles}))
	for i, r := range rings {
		rings[i] = geom.Ring{Points: p.view.points(r.Points...)}
	}
	return rings
}

// cutRings answers the outlines in which the plane z = 0 cuts a closed mesh, outer
// ones counter-clockwise and holes clockwise. A point on the plane counts as
// behind it, so that every crossing lies on an edge between two sides and the outlines close.
func cutRings(m geom.Mesh) []geom.Ring {
	type crossing [2]int // an edge, from the point behind to the one before the plane
	next := map[crossing][]crossing{}
	var starts []crossing
	for _, t := range m.Triangles {
		var in, out crossing
		n := 0
		for k := range 3 {
			a, b := t[k], t[(k+1)%3]
			behindA, behindB := m.Points[a].Z >= 0, m.Points[b].Z >= 0
			switch {
			case behindA && !behindB:
				in, n = crossing{a, b}, n+1
			case !behindA && behindB:
				out, n = crossing{b, a}, n+1
			}
		}
		if n == 2 {
			next[in] = append(next[in], out)
			starts = append(starts, in)
		}
	}
	at := func(e crossing) geom.Point {
		a, b := m.Points[e[0]], m.Points[e[1]]
		q := a.Lerp(b, a.Z/(a.Z-b.Z))
		return geom.Point{X: q.X, Y: q.Y}
	}
	var rings []geom.Ring
	area := 0.0
	for _, start := range starts {
		var points []geom.Point
		for e := start; len(next[e]) > 0; {
			points = append(points, at(e))
			list := next[e]
			next[e] = list[1:]
			e = list[0]
		}
		if ring := (geom.Ring{Points: points}); len(points) > 2 {
			rings = append(rings, ring)
			area += ring.Area()
		}
	}
	if area < 0 {
		for i := range rings {
			rings[i] = rings[i].Reverse()
		}
	}
	return rings
}

// behind answers the part of a triangle that is not before the plane z = 0.
func behind(points [3]geom.Point3) []geom.Point3 {
	var out []geom.Point3
	for i, p := range points {
		q := points[(i+1)%3]
		if p.Z >= 0 {
			out = append(out, p)
		}
		if (p.Z >= 0) != (q.Z >= 0) {
			out = append(out, p.Lerp(q, p.Z/(p.Z-q.Z)))
		}
	}
	return out
}

// normalOf answers the unit normal of a triangle, zero where it has no area.
func normalOf(m geom.Mesh, t [3]int) geom.Point3 {
	n := m.Points[t[1]].Sub(m.Points[t[0]]).Cross(m.Points[t[2]].Sub(m.Points[t[0]]))
	if l := n.Len(); l > 0 && !math.IsInf(l, 1) {
		return n.Scale(1 / l)
	}
	return geom.Point3{}
}
