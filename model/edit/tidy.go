package edit

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Numbers that commands compute go into records on a grid of 1e-6 mm (geom.Round).
// One that follows a line which moves may come back off by the last digits of that
// grid, so what lies within two of them of a thousandth of a millimetre is taken to be
// that thousandth: 3000, never 2999.999999.

// tidy rounds a number that may have been rounded on its way there.
func tidy(x float64) float64 {
	const perMM, digits = 1e3, 2 * geom.Epsilon
	if coarse := math.Round(x*perMM)/perMM + 0; math.Abs(coarse-x) <= digits {
		return coarse
	}
	return geom.Round(x)
}

// tidyPoint is tidy for both coordinates of a point.
func tidyPoint(p geom.Point) geom.Point { return geom.Point{X: tidy(p.X), Y: tidy(p.Y)} }

// pointValue is a computed point as a value of a record.
func pointValue(p geom.Point) []any { return model.PointValue(geom.Round(p.X), geom.Round(p.Y)) }

// optional is a computed number as a member whose absence means zero.
func optional(x float64) any {
	if x = tidy(x); x != 0 {
		return x
	}
	return nil
}
