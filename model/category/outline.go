package category

import (
	"strconv"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Outline answers the outline of a slab, ceiling, roof, room, foundation, shaft or
// opening in plan, with its arcs and holes. It is false where it has none.
func Outline(r *model.Record) (geom.Region, bool) {
	points, ok := r.Points("outline")
	if !ok || len(points) < 3 {
		return geom.Region{}, false
	}
	region := geom.Region{Outer: geom.Ring{Points: pointsOf(points), Sagittas: arcs(r, len(points))}}
	holes, _ := r.Get("holes").([]any)
	for _, item := range holes {
		if hole, ok := model.PointList(item); ok && len(hole) >= 3 {
			region.Holes = append(region.Holes, geom.Ring{Points: pointsOf(hole)})
		}
	}
	return region, true
}

// arcs answers the sagittas of an outline's edges in mm, nil where all are straight.
func arcs(r *model.Record, edges int) map[int]float64 {
	var sagittas map[int]float64
	for _, m := range r.Object("arcs") {
		i, err := strconv.Atoi(m.Name)
		f, ok := m.Value.(float64)
		if err != nil || !ok || i < 0 || i >= edges {
			continue
		}
		if sagittas == nil {
			sagittas = map[int]float64{}
		}
		sagittas[i] = f
	}
	return sagittas
}
