package picture

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// farAway is how far in mm from the middle of a storey an element may lie that is drawn
// where nobody asked for a part of the storey: two kilometres, more than any building.
const farAway = 2_000_000

// around answers the box around records, without those that lie far from most of them:
// one wall that went astray would make a dot of the building.
func (p *plan) around(lists ...[]*model.Record) geom.Box {
	var ids []string
	var boxes []geom.Box
	for _, list := range lists {
		for _, r := range list {
			if b, ok := category.Space(p.s).Get(r.ID()); ok {
				ids, boxes = append(ids, r.ID()), append(boxes, b)
			}
		}
	}
	box := geom.EmptyBox()
	for _, b := range boxes {
		box = box.Union(b)
	}
	if size := box.Size(); len(boxes) < 3 || max(size.X, size.Y) <= farAway {
		return box
	}
	middle := middleOf(boxes)
	box = geom.EmptyBox()
	for i, b := range boxes {
		if b.Distance(geom.BoxOf(middle)) > farAway {
			p.note(ids[i] + " lies far from the rest of the storey and is left out; bounds draws where it is")
			continue
		}
		box = box.Union(b)
	}
	return box
}

// middleOf answers the median of where boxes stand.
func middleOf(boxes []geom.Box) geom.Point3 {
	median := func(at func(geom.Box) float64) float64 {
		values := make([]float64, len(boxes))
		for i, b := range boxes {
			values[i] = at(b)
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	return geom.Point3{
		X: median(func(b geom.Box) float64 { return (b.Min.X + b.Max.X) / 2 }),
		Y: median(func(b geom.Box) float64 { return (b.Min.Y + b.Max.Y) / 2 }),
		Z: median(func(b geom.Box) float64 { return (b.Min.Z + b.Max.Z) / 2 }),
	}
}
