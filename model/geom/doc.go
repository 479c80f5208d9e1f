// Package geom holds the numbers of a building: points, boxes, lines and arcs,
// outlines with holes, plan isometries, and a persistent spatial index.
//
// It knows nothing of walls, rooms, records or files, and draws nothing. Lengths
// are millimetres, angles degrees counter-clockwise, x points east, y north and
// z up. All values are plain data and all functions are pure, so everything may
// be shared between goroutines. Numbers that are not finite give answers without
// meaning, never a panic.
package geom

import "math"

const (
	// Epsilon is the numeric tolerance in mm: nearer points are the same point.
	// It is far below anything built and, at coordinates of a kilometre, three
	// orders above the error of a float64.
	Epsilon = 1e-6

	// JoinTolerance in mm is how near two ends must be to count as joined, and
	// how deep two bodies must reach into each other to count as overlapping.
	JoinTolerance = 1.0

	// ChordTolerance in mm is how far a flattened arc may stray from the arc.
	ChordTolerance = 0.1
)

// Round returns x on the grid of [Epsilon], so that a computed coordinate is
// written the way a person would write it. It never returns negative zero.
func Round(x float64) float64 {
	if math.Abs(x) >= 1e9 { // the grid is finer than a float64 here
		return x
	}
	const perMM = 1e6 // dividing by it, unlike multiplying by Epsilon, gives the nearest float64
	return math.Round(x*perMM)/perMM + 0
}

// sincos returns the sine and cosine of an angle in degrees, exact at multiples
// of 90 so that a quarter turn keeps round coordinates round.
func sincos(deg float64) (sin, cos float64) {
	switch wrap(deg) {
	case 0:
		return 0, 1
	case 90:
		return 1, 0
	case 180:
		return 0, -1
	case 270:
		return -1, 0
	}
	return math.Sincos(deg * math.Pi / 180)
}

// wrap returns an angle in degrees as one in [0, 360).
func wrap(deg float64) float64 {
	deg = math.Mod(deg, 360)
	if deg < 0 {
		deg += 360
	}
	if deg >= 360 { // a tiny negative angle rounds up to a whole turn
		return 0
	}
	return deg + 0
}

// degrees converts radians.
func degrees(rad float64) float64 { return rad * 180 / math.Pi }
