package geom

import "math"

// Rounded returns regions with arcs where an overlay has followed arcs by chords: edges in
// a row that are chords of one of the arcs, or of the circle that it is part of, become
// one arc.
func Rounded(regions []Region, arcs []Curve) []Region {
	var circles []Arc
	for _, c := range arcs {
		if a, ok := c.Arc(); ok {
			circles = append(circles, a)
		}
	}
	if len(circles) == 0 {
		return regions
	}
	out := make([]Region, len(regions))
	for i, g := range regions {
		out[i].Outer = g.Outer.rounded(circles)
		for _, h := range g.Holes {
			out[i].Holes = append(out[i].Holes, h.rounded(circles))
		}
	}
	return out
}

// bow is an edge as a chord of a circle: which one, one more than its place in a list, and
// how far it turns about its centre in radians. One of none is 0.
type bow struct {
	circle int
	turn   float64
}

// rounded is Rounded of a ring. One that has arcs already is left as it is.
func (r Ring) rounded(circles []Arc) Ring {
	n := len(r.Points)
	bows := make([]bow, n)
	first, any := 0, false
	for i, e := range r.Edges() {
		bows[i] = bowOf(e, circles)
		any = any || bows[i].circle > 0
		if i > 0 && !bows[i].joins(bows[i-1]) {
			first = i
		}
	}
	if !any || len(r.Sagittas) > 0 {
		return r
	}
	out := Ring{Sagittas: map[int]float64{}}
	for k := 0; k < n; {
		i := (first + k) % n
		run := bows[i]
		for k++; k < n && bows[(first+k)%n].joins(bows[i]) && math.Abs(run.turn) < math.Pi/2; k++ {
			run.turn += bows[(first+k)%n].turn
		}
		if run.circle > 0 {
			chord := r.Points[i].Dist(r.Points[(first+k)%n])
			out.Sagittas[len(out.Points)] = -chord / 2 * math.Tan(run.turn/4)
		}
		out.Points = append(out.Points, r.Points[i])
	}
	return out
}

// joins reports whether an edge goes on along the circle of the one before.
func (b bow) joins(last bow) bool {
	return b.circle > 0 && b.circle == last.circle && b.turn*last.turn > 0
}

// bowOf tells of which circle an edge is a chord.
func bowOf(e Curve, circles []Arc) bow {
	const near = 1e-4 // mm off the circle; where a chord was cut it is farther, and stays a line
	for i, c := range circles {
		a, b := e.Start.Sub(c.Center), e.End.Sub(c.Center)
		if abs(a.Len()-c.Radius) > near || abs(b.Len()-c.Radius) > near {
			continue
		}
		turn := math.Atan2(a.Cross(b), a.Dot(b))
		if c.Radius*(1-math.Cos(turn/2)) <= ChordTolerance*(1+near) {
			return bow{i + 1, turn}
		}
	}
	return bow{}
}
