package category

import (
	"reflect"
	"slices"
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
	bodies   func(*model.Snapshot, *model.Record) []Body

	quantities quantities

	typeFields []model.Field // made of ofType
}

// Element tells whether the category's records are things of the building.
func (d *Definition) Element() bool { return d.Folder == "" }

// Embodied tells whether elements of the category are bodies: all but rooms, shafts,
// openings and separators. The body of a proxy is a shape.
func (d *Definition) Embodied() bool { return d.Element() && (d.bodies != nil || d.Name == "proxy") }

// catalogue holds what is made once of the definitions. Definitions ask for each
// other, so it is filled when it is first asked for.
var catalogue struct {
	once   sync.Once
	list   []*Definition
	byName map[string]*Definition
	schema *model.Schema

	elements   []string      // the categories that there may be types of
	typeFields []model.Field // the own members of types of all categories together
}

func fillCatalogue() {
	c := &catalogue
	c.list = definitions()
	c.byName = make(map[string]*Definition, len(c.list))
	for _, d := range c.list {
		c.byName[d.Name] = d
		if d.ofType != nil {
			d.typeFields = fieldsOf(reflect.TypeOf(d.ofType))
			c.typeFields = addFields(c.typeFields, d.typeFields)
		}
		if d.Element() {
			c.elements = append(c.elements, d.Name)
		}
	}
	categories := make([]*model.Category, len(c.list))
	for i, d := range c.list {
		categories[i] = d.category()
	}
	c.schema = model.NewSchema(categories...)
}

// addFields adds the members of types of one more category, each once. Two
// categories mean the same by one name; the words that are legal add up.
func addFields(fields, more []model.Field) []model.Field {
	for _, f := range more {
		i := indexOf(fields, f.Name)
		if i < 0 {
			fields = append(fields, f)
			continue
		}
		for _, word := range f.Type.Enum {
			if known := fields[i].Type.Enum; !slices.Contains(known, word) {
				fields[i].Type.Enum = append(slices.Clip(known), word)
			}
		}
	}
	return fields
}

func indexOf(fields []model.Field, name string) int {
	return slices.IndexFunc(fields, func(f model.Field) bool { return f.Name == name })
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

// TypeFields answers the members that a type of this category has beside the
// common ones. The slice must not be changed.
func (d *Definition) TypeFields() []model.Field { return d.typeFields }

// category makes the schema of the definition.
func (d *Definition) category() *model.Category {
	head, tail := any(elementHead{}), any(elementTail{})
	own := catalogue.typeFields
	switch {
	case d.Name == "type":
		head, tail = typeHead{}, typeTail{}
	case !d.Element():
		head, tail = datumHead{}, datumTail{}
	}
	if d.members != nil {
		own = fieldsOf(reflect.TypeOf(d.members))
	}
	c := &model.Category{Name: d.Name, Doc: d.Doc, Folder: d.Folder, Discipline: d.Discipline,
		Fields: arrange(fieldsOf(reflect.TypeOf(head)), own, fieldsOf(reflect.TypeOf(tail)))}
	for i := range c.Fields {
		switch f := &c.Fields[i]; f.Name {
		case "levelId":
			c.OnLevel = f.Required
		case "of":
			f.Type.Enum = catalogue.elements
		}
	}
	return c
}

// arrange joins common and own members. A common member that the category states
// anew, to narrow it, keeps its common place.
func arrange(head, own, tail []model.Field) []model.Field {
	common := slices.Concat(head, tail)
	fields := make([]model.Field, 0, len(common)+len(own))
	put := func(f model.Field) {
		if i := indexOf(own, f.Name); i >= 0 {
			f = own[i]
		}
		fields = append(fields, f)
	}
	for _, f := range head {
		put(f)
	}
	for _, f := range own {
		if indexOf(common, f.Name) < 0 {
			fields = append(fields, f)
		}
	}
	for _, f := range tail {
		put(f)
	}
	return fields
}
