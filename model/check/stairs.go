package check

import (
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var stairCategory = []string{"stair"}

var stairRiser = &Rule{Name: "stair.riser", Severity: model.Error, record: lookRiser, on: stairCategory,
	Doc: "The risers of a stair are neither too high nor too low to climb.",
	Limits: []Limit{
		{Name: "minimum", Default: category.StairLeastRiser, Unit: "mm", Doc: "The least height of a riser."},
		{Name: "maximum", Default: category.StairMostRiser, Unit: "mm", Doc: "The greatest height of a riser."},
	}}

func lookRiser(o *owner) {
	w, ok := category.StairParts(o.s, o.record)
	least, most := o.limit("minimum"), o.limit("maximum")
	if !ok || w.Riser >= least-geom.Epsilon && w.Riser <= most+geom.Epsilon {
		return
	}
	rise := w.Riser * float64(w.Risers)
	text := fmt.Sprintf("%s has %d risers of %s; a riser is from %s to %s", idText(o.id()), w.Risers, mm(w.Riser), mm(least), mm(most))
	if few, many := math.Ceil(rise/most), math.Floor(rise/least); few <= many && few > 0 {
		text += fmt.Sprintf(": climb its %s in %v to %v", mm(rise), few, many)
	}
	o.found(risersMember(o.record), "%s", text)
}

func risersMember(stair *model.Record) string {
	if stair.Has("flights") {
		return "/flights"
	}
	return "/risers"
}

var stairGoing = &Rule{Name: "stair.going", Severity: model.Error, record: lookGoing, on: stairCategory,
	Doc:    "The treads of a stair are deep enough to step on, measured along the middle of its flights.",
	Limits: []Limit{{Name: "minimum", Default: category.StairLeastGoing, Unit: "mm", Doc: "The least going: the depth of a tread from nosing to nosing."}}}

func lookGoing(o *owner) {
	w, ok := category.StairParts(o.s, o.record)
	if !ok || w.Going == 0 || w.Going >= o.limit("minimum")-geom.Epsilon {
		return
	}
	pointer := "/path"
	if o.record.Has("flights") {
		pointer = "/flights"
	}
	o.found(pointer, "%s has goings of %s; a tread is %s deep or more: lengthen its path or take fewer risers", idText(o.id()), mm(w.Going), mm(o.limit("minimum")))
}

var stairReachesLevel = &Rule{Name: "stair.reaches-level", Severity: model.Error, record: lookReachesLevel, on: stairCategory,
	Doc: "A stair rises and ends on its top level, or on a slab at the height of its end; where slabs lie near its end, one of them meets it.",
	Limits: []Limit{{Name: "offset", Default: 20, Unit: "mm",
		Doc: "How far above or below its top level, or a slab, a stair may end."}}}

func lookReachesLevel(o *owner) {
	base := category.Base(o.s, o.record)
	top, known := category.Top(o.s, o.record)
	if !known {
		return // told by the rule of the reference
	}
	id := idText(o.id())
	if top <= base {
		o.found("/topLevelId", "%s starts at %s and ends at %s above zero; a stair ends above its foot: choose a higher top level", id, mm(base), mm(top))
		return
	}
	w, ok := category.StairParts(o.s, o.record)
	if !ok || len(w.Line) < 2 || !category.Stands(o.s, o.record) {
		return
	}
	meets, slabs := floorBeyond(o, w)
	level, _ := category.Levels(o.s).Get(o.record.String("topLevelId"))
	off := top - level.Elevation
	switch {
	case meets:
	case math.Abs(off) > o.limit("offset"):
		o.found("/topOffset", "%s ends %s %s its top level %s, where no slab lies; correct topOffset or topLevelId", id, mm(math.Abs(off)), aboveOrBelow(off), idText(level.ID))
	case slabs:
		o.found("/topLevelId", "%s ends at %s beside the slabs of its top level; none meets it there: move its end, or an edge of the slab or its opening",
			id, place(w.Line[len(w.Line)-1].Plan()))
	}
}

func aboveOrBelow(off float64) string {
	if off > 0 {
		return "above"
	}
	return "below"
}

// besideStair is how far in mm from a stair slabs are looked at where it ends.
const besideStair = 1000

// floorBeyond tells whether a slab or the stair's own landing goes on where a stair
// ends, and whether slabs lie near there at all.
func floorBeyond(o *owner, w category.Stairway) (meets, slabs bool) {
	slack := o.limit("offset")
	head := w.Line[len(w.Line)-1]
	if last := w.Steps[len(w.Steps)-1]; last.Flight < 0 && math.Abs(last.Top-head.Z) <= slack {
		return true, true
	}
	onward := head.Sub(w.Line[len(w.Line)-2]).Plan().Unit()
	for _, slab := range near(o.s, o.record, geom.BoxOf(head).Grow(besideStair), "slab") {
		box, _ := category.Space(o.s).Get(slab.ID())
		if math.Abs(box.Max.Z-head.Z) > slack {
			continue
		}
		slabs = true
		for _, beyond := range []float64{20, 150, 300} {
			if covers(category.Covered(o.s, slab), head.Plan().Add(onward.Scale(beyond))) {
				return true, true
			}
		}
	}
	return false, slabs
}

func covers(regions []geom.Region, at geom.Point) bool {
	for _, g := range regions {
		if g.Locate(at, geom.JoinTolerance) != geom.Outside {
			return true
		}
	}
	return false
}
