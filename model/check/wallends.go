package check

import (
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var wallNearMiss = &Rule{Name: "wall.near-miss", Severity: model.Warning, Fixes: true, record: lookNearMiss, on: wallCategories,
	Doc: "A wall that ends just short of another, and joins nothing there, was mostly meant to meet it. The fix lengthens it up to the other's face.",
	Limits: []Limit{{Name: "gap", Default: 10, Unit: "mm",
		Doc: "The largest gap that is taken for a miss, at most 15."}}}

func lookNearMiss(o *owner) {
	line, ok := category.Baseline(o.record)
	if !ok || !(line.Length() > geom.JoinTolerance) {
		return
	}
	joins := category.Joins(o.s, o.record)
	for i, end := range []string{"start", "end"} {
		// What ends on another wall's face is joined, though that wall's footprint may
		// have given way to its structure there.
		if endJoin(o.record, end) == "none" || joins[i].Kind != category.JoinFree {
			continue
		}
		if gap, other := nearestMiss(o, line, end); other != nil {
			reportMiss(o, line, end, gap, other.ID())
		}
	}
}

// endJoin answers how an end of a wall is said to join.
func endJoin(wall *model.Record, end string) string {
	ends, _ := wall.Object("ends").Get(end).(model.Object)
	join, _ := ends.Get("join").(string)
	return join
}

// nearestMiss answers the wall whose face the owner would reach first if that end
// went on, and after how many mm; nil where the end joins a wall already or reaches
// none within the limit.
func nearestMiss(o *owner, line geom.Curve, end string) (gap float64, miss *model.Record) {
	gap = math.Inf(1)
	for _, other := range o.wallsBeside() {
		to, ok := gapTo(o.s, line, end, other, min(o.limit("gap"), reachOfTouch))
		switch {
		case ok && to <= geom.JoinTolerance:
			return 0, nil
		case ok && (to < gap || to == gap && other.ID() < miss.ID()):
			gap, miss = to, other
		}
	}
	return gap, miss
}

// gapTo answers how far an end of a line has to go on to reach a wall's footprint, 0
// where it is within it. It is false where that is farther than a limit.
func gapTo(s *model.Snapshot, line geom.Curve, end string, wall *model.Record, limit float64) (float64, bool) {
	other, ok := category.Baseline(wall)
	if !ok {
		return 0, false
	}
	at, onward := line.End, line.Part(line.Length(), line.Length()+limit)
	if end == "start" {
		at, onward = line.Start, line.Part(0, -limit)
	}
	if other.Project(at).Distance <= geom.JoinTolerance {
		return 0, true
	}
	gap := math.Inf(1)
	for _, part := range category.Footprint(s, wall) {
		if part.Locate(at, geom.JoinTolerance) != geom.Outside {
			return 0, true
		}
		for _, face := range part.Outer.Edges() {
			for _, p := range onward.Meet(face, geom.Epsilon).Points {
				gap = min(gap, onward.Project(p).Along)
			}
		}
	}
	return gap, gap <= limit
}

func reportMiss(o *owner, line geom.Curve, end string, gap float64, other string) {
	longer := line.Part(0, line.Length()+gap)
	at := longer.End
	if end == "start" {
		longer = line.Part(-gap, line.Length())
		at = longer.Start
	}
	at = at.Round()
	set := model.Object{{Name: end, Value: model.PointValue(at.X, at.Y)}}
	if line.IsArc() {
		set = append(set, model.Member{Name: "sagitta", Value: geom.Round(longer.Sagitta)})
	}
	o.report(issue{pointer: "/" + end, with: []string{other}, fix: update(o.id(), set),
		message: fmt.Sprintf("%s stops %s short of the face of %s and joins nothing there; move its %s to %s",
			idText(o.id()), mm(gap), idText(other), end, place(at))})
}
