package category

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// CurtainWallThickness is the thickness in mm of a curtain wall whose type has none.
const CurtainWallThickness = 200

// Baseline answers the line in plan from start to end of a wall, curtain wall,
// separator or grid.
func Baseline(r *model.Record) (geom.Curve, bool) {
	start, ok := r.Point("start")
	end, ok2 := r.Point("end")
	if !ok || !ok2 {
		return geom.Curve{}, false
	}
	return geom.Curve{Start: pointOf(start), End: pointOf(end), Sagitta: r.NumberOr("sagitta", 0)}, true
}

// bodyLine answers the baseline as bodies follow it: an arc that is as flat as its chords
// may be is straight.
func bodyLine(r *model.Record) (geom.Curve, bool) {
	line, ok := Baseline(r)
	if math.Abs(line.Sagitta) < geom.ChordTolerance {
		line.Sagitta = 0
	}
	return line, ok
}

func pointOf(p [2]float64) geom.Point { return geom.Point{X: p[0], Y: p[1]} }

func pointsOf(list [][2]float64) []geom.Point {
	points := make([]geom.Point, len(list))
	for i, p := range list {
		points[i] = pointOf(p)
	}
	return points
}

// TypeOf answers the type that a record names, nil where it names none that is
// there.
func TypeOf(s *model.Snapshot, r *model.Record) *model.Record {
	if id := r.String("typeId"); id != "" {
		if t := s.Record(id); t != nil && t.Category() == "type" {
			return t
		}
	}
	return nil
}

// TypeThickness answers the thickness in mm of a type: the sum of its layers, else
// its own.
func TypeThickness(t *model.Record) (float64, bool) {
	if t == nil {
		return 0, false
	}
	list, _ := t.Get("layers").([]any)
	sum := 0.0
	for _, item := range list {
		l, _ := item.(model.Object)
		thickness, _ := l.Get("thickness").(float64)
		sum += thickness
	}
	if sum > 0 {
		return sum, true
	}
	return t.Number("thickness")
}

// Thickness answers the thickness in mm of a wall, curtain wall, slab, ceiling or
// roof: its type's, else its own, else [CurtainWallThickness] for a curtain wall.
func Thickness(s *model.Snapshot, r *model.Record) (float64, bool) {
	if t, ok := TypeThickness(TypeOf(s, r)); ok {
		return t, true
	}
	if t, ok := r.Number("thickness"); ok {
		return t, true
	}
	if r.Category() == "curtain-wall" {
		return CurtainWallThickness, true
	}
	return 0, false
}

// Faces answers how far the left and the right face of a wall lie to the left of
// its baseline, in mm: 150 and -150 for a wall 300 thick on its centre line. A wall
// without a thickness has both at 0.
func Faces(s *model.Snapshot, r *model.Record) (left, right float64) {
	t, ok := Thickness(s, r)
	if !ok {
		return 0, 0
	}
	left = t / 2 // the distance from the left face to the baseline
	switch location := r.String("location"); location {
	case "left":
		left = 0
	case "right":
		left = t
	case "core-left", "core-center", "core-right":
		from, to := core(TypeOf(s, r), t)
		if r.Bool("flipped", false) {
			from, to = t-to, t-from
		}
		left = map[string]float64{"core-left": from, "core-center": (from + to) / 2, "core-right": to}[location]
	}
	return left, left - t
}

// core answers where the structural layers of a type begin and end, in mm from the
// first layer's outside; the whole thickness where it names none.
func core(t *model.Record, thickness float64) (from, to float64) {
	if t == nil {
		return 0, thickness
	}
	list, _ := t.Get("layers").([]any)
	at, found := 0.0, false
	for _, item := range list {
		l, _ := item.(model.Object)
		depth, _ := l.Get("thickness").(float64)
		if l.Get("function") == "structure" {
			if !found {
				from, found = at, true
			}
			to = at + depth
		}
		at += depth
	}
	if !found {
		return 0, thickness
	}
	return from, to
}

// Axis answers the centre line of a wall or curtain wall: the baseline where its
// location is the centre.
func Axis(s *model.Snapshot, r *model.Record) (geom.Curve, bool) {
	c, ok := Baseline(r)
	if !ok {
		return c, false
	}
	left, right := Faces(s, r)
	middle := (left + right) / 2
	if middle == 0 {
		return c, true
	}
	return c.Offset(middle)
}

// bandBox answers the plan extent of the stretch of a wall between two distances
// along its baseline.
func bandBox(s *model.Snapshot, wall *model.Record, from, to float64) (geom.Box, bool) {
	c, ok := Baseline(wall)
	if !ok {
		return geom.Box{}, false
	}
	part := c.Part(from, to)
	left, right := Faces(s, wall)
	if ring, ok := part.Band(left, right); ok {
		return ring.Bounds(), true
	}
	return part.Bounds(), true
}
