package geom

import (
	"math"

	sf "github.com/peterstace/simplefeatures/geom"
)

// Union returns what at least one of the regions covers. As in all three overlays
// here, regions must not cross themselves, arcs are followed within ChordTolerance,
// coordinates are on a grid that keeps a float64's error away from them, and
// slivers below it fall away. The answer's outer rings run counter-clockwise, its
// holes clockwise, all without arcs. Regions that the overlay cannot read, such as
// those that cross themselves, are left out.
func Union(regions []Region) []Region {
	all := make([]sf.Geometry, 0, len(regions))
	for _, g := range regions {
		if p, ok := polygon(g); ok {
			all = append(all, p)
		}
	}
	out, err := sf.UnionMany(all)
	if err != nil {
		return nil
	}
	return regionsOf(out)
}

// Difference returns what a covers and b does not. See [Union] for what it does
// with arcs.
func Difference(a, b []Region) []Region { return combine(a, b, sf.Difference) }

// Intersection returns what both cover. See [Union] for what it does with arcs.
func Intersection(a, b []Region) []Region { return combine(a, b, sf.Intersection) }

func combine(a, b []Region, op func(a, b sf.Geometry) (sf.Geometry, error)) []Region {
	out, err := op(multi(a), multi(b))
	if err != nil {
		return nil
	}
	return regionsOf(out)
}

// multi returns regions as one geometry; where they overlap they are united.
func multi(regions []Region) sf.Geometry {
	if len(regions) == 1 {
		p, _ := polygon(regions[0])
		return p
	}
	all := make([]sf.Geometry, 0, len(regions))
	for _, g := range regions {
		if p, ok := polygon(g); ok {
			all = append(all, p)
		}
	}
	out, _ := sf.UnionMany(all)
	return out
}

// overlayGrid is the grid in mm of an overlay's coordinates.
const overlayGrid = 1.0 / (1 << 24)

func onGrid(x float64) float64 { return math.Round(x/overlayGrid) * overlayGrid }

// polygon returns a region without its arcs, or false where it is none.
func polygon(g Region) (sf.Geometry, bool) {
	var rings []sf.LineString
	ok := true
	g.rings(func(r Ring) {
		points := r.Flatten(ChordTolerance).Points
		flat := make([]float64, 0, 2*len(points)+2)
		for _, p := range points {
			ok = ok && p.IsFinite()
			x, y := onGrid(p.X), onGrid(p.Y)
			if n := len(flat); n > 0 && flat[n-2] == x && flat[n-1] == y {
				continue
			}
			flat = append(flat, x, y)
		}
		if n := len(flat); n > 2 && flat[0] == flat[n-2] && flat[1] == flat[n-1] {
			flat = flat[:n-2]
		}
		if len(flat) < 6 {
			ok = ok && len(rings) > 0 // a hole without area is none
			return
		}
		flat = append(flat, flat[0], flat[1])
		rings = append(rings, sf.NewLineString(sf.NewSequence(flat, sf.DimXY)))
	})
	if !ok {
		return sf.Geometry{}, false
	}
	p := sf.NewPolygon(rings)
	return p.AsGeometry(), p.Validate() == nil
}

func regionsOf(g sf.Geometry) []Region {
	var out []Region
	for _, part := range g.Dump() {
		if part.Type() != sf.TypePolygon {
			continue // where two only touch, a line or a point is left
		}
		p := part.MustAsPolygon().ForceCCW()
		region := Region{Outer: lineRing(p.ExteriorRing())}
		if math.Abs(region.Outer.Area()) <= Epsilon {
			continue
		}
		for i := range p.NumInteriorRings() {
			if hole := lineRing(p.InteriorRingN(i)); math.Abs(hole.Area()) > Epsilon {
				region.Holes = append(region.Holes, hole)
			}
		}
		out = append(out, region)
	}
	return out
}

// lineRing returns a ring of the overlay, of points within Epsilon of each other one.
func lineRing(line sf.LineString) Ring {
	seq := line.Coordinates()
	r := Ring{Points: make([]Point, 0, seq.Length()-1)}
	for i := range seq.Length() - 1 {
		at := seq.GetXY(i)
		p := Point{at.X, at.Y}
		if n := len(r.Points); n == 0 || !p.Near(r.Points[n-1], Epsilon) {
			r.Points = append(r.Points, p)
		}
	}
	if n := len(r.Points); n > 1 && r.Points[0].Near(r.Points[n-1], Epsilon) {
		r.Points = r.Points[:n-1]
	}
	return r
}
