package scene

import (
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// planes answers the planes that the options cut by, with normals of length 1.
func (o Options) planes(s *model.Snapshot) ([]Plane, error) {
	out, err := o.levelPlane(s)
	if err != nil {
		return nil, err
	}
	for _, p := range o.Planes {
		length := p.Normal.Len()
		if !p.Point.IsFinite() || !p.Normal.IsFinite() || !(length > geom.Epsilon) {
			return nil, &model.Problem{Code: model.InvalidArgument, Message: "A section plane has no direction, or a coordinate that is no number", Hint: "Send a point and a normal of any length but 0, both [x, y, z]"}
		}
		out = append(out, Plane{p.Point, p.Normal.Scale(1 / length)})
	}
	if o.Box == (geom.Box{}) {
		return out, nil
	}
	size := o.Box.Size()
	if !(size.X > 0 && size.Y > 0 && size.Z > 0) {
		return nil, &model.Problem{Code: model.InvalidArgument, Message: "The section box holds nothing", Hint: "Send its lowest corner first, then its highest, in mm"}
	}
	low, high := o.Box.Min, o.Box.Max
	for _, side := range []struct{ point, normal geom.Point3 }{
		{geom.Point3{X: high.X}, geom.Point3{X: 1}}, {geom.Point3{X: low.X}, geom.Point3{X: -1}},
		{geom.Point3{Y: high.Y}, geom.Point3{Y: 1}}, {geom.Point3{Y: low.Y}, geom.Point3{Y: -1}},
		{geom.Point3{Z: high.Z}, geom.Point3{Z: 1}}, {geom.Point3{Z: low.Z}, geom.Point3{Z: -1}},
	} {
		if side.point.IsFinite() {
			out = append(out, Plane{side.point, side.normal})
		}
	}
	return out, nil
}

// levelPlane answers the plane that opens a level from above.
func (o Options) levelPlane(s *model.Snapshot) ([]Plane, error) {
	levels := category.Levels(s)
	for _, id := range o.Levels {
		if _, ok := levels.Get(id); !ok {
			return nil, noLevel(levels, id)
		}
	}
	if o.CutLevel == "" {
		return nil, nil
	}
	l, ok := levels.Get(o.CutLevel)
	if !ok {
		return nil, noLevel(levels, o.CutLevel)
	}
	height := o.CutHeight
	if height == 0 {
		height = DefaultCut
	}
	if !(height > 0 && height <= 100_000) {
		return nil, &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("A level cannot be cut %g mm above it", height), Hint: "Send a height from 1 to 100000 mm, or leave it out"}
	}
	return []Plane{{geom.Point3{Z: l.Elevation + height}, geom.Point3{Z: 1}}}, nil
}

func noLevel(levels *category.LevelTable, id string) error {
	var known []string
	for _, l := range levels.All() {
		known = append(known, l.ID)
	}
	hint := "The model has no levels"
	if len(known) > 0 {
		hint = "Send one of " + strings.Join(known[:min(len(known), 20)], ", ")
	}
	return &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("There is no level %q", id), Hint: hint}
}
