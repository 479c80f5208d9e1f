package check

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

var columnHeight = &Rule{Name: "column.height", Severity: model.Error, record: func(o *owner) { lookRise(o) }, on: []string{"column"},
	Doc: "A column has a top above its base."}

var beamLength = &Rule{Name: "beam.length", Severity: model.Error, record: lookBeamLength, on: []string{"beam", "brace"},
	Doc:    "A beam or brace is longer than the minimum.",
	Limits: []Limit{{Name: "minimum", Default: 1, Unit: "mm", Doc: "The length that a beam or brace has to exceed."}}}

func lookBeamLength(o *owner) {
	length, ok := segmentLength(o.record)
	if ok && !(length > o.limit("minimum")) {
		o.found("/end", "%s is %s long; a %s is longer than %s: move its start or end", idText(o.id()), mm(length), o.category(), mm(o.limit("minimum")))
	}
}

// segmentLength answers the length of an axis in space in mm.
func segmentLength(r *model.Record) (float64, bool) {
	a, okA := r.Point3("start")
	b, okB := r.Point3("end")
	axis := geom.Point3{X: b[0] - a[0], Y: b[1] - a[1], Z: b[2] - a[2]}
	return axis.Len(), okA && okB
}
