package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/geom/skeleton"
)

// roof puts the roof's own planes and its overhang in place. It is false where the
// eaves cross themselves or the planes do not close over the outline.
func (c *canopy) roof(r *model.Record, z float64) bool {
	eaves := eavesOf(r, c.region.Outer)
	c.region.Outer = eavesRing(eaves)
	if _, clash := c.region.Outer.Clash(); clash || !c.region.Outer.IsCCW() {
		return false
	}
	form, pitch := r.String("form"), r.NumberOr("pitch", 0)
	switch {
	case form == "shed" && pitch > 0:
		c.shed(min(pitch, steepest), geom.Direction(r.NumberOr("direction", 0)), z)
	case (form == "gable" || form == "hip") && len(eaves) <= skeleton.MostEdges:
		return c.rise(eaves, z)
	}
	return true
}

// steepest is the greatest pitch in degrees.
const steepest = 89

// shed lays one plane that has the height z where it is lowest.
func (c *canopy) shed(pitch float64, fall geom.Point, z float64) {
	low := c.region.Outer.Points[0]
	for _, p := range c.region.Outer.Points {
		if p.Dot(fall) > low.Dot(fall) {
			low = p
		}
	}
	c.planes = []incline{{low, z, fall.Scale(-tangent(pitch))}}
}

// rise lays a plane from each of the eaves that has a pitch, as far as the next plane.
// One with more edges than a skeleton takes stays level, and so does one without a
// pitch.
func (c *canopy) rise(eaves []eave, z float64) bool {
	speeds := make([]float64, len(eaves))
	rising := false
	for i, e := range eaves {
		if e.pitch > 0 {
			speeds[i], rising = 1/tangent(e.pitch), true
		}
	}
	if !rising {
		return true
	}
	faces, ok := skeleton.Faces(c.region.Outer, speeds)
	if !ok {
		return false
	}
	c.planes = nil
	for i, f := range faces {
		e := eaves[f.Edge]
		if i == 0 || faces[i-1].Edge != f.Edge {
			c.planes = append(c.planes, incline{e.line.Start, z, e.line.TangentAt(0).Left().Scale(tangent(e.pitch))})
		}
		c.facets = append(c.facets, facet{geom.Region{Outer: f.Ring}, c.planes[len(c.planes)-1]})
	}
	if len(c.planes) == 1 {
		c.facets = nil
	}
	return true
}
