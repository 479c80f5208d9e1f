package picture

import (
	"context"
	"image/color"
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// glassColor is what panes are filled with in sections and elevations.
var glassColor = gray(0xe9)

// shade fills the faces of a solid that are seen: of glass, and of what has a colour
// or stands out.
func (c *section) shade(ctx context.Context, g *Group, i int) error {
	fill, ok := c.shadeOf(i)
	if !ok {
		return nil
	}
	var seen []geom.Region
	faces := c.seen.facesOf(i)
	for k := range faces {
		if err := c.seen.check(ctx); err != nil {
			return err
		}
		if outline := clipHalf(faces[k].corner[:], geom.Point{Y: 1}, c.low); len(outline) > 2 {
			seen = append(seen, c.seen.visible(&faces[k], outline)...)
		}
	}
	for _, r := range geom.Union(seen) {
		if c.view.mm(c.view.mm(r.Area())) < 2.5 {
			continue // a speck
		}
		rings := []geom.Ring{{Points: c.view.points(r.Outer.Points...)}}
		for _, h := range r.Holes {
			rings = append(rings, geom.Ring{Points: c.view.points(h.Points...)})
		}
		g.area(Style{Fill: fill}, rings...)
	}
	return nil
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

// cutLooks is how many looks it takes to cut a face out of a part of another.
const cutLooks = 4

// visible answers the parts of a face, within a convex outline, that no other face
// hides.
func (v *visibility) visible(f *face, outline []geom.Point) []geom.Region {
	left := [][]geom.Point{outline}
	v.turn++
	lowX, highX, lowY, highY := v.under(f)
	deepest := max(f.depthAt(f.corner[0]), f.depthAt(f.corner[1]), f.depthAt(f.corner[2]))
	for y := lowY; y <= highY; y++ {
		for x := lowX; x <= highX; x++ {
			for _, k := range v.cells[y*v.nx+x] {
				v.looks += cutLooks * len(left)
				o := &v.faces[k]
				if o.near >= deepest-depthSlack || v.looks > mostLooks {
					break
				}
				if v.stamp[k] == v.turn || o == f {
					continue
				}
				v.stamp[k] = v.turn
				if left = o.takenFrom(left, f); len(left) == 0 {
					return nil
				}
			}
		}
	}
	out := make([]geom.Region, len(left))
	for i, points := range left {
		out[i] = geom.Region{Outer: geom.Ring{Points: points}}
	}
	return out
}

// takenFrom answers what a face leaves of convex parts of another, which it may lie
// before: each part is cut along the face's sides, and what is inside them all falls away.
func (f *face) takenFrom(parts [][]geom.Point, other *face) [][]geom.Point {
	var out [][]geom.Point
	for _, part := range parts {
		inside := part
		var outside [][]geom.Point
		for i, c := range f.corner {
			normal := f.corner[(i+1)%3].Sub(c).Left()
			limit := normal.Dot(c)
			if rest := clipHalf(inside, normal.Scale(-1), -limit); speck < areaOf(rest) {
				outside = append(outside, rest)
			}
			if inside = clipHalf(inside, normal, limit); len(inside) < 3 {
				break
			}
		}
		if areaOf(inside) <= speck || !f.before(other, inside) {
			out = append(out, part)
			continue
		}
		out = append(out, outside...)
	}
	return out
}

// speck is the area in mm² up to which a part of a face counts as none.
const speck = 1

func areaOf(points []geom.Point) float64 {
	if len(points) < 3 {
		return 0
	}
	return math.Abs(geom.Ring{Points: points}.Area())
}

// before tells whether a face lies before another at the middle of a place that both
// cover on the paper.
func (f *face) before(other *face, shared []geom.Point) bool {
	middle := geom.Ring{Points: shared}.Centroid()
	return other.depthAt(middle) > f.depthAt(middle)+depthSlack
}
