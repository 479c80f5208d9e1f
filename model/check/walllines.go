package check

import (
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var wallOverlap = &Rule{Name: "wall.overlap", Severity: model.Error, record: lookWallOverlap, on: wallCategories,
	Doc: "No two walls or curtain walls run on one line at one height in one phase. A curtain wall that is embedded in the other is none of these."}

func lookWallOverlap(o *owner) {
	eachWallPair(o, func(other *model.Record) {
		shared, contact := sharedLine(o.s, o.record, other)
		if shared <= geom.JoinTolerance {
			return
		}
		o.report(issue{pointer: "/start", with: []string{other.ID()},
			message: fmt.Sprintf("%s and %s run on one line for %s, from %s; shorten, move or delete one of them",
				idText(o.id()), idText(other.ID()), mm(shared), place(contact))})
	})
}

var wallCrossing = &Rule{Name: "wall.crossing", Severity: model.Info, record: lookWallCrossing, on: wallCategories,
	Doc: "Walls that pass through each other are told: mostly one of them was meant to end there.",
	Limits: []Limit{{Name: "overshoot", Default: 200, Unit: "mm",
		Doc: "How far a wall may reach past the line of another and still be taken to end there."}}}

func lookWallCrossing(o *owner) {
	eachWallPair(o, func(other *model.Record) {
		a, okA := category.Axis(o.s, o.record)
		b, okB := category.Axis(o.s, other)
		if !okA || !okB {
			return
		}
		contact := a.Meet(b, geom.JoinTolerance)
		for _, at := range contact.Points {
			if contact.Kind != geom.Cross || !passes(o, a, other, at) || !passes(o, b, o.record, at) {
				continue
			}
			o.report(issue{pointer: "/start", with: []string{other.ID()},
				message: fmt.Sprintf("%s and %s pass through each other at %s; split or shorten one of them if it was meant to end there",
					idText(o.id()), idText(other.ID()), place(at))})
			return
		}
	})
}

// passes tells whether a line goes on past a wall that it meets at a point, on both
// sides of it.
func passes(o *owner, line geom.Curve, through *model.Record, at geom.Point) bool {
	thickness, _ := category.Thickness(o.s, through)
	reach := max(o.limit("overshoot"), thickness/2)
	along := line.Project(at).Along
	return along > reach && line.Length()-along > reach
}

// eachWallPair calls f for every wall beside the owner that comes after it by id,
// so that a pair is told once.
func eachWallPair(o *owner, f func(other *model.Record)) {
	for _, other := range o.wallsBeside() {
		if other.ID() > o.id() {
			f(other)
		}
	}
}

// wallsBeside answers every wall that touches the owner's box and shares a phase and
// a height with it. A curtain wall and the wall it is embedded in are not beside
// each other.
func (o *owner) wallsBeside() []*model.Record { return o.beside.get(o.readWallsBeside) }

func (o *owner) readWallsBeside() []*model.Record {
	var beside []*model.Record
	top, ok := category.Top(o.s, o.record)
	if !ok {
		return nil
	}
	base := category.Base(o.s, o.record)
	for _, file := range touching(o.s, o.record) {
		other := file.Record()
		if other == nil || !category.IsWall(other) || embeds(o.record, other) || embeds(other, o.record) || !together(o.s, o.record, other) {
			continue
		}
		otherTop, ok := category.Top(o.s, other)
		if ok && min(top, otherTop)-max(base, category.Base(o.s, other)) > geom.JoinTolerance {
			beside = append(beside, other)
		}
	}
	return beside
}

// embeds tells whether a curtain wall is embedded in a wall.
func embeds(wall, in *model.Record) bool {
	return in.Category() == "curtain-wall" && in.String("hostId") == wall.ID()
}

// sharedLine answers for how many mm two walls run on one line, and from where:
// along each other's centre lines, or along one baseline with their thicknesses
// over each other.
func sharedLine(s *model.Snapshot, a, b *model.Record) (length float64, from geom.Point) {
	lineA, okA := category.Baseline(a)
	lineB, okB := category.Baseline(b)
	if !okA || !okB {
		return 0, geom.Point{}
	}
	if contact := lineA.Meet(lineB, geom.JoinTolerance); contact.Kind == geom.Overlap && facesOverlap(s, a, b, lineA, lineB) {
		return contact.Length, firstPoint(contact)
	}
	axisA, okA := category.Axis(s, a)
	axisB, okB := category.Axis(s, b)
	if !okA || !okB {
		return 0, geom.Point{}
	}
	if contact := axisA.Meet(axisB, geom.JoinTolerance); contact.Kind == geom.Overlap {
		return contact.Length, firstPoint(contact)
	}
	return 0, geom.Point{}
}

func firstPoint(c geom.Contact) geom.Point {
	if len(c.Points) == 0 {
		return geom.Point{}
	}
	return c.Points[0]
}

// facesOverlap tells whether two walls on one baseline lie over each other across
// it: a wall to the left of the line and one to the right do not.
func facesOverlap(s *model.Snapshot, a, b *model.Record, lineA, lineB geom.Curve) bool {
	leftA, rightA := category.Faces(s, a)
	leftB, rightB := category.Faces(s, b)
	if tangentAt(lineA, lineB).Dot(lineB.TangentAt(lineB.Length()/2)) < 0 {
		leftB, rightB = -rightB, -leftB
	}
	if leftA == rightA || leftB == rightB { // no thickness is known
		return true
	}
	return min(leftA, leftB)-max(rightA, rightB) > geom.JoinTolerance
}

// tangentAt answers the direction of a line where it comes nearest to the middle
// of another.
func tangentAt(line, other geom.Curve) geom.Point {
	return line.TangentAt(line.Project(other.PointAt(other.Length() / 2)).Along)
}

// place writes a plan point for a message.
func place(p geom.Point) string { return "[" + tenths(p.X) + ", " + tenths(p.Y) + "] mm" }
