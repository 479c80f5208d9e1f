package edit

import (
	"slices"
	"strconv"

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

// otherHand answers a mirrored record with its sides changed over: outlines run the
// way they did, arcs bulge to the other side, layers and faces change places.
func otherHand(s *model.Snapshot, r *model.Record) *model.Record {
	if sagitta := r.NumberOr("sagitta", 0); sagitta != 0 {
		r = r.With("sagitta", -sagitta)
	}
	r = otherWindings(r)
	switch r.Category() {
	case "wall", "curtain-wall":
		r = turnedOver(r)
		if to, ok := otherFace[r.String("location")]; ok {
			r = r.With("location", to)
		}
		for _, e := range [...]wallEnd{atStart, atEnd} {
			end, _ := r.Object("ends").Get(e.String()).(model.Object)
			if cut, ok := end.Get("cut").([]any); ok {
				cut = slices.Clone(cut)
				slices.Reverse(cut)
				r = withEnd(r, e, func(end model.Object) model.Object { return end.With("cut", cut) })
			}
		}
	case "door", "window":
		r = otherSide(r, "swing", false)
	case "opening":
		r = otherFaceOf(r)
	case "railing":
		if host := s.Record(r.String("hostId")); host == nil || !host.Has("outline") { // which runs the way it did
			r = onOtherSide(r)
		}
	}
	return r
}

var otherFace = map[string]string{"left": "right", "right": "left", "core-left": "core-right", "core-right": "core-left"}

// otherFaceOf answers a niche in the other face of its wall; one that does not say is
// in the left one.
func otherFaceOf(r *model.Record) *model.Record {
	switch {
	case !r.Has("depth"):
		return r
	case r.String("side") == "right":
		return r.Without("side")
	}
	return r.With("side", "right")
}

// onOtherSide answers a railing on the other side of its host.
func onOtherSide(r *model.Record) *model.Record {
	if to, ok := map[string]string{"left": "right", "right": "left"}[r.String("side")]; ok {
		return r.With("side", to)
	}
	return r
}

// otherWindings answers a record whose outlines, which a mirroring turned round, run
// the way they did from the same first point.
func otherWindings(r *model.Record) *model.Record {
	if outline, ok := r.Get("outline").([]any); ok {
		r = r.With("outline", rewound(outline))
		for _, name := range [...]string{"arcs", "edges"} { // which number its edges
			if o := r.Object(name); o != nil {
				r = r.With(name, renumbered(o, len(outline)))
			}
		}
	}
	if holes, ok := r.Get("holes").([]any); ok {
		r = r.With("holes", eachOf(holes, func(v any) any {
			ring, _ := v.([]any)
			return rewound(ring)
		}))
	}
	if landings, ok := r.Get("landings").([]any); ok {
		r = r.With("landings", eachOf(landings, func(v any) any {
			o, _ := v.(model.Object)
			ring, _ := o.Get("outline").([]any)
			return o.With("outline", rewound(ring))
		}))
	}
	return r
}

func eachOf(list []any, f func(any) any) []any {
	out := make([]any, len(list))
	for i := range list {
		out[i] = f(list[i])
	}
	return out
}

// rewound answers the points of an outline the other way round from the same first
// one.
func rewound(points []any) []any {
	out := slices.Clone(points)
	if len(out) > 1 {
		slices.Reverse(out[1:])
	}
	return out
}

// renumbered answers what is said of the edges of an outline that was rewound.
func renumbered(edges model.Object, n int) model.Object {
	var out model.Object
	for _, m := range edges {
		if i, err := strconv.Atoi(m.Name); err == nil && i >= 0 && i < n {
			m.Name = strconv.Itoa(n - 1 - i)
		}
		out = out.With(m.Name, m.Value)
	}
	return out
}
