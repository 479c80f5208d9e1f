package picture

import (
	"image/color"

	"github.com/openeik/ekgit/model/geom"
)

// glassColor is what panes are filled with in sections and elevations.
var glassColor = gray(0xe9)

// shade fills the faces of a solid that are seen: of glass, and of what has a colour
// or stands out.
func (c *section) shade(g *Group, i int) {
	fill, ok := c.shadeOf(i)
	if !ok {
		return
	}
	var seen []geom.Region
	for k := range c.seen.faces {
		f := &c.seen.faces[k]
		if f.solid == int32(i) {
			if outline := clipHalf(f.corner[:], geom.Point{Y: 1}, c.low); len(outline) > 2 {
				seen = append(seen, c.seen.visible(f, outline)...)
			}
		}
	}
	for _, r := range geom.Union(seen) {
		if c.view.mm(c.view.mm(r.Area())) < 1 {
			continue // a speck
		}
		rings := []geom.Ring{{Points: c.view.points(r.Outer.Points...)}}
		for _, h := range r.Holes {
			rings = append(rings, geom.Ring{Points: c.view.points(h.Points...)})
		}
		g.area(Style{Fill: fill}, rings...)
	}
}

// shadeOf answers the colour that a solid's faces are filled with, if any.
func (c *section) shadeOf(i int) (color.NRGBA, bool) {
	b := &c.solids[i]
	look := c.look(b.record.ID())
	switch {
	case c.compared:
		faint := look.blank
		return faint, look.tint && faint.A != 0 && faint != plain.blank
	case b.part == "glass" || b.part == "panel":
		return glassColor, true
	case look.tint || look == marked:
		return look.solid, true
	}
	return color.NRGBA{}, false
}

// visible answers the parts of a face, within an outline, that no other face hides.
func (v *visibility) visible(f *face, outline []geom.Point) []geom.Region {
	own := []geom.Region{{Outer: geom.Ring{Points: outline}}}
	var over []geom.Region
	v.turn++
	lowX, highX := v.column(min(f.corner[0].X, f.corner[1].X, f.corner[2].X)), v.column(max(f.corner[0].X, f.corner[1].X, f.corner[2].X))
	lowY, highY := v.row(min(f.corner[0].Y, f.corner[1].Y, f.corner[2].Y)), v.row(max(f.corner[0].Y, f.corner[1].Y, f.corner[2].Y))
	for y := lowY; y <= highY; y++ {
		for x := lowX; x <= highX; x++ {
			for _, k := range v.cells[y*v.nx+x] {
				o := &v.faces[k]
				if v.stamp[k] == v.turn || o == f {
					continue
				}
				v.stamp[k] = v.turn
				if o.over(f) {
					over = append(over, geom.Region{Outer: geom.Ring{Points: o.corner[:]}})
				}
			}
		}
	}
	if len(over) == 0 {
		return own
	}
	return geom.Difference(own, over)
}

// over tells whether a face lies before another where both are: at the middle of
// what they share on the paper.
func (f *face) over(g *face) bool {
	shared := f.corner[:]
	for i, c := range g.corner {
		side := g.corner[(i+1)%3].Sub(c)
		normal := side.Left()
		shared = clipHalf(shared, normal, normal.Dot(c))
		if len(shared) < 3 {
			return false
		}
	}
	ring := geom.Ring{Points: shared}
	if ring.Area() < 1 {
		return false
	}
	middle := ring.Centroid()
	return g.depthAt(middle) > f.depthAt(middle)+depthSlack
}
