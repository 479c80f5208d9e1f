package picture

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// farAway is how far in mm from the middle of a storey an element may reach that is drawn
// where nobody asked for a part of the storey: two kilometres, more than any building.
const farAway = 2_000_000

// around answers the box around records, without those that reach far from most of them:
// one wall that went astray would make a dot of the building.
func (p *plan) around(lists ...[]*model.Record) geom.Box {
	box, _ := p.gathered(lists...)
	return box
}

// gathered answers the box around records without those that lie far from most of them,
// and the ids of these.
func (p *plan) gathered(lists ...[]*model.Record) (geom.Box, []string) {
	var ids []string
	var boxes []geom.Box
	for _, list := range lists {
		for _, r := range list {
			if b, ok := category.Space(p.s).Get(r.ID()); ok {
				ids, boxes = append(ids, r.ID()), append(boxes, b)
			}
		}
	}
	box, far := together(boxes)
	var astray []string
	for _, i := range far {
		astray = append(astray, ids[i])
	}
	return box, astray
}

// together answers the box around boxes without those that lie far from most of them, and
// which these are.
func together(boxes []geom.Box) (box geom.Box, far []int) {
	box = geom.EmptyBox()
	for _, b := range boxes {
		box = box.Union(b)
	}
	if size := box.Size(); len(boxes) < 3 || max(size.X, size.Y, size.Z) <= farAway {
		return box, nil
	}
	near := geom.BoxOf(middleOf(boxes)).Grow(farAway)
	box = geom.EmptyBox()
	for i, b := range boxes {
		if !near.Contains(b) {
			far = append(far, i)
			continue
		}
		box = box.Union(b)
	}
	return box, far
}

// building answers the box around a model without what lies far from most of it.
func building(s *model.Snapshot) geom.Box {
	space := category.Space(s)
	all := space.Bounds()
	if size := all.Size(); all.IsEmpty() || max(size.X, size.Y, size.Z) <= farAway {
		return all
	}
	var boxes []geom.Box
	for id := range space.Search(all) {
		if b, ok := space.Get(id); ok {
			boxes = append(boxes, b)
		}
	}
	box, _ := together(boxes)
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
