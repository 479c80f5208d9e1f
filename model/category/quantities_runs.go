package category

import (
	"math"

	"github.com/openeik/ekgit/model"
)

// runQuantities answers those of pipes, ducts and trays. IFC calls the area of the
// section by another name where it has a wall.
func runQuantities(set, sectionArea string) quantities {
	return func(s *model.Snapshot, r *model.Record) (string, model.Object) {
		start, end, ok := axis3(s, r)
		length := end.Dist(start)
		area, around := 0.0, 0.0
		if d, round := r.Number("diameter"); round {
			area, around = math.Pi*d*d/4, math.Pi*d
		} else if size, sized := r.Point("size"); sized {
			area, around = size[0]*size[1], 2*(size[0]+size[1])
		}
		return set, model.Object{
			quantity("Length", mm(length, ok)),
			quantity(sectionArea, m2(area, area > 0)),
			quantity("OuterSurfaceArea", m2(around*length, ok && around > 0)),
		}
	}
}

// weight answers in kg what a volume in mm³ of an element's material weighs, nil
// where its density is not known or it has layers of several.
func weight(s *model.Snapshot, r *model.Record, volume float64, ok bool) any {
	if len(layersOf(TypeOf(s, r))) > 1 {
		return nil
	}
	return weightOf(s, materialOf(s, r), volume, ok)
}

// weightOf answers in kg what a volume in mm³ of a material weighs.
func weightOf(s *model.Snapshot, material string, volume float64, ok bool) any {
	const perCubicMetre = 1e9
	m := s.Record(material)
	if m == nil {
		return nil
	}
	density, known := m.Number("density")
	return mm(max(0, volume)/perCubicMetre*density, ok && known)
}

// weight answers in kg what volumes of a wall's lanes weigh, nil where the density of
// one is not known; air weighs nothing.
func (c wallCutter) weight(s *model.Snapshot, volumes []float64) any {
	sum := 0.0
	for i, l := range c.lanes {
		if l.function == "air" {
			continue
		}
		kg, ok := weightOf(s, l.material, volumes[i], true).(float64)
		if !ok {
			return nil
		}
		sum += kg
	}
	return mm(sum, true)
}

func total(numbers []float64) float64 {
	sum := 0.0
	for _, f := range numbers {
		sum += f
	}
	return sum
}

// layeredWeight answers in kg what a plate of an area in mm² weighs, nil where the
// density of one of its layers is not known.
func layeredWeight(s *model.Snapshot, r *model.Record, area, thickness float64) any {
	layers := layersOf(TypeOf(s, r))
	if len(layers) == 0 {
		return weight(s, r, area*thickness, true)
	}
	sum := 0.0
	for _, l := range layers {
		if l.function == "air" {
			continue
		}
		kg, ok := weightOf(s, l.material, area*l.thickness, true).(float64)
		if !ok {
			return nil
		}
		sum += kg
	}
	return mm(sum, true)
}
