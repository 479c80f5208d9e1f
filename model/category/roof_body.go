package category

import (
	"math"

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

// lowered answers the plane of the underside of what is so thick, square to it.
func (p incline) lowered(thickness float64) geom.Plane {
	return geom.Plane{At: p.at, Z: p.z - thickness*p.steep(), Rise: p.rise}
}

// facet is the part of a canopy that lies in one plane.
type facet struct {
	region geom.Region
	plane  incline
}

// canopy is a roof, slab or ceiling: planes side by side over its outline, each as
// thick, square to it.
type canopy struct {
	region    geom.Region   // its outline with its own holes
	rest      []geom.Region // what holes, openings and shafts leave of it
	cut       bool          // whether anything is cut out of its outline
	voids     []geom.Region // what openings and shafts take of it
	planes    []incline
	facets    []facet // of its planes where it has several, without its holes
	thickness float64
	assumed   bool // whether nothing says the thickness
}

// facetsAt answers the facets that a point lies in or within a joint of.
func (c canopy) facetsAt(at geom.Point) []facet {
	var out []facet
	for _, f := range c.facets {
		if f.region.Locate(at, geom.JoinTolerance) != geom.Outside {
			out = append(out, f)
		}
	}
	return out
}

// top answers the height of the upper side, the lowest where planes stand over each
// other.
func (c canopy) top(at geom.Point) float64 {
	z := math.Inf(1)
	for _, f := range c.facetsAt(at) {
		z = min(z, f.plane.height(at))
	}
	if math.IsInf(z, 1) {
		return c.planes[0].height(at)
	}
	return z
}

func (c canopy) under(at geom.Point) float64 {
	z := math.Inf(1)
	for _, f := range c.facetsAt(at) {
		z = min(z, f.plane.lowered(c.thickness).Height(at))
	}
	if math.IsInf(z, 1) {
		return c.planes[0].lowered(c.thickness).Height(at)
	}
	return z
}

func (c canopy) covers(at geom.Point) bool {
	return geom.Region{Outer: c.region.Outer}.Locate(at, geom.JoinTolerance) != geom.Outside
}

// cells answers what is left of each facet.
func (c canopy) cells() []facet {
	if !c.cut {
		if len(c.planes) == 1 {
			return []facet{{c.region, c.planes[0]}}
		}
		return c.facets
	}
	var out []facet
	for _, f := range c.facets {
		left := c.rest
		if len(c.planes) > 1 {
			left = geom.Intersection([]geom.Region{f.region}, c.rest)
		}
		for _, g := range left {
			out = append(out, facet{g, f.plane})
		}
	}
	return out
}

// meshOf answers what of the body lies between two depths below its upper side, over
// what is left of its facets.
func (c canopy) meshOf(cells []facet, from, to float64) geom.Mesh {
	if len(c.planes) == 1 && c.planes[0].rise == (geom.Point{}) {
		return geom.Strata{Cells: c.rest, Heights: []float64{c.planes[0].z - to, c.planes[0].z - from}}.Mesh()
	}
	blocks := make([]geom.Block, len(cells))
	for i, f := range cells {
		blocks[i] = geom.Block{Region: f.region, Low: f.plane.lowered(to), High: f.plane.lowered(from)}
	}
	return geom.Blocks(blocks)
}

// surface answers the area of the upper side in mm².
func (c canopy) surface() float64 {
	sum := 0.0
	for _, f := range c.cells() {
		sum += f.region.Area() * f.plane.steep()
	}
	return sum
}

// ceilingThickness in mm is that of the body of a ceiling of which nothing says it.
const ceilingThickness = 20

// canopyOf answers the planes of a slab, ceiling or roof, with the shafts and openings
// that cut it. It is false where its outline or, in a roof, its eaves cross themselves,
// where it lacks a thickness, as only a ceiling may, and where the planes that rise from
// the edges of a roof do not close over it. Its lists are shared and must not be changed.
func canopyOf(s *model.Snapshot, r *model.Record) (canopy, bool) {
	p := cached(s, r, ofCanopy, func(s *model.Snapshot, r *model.Record) plate {
		c, ok := wholeCanopy(s, r)
		if ok {
			c.cutOut(s, r)
		}
		return plate{c, ok}
	})
	return p.canopy, p.ok
}

// plate is a canopy where there is one.
type plate struct {
	canopy
	ok bool
}

// bytes answers about how much memory a plate takes.
func (p plate) bytes() int {
	sum := bytesOfRegions(p.rest) + bytesOfRegions(p.voids) + sizeOf(p.planes) + sizeOf(p.facets) + bytesOfRegions([]geom.Region{p.region})
	for _, f := range p.facets {
		sum += bytesOfRegions([]geom.Region{f.region})
	}
	return sum
}

// wholeCanopy answers a canopy before anything is cut out of it.
func wholeCanopy(s *model.Snapshot, r *model.Record) (canopy, bool) {
	region, ok := Outline(r)
	thickness, thick := Thickness(s, r)
	if !thick && r.Category() == "ceiling" {
		thickness = ceilingThickness
	}
	if !ok || !(thickness > 0) || math.Abs(region.Outer.Area()) <= geom.Epsilon {
		return canopy{}, false
	}
	if _, clash := region.Outer.Clash(); clash {
		return canopy{}, false
	}
	z := Elevation(s, r) + r.NumberOr("offset", 0)
	if r.Category() == "ceiling" {
		z += thickness
	}
	c := canopy{region: region, thickness: thickness, assumed: !thick, planes: []incline{slopeOf(r, region.Outer, z)}}
	if r.Category() == "roof" && !c.roof(r, z) {
		return canopy{}, false
	}
	if len(c.planes) == 1 {
		c.facets = []facet{{geom.Region{Outer: c.region.Outer}, c.planes[0]}}
	}
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
