package category

import (
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// DerivedField is one value that follows from a record and what it names. It is
// computed when it is read and never stored in a record.
type DerivedField struct {
	Name string
	Unit string // "mm", "m²", "deg"; empty where it has none
	Doc  string // one sentence
	of   func(*model.Snapshot, *model.Record) any
}

// DerivedFields answers the derived values of a category, in the order in which
// Derived answers them.
func DerivedFields(category string) []DerivedField {
	d := Find(category)
	if d == nil {
		return nil
	}
	fields := make([]DerivedField, 0, len(d.derived)+2)
	if d.bounds != nil || d.Element() {
		fields = append(fields, boundsField)
	}
	fields = append(fields, d.derived...)
	if d.quantities != nil {
		fields = append(fields, quantitiesField)
	}
	return fields
}

// Derived answers the derived values of a record under their names. A value that
// cannot be known, such as the height of a wall without a top, is left out.
func Derived(s *model.Snapshot, r *model.Record) model.Object {
	var o model.Object
	for _, f := range DerivedFields(r.Category()) {
		if v := f.of(s, r); v != nil {
			o = append(o, model.Member{Name: f.Name, Value: v})
		}
	}
	return o
}

// DerivedValue answers one derived value of a record, computing no other, and
// whether it is known.
func DerivedValue(s *model.Snapshot, r *model.Record, name string) (any, bool) {
	if d := Find(r.Category()); d != nil && name == quantitiesField.Name && d.quantities != nil {
		v := quantitiesField.of(s, r)
		return v, v != nil
	} else if d != nil && name != boundsField.Name {
		for i := range d.derived {
			if d.derived[i].Name == name {
				v := d.derived[i].of(s, r)
				return v, v != nil
			}
		}
		return nil, false
	}
	v := boundsField.of(s, r)
	return v, v != nil
}

var boundsField = DerivedField{"bounds", "mm", "Box around it, [xmin, ymin, zmin, xmax, ymax, zmax].",
	func(s *model.Snapshot, r *model.Record) any {
		box, ok := Extent(s, r)
		if !ok {
			return nil
		}
		flat := make([]any, 0, 6)
		for _, x := range box.Flat() {
			flat = append(flat, geom.Round(x))
		}
		return flat
	}}

var quantitiesField = DerivedField{"quantities", "", "Quantities under the names of IFC's quantity sets, set -> name -> value: lengths in mm, areas in m², volumes in m³, weights in kg.",
	func(s *model.Snapshot, r *model.Record) any {
		if q := Quantities(s, r); len(q) > 0 {
			return q
		}
		return nil
	}}

// everDerived are names that no category stores, whatever it derives today.
var everDerived = map[string]bool{"bounds": true, "area": true, "grossArea": true, "netArea": true, "grossSideArea": true, "netSideArea": true,
	"volume": true, "grossVolume": true, "netVolume": true, "length": true, "perimeter": true, "exterior": true, "facing": true, "faces": true,
	"joins": true, "neighbours": true, "neighbors": true, "boundary": true, "quantities": true, "revision": true, "derived": true, "_derived": true}

// isDerived tells whether a name that is no member of a category is that of a
// derived value.
func isDerived(d *Definition, name string) bool {
	if everDerived[name] {
		return true
	}
	for i := range d.derived {
		if d.derived[i].Name == name {
			return true
		}
	}
	return false
}

// mm and m2 answer a number as a value, nil where it is not known.

func mm(f float64, ok bool) any {
	if !ok || !finite(f) {
		return nil
	}
	return geom.Round(f)
}

func m2(squareMillimetres float64, ok bool) any {
	const perSquareMetre = 1e6
	return mm(squareMillimetres/perSquareMetre, ok)
}

func text(s string) any {
	if s == "" {
		return nil
	}
	return s
}
