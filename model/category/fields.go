package category

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
)

// The members of a category are the fields of a Go struct, in canonical order. The
// struct is only ever read by reflection: it is the schema, records stay open data.
// Its tags are
//
//	json      the member's name
//	doc       a sentence that says what it is, its unit, and what absence means
//	required  "yes" where a record must have it
//	unit      the unit of a number
//	enum      the legal words
//	min above max   the range of a number: inclusive, exclusive, inclusive
//	pattern   a regular expression that a string matches whole
//	to        the categories that a reference may name
//	least     the fewest items of a list
//	set       "yes" for a list whose order means nothing
//	numbers   the list beside it whose items the keys of a map number

type (
	point    [2]float64 // [x, y] in mm
	point3   [3]float64 // [x, y, z] in mm
	ref      string     // the id of a record
	typeRef  string     // the id of a type of the record's own category
	openData any        // what the source holds
)

// choice is a member whose value has one of several shapes, one per field.
type choice interface{ choice() }

var (
	choiceType   = reflect.TypeFor[choice]()
	openDataType = reflect.TypeFor[openData]()
	namedTypes   = map[reflect.Type]model.Type{
		reflect.TypeFor[point]():   {Kind: model.KindPoint},
		reflect.TypeFor[point3]():  {Kind: model.KindPoint3},
		reflect.TypeFor[ref]():     {Kind: model.KindRef},
		reflect.TypeFor[typeRef](): {Kind: model.KindRef, To: []string{"type"}, TypeOf: true},
		openDataType:               {Kind: model.KindAny},
	}
)

func fieldsOf(t reflect.Type) []model.Field {
	var fields []model.Field
	for f := range t.Fields() {
		if f.Anonymous {
			fields = append(fields, fieldsOf(f.Type)...)
			continue
		}
		fields = append(fields, model.Field{
			Name:     f.Tag.Get("json"),
			Doc:      f.Tag.Get("doc"),
			Required: f.Tag.Get("required") == "yes",
			Type:     memberType(f.Type, f.Tag),
		})
	}
	return fields
}

func memberType(t reflect.Type, tag reflect.StructTag) model.Type {
	if named, ok := namedTypes[t]; ok {
		if to := tag.Get("to"); to != "" {
			named.To = strings.Fields(to)
		}
		return named
	}
	if t.Implements(choiceType) {
		return choiceOf(t)
	}
	switch t.Kind() {
	case reflect.String:
		return model.Type{Kind: model.KindString, Enum: strings.Fields(tag.Get("enum")), Pattern: tag.Get("pattern")}
	case reflect.Bool:
		return model.Type{Kind: model.KindBool}
	case reflect.Int:
		return number(model.KindInteger, tag)
	case reflect.Float64:
		return number(model.KindNumber, tag)
	case reflect.Slice:
		elem := memberType(t.Elem(), tag)
		least, _ := strconv.Atoi(tag.Get("least"))
		return model.Type{Kind: model.KindList, Elem: &elem, Least: least, Set: tag.Get("set") == "yes"}
	case reflect.Map:
		elem := memberType(t.Elem(), tag)
		return model.Type{Kind: model.KindMap, Elem: &elem, Numbers: tag.Get("numbers")}
	case reflect.Struct:
		return model.Type{Kind: model.KindObject, Fields: fieldsOf(t)}
	}
	panic(fmt.Sprintf("category: no member has the Go type %v", t))
}

func choiceOf(t reflect.Type) model.Type {
	one := model.Type{Kind: model.KindOneOf}
	for f := range t.Fields() {
		one.Choices = append(one.Choices, memberType(f.Type, f.Tag))
	}
	return one
}

func number(kind model.Kind, tag reflect.StructTag) model.Type {
	return model.Type{Kind: kind, Unit: tag.Get("unit"),
		Min: limit(tag, "min"), Above: limit(tag, "above"), Max: limit(tag, "max")}
}

func limit(tag reflect.StructTag, name string) *float64 {
	text, ok := tag.Lookup(name)
	if !ok {
		return nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("category: the limit %s=%q is no number", name, text))
	}
	return &f
}
