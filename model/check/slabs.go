package check

import (
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var slabOverlap = &Rule{Name: "slab.overlap", Severity: model.Error, record: lookSlabOverlap, on: []string{"slab"},
	Doc: "No two slabs take the same place at the same height in one phase. A finish (a slab without a structural layer) may lie on a structure."}

func lookSlabOverlap(o *owner) {
	eachSlabOver(o.s, o.record, func(other *model.Record, area float64) {
		if other.ID() <= o.id() {
			return
		}
		o.report(issue{pointer: "/outline", with: []string{other.ID()},
			message: fmt.Sprintf("%s and %s take the same place at one height over %.1f m²; change an outline or an offset, or make one a finish",
				idText(o.id()), idText(other.ID()), area/1e6)})
	})
}

// eachSlabOver calls f for every slab that lies over a slab where it may not, with
// the area in mm² that both take.
func eachSlabOver(s *model.Snapshot, slab *model.Record, f func(other *model.Record, area float64)) {
	region, ok := soundOutline(slab)
	if !ok {
		return
	}
	for _, file := range touching(s, slab) {
		other := file.Record()
		if file.Category() != "slab" || other == nil || !sameHeight(s, slab, other) || !together(s, slab, other) ||
			isFinish(s, slab) != isFinish(s, other) {
			continue
		}
		over, ok := soundOutline(other)
		if ok && geom.Overlaps(region, over, geom.JoinTolerance) {
			f(other, geom.IntersectionArea(region, over))
		}
	}
}

// soundOutline answers an outline that encloses something, without its holes that
// do not.
func soundOutline(r *model.Record) (geom.Region, bool) {
	region, ok := category.Outline(r)
	if !ok || !sound(region.Outer) {
		return region, false
	}
	region.Holes = slices.DeleteFunc(region.Holes, func(hole geom.Ring) bool { return !sound(hole) })
	return region, true
}

// sameHeight tells whether two slabs overlap in height by more than a touch. Sloped
// slabs are compared with those of an equal slope alone.
func sameHeight(s *model.Snapshot, a, b *model.Record) bool {
	if !model.Equal(a.Get("slope"), b.Get("slope")) {
		return false
	}
	lowA, topA := slabHeights(s, a)
	lowB, topB := slabHeights(s, b)
	return min(topA, topB)-max(lowA, lowB) > geom.JoinTolerance
}

func slabHeights(s *model.Snapshot, r *model.Record) (low, top float64) {
	top = category.Elevation(s, r) + r.NumberOr("offset", 0)
	thickness, _ := category.Thickness(s, r)
	return top - thickness, top
}

// isFinish tells whether a slab is a finish: its kind, or its type's, says so, or
// its type has layers and none of them is structural.
func isFinish(s *model.Snapshot, r *model.Record) bool {
	t := category.TypeOf(s, r)
	if kind := r.String("kind"); kind != "" || t == nil {
		return kind == "finish"
	}
	layers := objectsIn(t.Get("layers"))
	return t.String("kind") == "finish" || len(layers) > 0 && !slices.ContainsFunc(layers, isStructure)
}

func isStructure(layer model.Object) bool { return layer.Get("function") == "structure" }

// objectsIn answers the objects of a list.
func objectsIn(list any) []model.Object {
	items, _ := list.([]any)
	objects := make([]model.Object, 0, len(items))
	for _, item := range items {
		if o, ok := item.(model.Object); ok {
			objects = append(objects, o)
		}
	}
	return objects
}
