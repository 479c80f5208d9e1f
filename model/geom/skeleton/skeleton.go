// Package skeleton divides an outline among its edges as a roof does: each edge
// carries a plane that rises inwards, and each place belongs to the plane that the
// edges, moving in together, reach it with first. With one speed for all edges this is
// the straight skeleton of the outline.
//
// It knows of no roofs, thicknesses or heights: only outlines and speeds.
package skeleton

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// Face is the part of an outline that belongs to one of its edges.
type Face struct {
	Edge int
	Ring geom.Ring // counter-clockwise, without arcs
}

// MostEdges is how many edges an outline may have.
const MostEdges = 2048

// Faces returns what of an outline belongs to each of its edges, which move inwards at
// their speeds: an edge of half the speed of its neighbours carries a plane of twice
// their rise. An edge of speed 0 stays, as a gable does, and has no face; one that
// starts in the outline's inner corner goes on as the front beside it moves away. Edges
// on one line with different speeds part along a line square to them. Faces are in the
// order of their edges, most edges have one.
//
// The outline runs counter-clockwise, is simple and has no arcs. It is false where it
// is not, where no edge moves, or the edges never meet.
func Faces(outline geom.Ring, speeds []float64) ([]Face, bool) {
	n := outline.Len()
	fastest := 0.0
	for _, v := range speeds {
		if !(v >= 0) || math.IsInf(v, 0) {
			return nil, false
		}
		fastest = max(fastest, v)
	}
	if n < 3 || n > MostEdges || len(speeds) != n || len(outline.Sagittas) > 0 || fastest == 0 || !outline.IsCCW() {
		return nil, false
	}
	if _, clash := outline.Clash(); clash {
		return nil, false
	}
	for _, tol := range []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2} {
		if faces, ok := trace(outline, speeds, fastest, tol); ok {
			return faces, true
		}
	}
	return nil, false
}

// trace moves the edges until they are gone. Events within tol mm of each other count
// as one; an outline with nearly the same events needs more of it than 1e-6.
func trace(outline geom.Ring, speeds []float64, fastest, tol float64) ([]Face, bool) {
	w := newWave(outline, speeds, fastest, tol)
	if !w.run() {
		return nil, false
	}
	var faces []Face
	for i, f := range w.fronts[:outline.Len()] {
		if f.speed == 0 {
			continue
		}
		rings, ok := w.rings(f.border)
		if !ok {
			return nil, false
		}
		for _, r := range rings {
			faces = append(faces, Face{Edge: i, Ring: r})
		}
	}
	return faces, true
}
