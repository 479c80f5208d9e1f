package geom

// Plane is a plane that is not upright, over the plan: it has the height Z at At and
// rises from there by Rise, in mm a mm.
type Plane struct {
	At   Point
	Z    float64
	Rise Point
}

// LevelPlane returns the level plane at a height.
func LevelPlane(z float64) Plane { return Plane{Z: z} }

// Height returns the height of the plane at a point in plan.
func (p Plane) Height(at Point) float64 { return p.Z + at.Sub(p.At).Dot(p.Rise) }

// Crossing returns the line in plan over which two planes have the same height, by a
// point and its unit direction, or false where they are parallel.
func (p Plane) Crossing(q Plane) (at, along Point, ok bool) {
	const parallel = 1e-12
	slope := p.Rise.Sub(q.Rise)
	if slope.Len() < parallel {
		return Point{}, Point{}, false
	}
	across := slope.Unit()
	apart := p.Height(p.At) - q.Height(p.At)
	return p.At.Sub(across.Scale(apart / slope.Len())), across.Left(), true
}
