package render

import (
	"image/color"

	"github.com/openeik/ekgit/model"
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
			c.model, c.trueNorth = s.Model, s.TrueNorth
		}
	}
	for _, group := range now.order {
		c.stands(group, old.solids[group[0].ID()])
	}
	for _, group := range old.order {
		if now.solids[group[0].ID()] == nil {
			c.ghost(group, c.palette.Removed, crossHatch, 90)
			c.removed++
		}
	}
	if c.added+c.removed+c.moved == 0 {
		return drawing{}, &model.Problem{Code: model.NotFound, Message: "Nothing that has a body differs", Hint: "Loosen the filter, compare other commits, or read the differences as text"}
	}
	c.legend = c.rows()
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
			c.ghost(old, c.palette.Changed, noHatch, 20)
			c.outlined++
		}
	}
}

// paint draws solids in a colour of the palette.
func (c *comparison) paint(solids []scene.Solid, with color.NRGBA, h hatch) {
	for _, solid := range solids {
		b := c.numbers.newBody(solid)
		b.paint(lively(with), c.numbers.number(surface{material: "change", color: with, cut: b.flat}))
		b.hatch = c.pattern(h)
		c.bodies = append(c.bodies, b)
	}
}

// ghost draws solids that do not stand any more.
func (c *comparison) ghost(solids []scene.Solid, with color.NRGBA, h hatch, alpha uint8) {
	for _, solid := range solids {
		b := c.numbers.newBody(solid)
		b.paint(with, c.numbers.number(surface{material: "ghost", color: with}))
		b.color.A, b.ink, b.layer, b.flat, b.dashed = alpha, with, mark, true, true
		b.hatch = c.pattern(h)
		c.bodies = append(c.bodies, b)
	}
}

// pattern answers a hatch where the colours do not tell what they mean.
func (c *comparison) pattern(h hatch) hatch {
	if c.palette.Added == c.palette.Removed || c.palette.Added == c.palette.Changed {
		return h
	}
	return noHatch
}

// lively answers a colour bright enough that light and shade are told apart on it.
func lively(c color.NRGBA) color.NRGBA {
	return tint.Mix(c, 0.72)
}

// same reports whether a record is shown as it was: its own data, what it is made of
// and where its body lies. A join that a neighbour changed by less than a hundredth of
// its volume is no change of its own.
func same(now, old []scene.Solid) bool {
	if !now[0].Record.Equal(old[0].Record) || now[0].Level != old[0].Level || len(now) != len(old) {
		return false
	}
	for i := range now {
		if now[i].Color != old[i].Color || now[i].Material != old[i].Material {
			return false
		}
	}
	return alike(now, old)
}

// alike reports whether bodies are where they were, to a hundredth of their volume.
func alike(now, old []scene.Solid) bool {
	for i := range now {
		a, b := now[i].Mesh, old[i].Mesh
		if now[i].Closed != old[i].Closed || a.Bounds().Center().Dist(b.Bounds().Center()) > 0.02*a.Bounds().Size().Len() {
			return false
		}
		va, vb := a.Volume(), b.Volume()
		if now[i].Closed && max(va-vb, vb-va) > 0.01*max(va, vb) {
			return false
		}
	}
	return true
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
	add(c.added, row{label: "Added", color: lively(c.palette.Added), hatch: c.pattern(risingHatch)})
	add(c.removed, row{label: "Removed", color: c.palette.Removed, hatch: c.pattern(crossHatch), ghost: true})
	add(c.moved, row{label: "Changed", color: lively(c.palette.Changed), hatch: c.pattern(fallingHatch)})
	add(c.outlined, row{label: "Before", color: c.palette.Changed, ghost: true})
	return out
}
