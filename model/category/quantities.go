package category

import (
	"math"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Quantities answers an element's quantities under the names of IFC's quantity sets,
// set -> quantity -> value: lengths in mm, areas in m², volumes in m³,
// weights in kg. What cannot be
// known is left out. Gross figures ignore openings and all other elements. Net ones
// are less the openings and less what structural slabs, and after them columns, take.
// They follow from what [Bodies] follows from and, of walls, from the slabs and
// columns whose boxes touch theirs.
func Quantities(s *model.Snapshot, r *model.Record) model.Object {
	if d := Find(r.Category()); d == nil || d.quantities == nil {
		return nil
	}
	return cached(s, r, ofQuantities, quantitiesOf)
}

// QuantityUnit answers the unit of a quantity by its name in IFC, whose last word tells
// what it measures.
func QuantityUnit(name string) string {
	for _, of := range [][2]string{{"Area", "m²"}, {"Volume", "m³"}, {"Weight", "kg"}} {
		if strings.HasSuffix(name, of[0]) {
			return of[1]
		}
	}
	return "mm"
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
	low, high := whole.heights()
	gross, net := whole.volumes(), cutter.volumes()
	if others := bearing(s, r, "slab", "column"); len(others) > 0 {
		for i, lane := range cutter.prisms() {
			net[i] = max(0, net[i]-shared(blocksOf(lane), others))
		}
	}
	return set, append(list,
		quantity("Height", mm(high-whole.base, !clipped(r) || high-low <= geom.JoinTolerance)), // beside a lower wall its ends are lower
		quantity("GrossSideArea", m2(whole.sideArea(), true)),
		quantity("NetSideArea", m2(cutter.sideArea(), true)),
		quantity("GrossVolume", m3(total(gross), true)),
		quantity("NetVolume", m3(total(net), true)),
		quantity("GrossWeight", cutter.weight(s, gross)),
		quantity("NetWeight", cutter.weight(s, net)))
}

// structureOf answers plan and heights of an upright column or a level slab, and
// whether it bears: a slab does with a structural layer, or without layers.
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
		if !ok || c.planes[0].rise != (geom.Point{}) {
			return nil, 0, 0, false
		}
		return c.rest, c.planes[0].z - c.thickness, c.planes[0].z, bears
	}
	return nil, 0, 0, false
}

// slabQuantities answers those of slabs; areas are along the slope. A slab that does
// not bear is less by the columns in it.
func slabQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	const set = "Qto_SlabBaseQuantities"
	region, gross, net, c, ok := plateAreas(s, r)
	if !ok {
		return set, nil
	}
	volume := net * c.thickness
	if regions, from, to, bears := structureOf(s, r); !bears && regions != nil {
		volume -= shared([]block3{{regions, from, to}}, bearing(s, r, "column"))
	}
	known := !c.assumed
	length, depth, rectangle := sidesOf(region.Outer)
	rectangle = rectangle && c.planes[0].rise == (geom.Point{})
	list := model.Object{
		quantity("Width", mm(c.thickness, known)),
		quantity("Length", mm(length, rectangle)),
		quantity("Depth", mm(depth, rectangle)),
		quantity("Perimeter", mm(region.Outer.Perimeter(), true)),
		quantity("GrossArea", m2(gross, true)),
		quantity("NetArea", m2(net, true)),
		quantity("GrossVolume", m3(gross*c.thickness, known)),
		quantity("NetVolume", m3(max(0, volume), known)),
	}
	if known {
		list = append(list, quantity("GrossWeight", layeredWeight(s, r, gross, c.thickness)),
			quantity("NetWeight", layeredWeight(s, r, volume/max(c.thickness, geom.Epsilon), c.thickness)))
	}
	return set, list
}

// sidesOf answers the longer and the shorter side of an outline that is a rectangle.
func sidesOf(ring geom.Ring) (long, short float64, ok bool) {
	if len(ring.Points) != 4 || len(ring.Sagittas) > 0 {
		return 0, 0, false
	}
	a, b := ring.Points[1].Sub(ring.Points[0]), ring.Points[2].Sub(ring.Points[1])
	across := ring.Points[3].Sub(ring.Points[0])
	if !across.Near(b, geom.JoinTolerance) || math.Abs(a.Unit().Dot(b)) > geom.JoinTolerance {
		return 0, 0, false
	}
	return max(a.Len(), b.Len()), min(a.Len(), b.Len()), true
}

