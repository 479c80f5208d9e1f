package render

import (
	"image/color"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/scene"
	"github.com/openeik/ekgit/model/tint"
)

// changed answers the drawing of what differs between two scenes.
func changed(before, after *scene.Scene, opt Options) (drawing, error) {
	opt, err := opt.filled()
	if err != nil {
		return drawing{}, err
	}
	old, now := byRecord(before), byRecord(after)
	c := comparison{palette: opt.Palette, numbers: surfaces{surface{}: 0}}
	for _, s := range []*scene.Scene{before, after} {
		if s != nil {
			c.model, c.trueNorth, c.ground = s.Model, s.TrueNorth, s.Ground
		}
	}
	for _, group := range now.order {
		c.stands(group, old.solids[group[0].ID()])
	}
	for _, group := range old.order {
		if now.solids[group[0].ID()] == nil {
			c.ghost(group, c.palette.Removed, mark)
			c.removed++
		}
	}
	if c.added+c.removed+c.moved == 0 {
		return drawing{}, &model.Problem{Code: model.NotFound, Message: "Nothing that has a body differs", Hint: "Loosen the filter, compare other commits, or read the differences as text"}
	}
	c.about, c.legend, c.noShadow, c.zoom = "Change", c.rows(), true, !opt.Whole
	return c.drawing, nil
}

// records are the solids of a scene, by their record.
type records struct {
	order  [][]scene.Solid
	solids map[string][]scene.Solid
}

func byRecord(s *scene.Scene) records {
	out := records{solids: map[string][]scene.Solid{}}
	if s == nil {
		return out
	}
	for from := 0; from < len(s.Solids); {
		to := from + 1
		for to < len(s.Solids) && s.Solids[to].Record == s.Solids[from].Record {
			to++
		}
		group := s.Solids[from:to]
		out.order = append(out.order, group)
		out.solids[group[0].ID()] = group
		from = to
	}
	return out
}

// comparison is the drawing of a change while it is made.
type comparison struct {
	drawing
	palette tint.Palette
	numbers surfaces

	added, removed, moved, outlined int
}

// stands draws what stands now: added, changed, or as it was.
func (c *comparison) stands(now, old []scene.Solid) {
	switch {
	case old == nil:
		c.paint(now, c.palette.Added, risingHatch)
		c.added++
	case same(now, old):
		for _, solid := range now {
			b := c.numbers.newBody(solid)
			b.fade()
			c.bodies = append(c.bodies, b)
		}
	default:
		c.paint(now, c.palette.Changed, fallingHatch)
		c.moved++
		if !sameMeshes(now, old) {
			c.ghost(old, c.palette.Changed, outline)
			c.outlined++
		}
	}
}

// paint draws solids in a colour of the palette.
func (c *comparison) paint(solids []scene.Solid, with color.NRGBA, h hatch) {
	for _, solid := range solids {
		b := c.numbers.newBody(solid)
		b.paint(c.lively(with), c.numbers.number(surface{material: "change", color: with, cut: b.flat}))
		b.hatch, b.matters = c.pattern(h), true
		c.bodies = append(c.bodies, b)
	}
}

// removedAlpha is how much of what is behind a removed element it covers.
const removedAlpha = 95

// ghost draws solids that do not stand any more: what was removed as a mark, how what
// changed stood before as an outline.
func (c *comparison) ghost(solids []scene.Solid, with color.NRGBA, l layer) {
	for _, solid := range solids {
		b := c.numbers.newBody(solid)
		b.paint(with, c.numbers.number(surface{material: "ghost", color: with}))
		b.color.A = 0
		if l == mark {
			b.color.A, b.hatch = removedAlpha, c.pattern(crossHatch)
		}
		b.ink, b.layer, b.flat, b.dashed, b.matters = with, l, true, true, true
		c.bodies = append(c.bodies, b)
	}
}

// pattern answers a hatch where the colours alone do not tell what they mean.
func (c *comparison) pattern(h hatch) hatch {
	if c.palette.Added == c.palette.Removed || c.palette.Added == c.palette.Changed {
		return h
	}
	return noHatch
}

// lively answers a colour bright enough that light, shade and hatches are told apart on
// it.
func (c *comparison) lively(of color.NRGBA) color.NRGBA {
	if c.pattern(risingHatch) != noHatch {
		return tint.Mix(of, 0.25)
	}
	return tint.Mix(of, 0.72)
}

// same reports whether a record is shown as it was: its own data and its type's, what
// it is made of and where it stands. That a neighbour joins it otherwise, or that
// something hosted in it came or went, is no change of its own.
func same(now, old []scene.Solid) bool {
	a, b := now[0], old[0]
	if !a.Record.Equal(b.Record) || (a.Type == nil) != (b.Type == nil) || a.Type != nil && !a.Type.Equal(b.Type) {
		return false
	}
	for i := range min(len(now), len(old)) {
		if now[i].Color != old[i].Color || now[i].Material != old[i].Material {
			return false
		}
	}
	return stayed(boundsOf(now), boundsOf(old))
}

// joinReach is how far in mm a join may lengthen or shorten a body.
const joinReach = 500

// stayed reports whether boxes stand at one height and differ in plan by no more than
// what a join of their ends takes or gives.
func stayed(now, old geom.Box) bool {
	if math.Abs(now.Min.Z-old.Min.Z) > 1 || math.Abs(now.Max.Z-old.Max.Z) > 1 {
		return false
	}
	grown, moved := now.Size().Sub(old.Size()).Plan().Len(), now.Center().Sub(old.Center()).Plan().Len()
	return grown <= joinReach && moved <= grown/2+1
}

func boundsOf(solids []scene.Solid) geom.Box {
	box := geom.EmptyBox()
	for _, b := range solids {
		box = box.Union(b.Mesh.Bounds())
	}
	return box
}

// sameMeshes reports whether bodies are where they were, exactly.
func sameMeshes(now, old []scene.Solid) bool {
	if len(now) != len(old) {
		return false
	}
	for i := range now {
		a, b := now[i].Mesh, old[i].Mesh
		if len(a.Points) != len(b.Points) || len(a.Triangles) != len(b.Triangles) {
			return false
		}
		for k := range a.Points {
			if a.Points[k] != b.Points[k] {
				return false
			}
		}
	}
	return true
}

// rows answers the legend of a change.
func (c *comparison) rows() []row {
	var out []row
	add := func(n int, r row) {
		if n > 0 {
			r.count = n
			out = append(out, r)
		}
	}
	add(c.added, row{label: "Added", color: c.lively(c.palette.Added), hatch: c.pattern(risingHatch)})
	add(c.removed, row{label: "Removed", color: c.palette.Removed, hatch: c.pattern(crossHatch), ghost: true, fill: removedAlpha})
	add(c.moved, row{label: "Changed", color: c.lively(c.palette.Changed), hatch: c.pattern(fallingHatch)})
	add(c.outlined, row{label: "Before", color: c.palette.Changed, ghost: true})
	return out
}
