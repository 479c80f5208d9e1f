package geom

import "slices"

// Slice cuts regions along lines across a direction: at each of the distances from
// origin along the unit vector. The pieces are in the order of the distances; where
// two meet, both have the same points. A hole stays in the pieces that it lies in,
// and no line may cut it.
func Slice(regions []Region, origin, along Point, distances []float64) []Region {
	cuts := slices.Clone(distances)
	slices.Sort(cuts)
	rest := regions
	var out []Region
	for _, d := range slices.Compact(cuts) {
		var next []Region
		for _, g := range rest {
			if low, ok := g.half(origin, along, d); ok {
				out = append(out, low)
			}
			if high, ok := g.half(origin, along.Scale(-1), -d); ok {
				next = append(next, high)
			}
		}
		rest = next
	}
	return append(out, rest...)
}

// Below returns what of regions lies on the near side of a line: the points whose way
// from origin has no part along the unit vector. See [Slice] for holes.
func Below(regions []Region, origin, along Point) []Region {
	var out []Region
	for _, g := range regions {
		if low, ok := g.half(origin, along, 0); ok {
			out = append(out, low)
		}
	}
	return out
}

// half returns what of a region lies at most at a distance along a direction, by
// clipping its rings edge by edge (Sutherland and Hodgman).
func (g Region) half(origin, along Point, d float64) (Region, bool) {
	outer := clip(g.Outer, origin, along, d)
	if len(outer.Points) < 3 || abs(outer.Area()) <= Epsilon {
		return Region{}, false
	}
	out := Region{Outer: outer}
	for _, h := range g.Holes {
		if c := clip(h, origin, along, d); len(c.Points) > 2 && abs(c.Area()) > Epsilon {
			out.Holes = append(out.Holes, c)
		}
	}
	return out, true
}

func abs(x float64) float64 { return max(x, -x) }

func clip(r Ring, origin, along Point, d float64) Ring {
	var out Ring
	for _, e := range r.Flatten(ChordTolerance).Edges() {
		a, b := beyond(e.Start.Sub(origin).Dot(along)-d), beyond(e.End.Sub(origin).Dot(along)-d)
		if a <= 0 {
			out.Points = append(out.Points, e.Start)
		}
		if a*b < 0 {
			at := crossing(e, a, b)
			out.Points = append(out.Points, at)
		}
	}
	return out
}

// beyond returns a distance, 0 where it is within Epsilon of that.
func beyond(d float64) float64 {
	if abs(d) <= Epsilon {
		return 0
	}
	return d
}

// crossing returns where an edge has the distance 0, the same from both ends.
func crossing(e Curve, a, b float64) Point {
	if a > b {
		return e.End.Lerp(e.Start, b/(b-a))
	}
	return e.Start.Lerp(e.End, a/(a-b))
}
