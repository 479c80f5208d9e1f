package picture

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/geom"
)

// drawBeyond draws what is seen behind the plane: the edges of solids where they
// are not hidden, those before something further off in a thicker pen.
func (c *section) drawBeyond(ctx context.Context) error {
	var g *Group
	lines := map[Pen][]Line{}
	flush := func() {
		if g == nil {
			return
		}
		look := c.look(g.ID)
		for _, pen := range []Pen{PenFine, PenEdge} {
			if list := joined(lines[pen]); len(list) > 0 {
				g.Shapes = append(g.Shapes, Shape{Lines: list, Style: look.stroke(pen)})
			}
		}
		g.clip(c.view.frame)
		clear(lines)
	}
	for i := range c.solids {
		if i%200 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b := &c.solids[i]
		if g == nil || g.ID != b.record.ID() {
			flush()
			g = c.group(b.record.ID(), b.record.Category())
		}
		if err := c.shade(ctx, g, i); err != nil {
			return err
		}
		for _, e := range features(b.mesh) {
			if err := c.seen.check(ctx); err != nil {
				return err
			}
			p, q, ok := clipTo(e[0], e[1], c.low)
			if !ok {
				continue
			}
			for _, s := range c.seen.of(p, q) {
				from, to := p.Lerp(q, s.from), p.Lerp(q, s.to)
				if c.view.mm(flatten(from).Dist(flatten(to))) < 0.05 {
					continue
				}
				if pen, ok := c.pen(from, to); ok {
					lines[pen] = append(lines[pen], Line{Points: c.view.points(flatten(from), flatten(to))})
				}
			}
		}
	}
	flush()
	c.dropEmpty()
	return nil
}

// dropEmpty takes out the groups of what is wholly hidden.
func (c *section) dropEmpty() {
	c.sheet.Groups = slices.DeleteFunc(c.sheet.Groups, func(g *Group) bool { return len(g.Shapes)+len(g.Texts) == 0 })
}

// floor is the height under which nothing behind the plane is seen, since it lies in
// the ground.
func (c *section) floor() float64 {
	floor := c.ground
	if !c.cuts {
		return floor
	}
	for i := range c.solids {
		if b := &c.solids[i]; b.cut() && b.record.Category() == "slab" {
			floor = min(floor, b.box.Max.Y)
		}
	}
	return floor
}

// pen answers in which pen a visible edge is drawn, false where it is none: where the
// faces on both sides are flush and of one material, as where two walls meet.
func (c *section) pen(a, b geom.Point3) (Pen, bool) {
	const far = 400 // mm
	middle := a.Lerp(b, 0.5)
	at := flatten(middle)
	off := flatten(b).Sub(flatten(a)).Unit().Left().Scale(0.12 * c.view.scale)
	f, df := c.seen.nearest(at.Add(off))
	g, dg := c.seen.nearest(at.Sub(off))
	if f == nil || g == nil || max(df, dg) > middle.Z+far {
		return PenEdge, true
	}
	flush := math.Abs(f.depthAt(at)-g.depthAt(at)) < 1 && f.slope.Sub(g.slope).Len() < 1e-3
	return PenFine, !flush || c.solids[f.solid].material != c.solids[g.solid].material
}

// features answers the edges of a mesh that a drawing shows: where two faces meet
// at an angle, one of them at least towards who looks. The edges of curved faces are shown
// where the face turns away.
func features(m geom.Mesh) [][2]geom.Point3 {
	const smooth = 0.94 // cosine of the angle up to which faces count as one curved face
	type edge [2]int
	sides := map[edge]geom.Point3{}
	for _, t := range m.Triangles {
		n := normalOf(m, t)
		for k := range 3 {
			sides[edge{t[k], t[(k+1)%3]}] = n
		}
	}
	facing := func(n geom.Point3) bool { return n.Z > 1e-9 }
	var out [][2]geom.Point3
	for _, t := range m.Triangles {
		for k := range 3 {
			a, b := t[k], t[(k+1)%3]
			other, paired := sides[edge{b, a}]
			if paired && a > b {
				continue
			}
			n := sides[edge{a, b}]
			front, back := facing(n), facing(other)
			if !front && !back {
				continue
			}
			if paired && front == back && n.Dot(other) > smooth {
				continue
			}
			out = append(out, [2]geom.Point3{m.Points[a], m.Points[b]})
		}
	}
	return out
}

// clipTo answers the part of an edge that is not before the plane nor under a
// height.
func clipTo(a, b geom.Point3, floor float64) (geom.Point3, geom.Point3, bool) {
	from, to := 0.0, 1.0
	for _, side := range [][2]float64{{a.Z, b.Z}, {a.Y - floor, b.Y - floor}} {
		switch d := side[1] - side[0]; {
		case side[0] < 0 && side[1] < 0:
			return a, b, false
		case side[0] < 0:
			from = max(from, -side[0]/d)
		case side[1] < 0:
			to = min(to, -side[0]/d)
		}
	}
	return a.Lerp(b, from), a.Lerp(b, to), from < to
}

// joined answers straight lines with those that run on in one another made one.
func joined(lines []Line) []Line {
	type key struct{ angle, off int }
	type run struct {
		line key
		a, b float64
		dir  geom.Point
		base geom.Point
	}
	runs := make([]run, 0, len(lines))
	for _, l := range lines {
		p, q := l.Points[0], l.Points[1]
		dir := q.Sub(p).Unit()
		if dir.X < -1e-9 || math.Abs(dir.X) <= 1e-9 && dir.Y < 0 {
			dir, p, q = dir.Scale(-1), q, p
		}
		off := dir.Cross(p)
		runs = append(runs, run{
			line: key{int(math.Round(dir.Angle() * 50)), int(math.Round(off * 200))},
			a:    p.Dot(dir), b: q.Dot(dir), dir: dir, base: p.Sub(dir.Scale(p.Dot(dir))),
		})
	}
	slices.SortStableFunc(runs, func(x, y run) int {
		return cmp.Or(cmp.Compare(x.line.angle, y.line.angle), cmp.Compare(x.line.off, y.line.off), cmp.Compare(x.a, y.a))
	})
	var out []Line
	for i := 0; i < len(runs); {
		r := runs[i]
		for i++; i < len(runs) && runs[i].line == r.line && runs[i].a <= r.b+0.02; i++ {
			r.b = max(r.b, runs[i].b)
		}
		out = append(out, Line{Points: []geom.Point{r.base.Add(r.dir.Scale(r.a)), r.base.Add(r.dir.Scale(r.b))}})
	}
	return out
}
