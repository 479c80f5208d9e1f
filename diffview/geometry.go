package diffview

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

func lineOf(r *model.Record) (geom.Curve, bool) {
	line, ok := category.Baseline(r)
	return line, ok && line.Length() > 0
}

// shift answers the vector by which every point of a value moved, and whether it is
// one vector for all of them.
func shift(old, next any) (geom.Point, bool) {
	a, b := pointsOf(old), pointsOf(next)
	if len(a) == 0 || len(a) != len(b) {
		return geom.Point{}, false
	}
	by := b[0].Sub(a[0])
	for i := range a {
		if b[i].Sub(a[i]).Dist(by) >= 1 {
			return geom.Point{}, false
		}
	}
	return by, true
}

// pointsOf answers a point, or a list of them, in plan.
func pointsOf(v any) []geom.Point {
	list, _ := v.([]any)
	if len(list) >= 2 {
		x, ok := list[0].(float64)
		y, ok2 := list[1].(float64)
		if ok && ok2 {
			return []geom.Point{{X: x, Y: y}}
		}
	}
	points, ok := model.PointList(v)
	if !ok {
		return nil
	}
	out := make([]geom.Point, len(points))
	for i, p := range points {
		out[i] = geom.Point{X: p[0], Y: p[1]}
	}
	return out
}

func either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

func derivedNumber(s *model.Snapshot, r *model.Record, name string) (float64, bool) {
	v, ok := category.DerivedValue(s, r, name)
	f, isNumber := v.(float64)
	return f, ok && isNumber
}
