package category

import (
	"github.com/openeik/ekgit/model"
)

func buildingDerived() []DerivedField {
	return []DerivedField{{"levels", "", "How many levels it has.", func(s *model.Snapshot, r *model.Record) any {
		n := 0
		for _, l := range Levels(s).All() {
			if l.Building == r.ID() {
				n++
			}
		}
		return float64(n)
	}}}
}

// levelDerived are the totals of a storey.
func levelDerived() []DerivedField {
	return append([]DerivedField{
		{"ordinal", "", "Its number from the lowest level up; 1 is the lowest.", func(s *model.Snapshot, r *model.Record) any {
			l, ok := Levels(s).Get(r.ID())
			return count(l.Ordinal, ok)
		}},
		{"height", "mm", "Height of its storey: its own, else up to the next occupied or roof level of its building.", func(s *model.Snapshot, r *model.Record) any {
			l, ok := Levels(s).Get(r.ID())
			return mm(l.Height(), ok && l.HasTop)
		}},
		{"next", "", "Id of the next occupied or roof level of its building.", func(s *model.Snapshot, r *model.Record) any {
			l, _ := Levels(s).Get(r.ID())
			return text(l.Next)
		}},
		{"elements", "", "How many elements belong to it.", func(s *model.Snapshot, r *model.Record) any { return float64(TallyOf(s).Level(r.ID())) }},
		storeyTotal("wallLength", "mm", "Length of its walls' baselines together.", "wall", func(_ *model.Snapshot, r *model.Record) (float64, bool) {
			c, ok := Baseline(r)
			return c.Length(), ok
		}),
		storeyTotal("wallArea", "m²", "Net area of one side of its walls together.", "wall", netSideArea),
		storeyTotal("slabArea", "m²", "Net area of its slabs together, finishes included.", "slab", netArea),
	}, storeyAreas()...)
}

// storeyTotal is the sum, over the elements of a category that belong to a level and
// stand in the last phase, of a length in mm or an area in mm².
func storeyTotal(name, unit, doc, category string, of func(*model.Snapshot, *model.Record) (float64, bool)) DerivedField {
	return DerivedField{name, unit, doc, func(s *model.Snapshot, level *model.Record) any {
		sum, found := 0.0, false
		for _, id := range elementsOn(s, level.ID()) {
			r := s.Record(id)
			if r == nil || r.Category() != category || !Stands(s, r) {
				continue
			}
			if f, ok := of(s, r); ok {
				sum, found = sum+f, true
			}
		}
		if unit == "m²" {
			return m2(sum, found)
		}
		return mm(sum, found)
	}}
}

func groupDerived() []DerivedField {
	return []DerivedField{{"members", "", "How many elements belong to it itself.", func(s *model.Snapshot, r *model.Record) any {
		n := 0
		for _, ref := range s.ReferringTo(r.ID()) {
			if ref.Member.Name == "groupIds" {
				n++
			}
		}
		return float64(n)
	}}}
}

func materialDerived() []DerivedField {
	return []DerivedField{{"uses", "", "How many records name it, layers counted each.",
		func(s *model.Snapshot, r *model.Record) any { return float64(len(s.ReferringTo(r.ID()))) }}}
}

func typeDerived() []DerivedField {
	return []DerivedField{
		{"thickness", "mm", "Thickness: the sum of its layers, else its own.", func(_ *model.Snapshot, r *model.Record) any { return mm(TypeThickness(r)) }},
		{"area", "m²", "Width times height of a door or window, in its elevation.", func(_ *model.Snapshot, r *model.Record) any {
			width, ok := r.Number("width")
			height, ok2 := r.Number("height")
			return m2(width*height, ok && ok2)
		}},
		{"elements", "", "How many elements are of it.", func(s *model.Snapshot, r *model.Record) any { return float64(TallyOf(s).Type(r.ID())) }},
	}
}

func gridDerived() []DerivedField { return []DerivedField{lengthField("Length of the line.")} }

func separatorDerived() []DerivedField {
	return []DerivedField{lengthField("Length of the line.")}
}

func openingDerived() []DerivedField {
	return []DerivedField{
		{"area", "m²", "Area of the hole: in a wall width times height, else within its outline.", openingArea},
		{"perimeter", "mm", "Length of its edge.", func(s *model.Snapshot, r *model.Record) any {
			if region, ok := Outline(r); ok {
				return mm(region.Outer.Perimeter(), true)
			}
			width, height, ok := Size(s, r)
			return mm(2*(width+height), ok)
		}},
	}
}
