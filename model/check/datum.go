package check

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

var levelElevationUnique = &Rule{Name: "level.elevation-unique", Severity: model.Warning, record: lookElevation, on: []string{"level"},
	Doc: "No two levels of one building have the same elevation, within 1 mm."}

// lookElevation reports every level but the first, by id, at an elevation.
func lookElevation(o *owner) {
	first := ""
	own, ok := eachLevelBeside(o, func(own, other category.Level) {
		if other.ID < own.ID && math.Abs(other.Elevation-own.Elevation) < geom.JoinTolerance && (first == "" || other.ID < first) {
			first = other.ID
		}
	})
	if ok && first != "" {
		o.report(issue{pointer: "/elevation",
			message: fmt.Sprintf("%s and %s both lie at %s; make them one level or give one its own elevation", idText(first), idText(o.id()), mm(own.Elevation))})
	}
}

// eachLevelBeside answers the owner's level and calls f for every other level of its
// building that says an elevation. It is false where the owner says none.
func eachLevelBeside(o *owner, f func(own, other category.Level)) (category.Level, bool) {
	levels := category.Levels(o.s)
	own, ok := levels.Get(o.id())
	if _, said := o.record.Number("elevation"); !ok || !said {
		return own, false
	}
	for _, other := range levels.All() {
		if other.ID == own.ID || other.Building != own.Building {
			continue
		}
		if _, said := o.s.Record(other.ID).Number("elevation"); said {
			f(own, other)
		}
	}
	return own, true
}

var levelOrder = &Rule{Name: "level.order", Severity: model.Warning, record: lookLevelOrder, on: []string{"level"},
	Doc: "A level's height does not reach past the next storey of its building, and levels that are numbered rise with their numbers."}

func lookLevelOrder(o *owner) {
	lookStorey(o)
	number, numbered := levelNumber(o.record)
	if !numbered {
		return
	}
	above := category.Level{}
	own, ok := eachLevelBeside(o, func(own, other category.Level) {
		n, also := levelNumber(o.s.Record(other.ID))
		if also && n < number && other.Elevation > own.Elevation && above.ID == "" {
			above = other
		}
	})
	if ok && above.ID != "" {
		n, _ := levelNumber(o.s.Record(above.ID))
		o.report(issue{pointer: "/number",
			message: fmt.Sprintf("%s has number %v and lies at %s, below %s with number %v at %s; correct a number or an elevation",
				idText(o.id()), number, mm(own.Elevation), idText(above.ID), n, mm(above.Elevation))})
	}
}

// lookStorey reports a height that runs past the next storey.
func lookStorey(o *owner) {
	height, ok := o.record.Number("height")
	next, above := category.Levels(o.s).Next(o.id())
	own, _ := category.Levels(o.s).Get(o.id())
	if over := own.Elevation + height - next.Elevation; ok && above && own.PartOf == "" && own.Kind != "support" && over > geom.JoinTolerance {
		o.report(issue{pointer: "/height",
			message: fmt.Sprintf("the height of %s, %s, reaches %s past %s; leave the height out to end at the next storey, or correct an elevation",
				idText(o.id()), mm(height), mm(over), idText(next.ID))})
	}
}

func levelNumber(level *model.Record) (float64, bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(level.String("number")), 64)
	return n, err == nil
}

var gridLabelUnique = &Rule{Name: "grid.label-unique", Severity: model.Error, record: lookLabel, on: []string{"grid"},
	Doc: "A grid's name is its label, and no two grids have the same."}

// lookLabel reports every grid but the first, by id, with a label.
func lookLabel(o *owner) {
	label := strings.TrimSpace(o.record.String("name"))
	if label == "" {
		return
	}
	for _, id := range keysOf(o.s).members(gridLabel, label) {
		if id < o.id() && hasKey(o.s, id, gridLabel, label) {
			o.found("/name", "%s has the label %s, which is %s's; give it another", idText(o.id()), quote(label), idText(id))
			return
		}
	}
}
