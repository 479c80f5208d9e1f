package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var outlined = []string{"slab", "ceiling", "roof", "room", "foundation", "shaft", "opening"}

var outlineSimple = &Rule{Name: "outline.simple", Severity: model.Error, record: lookSimple, on: outlined,
	Doc: "No edge of an outline or hole crosses or touches another; arcs are followed."}

func lookSimple(o *owner) {
	eachRing(o.record, func(pointer, name string, ring geom.Ring) {
		clash, ok := ring.Clash()
		if !ok {
			return
		}
		if ring.Edge(clash.I).Length() < geom.Epsilon || ring.Edge(clash.J).Length() < geom.Epsilon {
			o.found(pointer, "%s has a point twice at %s; take one of the two out", name, place(clash.At))
			return
		}
		o.found(pointer, "edges %d and %d of %s %s at %s; edges meet only at their ends: move or remove a point",
			clash.I, clash.J, name, clashWord(clash.Kind), place(clash.At))
	})
}

func clashWord(kind geom.ContactKind) string {
	switch kind {
	case geom.Cross:
		return "cross"
	case geom.Overlap:
		return "run along each other"
	}
	return "touch"
}

// eachRing calls f for the outline and every hole of a record with its pointer and
// what a message calls it.
func eachRing(r *model.Record, f func(pointer, name string, ring geom.Ring)) {
	region, ok := category.Outline(r)
	if !ok {
		return
	}
	f("/outline", "the outline of "+idText(r.ID()), region.Outer)
	for i, hole := range holesOf(r) {
		if hole != nil {
			f("/holes/"+strconv.Itoa(i), fmt.Sprintf("hole %d of %s", i, idText(r.ID())), *hole)
		}
	}
}

// holesOf answers the holes of a record by their index, nil for those that are none.
func holesOf(r *model.Record) []*geom.Ring {
	list, _ := r.Get("holes").([]any)
	holes := make([]*geom.Ring, len(list))
	for i, item := range list {
		if region, ok := category.Outline(model.NewRecord(model.Object{{Name: "outline", Value: item}})); ok {
			holes[i] = &region.Outer
		}
	}
	return holes
}

// sound tells whether a ring has an area and no edges that clash: what other rules
// of outlines take for granted.
func sound(ring geom.Ring) bool {
	_, clashes := ring.Clash()
	return !clashes && math.Abs(ring.Area()) >= 1
}

var outlineArea = &Rule{Name: "outline.area", Severity: model.Error, record: lookArea, on: outlined,
	Doc:    "An outline and each hole enclose at least the minimum.",
	Limits: []Limit{{Name: "minimum", Default: 100, Unit: "mm²", Doc: "The smallest area of an outline or hole."}}}

func lookArea(o *owner) {
	eachRing(o.record, func(pointer, name string, ring geom.Ring) {
		if _, clashes := ring.Clash(); clashes {
			return
		}
		if area := math.Abs(ring.Area()); area < o.limit("minimum") {
			o.found(pointer, "%s encloses %s mm²; at least %s mm² are an area: move its points apart or take it away",
				name, tenths(area), tenths(o.limit("minimum")))
		}
	})
}

var outlineWinding = &Rule{Name: "outline.winding", Severity: model.Error, Fixes: true, record: lookWinding, on: outlined,
	Doc: "The points of an outline run counter-clockwise. The fix turns it round and keeps the first point."}

func lookWinding(o *owner) {
	region, ok := category.Outline(o.record)
	if !ok || !sound(region.Outer) || region.Outer.IsCCW() {
		return
	}
	o.report(issue{pointer: "/outline", fix: rewinding(o),
		message: "the outline of " + idText(o.id()) + " runs clockwise; outlines run counter-clockwise"})
}

// rewinding is the command that makes an outline run counter-clockwise and its
// holes clockwise.
func rewinding(o *owner) model.Object {
	return model.Object{{Name: "command", Value: "rewind"}, {Name: "id", Value: o.id()}}
}

var outlineHolesInside = &Rule{Name: "outline.holes-inside", Severity: model.Error, Fixes: true, record: lookHoles, on: outlined,
	Doc: "Holes lie inside their outline, apart from each other, and run clockwise. Where only the direction is wrong the fix turns it round."}

func lookHoles(o *owner) {
	region, ok := category.Outline(o.record)
	if !ok || !sound(region.Outer) {
		return
	}
	holes := holesOf(o.record)
	outer := geom.Region{Outer: region.Outer}
	for at, hole := range holes {
		if hole == nil || !sound(*hole) {
			continue
		}
		own := geom.Region{Outer: *hole}
		i := issue{pointer: "/holes/" + strconv.Itoa(at)}
		switch other := overlapped(holes[:at], own); {
		case !geom.Within(own, outer, geom.JoinTolerance):
			i.message = fmt.Sprintf("hole %d of %s reaches beyond its outline; move it inside or cut the outline itself", at, idText(o.id()))
		case other >= 0:
			i.message = fmt.Sprintf("hole %d of %s lies over hole %d; make them one or move them apart", at, idText(o.id()), other)
		case hole.IsCCW():
			i.message = fmt.Sprintf("hole %d of %s runs counter-clockwise; holes run clockwise", at, idText(o.id()))
			i.fix = rewinding(o)
		default:
			continue
		}
		o.report(i)
	}
}

// overlapped answers the index of the first sound hole that a region lies over, -1
// where there is none.
func overlapped(holes []*geom.Ring, own geom.Region) int {
	return slices.IndexFunc(holes, func(hole *geom.Ring) bool {
		return hole != nil && sound(*hole) && geom.Overlaps(geom.Region{Outer: *hole}, own, geom.JoinTolerance)
	})
}
