package model

import "sort"

// Kind is the shape of a member's value.
type Kind string

// The kinds. Lengths and angles are numbers whose unit is said by Type.Unit.
const (
	KindString  Kind = "string"
	KindBool    Kind = "boolean"
	KindNumber  Kind = "number"
	KindInteger Kind = "integer"
	KindPoint   Kind = "point"  // [x, y] in mm
	KindPoint3  Kind = "point3" // [x, y, z] in mm
	KindRef     Kind = "reference"
	KindList    Kind = "list"
	KindMap     Kind = "map"    // open names, values of Elem
	KindObject  Kind = "object" // named fields
	KindAny     Kind = "any"    // open data
	KindOneOf   Kind = "oneOf"  // any of Choices
)

// Type says what values a member takes.
type Type struct {
	Kind    Kind
	Unit    string   // "mm", "deg", "kg/m³" …, for numbers
	Enum    []string // for strings; empty where any is legal
	Pattern string   // a regular expression that a string matches whole
	To      []string // for references: the categories it may name, empty for any
	TypeOf  bool     // for references: to a type of the record's own category
	Min     *float64 // for numbers, inclusive
	Above   *float64 // for numbers, exclusive
	Max     *float64 // for numbers, inclusive
	Elem    *Type    // of a list or a map
	Least   int      // fewest items of a list
	Set     bool     // a list whose order means nothing and whose items are distinct
	Numbers string   // of a map: the list beside it whose items its keys number
	Fields  []Field  // of an object, in canonical order
	Choices []Type   // of a oneOf
}

// Field is one member that a schema knows.
type Field struct {
	Name     string
	Type     Type
	Required bool
	Doc      string // one sentence with its unit and what absence means
}

// Category is what the schema says of one category of records.
type Category struct {
	Name       string
	Doc        string
	Folder     string  // where all its records lie; empty for elements
	Discipline string  // an element's default discipline
	Fields     []Field // every known member in canonical order, the common ones included
	OnLevel    bool    // an element that has to stand on a level
	byName     map[string]int
}

// Element tells whether the category's records are things of the building, which
// lie by discipline, level and category.
func (c *Category) Element() bool { return c.Folder == "" }

// Field answers the known member of that name.
func (c *Category) Field(name string) (*Field, bool) {
	i, ok := c.byName[name]
	if !ok {
		return nil, false
	}
	return &c.Fields[i], true
}

// Schema is the set of categories that a host knows. It is immutable.
type Schema struct {
	categories map[string]*Category
	names      []string
}

// NewSchema makes a schema of the categories, which it owns from then on.
func NewSchema(categories ...*Category) *Schema {
	s := &Schema{categories: make(map[string]*Category, len(categories))}
	for _, c := range categories {
		c.byName = make(map[string]int, len(c.Fields))
		for i := range c.Fields {
			c.byName[c.Fields[i].Name] = i
		}
		s.categories[c.Name] = c
		s.names = append(s.names, c.Name)
	}
	sort.Strings(s.names)
	return s
}

// Category answers what the schema says of a category, nil where it knows none of
// that name.
func (s *Schema) Category(name string) *Category { return s.categories[name] }

// Names answers the names of all categories, sorted.
func (s *Schema) Names() []string { return s.names }
