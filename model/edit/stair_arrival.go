package edit

import (
	"fmt"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// onward answers points just beyond the stair's end, one of which has to lie on a floor.
func (p *stairPlan) onward() []geom.Point {
	w, ok := category.StairParts(p.s, p.record)
	if !ok || len(w.Line) < 2 {
		return nil
	}
	head := w.Line[len(w.Line)-1].Plan()
	way := head.Sub(w.Line[len(w.Line)-2].Plan()).Unit()
	var points []geom.Point
	for _, beyond := range []float64{20, 150, 300} {
		points = append(points, head.Add(way.Scale(beyond)))
	}
	return points
}

// arrive refuses a stair that ends beside the slabs of the floor that it leads to. Where
// there are none it may wait for them.
func (p *stairPlan) arrive() error {
	const beside = 1000 // mm
	points := p.onward()
	if len(points) == 0 {
		return nil
	}
	s := p.tx.Snapshot()
	slack := p.tx.limit("stair.reaches-level", "offset", 20)
	near := ""
	for _, id := range slices.Sorted(category.Space(s).Search(geom.BoxOf(points[0].At(p.top)).Grow(beside))) {
		slab := s.Record(id)
		if box, ok := category.Bounds(s, slab); slab.Category() != "slab" || !ok || math.Abs(box.Max.Z-p.top) > slack {
			continue
		}
		near = titled(slab)
		for _, g := range category.Covered(s, slab) {
			if slices.ContainsFunc(points, func(at geom.Point) bool { return g.Locate(at, geom.JoinTolerance) != geom.Outside }) {
				return nil
			}
		}
	}
	if near == "" {
		return nil
	}
	at := points[0]
	return p.tx.Invalid(p.path, fmt.Sprintf("it would end near [%.5g, %.5g], where %s does not go on; shift it, or lead it on to a floor", at.X, at.Y, near), nil)
}
