package check

import (
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var wallCategories = []string{"wall", "curtain-wall"}

var wallLength = &Rule{Name: "wall.length", Severity: model.Error, record: lookWallLength, on: []string{"wall", "curtain-wall", "separator", "grid"},
	Doc:    "A wall, curtain wall, separator or grid line is longer than the minimum.",
	Limits: []Limit{{Name: "minimum", Default: 1, Unit: "mm", Doc: "The length that it has to exceed."}}}

func lookWallLength(o *owner) {
	line, ok := category.Baseline(o.record)
	if length := line.Length(); ok && !(length > o.limit("minimum")) {
		o.found("/end", "%s is %s long; a %s is longer than %s: move its start or end", idText(o.id()), mm(length), lineWord(o.category()), mm(o.limit("minimum")))
	}
}

// lineWord answers what a message calls an element along a line.
func lineWord(category string) string {
	switch category {
	case "grid", "separator":
		return category
	}
	return "wall"
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
