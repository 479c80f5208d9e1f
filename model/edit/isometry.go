package edit

import (
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// carried answers a record under a turn or a mirroring in plan: its places, the
// directions that it names and, where left and right change places, its sides. What
// stands by an offset along its host, and heights, stay as they are.
func carried(s *model.Snapshot, r *model.Record, t geom.Transform) *model.Record {
	next := model.NewRecord(mapPlaces(r.Members(), func(p []any) []any { return carriedPoint(p, t) }))
	next = carriedPad(next, t)
	next = carriedTurns(s, next, t)
	if t.Mirrors() {
		next = otherHand(s, next)
	}
	return next
}

// carriedPoint answers a plan or space point of a record; its height stays.
func carriedPoint(p []any, t geom.Transform) []any {
	x, ok := coordinate(p, 0)
	y, ok2 := coordinate(p, 1)
	if !ok || !ok2 {
		return p
	}
	to := tidyPoint(t.Point(geom.Point{X: x, Y: y}))
	out := slices.Clone(p)
	out[0], out[1] = to.X, to.Y
	return out
}

// carriedVector is carriedPoint for a direction.
func carriedVector(v any, t geom.Transform, by float64) any {
	p, _ := v.([]any)
	x, ok := coordinate(p, 0)
	y, ok2 := coordinate(p, 1)
	if !ok || !ok2 {
		return v
	}
	to := t.Vector(geom.Point{X: x, Y: y}).Scale(by)
	out := slices.Clone(p)
	out[0], out[1] = tidy(to.X), tidy(to.Y)
	if z, ok := coordinate(p, 2); ok {
		out[2] = tidy(z * by)
	}
	return out
}

func coordinate(p []any, i int) (float64, bool) {
	if i >= len(p) {
		return 0, false
	}
	x, ok := p[i].(float64)
	return x, ok
}

// carriedPad answers a foundation of which place and size are given, whose sides run
// along x and y: turned askew it becomes an outline.
func carriedPad(r *model.Record, t geom.Transform) *model.Record {
	at, ok := r.Point("at")
	size, ok2 := r.Point("size")
	if r.Category() != "foundation" || !ok || !ok2 {
		return r
	}
	along := t.Vector(geom.Point{X: 1}).Round()
	switch {
	case along.Y == 0:
		return r
	case along.X == 0:
		return r.With("size", model.PointValue(size[1], size[0]))
	}
	var outline []any
	for _, p := range geom.Rect(geom.Point{X: at[0], Y: at[1]}, size[0], size[1], along.Angle()).Points {
		outline = append(outline, pointValue(p))
	}
	return r.Without("at").Without("size").With("outline", outline)
}

// carriedTurns answers a record with the directions that it names turned.
func carriedTurns(s *model.Snapshot, r *model.Record, t geom.Transform) *model.Record {
	switch r.Category() {
	case "column", "furniture", "equipment":
		r = r.With("rotation", optional(carriedTurn(r.NumberOr("rotation", 0), t, symmetry(s, r))))
	case "beam", "brace":
		if t.Mirrors() { // its section is seen along it
			upright := geom.MirrorOver(geom.Point{}, geom.Point{Y: 1})
			r = r.With("rotation", optional(carriedTurn(r.NumberOr("rotation", 0), upright, symmetry(s, r))))
		}
	case "roof":
		if d, ok := r.Number("direction"); ok {
			r = r.With("direction", tidy(t.Angle(d)))
		}
	}
	if o := r.Object("slope"); o.Get("direction") != nil {
		d, _ := o.Get("direction").(float64)
		r = r.With("slope", o.With("direction", tidy(t.Angle(d))))
	}
	if o := r.Object("placement"); o != nil {
		r = r.With("placement", carriedPlacement(o, t))
	}
	if clips, ok := r.Get("clips").([]any); ok {
		out := slices.Clone(clips)
		for i := range out {
			if o, ok := out[i].(model.Object); ok && o.Get("normal") != nil {
				out[i] = o.With("normal", carriedVector(o.Get("normal"), t, 1))
			}
		}
		r = r.With("clips", out)
	}
	return r
}

// carriedTurn answers the turn of a section or thing that is the same on both sides
// of an axis at an angle from its own x. A turn alone keeps within one full turn.
func carriedTurn(turn float64, t geom.Transform, axis float64) float64 {
	if t.Mirrors() {
		turn += 2 * axis
	}
	return tidy(t.Angle(turn))
}

// symmetry answers the angle from its own x of an axis about which a column's or
// beam's section, or a thing, looks the same from both sides. Things are made to be
// seen from the front, along their y.
func symmetry(s *model.Snapshot, r *model.Record) float64 {
	t := category.TypeOf(s, r)
	if t == nil {
		return 90
	}
	switch p := t.Object("profile"); p.Get("shape") {
	case "u":
		return 0
	case "l":
		return 45
	}
	return 90
}

// carriedPlacement answers the placement of a shape. A shape cannot be mirrored: it
// is turned, its left becoming its right.
func carriedPlacement(o model.Object, t geom.Transform) model.Object {
	across := 1.0
	if t.Mirrors() {
		across = -1
	}
	if axes, ok := o.Get("axes").([]any); ok && len(axes) > 0 {
		out := slices.Clone(axes)
		for i := range out {
			out[i] = carriedVector(out[i], t, map[bool]float64{true: across, false: 1}[i == 0])
		}
		return o.With("axes", out)
	}
	turn, _ := o.Get("rotation").(float64)
	if to := optional(carriedTurn(turn, t, 90)); to != nil {
		return o.With("rotation", to)
	}
	return o.Without("rotation")
}
