package category

import (
	"reflect"
	"sync"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// Definition is all that is known of one category.
type Definition struct {
	Name       string
	Doc        string // one sentence
	Folder     string // where all its records lie; empty for elements
	Discipline string // an element's default discipline

	members  any        // a struct whose fields are the category's own members, in canonical order
	ofType   any        // the same for the members of a type of this category, nil where it has none
	needs    [][]string // alternatives of members: a record has all of at least one
	excludes [][]string // members of which a record has at most one
	check    func(*model.Record) []model.Fault
	bounds   func(*model.Snapshot, *model.Record) (geom.Box, bool)
	derived  []DerivedField
}

// Element tells whether the category's records are things of the building.
func (d *Definition) Element() bool { return d.Folder == "" }

// catalogue holds what is made once of the definitions. Definitions ask for each
// other, so it is filled when it is first asked for.
var catalogue struct {
	once   sync.Once
	list   []*Definition
	byName map[string]*Definition
	schema *model.Schema
}

func fillCatalogue() {
	c := &catalogue
	c.list = definitions()
	c.byName = make(map[string]*Definition, len(c.list))
	categories := make([]*model.Category, len(c.list))
	for i, d := range c.list {
		c.byName[d.Name] = d
		categories[i] = d.category(c.list)
	}
	c.schema = model.NewSchema(categories...)
}

// All answers the definitions of every category, in the order of the format's
// table. The slice and what it holds must not be changed.
func All() []*Definition {
	catalogue.once.Do(fillCatalogue)
	return catalogue.list
}

// Find answers the definition of a category, nil where there is none of that name.
func Find(name string) *Definition {
	catalogue.once.Do(fillCatalogue)
	return catalogue.byName[name]
}

// Schema answers the schema of all categories. It is made once and shared.
func Schema() *model.Schema {
	catalogue.once.Do(fillCatalogue)
	return catalogue.schema
}

func (d *Definition) category(all []*Definition) *model.Category {
	c := &model.Category{Name: d.Name, Doc: d.Doc, Folder: d.Folder, Discipline: d.Discipline}
	head, tail := any(elementHead{}), any(elementTail{})
	switch {
	case d.Name == "type":
		head, tail = typeHead{}, typeTail{}
	case !d.Element():
		head, tail = datumHead{}, datumTail{}
	}
	own := typeFields(all)
	if d.members != nil {
		own = fieldsOf(reflect.TypeOf(d.members))
	}
	c.Fields = arrange(fieldsOf(reflect.TypeOf(head)), own, fieldsOf(reflect.TypeOf(tail)))
	for i := range c.Fields {
		switch f := &c.Fields[i]; f.Name {
		case "levelId":
			c.OnLevel = f.Required
		case "of":
			f.Type.Enum = elementNames(all)
		}
	}
	return c
}

// elementNames answers what there may be types of.
func elementNames(all []*Definition) []string {
	var names []string
	for _, d := range all {
		if d.Element() {
			names = append(names, d.Name)
		}
	}
	return names
}

// arrange joins common and own members. A common member that the category states
// anew, to narrow it, keeps its common place.
func arrange(head, own, tail []model.Field) []model.Field {
	narrowed := map[string]model.Field{}
	var rest []model.Field
	for _, f := range own {
		if has(head, f.Name) || has(tail, f.Name) {
			narrowed[f.Name] = f
		} else {
			rest = append(rest, f)
		}
	}
	fields := make([]model.Field, 0, len(head)+len(rest)+len(tail))
	for _, part := range [][]model.Field{head, rest, tail} {
		for _, f := range part {
			if n, ok := narrowed[f.Name]; ok {
				f = n
			}
			fields = append(fields, f)
		}
	}
	return fields
}

func has(fields []model.Field, name string) bool { return indexOf(fields, name) >= 0 }

// typeFields answers the own members of types of every category together, each
// once, in the order of the categories. Two categories mean the same by one name;
// the words that are legal add up.
func typeFields(all []*Definition) []model.Field {
	var fields []model.Field
	for _, d := range all {
		for _, f := range d.TypeFields() {
			i := 0
			for i < len(fields) && fields[i].Name != f.Name {
				i++
			}
			if i == len(fields) {
				fields = append(fields, f)
				continue
			}
			fields[i].Type.Enum = union(fields[i].Type.Enum, f.Type.Enum)
		}
	}
	return fields
}

func union(a, b []string) []string {
	out := a[:len(a):len(a)]
	for _, s := range b {
		if !contains(a, s) {
			out = append(out, s)
		}
	}
	return out
}

func contains(list []string, s string) bool {
	for _, item := range list {
		if item == s {
			return true
		}
	}
	return false
}

// TypeFields answers the members that a type of this category has beside the
// common ones.
func (d *Definition) TypeFields() []model.Field {
	if d.ofType == nil {
		return nil
	}
	return fieldsOf(reflect.TypeOf(d.ofType))
}
