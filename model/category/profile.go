package category

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// profileOf answers the section of a column, beam or brace about its centre: x is
// its width, y its depth. It is false where the type's profile lacks a size or its parts
// are thicker than the whole.
func profileOf(s *model.Snapshot, r *model.Record) (geom.Region, bool) {
	t := TypeOf(s, r)
	if t == nil {
		return geom.Region{}, false
	}
	o := model.NewRecord(t.Object("profile"))
	w, d := o.NumberOr("width", 0), o.NumberOr("depth", 0)
	web, flange, wall := o.NumberOr("webThickness", 0), o.NumberOr("flangeThickness", 0), o.NumberOr("wallThickness", 0)
	diameter := o.NumberOr("diameter", 0)
	x, y, h := w/2, d/2, web/2
	var region geom.Region
	switch o.String("shape") {
	case "rect":
		region.Outer = geom.Rect(geom.Point{}, w, d, 0)
	case "round":
		region.Outer = circle(diameter)
	case "rect-hollow":
		region = geom.Region{Outer: geom.Rect(geom.Point{}, w, d, 0), Holes: []geom.Ring{geom.Rect(geom.Point{}, w-2*wall, d-2*wall, 0).Reverse()}}
		return region, wall > thin && w > 2*wall && d > 2*wall
	case "round-hollow":
		region = geom.Region{Outer: circle(diameter), Holes: []geom.Ring{circle(diameter - 2*wall).Reverse()}}
		return region, wall > thin && diameter > 2*wall
	case "i":
		region.Outer = ringOf(-x, -y, x, -y, x, -y+flange, h, -y+flange, h, y-flange, x, y-flange, x, y, -x, y, -x, y-flange, -h, y-flange, -h, -y+flange, -x, -y+flange)
	case "l":
		region.Outer = ringOf(-x, -y, x, -y, x, -y+flange, -x+web, -y+flange, -x+web, y, -x, y)
	case "t":
		region.Outer = ringOf(-h, -y, h, -y, h, y-flange, x, y-flange, x, y, -x, y, -x, y-flange, -h, y-flange)
	case "u":
		region.Outer = ringOf(-x, -y, x, -y, x, -y+flange, -x+web, -y+flange, -x+web, y-flange, x, y-flange, x, y, -x, y)
	case "cross":
		f := flange / 2
		region.Outer = ringOf(-h, -y, h, -y, h, -f, x, -f, x, f, h, f, h, y, -h, y, -h, f, -x, f, -x, -f, -h, -f)
	default:
		return region, false
	}
	if slices.Contains(profileMembers[o.String("shape")], "webThickness") && !(web > thin && web < w && flange > thin && flange < d) {
		return region, false
	}
	_, clash := region.Outer.Clash()
	return region, !clash && region.Outer.Area() > geom.Epsilon
}

// circle answers a circle about the origin as two arcs.
func circle(diameter float64) geom.Ring {
	r := diameter / 2
	return geom.Ring{Points: []geom.Point{{X: r}, {X: -r}}, Sagittas: map[int]float64{0: -r, 1: -r}}
}

// ringOf answers the ring of points x, y, x, y …
func ringOf(xy ...float64) geom.Ring {
	ring := geom.Ring{Points: make([]geom.Point, len(xy)/2)}
	for i := range ring.Points {
		ring.Points[i] = geom.Point{X: xy[2*i], Y: xy[2*i+1]}
	}
	return ring
}

// columnBodies answers a column's profile from its foot to its head, both level.
func columnBodies(s *model.Snapshot, r *model.Record) []Body {
	section, ok := profileOf(s, r)
	at, ok2 := r.Point("at")
	base, top := extent(s, r)
	if !ok || !ok2 || top <= base {
		return nil
	}
	turn := geom.RotateAbout(geom.Point{}, r.NumberOr("rotation", 0))
	mesh := geom.Extrude(turned(section, turn), 0, 1)
	foot, head := pointOf(at), pointOf(at)
	if end, ok := r.Point("end"); ok {
		head = pointOf(end)
	}
	for i, p := range mesh.Points {
		mesh.Points[i] = foot.Lerp(head, p.Z).Add(p.Plan()).At(base + p.Z*(top-base))
	}
	return single(s, r, "body", mesh)
}

func turned(g geom.Region, t geom.Transform) geom.Region {
	out := geom.Region{Outer: t.Ring(g.Outer)}
	for _, h := range g.Holes {
		out.Holes = append(out.Holes, t.Ring(h))
	}
	return out
}

// beamBodies answers a beam's or brace's profile along its axis, cut square at both
// ends.
func beamBodies(s *model.Snapshot, r *model.Record) []Body {
	section, ok := profileOf(s, r)
	start, end, ok2 := axis3(s, r)
	if !ok || !ok2 || !(end.Dist(start) > geom.Epsilon) {
		return nil
	}
	side, up := frame(end.Sub(start), r.NumberOr("rotation", 0))
	depth := section.Bounds().Size().Y
	shift := geom.Point3{}
	switch r.String("justify") {
	case "top":
		shift = up.Scale(-depth / 2)
	case "bottom":
		shift = up.Scale(depth / 2)
	}
	mesh := along(section, start.Add(shift), end.Add(shift), side, up)
	return single(s, r, "body", mesh)
}
