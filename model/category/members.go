package category

import (
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// section answers width and depth in mm of the section that a column's, beam's or
// brace's type has, zero where it has none.
func section(s *model.Snapshot, r *model.Record) (width, depth float64, round bool) {
	t := TypeOf(s, r)
	if t == nil {
		return 0, 0, false
	}
	p := t.Object("profile")
	if d, ok := p.Get("diameter").(float64); ok {
		return d, d, true
	}
	width, _ = p.Get("width").(float64)
	depth, _ = p.Get("depth").(float64)
	return width, depth, false
}

// columnBox answers the box of a column: its section at foot and head.
func columnBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	at, ok := r.Point("at")
	if !ok {
		return geom.Box{}, false
	}
	width, depth, round := section(s, r)
	rotation := r.NumberOr("rotation", 0)
	if round {
		rotation = 0
	}
	foot := geom.Rect(pointOf(at), width, depth, rotation).Bounds()
	if end, ok := r.Point("end"); ok {
		foot = foot.Union(geom.Rect(pointOf(end), width, depth, rotation).Bounds())
	}
	return foot.WithZ(extent(s, r)), true
}

// beamBox answers the box of a beam or brace: a prism of its section along its axis.
func beamBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	start, end, ok := axis3(s, r)
	if !ok {
		return geom.Box{}, false
	}
	width, depth, round := section(s, r)
	side, up := frame(end.Sub(start), r.NumberOr("rotation", 0))
	var shift geom.Point3
	switch r.String("justify") {
	case "top":
		shift = up.Scale(-depth / 2)
	case "bottom":
		shift = up.Scale(depth / 2)
	}
	return prism(start.Add(shift), end.Add(shift), side.Scale(width/2), up.Scale(depth/2), round), true
}

// runBox answers the box of a pipe, duct or tray.
func runBox(s *model.Snapshot, r *model.Record) (geom.Box, bool) {
	start, end, ok := axis3(s, r)
	if !ok {
		return geom.Box{}, false
	}
	size, _ := r.Point("size")
	diameter, round := r.Number("diameter")
	if round {
		size = [2]float64{diameter, diameter}
	}
	side, up := frame(end.Sub(start), 0)
	return prism(start, end, side.Scale(size[0]/2), up.Scale(size[1]/2), round), true
}

// axis3 answers start and end of a beam, brace, pipe, duct or tray in mm, z from
// the model's zero.
func axis3(s *model.Snapshot, r *model.Record) (start, end geom.Point3, ok bool) {
	a, ok := r.Point3("start")
	b, ok2 := r.Point3("end")
	z := Elevation(s, r)
	return geom.Point3{X: a[0], Y: a[1], Z: z + a[2]}, geom.Point3{X: b[0], Y: b[1], Z: z + b[2]}, ok && ok2
}

// frame answers the unit vectors to the left of and up from an axis, turned about
// it by an angle in degrees. A vertical axis has y on its left.
func frame(along geom.Point3, rotation float64) (side, up geom.Point3) {
	flat := along.Plan().Unit()
	length := along.Len()
	if flat == (geom.Point{}) || length == 0 {
		flat = geom.Point{X: 1}
	}
	side = flat.Left().At(0)
	up = geom.Point3{Z: 1}
	if length > 0 {
		rise := along.Z / length
		run := along.Plan().Len() / length
		up = geom.Point3{X: -flat.X * rise, Y: -flat.Y * rise, Z: run}
	}
	if rotation == 0 {
		return side, up
	}
	turn := geom.Direction(rotation)
	return side.Scale(turn.X).Add(up.Scale(turn.Y)), up.Scale(turn.X).Sub(side.Scale(turn.Y))
}

// prism answers the box of a section with the half axes side and up, drawn from
// start to end.
func prism(start, end, side, up geom.Point3, round bool) geom.Box {
	reach := func(a, b float64) float64 { return math.Abs(a) + math.Abs(b) }
	if round {
		reach = math.Hypot
	}
	d := geom.Point3{X: reach(side.X, up.X), Y: reach(side.Y, up.Y), Z: reach(side.Z, up.Z)}
	return geom.BoxOf(start.Sub(d), start.Add(d), end.Sub(d), end.Add(d))
}
