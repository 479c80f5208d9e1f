package category

import (
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Quantities answers an element's quantities under the names of IFC's quantity sets,
// set -> quantity -> value: lengths in mm, areas in m², volumes in m³. What cannot be
// known is left out. Gross figures ignore openings and all other elements. Net ones
// are less the openings, and of walls less what structural slabs and columns take of
// them. They follow from what [Bodies] follows from and, of walls, from the slabs and
// columns whose boxes touch theirs.
func Quantities(s *model.Snapshot, r *model.Record) model.Object {
	if d := Find(r.Category()); d == nil || d.quantities == nil {
		return nil
	}
	return cached(s, r, ofQuantities, quantitiesOf)
}

func quantitiesOf(s *model.Snapshot, r *model.Record) model.Object {
	set, list := Find(r.Category()).quantities(s, r)
	var known model.Object
	for _, q := range list {
		if q.Value != nil {
			known = append(known, q)
		}
	}
	if len(known) == 0 {
		return nil
	}
	return model.Object{{Name: set, Value: known}}
}

// quantities is a function that answers the name of a set and its values, nil where
// one is not known.
type quantities func(*model.Snapshot, *model.Record) (set string, values model.Object)

func quantity(name string, value any) model.Member { return model.Member{Name: name, Value: value} }

func m3(cubicMillimetres float64, ok bool) any {
	const perCubicMetre = 1e9
	return mm(cubicMillimetres/perCubicMetre, ok)
}

func areaOf(regions []geom.Region) float64 {
	sum := 0.0
	for _, g := range regions {
		sum += g.Area()
	}
	return sum
}

func wallQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	const set = "Qto_WallBaseQuantities"
	line, ok := Baseline(r)
	thickness, thick := Thickness(s, r)
	left, right := Faces(s, r)
	regions := Footprint(s, r)
	band, banded := line.Band(left, right)
	list := model.Object{
		quantity("Length", mm(line.Length(), ok)),
		quantity("Width", mm(thickness, thick)),
		quantity("GrossFootprintArea", m2(band.Area(), ok && banded)),
		quantity("NetFootprintArea", m2(areaOf(regions), len(regions) > 0)),
	}
	cutter, ok := newWallCutter(s, r)
	if !ok || len(regions) == 0 {
		return set, list
	}
	whole := cutter.whole()
	net := cutter.volume() - taken(s, r, regions, cutter)
	return set, append(list,
		quantity("Height", mm(whole.highest()-whole.base, true)),
		quantity("GrossSideArea", m2(whole.sideArea(), true)),
		quantity("NetSideArea", m2(cutter.sideArea(), true)),
		quantity("GrossVolume", m3(whole.volume(), true)),
		quantity("NetVolume", m3(max(net, 0), true)))
}

// taken answers what structural slabs and columns take of a wall, in mm³: those that
// it does not run up to. Openings in their way are not looked at.
func taken(s *model.Snapshot, r *model.Record, regions []geom.Region, c wallCutter) float64 {
	box, ok := Bounds(s, r)
	if !ok {
		return 0
	}
	sum := 0.0
	for o := range elementsIn(s, box, "column", "slab") {
		if slices.Contains(r.Strings("topHostIds"), o.ID()) || Stands(s, r) && !Stands(s, o) {
			continue
		}
		structure, from, to, ok := structureOf(s, o)
		if !ok {
			continue
		}
		if depth := min(c.top, to) - max(c.base, from); depth > 0 {
			for _, g := range regions {
				for _, o := range structure {
					sum += geom.IntersectionArea(g, o) * depth
				}
			}
		}
	}
	return sum
}

