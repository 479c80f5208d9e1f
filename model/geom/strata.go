package geom

// Strata is a body of upright cells under each other: the plan falls into cells, and
// each is solid or void between each two neighbouring heights. Walls with openings,
// slabs with shafts and profiles are all of this kind.
type Strata struct {
	// Cells are outlines without arcs that share no area. Where two meet, both have
	// the same points.
	Cells []Region
	// Heights in mm, rising.
	Heights []float64
	// Solid tells whether a cell is solid between Heights[layer] and the next. Nil
	// means everywhere.
	Solid func(cell, layer int) bool
	// Top holds the body under a surface, which is plane over every cell: where the
	// surface is lower than a height it takes its place. Nil means that there is none.
	Top func(Point) float64
	// Bottom holds it above a surface in the same way.
	Bottom func(Point) float64
}

// Mesh returns the body's surface.
func (s Strata) Mesh() Mesh {
	b := newMeshBuilder()
	flat := make([][]Ring, len(s.Cells))
	var sides numbered[[2]Point] // directed edge -> its cell
	for i, cell := range s.Cells {
		flat[i] = append(flat[i], Ring{Points: wound(onPlanGrid(cell.Outer), true)})
		for _, h := range cell.Holes {
			flat[i] = append(flat[i], Ring{Points: wound(onPlanGrid(h), false)})
		}
		for _, r := range flat[i] {
			for _, e := range r.Edges() {
				sides.set([2]Point{e.Start, e.End}, i)
			}
		}
	}
	for i, rings := range flat {
		s.caps(b, i, rings)
		for _, r := range rings {
			for _, e := range r.Edges() {
				other, ok := sides.find([2]Point{e.End, e.Start})
				if !ok {
					other = -1
				}
				s.wall(b, e, i, other)
			}
		}
	}
	return b.mesh
}

// onPlanGrid returns the points of a ring on the grid of Epsilon, each once.
func onPlanGrid(r Ring) []Point {
	points := r.Flatten(ChordTolerance).Points
	out := make([]Point, 0, len(points))
	for _, p := range points {
		if p = p.Round(); len(out) == 0 || p != out[len(out)-1] {
			out = append(out, p)
		}
	}
	if n := len(out); n > 1 && out[0] == out[n-1] {
		out = out[:n-1]
	}
	return out
}

func (s Strata) solid(cell, layer int) bool {
	return cell >= 0 && layer >= 0 && layer < len(s.Heights)-1 && (s.Solid == nil || s.Solid(cell, layer))
}

// at returns the point of a height over or under a point in plan.
func (s Strata) at(p Point, height int) Point3 {
	z := s.Heights[height]
	if s.Top != nil {
		z = min(z, s.Top(p))
	}
	if s.Bottom != nil {
		z = max(z, s.Bottom(p))
	}
	return p.At(z)
}

// caps adds the level faces of a cell: where it is solid on one side alone.
func (s Strata) caps(b *meshBuilder, cell int, rings []Ring) {
	points, triangles := triangulate(Region{Outer: rings[0], Holes: rings[1:]})
	for h := range s.Heights {
		under, over := s.solid(cell, h-1), s.solid(cell, h)
		if under == over {
			continue
		}
		for _, t := range triangles {
			p, q, r := s.at(points[t[0]], h), s.at(points[t[1]], h), s.at(points[t[2]], h)
			if over {
				p, r = r, p
			}
			b.triangle(p, q, r)
		}
	}
}

// wall adds the upright faces over an edge of a cell: where the cell is solid and
// the one behind the edge is not.
func (s Strata) wall(b *meshBuilder, e Curve, cell, behind int) {
	for layer := range len(s.Heights) - 1 {
		if !s.solid(cell, layer) || s.solid(behind, layer) {
			continue
		}
		lowA, lowB := s.at(e.Start, layer), s.at(e.End, layer)
		highA, highB := s.at(e.Start, layer+1), s.at(e.End, layer+1)
		b.triangle(lowA, lowB, highB)
		b.triangle(lowA, highB, highA)
	}
}

// Extrude returns the body over a region between two heights in mm. Arcs are
// followed within ChordTolerance.
func Extrude(g Region, from, to float64) Mesh {
	return Strata{Cells: []Region{g}, Heights: []float64{min(from, to), max(from, to)}}.Mesh()
}
