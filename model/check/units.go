package check

import (
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

var unitsSuspicious = &Rule{Name: "units.suspicious", Severity: model.Error, record: lookUnits,
	Doc: "Lengths are in mm. What is so small that it was mostly meant in metres is told: a wall 0.2 thick, a cabin of 6 by 8.",
	Limits: []Limit{
		{Name: "thickness", Default: 1, Unit: "mm", Doc: "The least thickness of a wall, slab, ceiling or roof, and the least width of a section."},
		{Name: "opening", Default: 10, Unit: "mm", Doc: "The least width and height of a door, window or opening."},
		{Name: "height", Default: 10, Unit: "mm", Doc: "The least height of a storey, wall, column or room, and the least extent of furniture."},
		{Name: "length", Default: 20, Unit: "mm", Doc: "The least length of a wall, grid, beam or brace."},
		{Name: "outline", Default: 50, Unit: "mm", Doc: "The least larger side of an outline."},
	}}

// measured is a length of a record that a limit of units.suspicious bounds.
type measured struct {
	limit   string
	pointer string
	what    string
	value   float64
}

func lookUnits(o *owner) {
	for _, m := range measures(o.s, o.record) {
		least := o.limit(m.limit)
		if !(m.value > 0 && m.value < least) {
			continue
		}
		o.found(m.pointer, "the %s of %s is %s; lengths are in mm, and under %s it was mostly meant in metres: set it to %s, or to what it is",
			m.what, idText(o.id()), fine(m.value), mm(least), mm(m.value*1000))
	}
}

// fine writes a length that may be far below a millimetre.
func fine(length float64) string { return fmt.Sprintf("%.4g mm", length) }

// measures answers the lengths of a record that tell in which unit it was written.
func measures(s *model.Snapshot, r *model.Record) []measured {
	switch c := r.Category(); c {
	case "wall", "curtain-wall":
		return append(members(r, "thickness", "height"), lineLength(r)...)
	case "grid":
		return lineLength(r)
	case "beam", "brace":
		length, _ := segmentLength(r)
		return lengthOver(length)
	case "slab", "ceiling", "roof", "foundation", "shaft":
		return append(members(r, "thickness"), outlineSize(r)...)
	case "room":
		return append(members(r, "height"), outlineSize(r)...)
	case "door", "window", "opening":
		return openingSize(r)
	case "column":
		return members(r, "height")
	case "level":
		return storeySize(s, r)
	case "type":
		return typeSize(r)
	}
	return nil
}

// members answers the thickness or height that a record says itself.
func members(r *model.Record, names ...string) []measured {
	var list []measured
	for _, name := range names {
		if value, ok := r.Number(name); ok {
			list = append(list, measured{name, "/" + name, name, value})
		}
	}
	return list
}

func lineLength(r *model.Record) []measured {
	line, _ := category.Baseline(r)
	return lengthOver(line.Length())
}

// lengthOver answers a length that is one at all; shorter ones are told by the rules
// of walls and beams.
func lengthOver(length float64) []measured {
	if length <= 1 {
		return nil
	}
	return []measured{{"length", "/end", "length", length}}
}

func openingSize(r *model.Record) []measured {
	var list []measured
	for _, name := range []string{"width", "height"} {
		if value, ok := r.Number(name); ok {
			list = append(list, measured{"opening", "/" + name, name, value})
		}
	}
	return list
}

func outlineSize(r *model.Record) []measured {
	region, ok := category.Outline(r)
	if !ok {
		return nil
	}
	size := region.Bounds().Size()
	return []measured{{"outline", "/outline", "larger side of the outline", max(size.X, size.Y)}}
}

// storeySize answers the height of a storey: what the level says, else how far the
// next level is.
func storeySize(s *model.Snapshot, r *model.Record) []measured {
	if own := members(r, "height"); own != nil {
		return own
	}
	level, ok := category.Levels(s).Get(r.ID())
	if !ok || level.Height() <= 1 {
		return nil // levels at one height are told by another rule
	}
	return []measured{{"height", "/elevation", "distance to the next level", level.Height()}}
}

func typeSize(r *model.Record) []measured {
	switch r.Of() {
	case "door", "window":
		return openingSize(r)
	case "wall", "slab", "ceiling", "roof":
		thickness, _ := category.TypeThickness(r)
		return []measured{{"thickness", "/" + thicknessMember(r), "thickness", thickness}}
	case "column", "beam", "brace":
		return sectionSize(r.Object("profile"))
	case "furniture", "equipment":
		size, ok := r.Point3("size")
		if !ok {
			return nil
		}
		return []measured{{"height", "/size", "largest extent", max(size[0], size[1], size[2])}}
	}
	return nil
}

func thicknessMember(r *model.Record) string {
	if r.Has("layers") {
		return "layers"
	}
	return "thickness"
}

func sectionSize(profile model.Object) []measured {
	var list []measured
	for _, name := range []string{"width", "depth", "diameter"} {
		if value, ok := profile.Get(name).(float64); ok {
			list = append(list, measured{"thickness", "/profile/" + name, name + " of the section", value})
		}
	}
	return list
}
