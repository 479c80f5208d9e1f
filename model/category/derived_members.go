package category

import (
	"math"

	"github.com/openeik/ekgit/model"
)

func columnDerived() []DerivedField {
	return append([]DerivedField{
		{"height", "mm", "Height from its foot to its head.", heightOf},
		{"length", "mm", "Length of its axis, more than its height where it is slanted.", func(s *model.Snapshot, r *model.Record) any {
			top, ok := Top(s, r)
			at, _ := r.Point("at")
			end, slanted := r.Point("end")
			if !slanted {
				end = at
			}
			return mm(math.Hypot(top-Base(s, r), pointOf(at).Dist(pointOf(end))), ok)
		}},
	}, sectionDerived()...)
}

func beamDerived() []DerivedField {
	return append([]DerivedField{axisLengthField}, sectionDerived()...)
}

var axisLengthField = DerivedField{"length", "mm", "Length of its axis.", func(s *model.Snapshot, r *model.Record) any {
	start, end, ok := axis3(s, r)
	return mm(end.Sub(start).Len(), ok)
}}

func sectionDerived() []DerivedField {
	return []DerivedField{
		{"width", "mm", "Width of its section.", func(s *model.Snapshot, r *model.Record) any {
			width, _, _ := section(s, r)
			return mm(width, width > 0)
		}},
		{"depth", "mm", "Depth of its section.", func(s *model.Snapshot, r *model.Record) any {
			_, depth, _ := section(s, r)
			return mm(depth, depth > 0)
		}},
	}
}

func placedDerived() []DerivedField {
	extent := func(axis int) func(*model.Snapshot, *model.Record) any {
		return func(s *model.Snapshot, r *model.Record) any {
			t := TypeOf(s, r)
			if t == nil {
				return nil
			}
			size, ok := t.Point3("size")
			return mm(size[axis], ok)
		}
	}
	return []DerivedField{
		{"width", "mm", "Extent along its own x.", extent(0)},
		{"depth", "mm", "Extent along its own y.", extent(1)},
		{"height", "mm", "Extent upwards.", extent(2)},
		roomField(),
	}
}

func runDerived() []DerivedField { return []DerivedField{axisLengthField} }
