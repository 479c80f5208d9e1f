package diffview

import (
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// field answers what the schema knows of a member of a record.
func field(s *model.Snapshot, r *model.Record, name string) *model.Field {
	c := s.Schema().Category(r.Category())
	if c == nil {
		return nil
	}
	if f, ok := c.Field(name); ok {
		return f
	}
	if d := category.Find(r.Of()); d != nil && r.Category() == "type" {
		fields := d.TypeFields()
		for i := range fields {
			if fields[i].Name == name {
				return &fields[i]
			}
		}
	}
	return nil
}

// unitOf answers the unit that a member's numbers are in.
func unitOf(f *model.Field) string {
	if f == nil {
		return ""
	}
	return typeUnit(&f.Type)
}

func typeUnit(t *model.Type) string {
	switch t.Kind {
	case model.KindPoint, model.KindPoint3:
		return "mm"
	case model.KindList, model.KindMap:
		if t.Elem != nil {
			return typeUnit(t.Elem)
		}
	case model.KindOneOf:
		for i := range t.Choices {
			if u := typeUnit(&t.Choices[i]); u != "" {
				return u
			}
		}
	}
	return t.Unit
}

// valueLimit is how much of a value a line shows.
const valueLimit = 120

// value writes a value of a record for people; what is absent is "none".
func (t *teller) value(f *model.Field, unit string, v any) string {
	switch v := v.(type) {
	case nil:
		return "none"
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case float64:
		return t.quantity(v, unit)
	case string:
		if f != nil && f.Type.Kind == model.KindRef {
			return t.reference(v)
		}
		return quoted(v)
	case []any:
		return t.list(f, unit, v)
	case model.Object:
		return t.object(v)
	}
	return clip(plain(string(model.AppendCompact(nil, v))), valueLimit)
}

// reference answers what the record that an id names is called.
func (t *teller) reference(id string) string {
	r := t.s.Record(id)
	if r == nil {
		return id
	}
	if r.Category() == "type" || r.Category() == "level" || r.Category() == "material" {
		if name := called(r); name != "" {
			return name
		}
		return id
	}
	return t.the(r)
}

func (t *teller) list(f *model.Field, unit string, v []any) string {
	if len(v) == 0 {
		return "none"
	}
	if _, isPoint := v[0].(float64); isPoint && len(v) <= 6 {
		return t.coordinates(v, unit)
	}
	if _, nested := v[0].([]any); nested {
		return counted(len(v), "point")
	}
	if layers := t.layers(v); layers != "" {
		return layers
	}
	parts := make([]string, len(v))
	var item *model.Field
	if f != nil && f.Type.Elem != nil {
		item = &model.Field{Type: *f.Type.Elem}
	}
	for i := range v {
		parts[i] = t.value(item, unit, v[i])
	}
	return clip(some(parts, 8), valueLimit)
}

func (t *teller) coordinates(v []any, unit string) string {
	parts := make([]string, len(v))
	for i := range v {
		f, _ := v[i].(float64)
		parts[i] = number(f)
	}
	text := "(" + strings.Join(parts, "; ") + ")"
	if unit == "mm" {
		text += " mm"
	}
	return text
}

// layers writes the layers of a wall or a slab: "10 Plaster, 115 Brick; 125 mm".
func (t *teller) layers(v []any) string {
	sum := 0.0
	parts := make([]string, 0, len(v))
	for _, item := range v {
		layer, _ := item.(model.Object)
		thickness, ok := layer.Get("thickness").(float64)
		if !ok {
			return ""
		}
		sum += thickness
		what, _ := layer.Get("function").(string)
		if id, _ := layer.Get("materialId").(string); id != "" {
			what = id
			if r := t.s.Record(id); r != nil && r.String("name") != "" {
				what = plain(r.String("name"))
			}
		}
		parts = append(parts, number(thickness)+" "+clip(plain(what), nameLimit/2))
	}
	return clip(fmt.Sprintf("%s thick: %s", t.size(sum), strings.Join(parts, " | ")), 2*valueLimit)
}

func (t *teller) object(o model.Object) string {
	if v, ok := o.Lookup("value"); ok {
		unit, _ := o.Get("unit").(string)
		if f, isNumber := v.(float64); isNumber {
			return strings.TrimSpace(number(f) + " " + clip(plain(unit), 20))
		}
	}
	return clip(plain(string(model.AppendCompact(nil, o))), valueLimit)
}

// cell writes a value for a table: what an id stands for beside the id, and every
// point of a short list.
func (t *teller) cell(f *model.Field, unit string, v any) string {
	switch v := v.(type) {
	case string:
		if f != nil && f.Type.Kind == model.KindRef && t.s.Get(v) != nil {
			return t.reference(v) + " (" + v + ")"
		}
		return clip(plain(v), 2*valueLimit)
	case []any:
		if points := pointsOf(v); len(points) > 1 && len(points) == len(v) {
			return t.points(points)
		}
	}
	return t.value(f, unit, v)
}

// pointsShown is how many points of a list are written.
const pointsShown = 6

func (t *teller) points(points []geom.Point) string {
	var b strings.Builder
	for i, p := range points {
		if i == pointsShown {
			fmt.Fprintf(&b, "and %d more ", len(points)-i)
			break
		}
		fmt.Fprintf(&b, "(%s; %s) ", number(p.X), number(p.Y))
	}
	return b.String() + "mm"
}
