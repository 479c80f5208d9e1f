package check

import (
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var offsetSuspicious = &Rule{Name: "offset.suspicious", Severity: model.Warning, Fixes: true, record: lookOffset,
	Doc: "An offset counts from the element's level. One that repeats the level's elevation and so leaves the storey was mostly meant from zero; the fix takes it out.",
	Limits: []Limit{{Name: "elevation", Default: 1000, Unit: "mm",
		Doc: "Levels nearer to zero than this, at least 500, are not looked at."}}}

// leastSuspicious is the smallest offset in mm that is ever suspicious.
const leastSuspicious = 500

// offsetMembers answers the members of a category that count from the element's level.
func offsetMembers(category string) []string {
	switch category {
	case "door", "window", "opening":
		return []string{"sill"}
	case "slab", "ceiling", "roof":
		return []string{"offset"}
	}
	return []string{"baseOffset"}
}

func lookOffset(o *owner) {
	member, level := suspiciousOffset(o)
	if member == "" {
		return
	}
	value, _ := o.record.Number(member)
	o.report(issue{pointer: "/" + member, fix: offsetFix(o),
		message: fmt.Sprintf("%s of %s is %s and repeats the elevation of its level %s; it counts from the level: take it out, or set it from there",
			member, idText(o.id()), mm(value), idText(level.ID))})
}

// suspiciousOffset answers the member by which an element stands as far from its
// level as that does from zero, and outside its storey. It is empty where there is none.
func suspiciousOffset(o *owner) (string, category.Level) {
	level, ok := category.Levels(o.s).Get(o.record.String("levelId"))
	looks := o.set.byName["offset.suspicious"]
	if !ok || looks == nil || math.Abs(level.Elevation) < max(looks.limits["elevation"], leastSuspicious+geom.JoinTolerance) {
		return "", level
	}
	for _, member := range offsetMembers(o.category()) {
		value, ok := o.record.Number(member)
		repeats := math.Abs(math.Abs(value)-math.Abs(level.Elevation)) < geom.JoinTolerance
		inside := value >= 0 && level.HasTop && value < level.Height()-geom.JoinTolerance
		if ok && repeats && !inside {
			return member, level
		}
	}
	return "", level
}

// offsetFix is the command that takes a suspicious offset out, nil where there is
// none or where that would break another rule.
func offsetFix(o *owner) model.Object {
	member, _ := suspiciousOffset(o)
	if member == "" {
		return nil
	}
	without := o.record.Without(member)
	sound := true
	switch o.category() {
	case "door", "window", "opening":
		sound = fitsWall(o, without)
	case "slab":
		eachSlabOver(o.s, without, func(*model.Record, float64) { sound = false })
	case "room", "column", "stair":
		top, ok := category.Top(o.s, without)
		sound = ok && top > category.Base(o.s, without)
	case "furniture", "equipment", "ceiling", "roof":
	default:
		sound = false
	}
	if !sound {
		return nil
	}
	return unset(o.id(), member)
}
