package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// roofDerived are the derived values of roofs, whose areas lie along their slopes.
func roofDerived() []DerivedField {
	return []DerivedField{
		{"thickness", "mm", "Thickness: its type's, else its own.", thicknessOf},
		{"grossArea", "m²", "Area of its upper side along its slopes, overhangs, holes and openings included.", quantityOf("GrossArea")},
		{"netArea", "m²", "Area of its upper side along its slopes, less holes and the openings that it hosts.", quantityOf("NetArea")},
		{"planArea", "m²", "Area that it covers in plan, overhangs, holes and openings included.", quantityOf("ProjectedArea")},
		perimeterField,
		{"openings", "", "How many doors, windows and openings it hosts.", hostedCount},
	}
}

// quantityOf answers one of the quantities of a record.
func quantityOf(name string) func(*model.Snapshot, *model.Record) any {
	return func(s *model.Snapshot, r *model.Record) any {
		for _, set := range Quantities(s, r) {
			if values, ok := set.Value.(model.Object); ok {
				return values.Get(name)
			}
		}
		return nil
	}
}

// plateDerived are the derived values of slabs and ceilings.
func plateDerived() []DerivedField {
	return []DerivedField{
		{"thickness", "mm", "Thickness: its type's, else its own.", thicknessOf},
		{"grossArea", "m²", "Area within its outline in plan, holes and openings included.",
			func(_ *model.Snapshot, r *model.Record) any {
				region, ok := Outline(r)
				return m2(geom.Region{Outer: region.Outer}.Area(), ok)
			}},
		{"netArea", "m²", "Area within its outline in plan, less holes and the openings that it hosts.",
			func(s *model.Snapshot, r *model.Record) any { return m2(netArea(s, r)) }},
		perimeterField,
		{"openings", "", "How many doors, windows and openings it hosts.", hostedCount},
	}
}

var perimeterField = DerivedField{"perimeter", "mm", "Length of its outline, along its arcs, without holes.",
	func(_ *model.Snapshot, r *model.Record) any {
		region, ok := Outline(r)
		return mm(region.Outer.Perimeter(), ok)
	}}

var areaField = DerivedField{"area", "m²", "Area within its outline in plan.",
	func(_ *model.Snapshot, r *model.Record) any {
		region, ok := Outline(r)
		return m2(region.Area(), ok)
	}}

// netArea answers the area of a plate in plan in mm², less its holes and openings.
func netArea(s *model.Snapshot, r *model.Record) (float64, bool) {
	region, ok := Outline(r)
	if !ok {
		return 0, false
	}
	net := region.Area()
	for _, id := range Hosted(s, r.ID()) {
		h := s.Record(id)
		if h == nil || !cuts(h) || Stands(s, r) && !Stands(s, h) {
			continue
		}
		if hole, ok := Outline(h); ok {
			net -= geom.IntersectionArea(region, hole)
		}
	}
	return net, true
}

func shaftDerived() []DerivedField {
	return []DerivedField{areaField, perimeterField, {"height", "mm", "Height from its base to its top.", heightOf}}
}

func foundationDerived() []DerivedField {
	return []DerivedField{{"area", "m²", "Area in plan, without what other foundations keep of it.", func(s *model.Snapshot, r *model.Record) any {
		regions := footingRegions(s, r)
		return m2(areaOf(regions), len(regions) > 0)
	}}}
}
