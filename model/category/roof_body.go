package category

import (
	"math"
	"strconv"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// incline is a plane over the plan: its height at a point, and how it rises from
// there in mm a mm.
type incline struct {
	at   geom.Point
	z    float64
	rise geom.Point
}

func (p incline) height(at geom.Point) float64 { return p.z + at.Sub(p.at).Dot(p.rise) }

// steep answers how many times deeper a plane's thickness is when it is measured
// upright.
func (p incline) steep() float64 { return math.Hypot(1, p.rise.Len()) }

// canopy is a roof, slab or ceiling: the lowest of its planes over its outline, and
// the same a thickness below.
type canopy struct {
	region    geom.Region   // its outline with its own holes
	rest      []geom.Region // what holes, openings and shafts leave of it
	planes    []incline
	thickness float64
}

func (c canopy) top(at geom.Point) float64 {
	z := math.Inf(1)
	for _, p := range c.planes {
		z = min(z, p.height(at))
	}
	return z
}

func (c canopy) under(at geom.Point) float64 {
	z := math.Inf(1)
	for _, p := range c.planes {
		z = min(z, p.height(at)-c.thickness*p.steep())
	}
	return z
}

func (c canopy) covers(at geom.Point) bool {
	return geom.Region{Outer: c.region.Outer}.Locate(at, geom.JoinTolerance) != geom.Outside
}

// cells answers the outline cut where its planes meet: over each cell one plane is
// the lowest.
func (c canopy) cells() []geom.Region {
	if len(c.planes) == 1 {
		return c.rest
	}
	var out []geom.Region
	for i, p := range c.planes {
		cell := []geom.Region{{Outer: c.region.Outer}}
		for j, q := range c.planes {
			if i != j {
				cell = lowest(cell, p, q, i < j)
			}
		}
		if c.isCut() && len(cell) > 0 {
			cell = geom.Intersection(cell, c.rest)
		}
		out = append(out, cell...)
	}
	return out
}

// isCut tells whether anything is cut out of the outline.
func (c canopy) isCut() bool {
	return len(c.rest) != 1 || len(c.rest[0].Holes) > 0 || len(c.rest[0].Outer.Points) != len(c.region.Outer.Points)
}

// lowest answers the part of regions where the plane p is not above q; where both
// are one plane, all of it for the first.
func lowest(regions []geom.Region, p, q incline, first bool) []geom.Region {
	slope := p.rise.Sub(q.rise)
	d := p.height(geom.Point{}) - q.height(geom.Point{})
	if slope.Len() < 1e-12 {
		if d < -geom.Epsilon || math.Abs(d) <= geom.Epsilon && first {
			return regions
		}
		return nil
	}
	along := slope.Unit()
	return geom.Below(regions, along.Scale(-d/slope.Len()), along)
}

// mesh answers the body.
func (c canopy) mesh() geom.Mesh {
	const far = 1e9
	if len(c.planes) == 1 && c.planes[0].rise == (geom.Point{}) {
		return geom.Strata{Cells: c.rest, Heights: []float64{c.planes[0].z - c.thickness, c.planes[0].z}}.Mesh()
	}
	return geom.Strata{Cells: c.cells(), Heights: []float64{-far, far}, Top: c.top, Bottom: c.under}.Mesh()
}

// slice cuts regions where the planes meet.
func (c canopy) slice(cells []geom.Region) []geom.Region {
	for i, p := range c.planes {
		for _, q := range c.planes[i+1:] {
			slope := p.rise.Sub(q.rise)
			if slope.Len() < 1e-12 {
				continue
			}
			d := p.height(geom.Point{}) - q.height(geom.Point{})
			along := slope.Unit()
			cells = geom.Slice(cells, along.Scale(-d/slope.Len()), along, []float64{0})
		}
	}
	return cells
}

// canopyOf answers the planes of a slab, ceiling or roof, with the shafts and
// openings that cut it.
func canopyOf(s *model.Snapshot, r *model.Record) (canopy, bool) {
	region, ok := Outline(r)
	thickness, ok2 := Thickness(s, r)
	if !ok || !ok2 || math.Abs(region.Outer.Area()) <= geom.Epsilon {
		return canopy{}, false
	}
	if _, clash := region.Outer.Clash(); clash {
		return canopy{}, false
	}
	z := Elevation(s, r) + r.NumberOr("offset", 0)
	if r.Category() == "ceiling" {
		z += thickness
	}
	c := canopy{region: region, thickness: thickness, planes: []incline{slopeOf(r, region.Outer, z)}}
	if r.Category() == "roof" {
		c.roof(r, z)
	}
	c.rest = c.cutOut(s, r)
	return c, true
}

// slopeOf answers the plane of a plate: level, or falling from its first point.
func slopeOf(r *model.Record, ring geom.Ring, z float64) incline {
	o := r.Object("slope")
	pitch, _ := o.Get("pitch").(float64)
	direction, _ := o.Get("direction").(float64)
	p := incline{at: ring.Points[0], z: z}
	if pitch > 0 && pitch <= 89 {
		p.rise = geom.Direction(direction).Scale(-tangent(pitch))
	}
	return p
}

func tangent(deg float64) float64 { return math.Tan(deg * math.Pi / 180) }

// eave is an edge of a roof: its line with the overhang, and the pitch of the plane
// that rises from it, 0 for a gable.
type eave struct {
	line  geom.Curve
	pitch float64
}

// mostPlanes is how many planes a roof may have; one of more, such as a hip roof over
// a finely drawn curve, is taken as level at its eaves.
const mostPlanes = 64

// roof puts the roof's own planes and its overhang in place.
func (c *canopy) roof(r *model.Record, z float64) {
	eaves := eavesOf(r, c.region.Outer)
	c.region.Outer = eavesRing(eaves)
	form, pitch := r.String("form"), r.NumberOr("pitch", 0)
	var planes []incline
	switch {
	case form == "shed" && pitch > 0:
		fall := geom.Direction(r.NumberOr("direction", 0))
		low := c.region.Outer.Points[0]
		for _, p := range c.region.Outer.Points {
			if p.Dot(fall) > low.Dot(fall) {
				low = p
			}
		}
		planes = append(planes, incline{low, z, fall.Scale(-tangent(pitch))})
	case form == "gable" || form == "hip":
		for _, e := range eaves {
			if e.pitch > 0 {
				planes = append(planes, incline{e.line.Start, z, e.line.TangentAt(0).Left().Scale(tangent(e.pitch))})
			}
		}
	}
	if len(planes) > 0 && len(planes) <= mostPlanes {
		c.planes = planes
	}
}

// eavesOf answers the edges of a roof, counter-clockwise. On a gable roof those along
// the ridge rise, which without a direction runs along the longest edge.
func eavesOf(r *model.Record, ring geom.Ring) []eave {
	const diagonal = 0.70710678
	turned := !ring.IsCCW()
	longest := geom.Curve{}
	for _, e := range ring.Edges() {
		if e.Length() > longest.Length() {
			longest = e
		}
	}
	ridge := longest.TangentAt(0)
	if d, ok := r.Number("direction"); ok {
		ridge = geom.Direction(d)
	}
	var out []eave
	for i, e := range ring.Edges() {
		o, _ := r.Object("edges").Get(strconv.Itoa(i)).(model.Object)
		overhang, ok := o.Get("overhang").(float64)
		if !ok {
			overhang = r.NumberOr("overhang", 0)
		}
		pitch, own := o.Get("pitch").(float64)
		points := e.Flatten(geom.ChordTolerance)
		for k := 1; k < len(points); k++ {
			line := geom.Line(points[k-1], points[k])
			if turned {
				line = line.Reverse()
			}
			rising := pitch
			if along := math.Abs(line.TangentAt(0).Cross(ridge)) < diagonal; !own && (along || r.String("form") == "hip") {
				rising = r.NumberOr("pitch", 0)
			}
			moved, ok := line.Offset(-overhang)
			if ok {
				out = append(out, eave{moved, min(max(rising, 0), 89)})
			}
		}
	}
	if turned {
		for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
	}
	return out
}

// eavesRing answers the outline where each edge meets the next.
func eavesRing(eaves []eave) geom.Ring {
	var ring geom.Ring
	for i, e := range eaves {
		last := eaves[(i+len(eaves)-1)%len(eaves)]
		at, ok := nearest(last.line.Crossings(e.line), e.line.Start)
		if !ok {
			at = e.line.Start
		}
		ring.Points = append(ring.Points, at)
	}
	return ring
}
