package edit

import (
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
)

// sectioned gives a column its type: one that is named, the only one, or one of a
// section, which is made where there is none.
func (tx *Tx) sectioned(r *model.Record, a placeColumnsArgs) (*model.Record, error) {
	given := 0
	for _, there := range []bool{a.Type != "", a.Size != nil, a.Diameter != nil} {
		if there {
			given++
		}
	}
	switch {
	case given > 1:
		return nil, tx.Invalid("/type", "columns take one of type, size and diameter", nil)
	case a.Type != "":
		t, err := tx.Type(a.Type, "column")
		if err != nil {
			return nil, err
		}
		return r.With("typeId", t.ID()), nil
	case a.Size != nil && !(a.Size[0] > 0 && a.Size[1] > 0):
		return nil, tx.Invalid("/size", "a section is wider and deeper than 0 mm", model.PointValue(a.Size[:]...))
	case a.Size != nil:
		w, d := tidy(a.Size[0]), tidy(a.Size[1])
		return tx.ofProfile(r, fmt.Sprintf("%v x %v", w, d), model.Object{{Name: "shape", Value: "rect"}, {Name: "width", Value: w}, {Name: "depth", Value: d}})
	case a.Diameter != nil:
		d := tidy(float64(*a.Diameter))
		return tx.ofProfile(r, fmt.Sprintf("D%v", d), model.Object{{Name: "shape", Value: "round"}, {Name: "diameter", Value: d}})
	}
	types := tx.typesOf("column")
	switch len(types) {
	case 0:
		p := tx.invalid("/type", "there is no column type; give size or diameter, or add_type first", nil)
		p.Details["try"] = tx.data.With("size", model.PointValue(300, 300))
		return nil, p
	case 1:
		tx.assume(fmt.Sprintf("type: %s, the only column type", types[0]))
		return r.With("typeId", types[0]), nil
	}
	return nil, tx.Invalid("/type", "columns need a type: one of "+strings.Join(types[:min(len(types), 12)], ", "), nil)
}

// ofProfile gives a column the first type that has a profile and says nothing else of
// its form, else a new one.
func (tx *Tx) ofProfile(r *model.Record, size string, profile model.Object) (*model.Record, error) {
	for _, id := range tx.typesOf("column") {
		if t := tx.Record(id); !t.Has("shape") && model.Equal(t.Get("profile"), profile) {
			tx.assume(fmt.Sprintf("type: %s, which is %s", id, size))
			return r.With("typeId", id), nil
		}
	}
	name := "Column " + size
	for i := 2; tx.typeName("column", name, "") != nil; i++ {
		name = fmt.Sprintf("Column %s (%d)", size, i)
	}
	id := "column-type-" + strings.NewReplacer(" x ", "x", ".", "-", "D", "d").Replace(size)
	if model.CheckID(id) != nil || tx.taken(id) != "" {
		id = tx.mint("column-type")
	}
	t := model.NewRecord(model.Object{{Name: "id", Value: id}, {Name: "category", Value: "type"}, {Name: "of", Value: "column"},
		{Name: "name", Value: name}, {Name: "profile", Value: profile}})
	if err := tx.Put(t); err != nil {
		return nil, err
	}
	return r.With("typeId", id), nil
}

func commaed(items []string) string { return strings.Join(items, ", ") }
