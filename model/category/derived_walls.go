package category

import (
	"cmp"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// wallDerived are the derived values of walls and curtain walls.
func wallDerived() []DerivedField {
	return []DerivedField{
		lengthField("Length of its baseline."),
		{"height", "mm", "Height from its base to its top.", wallHeight},
		{"thickness", "mm", "Thickness: its type's, else its own.", thicknessOf},
		{"base", "mm", "Height of its base above the model's zero.", func(s *model.Snapshot, r *model.Record) any { return mm(Base(s, r), true) }},
		{"top", "mm", "Height of its top above the model's zero, of its highest point where it runs up to a roof.", func(s *model.Snapshot, r *model.Record) any { return mm(wallTop(s, r)) }},
		{"grossSideArea", "m²", "Area of one side over its baseline, openings included.", wallSide("GrossSideArea", sideArea)},
		{"netSideArea", "m²", "Area of one side less the openings that go through.", wallSide("NetSideArea", netSideArea)},
		{"openings", "", "How many doors, windows, openings and curtain walls it hosts.", hostedCount},
		{"exterior", "", "Whether a face of it looks outside: it is on the outer edge of walls that close a ring, whatever external says.",
			func(s *model.Snapshot, r *model.Record) any { return Exterior(s, r) }},
		facingField(),
	}
}

// clipped tells whether planes cut a wall from above or below, so that its heights differ
// along it.
func clipped(r *model.Record) bool {
	return r.Category() == "wall" && (len(r.Strings("topHostIds")) > 0 || r.Has("clips"))
}

// wallTop answers the height of a wall's highest point.
func wallTop(s *model.Snapshot, r *model.Record) (float64, bool) {
	if !clipped(r) {
		return Top(s, r)
	}
	box := geom.EmptyBox()
	for _, b := range Bodies(s, r) {
		box = box.Union(b.Mesh.Bounds())
	}
	return box.Max.Z, !box.IsEmpty()
}

func wallHeight(s *model.Snapshot, r *model.Record) any {
	top, ok := wallTop(s, r)
	return mm(top-Base(s, r), ok)
}

// wallSide answers an area of a wall's side: its quantity where planes cut the wall, else
// what length and height come to.
func wallSide(name string, plain func(*model.Snapshot, *model.Record) (float64, bool)) func(*model.Snapshot, *model.Record) any {
	cut := quantityOf(name)
	return func(s *model.Snapshot, r *model.Record) any {
		if clipped(r) {
			return cut(s, r)
		}
		return m2(plain(s, r))
	}
}

func facingField() DerivedField {
	return DerivedField{"facing", "", "Compass direction of its outer face, or its host's, such as north-east; absent where none looks outside.",
		func(s *model.Snapshot, r *model.Record) any { return text(Facing(s, r)) }}
}

// hostedDerived are the derived values of doors and windows.
func hostedDerived() []DerivedField {
	return []DerivedField{
		{"width", "mm", "Width of the structural opening: its own, else its type's.", widthOf},
		{"height", "mm", "Height of the structural opening: its own, else its type's.", sizeHeightOf},
		{"area", "m²", "Width times height.", openingArea},
		{"exterior", "", "Whether its host has a face that looks outside.", func(s *model.Snapshot, r *model.Record) any { return Exterior(s, r) }},
		facingField(),
	}
}

func lengthField(doc string) DerivedField {
	return DerivedField{"length", "mm", doc, func(_ *model.Snapshot, r *model.Record) any {
		c, ok := Baseline(r)
		return mm(c.Length(), ok)
	}}
}

func heightOf(s *model.Snapshot, r *model.Record) any {
	top, ok := Top(s, r)
	return mm(top-Base(s, r), ok)
}

func thicknessOf(s *model.Snapshot, r *model.Record) any { return mm(Thickness(s, r)) }

func widthOf(s *model.Snapshot, r *model.Record) any {
	width, _, _ := Size(s, r)
	return mm(width, width > 0)
}

func sizeHeightOf(s *model.Snapshot, r *model.Record) any {
	_, height, _ := Size(s, r)
	return mm(height, height > 0)
}

func openingArea(s *model.Snapshot, r *model.Record) any {
	if region, ok := Outline(r); ok {
		return m2(region.Area(), true)
	}
	width, height, ok := Size(s, r)
	return m2(width*height, ok)
}

func hostedCount(s *model.Snapshot, r *model.Record) any {
	n := 0
	for _, id := range Hosted(s, r.ID()) {
		if h := s.Record(id); h != nil && cuts(h) {
			n++
		}
	}
	return float64(n)
}

// cuts tells whether a hosted record makes a hole in its host.
func cuts(r *model.Record) bool {
	switch r.Category() {
	case "door", "window", "opening", "curtain-wall":
		return true
	}
	return false
}

// sideArea answers the area of one side of a wall in mm².
func sideArea(s *model.Snapshot, r *model.Record) (float64, bool) {
	c, ok := Baseline(r)
	top, ok2 := Top(s, r)
	return c.Length() * max(0, top-Base(s, r)), ok && ok2
}

// netSideArea answers the area of one side of a wall in mm² less what its openings
// take of it; where they overlap, or reach beyond the wall, nothing counts twice.
func netSideArea(s *model.Snapshot, r *model.Record) (float64, bool) {
	gross, ok := sideArea(s, r)
	if !ok {
		return 0, false
	}
	c, _ := Baseline(r)
	top, _ := Top(s, r)
	side := Span{From: 0, To: c.Length(), Sill: Base(s, r), Head: top}
	var holes []Span
	for _, id := range Hosted(s, r.ID()) {
		h := s.Record(id)
		if h == nil || !cuts(h) || h.Has("depth") || Stands(s, r) && !Stands(s, h) {
			continue
		}
		if span, ok := Opening(s, h); ok {
			if span = span.clip(side); span.area() > 0 {
				holes = append(holes, span)
			}
		}
	}
	return gross - coveredArea(holes), true
}

func (a Span) clip(b Span) Span {
	return Span{From: max(a.From, b.From), To: min(a.To, b.To), Sill: max(a.Sill, b.Sill), Head: min(a.Head, b.Head)}
}

func (a Span) area() float64 { return max(0, a.To-a.From) * max(0, a.Head-a.Sill) }

// coveredArea answers the area in mm² that spans cover together: between each two
// neighbouring edges along the wall, the heights that are covered there.
func coveredArea(spans []Span) float64 {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Compare(a.Sill, b.Sill) })
	var edges []float64
	for _, span := range spans {
		edges = append(edges, span.From, span.To)
	}
	slices.Sort(edges)
	sum := 0.0
	for i := 1; i < len(edges); i++ {
		covered, upTo := 0.0, -1e300
		for _, span := range spans {
			if span.From < edges[i] && span.To > edges[i-1] {
				covered += max(0, span.Head-max(upTo, span.Sill))
				upTo = max(upTo, span.Head)
			}
		}
		sum += covered * (edges[i] - edges[i-1])
	}
	return sum
}