// ceilingQuantities answers those of ceilings; areas are along the slope.
func ceilingQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	const set = "Qto_CoveringBaseQuantities"
	_, gross, net, c, ok := plateAreas(s, r)
	if !ok {
		return set, nil
	}
	return set, model.Object{
		quantity("Width", mm(c.thickness, !c.assumed)),
		quantity("GrossArea", m2(gross, true)),
		quantity("NetArea", m2(net, true)),
	}
}

// plateAreas answers a plate's areas along its slope in mm², with and without its
// holes.
func plateAreas(s *model.Snapshot, r *model.Record) (region geom.Region, gross, net float64, c canopy, ok bool) {
	region, ok = Outline(r)
	c, ok2 := canopyOf(s, r)
	if !ok || !ok2 {
		return region, 0, 0, c, false
	}
	steep := c.planes[0].steep()
	return region, math.Abs(region.Outer.Area()) * steep, areaOf(c.rest) * steep, c, true
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

// barQuantities answers those of columns, beams and braces. Gross surface is all
// around and at both ends; net volume is less what bears and wins over it.
func barQuantities(set string) quantities {
	return func(s *model.Snapshot, r *model.Record) (string, model.Object) {
		section, ok := profileOf(s, r)
		length, ok2 := barLength(s, r)
		around := section.Outer.Perimeter() * length
		gross := barVolume(s, r, section, length)
		taken := barTaken(s, r, section, gross)
		return set, model.Object{
			quantity("Length", mm(length, ok2)),
			quantity("CrossSectionArea", m2(section.Area(), ok)),
			quantity("OuterSurfaceArea", m2(around, ok && ok2)),
			quantity("GrossSurfaceArea", m2(around+2*section.Area(), ok && ok2)),
			quantity("GrossVolume", m3(gross, ok && ok2)),
			quantity("NetVolume", m3(max(0, gross-taken), ok && ok2)),
			quantity("GrossWeight", weight(s, r, gross, ok && ok2)),
			quantity("NetWeight", weight(s, r, gross-taken, ok && ok2)),
		}
	}
}

// barTaken answers what slabs take of a column, slabs and columns of a beam or brace,
// in mm³.
func barTaken(s *model.Snapshot, r *model.Record, section geom.Region, gross float64) float64 {
	categories := []string{"slab", "column"}
	if r.Category() == "column" {
		categories = categories[:1]
	}
	others := bearing(s, r, categories...)
	if len(others) == 0 {
		return 0
	}
	if body, ok := uprightBar(s, r, section); ok {
		return shared([]block3{body}, others)
	}
	taken := 0.0
	for _, b := range Find(r.Category()).bodies(s, r) {
		if whole := b.Mesh.Volume(); whole > 0 { // that of chords where the section is round
			taken += sharedBy(b.Mesh, others) * gross / whole
		}
	}
	return taken
}

// uprightBar answers a column that is not slanted, or a level beam whose section is a
// rectangle that is not turned, as an upright body.
func uprightBar(s *model.Snapshot, r *model.Record, section geom.Region) (block3, bool) {
	if r.Category() == "column" {
		regions, from, to, ok := structureOf(s, r)
		return block3{regions, from, to}, ok
	}
	start, end, ok := axis3(s, r)
	box := section.Bounds()
	size := box.Size()
	if !ok || start.Z != end.Z || r.NumberOr("rotation", 0) != 0 || section.Area() < size.X*size.Y-geom.Epsilon {
		return block3{}, false
	}
	ring, ok := geom.Line(start.Plan(), end.Plan()).Band(size.X/2, -size.X/2)
	z, ok2 := Bounds(s, r)
	return block3{[]geom.Region{{Outer: ring}}, z.Max.Z - size.Y, z.Max.Z}, ok && ok2
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