// structureOf answers plan and heights of an upright column or a level slab that
// bears: one with a structural layer, or without layers.
func structureOf(s *model.Snapshot, r *model.Record) (regions []geom.Region, from, to float64, ok bool) {
	switch r.Category() {
	case "column":
		section, ok := profileOf(s, r)
		at, ok2 := r.Point("at")
		from, to = extent(s, r)
		move := geom.RotateAbout(geom.Point{}, r.NumberOr("rotation", 0)).Then(geom.Translate(pointOf(at)))
		return []geom.Region{turned(section, move)}, from, to, ok && ok2 && !r.Has("end")
	case "slab":
		layers := layersOf(TypeOf(s, r))
		bears := len(layers) == 0
		for _, l := range layers {
			bears = bears || l.function == "structure"
		}
		c, ok := canopyOf(s, r)
		if !bears || !ok || c.planes[0].rise != (geom.Point{}) {
			return nil, 0, 0, false
		}
		return c.rest, c.planes[0].z - c.thickness, c.planes[0].z, true
	}
	return nil, 0, 0, false
}

// plateQuantities answers those of slabs and ceilings: areas are along the slope.
func plateQuantities(set string) quantities {
	return func(s *model.Snapshot, r *model.Record) (string, model.Object) {
		region, ok := Outline(r)
		c, ok2 := canopyOf(s, r)
		if !ok || !ok2 {
			return set, nil
		}
		steep := c.planes[0].steep()
		gross, net := math.Abs(region.Outer.Area())*steep, areaOf(c.rest)*steep
		return set, model.Object{
			quantity("Width", mm(c.thickness, !c.assumed)),
			quantity("Perimeter", mm(region.Outer.Perimeter(), true)),
			quantity("GrossArea", m2(gross, true)),
			quantity("NetArea", m2(net, true)),
			quantity("GrossVolume", m3(gross*c.thickness, !c.assumed)),
			quantity("NetVolume", m3(net*c.thickness, !c.assumed)),
		}
	}
}

func roofQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	const set = "Qto_RoofBaseQuantities"
	c, ok := canopyOf(s, r)
	if !ok {
		return set, nil
	}
	whole := c
	whole.cut, whole.region.Holes = false, nil
	return set, model.Object{
		quantity("GrossArea", m2(whole.surface(), true)),
		quantity("NetArea", m2(c.surface(), true)),
		quantity("ProjectedArea", m2(c.region.Outer.Area(), true)),
	}
}

// barQuantities answers those of columns, beams and braces.
func barQuantities(set string) quantities {
	return func(s *model.Snapshot, r *model.Record) (string, model.Object) {
		section, ok := profileOf(s, r)
		length, ok2 := barLength(s, r)
		outer := section.Outer.Perimeter()*length + 2*section.Area()
		return set, model.Object{
			quantity("Length", mm(length, ok2)),
			quantity("CrossSectionArea", m2(section.Area(), ok)),
			quantity("OuterSurfaceArea", m2(outer, ok && ok2)),
			quantity("GrossVolume", m3(barVolume(s, r, section, length), ok && ok2)),
			quantity("NetVolume", m3(barVolume(s, r, section, length), ok && ok2)),
		}
	}
}

// barLength answers the length of the axis in mm.
func barLength(s *model.Snapshot, r *model.Record) (float64, bool) {
	if r.Category() != "column" {
		start, end, ok := axis3(s, r)
		return start.Dist(end), ok
	}
	base, top := extent(s, r)
	at, ok := r.Point("at")
	foot, head := pointOf(at), pointOf(at)
	if end, slanted := r.Point("end"); slanted {
		head = pointOf(end)
	}
	return foot.At(base).Dist(head.At(top)), ok && top > base
}

// barVolume answers the volume in mm³; that of a slanted column, whose section is
// level, is by its height.
func barVolume(s *model.Snapshot, r *model.Record, section geom.Region, length float64) float64 {
	if r.Category() == "column" {
		base, top := extent(s, r)
		length = top - base
	}
	return section.Area() * length
}

// doorQuantities answers those of doors and windows.
func doorQuantities(set string) quantities {
	return func(s *model.Snapshot, r *model.Record) (string, model.Object) {
		width, height, ok := Size(s, r)
		return set, model.Object{
			quantity("Width", mm(width, ok)),
			quantity("Height", mm(height, ok)),
			quantity("Perimeter", mm(2*(width+height), ok)),
			quantity("Area", m2(width*height, ok)),
		}
	}
}
