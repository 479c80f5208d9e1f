package edit

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Numbers that commands compute go into records on a grid of 1e-6 mm. One that was
// mapped from one line onto another and back may be off by the last digit of that
// grid, so what lies within two digits of a thousandth of a millimetre is taken to
// be that thousandth: 3000, never 2999.999999.

// tidy rounds a computed number for a record.
func tidy(x float64) float64 {
	const perMM, digits = 1e3, 2 * geom.Epsilon
	if coarse := math.Round(x*perMM)/perMM + 0; math.Abs(coarse-x) <= digits {
		return coarse
	}
	return geom.Round(x)
}

// tidyPoint rounds a computed point for a record.
func tidyPoint(p geom.Point) geom.Point { return geom.Point{X: tidy(p.X), Y: tidy(p.Y)} }

// pointValue is a computed point as a value of a record.
func pointValue(p geom.Point) []any { return model.PointValue(tidy(p.X), tidy(p.Y)) }

// optional is a computed number as a member whose absence means zero.
func optional(x float64) any {
	if x = tidy(x); x != 0 {
		return x
	}
	return nil
}
