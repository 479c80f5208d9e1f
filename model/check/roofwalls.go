package check

import (
	"fmt"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var roofBelowWalls = &Rule{Name: "roof.below-walls", Severity: model.Warning, record: lookBelowWalls, on: []string{"roof"},
	Doc: "A roof lies on the walls under it: no wall that is wholly within it stands through a sloped roof, and walls along most of its edges are not all higher than it.",
	Limits: []Limit{
		{Name: "through", Default: 500, Unit: "mm", Doc: "How far a wall within a sloped roof may stand above it, as a fire wall does."},
		{Name: "parapet", Default: 1200, Unit: "mm", Doc: "How far the walls along the edges may all stand above the roof, as parapets do."},
	}}

// besideRoof is how far in mm from a roof's box walls are looked at with it.
const besideRoof = 1000

// roofPlace is a place on the axis of a wall where a roof lies over it, or under its
// top.
type roofPlace struct {
	at   geom.Point
	roof stretch // the roof's lower and upper side
	edge int     // the edge of its outline that it is along, -1 where it is away from all
}

// wallUnder is a wall that a roof lies over or through.
type wallUnder struct {
	*model.Record
	attached  bool // to the roof, or embedded in another wall: it ends where it should
	base, top float64
	line      geom.Curve
	places    []roofPlace
	within    bool // whether the roof lies over all of it
}

// wallsUnder answers the walls that a roof meets in plan, and where.
func wallsUnder(o *owner) []wallUnder {
	region, ok := soundOutline(o.record)
	box, boxed := category.Space(o.s).Get(o.id())
	if !ok || !boxed || !category.Stands(o.s, o.record) {
		return nil
	}
	var walls []wallUnder
	for _, wall := range near(o.s, o.record, box.Grow(besideRoof), wallCategories...) {
		line, ok := category.Axis(o.s, wall)
		top, known := category.Top(o.s, wall)
		if !ok || !known {
			continue
		}
		w := wallUnder{Record: wall, base: category.Base(o.s, wall), top: top, line: line}
		w.attached = wall.Has("hostId") || slices.Contains(wall.Strings("topHostIds"), o.id())
		if w.meet(o, region); len(w.places) > 0 {
			walls = append(walls, w)
		}
	}
	return walls
}

// meet finds where a roof meets a wall: along its axis, a metre apart at most.
func (w *wallUnder) meet(o *owner, region geom.Region) {
	const apart, most, fromEnd = 1000, 40, 10
	n := max(1, int(math.Ceil(min(w.line.Length()/apart, most))))
	thickness, _ := category.Thickness(o.s, w.Record)
	for i := range n + 1 {
		at := w.line.PointAt(fromEnd + (w.line.Length()-2*fromEnd)*float64(i)/float64(n))
		edge, within := edgeAt(region.Outer, at, thickness)
		if solid := upright(o.s, o.record, within); len(solid) > 0 && solid[0].to > w.base {
			w.places = append(w.places, roofPlace{at, solid[0], edge})
		}
	}
	w.within = len(w.places) == n+1
}

// edgeAt answers the edge of an outline on which a point is, give or take the thickness
// of a wall that stands there, and the point just within that edge; -1 and the point
// itself where it is on none.
func edgeAt(outline geom.Ring, at geom.Point, thickness float64) (int, geom.Point) {
	const slack, inwards = 100, 5
	for i, edge := range outline.Edges() {
		if p := edge.Project(at); p.Distance <= thickness+slack {
			return i, edge.PointAt(p.Along).Sub(outline.OutwardNormal(i).Scale(inwards))
		}
	}
	return -1, at
}

func lookBelowWalls(o *owner) {
	walls := wallsUnder(o)
	if o.record.String("form") != "flat" {
		for _, w := range walls {
			if rise := w.rise(-1); !w.attached && w.within && rise > o.limit("through") {
				o.report(issue{pointer: "/levelId", with: []string{w.ID()},
					message: fmt.Sprintf("%s stands through %s, up to %s above it; attach it to the roof, lower it, or correct the height of the roof",
						idText(w.ID()), idText(o.id()), mm(rise))})
			}
		}
	}
	region, _ := soundOutline(o.record)
	buried, length := 0.0, region.Outer.Perimeter()
	var higher []string
	for i, edge := range region.Outer.Edges() {
		ids, all := higherAlong(o, walls, i)
		if len(ids) > 0 && all {
			buried += edge.Length()
			higher = append(higher, ids...)
		} else if len(ids) > 0 {
			return
		}
	}
	if slices.Sort(higher); len(higher) > 0 && buried > length/2 {
		o.found("/levelId", "%s lies over %s below the tops of the walls along its edges: %s; correct its level or offset",
			idText(o.id()), mm(o.limit("parapet")), idList(slices.Compact(higher)))
	}
}

// higherAlong answers the walls along an edge of a roof, and whether all of them stand
// higher above it than a parapet.
func higherAlong(o *owner, walls []wallUnder, edge int) (ids []string, all bool) {
	all = true
	for _, w := range walls {
		if rise := w.rise(edge); !w.attached && !math.IsInf(rise, -1) {
			ids, all = append(ids, w.ID()), all && rise > o.limit("parapet")
		}
	}
	return ids, all
}

// rise answers how far a wall stands above a roof along an edge, or for -1 away from
// its edges; minus infinity where it is not there.
func (w wallUnder) rise(edge int) float64 {
	rise := math.Inf(-1)
	for _, p := range w.places {
		if p.edge == edge {
			rise = max(rise, w.top-p.roof.to)
		}
	}
	return rise
}

var roofGableOpen = &Rule{Name: "roof.gable-open", Severity: model.Info, Fixes: true, record: lookGableOpen, on: []string{"roof"},
	Doc: "The walls under the gables of a roof run up to it. The fix attaches one that ends below.",
	Limits: []Limit{{Name: "gap", Default: 100, Unit: "mm",
		Doc: "How far below the roof a wall may end at the highest."}}}

func lookGableOpen(o *owner) {
	if form := o.record.String("form"); form != "gable" && form != "shed" && form != "hip" {
		return
	}
	walls := wallsUnder(o)
	for _, w := range walls {
		gap, at := openGable(walls, w)
		if w.attached || gap <= o.limit("gap") {
			continue
		}
		i := issue{pointer: "/outline", with: []string{w.ID()},
			message: fmt.Sprintf("%s ends %s below %s at %s, which is open there; attach it to the roof", idText(w.ID()), mm(gap), idText(o.id()), place(at))}
		if w.Category() == "wall" {
			hosts := append(w.Strings("topHostIds"), o.id())
			i.fix = update(w.ID(), model.Object{{Name: "topHostIds", Value: model.SetValue(hosts)}})
		}
		o.report(i)
	}
}

// openGable answers how far below a roof a wall along its edge ends where that is
// highest, and where. Under an eave, where the roof is level along the wall, nothing
// is open; neither is it where another wall stands on this one.
func openGable(walls []wallUnder, w wallUnder) (gap float64, at geom.Point) {
	const level = 10 // mm by which an eave may rise along a wall
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range w.places {
		if p.edge < 0 || standsOn(walls, w, p) {
			continue
		}
		low = min(low, p.roof.from)
		if p.roof.from > high {
			high, at = p.roof.from, p.at
		}
	}
	if low > w.top+besideRoof || high-low < level {
		return 0, at
	}
	return high - w.top, at
}

// standsOn tells whether another wall closes what is open above a wall.
func standsOn(walls []wallUnder, w wallUnder, p roofPlace) bool {
	return slices.ContainsFunc(walls, func(o wallUnder) bool {
		return o.ID() != w.ID() && o.base > w.base+geom.JoinTolerance && o.base <= w.top+besideRoof && o.line.Project(p.at).Distance <= 500
	})
}
