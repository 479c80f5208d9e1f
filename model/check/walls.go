package check

import (
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var wallCategories = []string{"wall", "curtain-wall"}

var wallLength = &Rule{Name: "wall.length", Severity: model.Error, record: lookWallLength, on: wallCategories,
	Doc:    "A wall or curtain wall is longer than the minimum.",
	Limits: []Limit{{Name: "minimum", Default: 1, Unit: "mm", Doc: "The length that a wall has to exceed."}}}

func lookWallLength(o *owner) {
	line, ok := category.Baseline(o.record)
	if length := line.Length(); ok && !(length > o.limit("minimum")) {
		o.found("/end", "%s is %s long; a wall is longer than %s: move its start or end", idText(o.id()), mm(length), mm(o.limit("minimum")))
	}
}

var wallHeight = &Rule{Name: "wall.height", Severity: model.Error, record: lookWallHeight, on: wallCategories,
	Doc: "A wall or curtain wall has a top above its base. One whose height takes it above its storey without a topLevelId is a warning."}

func lookWallHeight(o *owner) {
	if !lookRise(o) {
		return
	}
	height, given := o.record.Number("height")
	level, stands := category.Levels(o.s).Get(o.record.String("levelId"))
	if !given || !stands || !level.HasTop || o.record.Has("topHostIds") {
		return
	}
	top := category.Base(o.s, o.record) + height
	if top > level.Top+geom.JoinTolerance {
		o.report(issue{pointer: "/height", milder: model.Warning,
			message: fmt.Sprintf("%s, %s high, ends %s above its storey; give it the level up to which it runs as topLevelId, or a height of %s",
				idText(o.id()), mm(height), mm(top-level.Top), mm(level.Top-category.Base(o.s, o.record)))})
	}
}

// lookRise reports an element without a top or with one that is not above its
// base, and tells whether it is sound.
func lookRise(o *owner) bool {
	base := category.Base(o.s, o.record)
	top, known := category.Top(o.s, o.record)
	pointer := topMember(o.record)
	switch {
	case !known && brokenTop(o):
		return false // told by the rule of the reference or member
	case !known:
		o.found(pointer, "nothing says how high %s is: its level %s has no height and no level above it; give the %s a height or a topLevelId",
			idText(o.id()), idText(o.record.String("levelId")), o.category())
		return false
	case !(top > base):
		o.found(pointer, "%s starts at %s and ends at %s above zero; a %s ends above its base: correct its height, top or offsets",
			idText(o.id()), mm(base), mm(top), o.category())
		return false
	}
	return true
}

// topMember points to the member that decides how high an element reaches.
func topMember(r *model.Record) string {
	for _, member := range []string{"height", "topLevelId", "topOffset", "baseOffset"} {
		if r.Has(member) {
			return "/" + member
		}
	}
	return "/levelId"
}

// brokenTop tells whether a top is unknown because of a member that another rule
// tells of.
func brokenTop(o *owner) bool {
	r := o.record
	if r.Has("height") {
		return true
	}
	levels := category.Levels(o.s)
	if r.Has("topLevelId") {
		return true
	}
	_, ok := levels.Get(r.String("levelId"))
	return !ok
}

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

// eachWallPair calls f as eachWallBeside, for walls that come after the owner by id
// alone, so that a pair is told once.
func eachWallPair(o *owner, f func(other *model.Record)) {
	eachWallBeside(o, func(other *model.Record) {
		if other.ID() > o.id() {
			f(other)
		}
	})
}

// eachWallBeside calls f for every wall that touches the owner's box and shares a
// phase and a height with it. A curtain wall and the wall it is embedded in are not
// beside each other.
func eachWallBeside(o *owner, f func(other *model.Record)) {
	top, ok := category.Top(o.s, o.record)
	if !ok {
		return
	}
	base := category.Base(o.s, o.record)
	for _, file := range touching(o.s, o.record) {
		other := file.Record()
		if other == nil || !category.IsWall(other) || embeds(o.record, other) || embeds(other, o.record) || !together(o.s, o.record, other) {
			continue
		}
		otherTop, ok := category.Top(o.s, other)
		if ok && min(top, otherTop)-max(base, category.Base(o.s, other)) > geom.JoinTolerance {
			f(other)
		}
	}
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
