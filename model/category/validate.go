package category

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/openeik/ekgit/model"
)

// Validate answers what a record breaks by itself: record.category,
// record.member, record.unknown, record.derived and id.syntax. It reads no other
// record, and it never panics, whatever the record holds.
func Validate(schema *model.Schema, r *model.Record) []model.Fault {
	v := validator{record: r}
	c := schema.Category(r.Category())
	if err := model.CheckID(r.ID()); err != nil {
		v.fault("id.syntax", "/id", "%v", err)
	}
	if c == nil {
		v.unknownCategory(schema)
		return v.faults
	}
	for _, m := range r.Members() {
		if f, ok := c.Field(m.Name); ok {
			v.value(&f.Type, m.Value, "/"+f.Name)
		} else {
			v.unknown(c, m.Name)
		}
	}
	for i := range c.Fields {
		if f := &c.Fields[i]; f.Required && absent(r.Get(f.Name)) && f.Name != "id" {
			v.fault("record.member", "/"+f.Name, "%s has no %s, which it needs: %s", article(c.Name), f.Name, f.Doc)
		}
	}
	v.definition(Find(c.Name))
	return v.faults
}

type validator struct {
	record *model.Record
	faults []model.Fault
}

func (v *validator) fault(rule, pointer, format string, args ...any) {
	v.faults = append(v.faults, model.Fault{Rule: rule, Pointer: pointer, Message: fmt.Sprintf(format, args...)})
}

func (v *validator) unknownCategory(schema *model.Schema) {
	name := v.record.Category()
	switch near := NearestName(name, schema.Names()); {
	case name == "":
		v.fault("record.category", "/category", "the record has no category; it is one of %s", strings.Join(schema.Names(), ", "))
	case near != "":
		v.fault("record.category", "/category", "%q is no category; did you mean %q?", clip64(name), near)
	default:
		v.fault("record.category", "/category", "%q is no category; it is one of %s", clip64(name), strings.Join(schema.Names(), ", "))
	}
}

func (v *validator) unknown(c *model.Category, name string) {
	pointer := "/" + escape(name)
	if d := Find(c.Name); isDerived(d, name) {
		v.fault("record.derived", pointer, "%s is derived and never stored; take it out, a read shows it under derived", clip64(name))
		return
	}
	message := fmt.Sprintf("%s has no member %q; it is kept as it is", article(c.Name), clip64(name))
	if near := nearestMember(c, name); near != "" {
		message += fmt.Sprintf("; the nearest known one is %q", near)
	}
	v.fault("record.unknown", pointer, "%s", message)
}

// definition reports what the category asks for beyond the types of its members.
func (v *validator) definition(d *Definition) {
	if d == nil {
		return
	}
	if len(d.needs) > 0 && !slices.ContainsFunc(d.needs, v.hasAll) {
		ways := make([]string, len(d.needs))
		for i, members := range d.needs {
			ways[i] = strings.Join(members, " + ")
		}
		v.fault("record.member", "", "%s needs %s", article(d.Name), strings.Join(ways, ", or "))
	}
	for _, members := range d.excludes {
		if v.hasAll(members) {
			v.fault("record.member", "/"+members[1], "%s has either %s; take the other out", article(d.Name), strings.Join(members, " or "))
		}
	}
	if d.check != nil {
		v.faults = append(v.faults, d.check(v.record)...)
	}
}

func (v *validator) hasAll(members []string) bool {
	return !slices.ContainsFunc(members, func(name string) bool { return absent(v.record.Get(name)) })
}

// absent tells whether a value is none or empty, which the canonical form leaves out.
func absent(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case []any:
		return len(value) == 0
	case model.Object:
		return len(value) == 0
	}
	return false
}

func (v *validator) value(t *model.Type, value any, pointer string) {
	if value == nil && t.Kind != model.KindAny {
		v.fault("record.member", pointer, "null is no value; leave the member out")
		return
	}
	ok := true
	switch t.Kind {
	case model.KindString:
		ok = v.text(t, value, pointer)
	case model.KindBool:
		_, ok = value.(bool)
	case model.KindNumber, model.KindInteger:
		ok = v.number(t, value, pointer)
	case model.KindPoint:
		ok = coordinates(value, 2)
	case model.KindPoint3:
		ok = coordinates(value, 3)
	case model.KindRef:
		ref, is := value.(string)
		ok = is && ref != ""
	case model.KindList:
		ok = v.list(t, value, pointer)
	case model.KindMap:
		ok = v.open(t, value, pointer)
	case model.KindObject:
		ok = v.object(t, value, pointer)
	case model.KindOneOf:
		ok = slices.ContainsFunc(t.Choices, func(c model.Type) bool { return matches(&c, value) })
	}
	if !ok {
		v.fault("record.member", pointer, "%s is expected here, not %s", describe(t), show(value))
	}
}

// matches tells whether a value is legal for a type.
func matches(t *model.Type, value any) bool {
	var v validator
	v.value(t, value, "")
	return len(v.faults) == 0
}

func (v *validator) text(t *model.Type, value any, pointer string) bool {
	s, ok := value.(string)
	switch {
	case !ok:
		return false
	case len(t.Enum) > 0 && !slices.Contains(t.Enum, s):
		message := fmt.Sprintf("%q is not one of %s", clip64(s), strings.Join(t.Enum, ", "))
		if near := NearestName(s, t.Enum); near != "" {
			message += fmt.Sprintf("; did you mean %q?", near)
		}
		v.fault("record.member", pointer, "%s", message)
	case t.Pattern != "" && !pattern(t.Pattern).MatchString(s):
		v.fault("record.member", pointer, "%q does not have the form %s", clip64(s), t.Pattern)
	}
	return true
}

var patterns sync.Map // of compiled expressions by their text

func pattern(text string) *regexp.Regexp {
	if re, ok := patterns.Load(text); ok {
		return re.(*regexp.Regexp)
	}
	re := regexp.MustCompile("^(?:" + text + ")$")
	patterns.Store(text, re)
	return re
}

func (v *validator) number(t *model.Type, value any, pointer string) bool {
	f, ok := value.(float64)
	if literal, is := value.(model.Literal); is {
		v.fault("record.member", pointer, "%s has more digits than a length or angle holds; round it", clip64(string(literal)))
		return true
	}
	switch {
	case !ok || !finite(f) || t.Kind == model.KindInteger && f != math.Trunc(f):
		return false
	case t.Min != nil && f < *t.Min:
		v.fault("record.member", pointer, "%v is too small: at least %v%s", f, *t.Min, unit(t))
	case t.Above != nil && f <= *t.Above:
		v.fault("record.member", pointer, "%v is too small: over %v%s", f, *t.Above, unit(t))
	case t.Max != nil && f > *t.Max:
		v.fault("record.member", pointer, "%v is too large: at most %v%s", f, *t.Max, unit(t))
	}
	return true
}

func unit(t *model.Type) string {
	if t.Unit == "" {
		return ""
	}
	return " " + t.Unit
}

func finite(f float64) bool { return f-f == 0 }

func coordinates(value any, n int) bool {
	list, ok := value.([]any)
	if !ok || len(list) != n {
		return false
	}
	for _, item := range list {
		if f, ok := item.(float64); !ok || !finite(f) {
			return false
		}
	}
	return true
}

func (v *validator) list(t *model.Type, value any, pointer string) bool {
	list, ok := value.([]any)
	if !ok {
		return false
	}
	if len(list) > 0 && len(list) < t.Least {
		v.fault("record.member", pointer, "%d items are too few: at least %d", len(list), t.Least)
	}
	for i, item := range list {
		at := pointer + "/" + strconv.Itoa(i)
		v.value(t.Elem, item, at)
		if t.Set && slices.ContainsFunc(list[:i], func(other any) bool { return model.Equal(other, item) }) {
			v.fault("record.member", at, "%s stands here twice; a set holds each once", show(item))
		}
	}
	return true
}

func (v *validator) open(t *model.Type, value any, pointer string) bool {
	o, ok := value.(model.Object)
	for _, m := range o {
		v.value(t.Elem, m.Value, pointer+"/"+escape(m.Name))
	}
	return ok
}

func (v *validator) object(t *model.Type, value any, pointer string) bool {
	o, ok := value.(model.Object)
	if !ok {
		return false
	}
	for _, m := range o {
		i := slices.IndexFunc(t.Fields, func(f model.Field) bool { return f.Name == m.Name })
		if i >= 0 {
			v.value(&t.Fields[i].Type, m.Value, pointer+"/"+m.Name)
			continue
		}
		message := fmt.Sprintf("there is no member %q here; it is kept as it is", clip64(m.Name))
		if near := NearestName(m.Name, names(t.Fields)); near != "" {
			message += fmt.Sprintf("; the nearest known one is %q", near)
		}
		v.fault("record.unknown", pointer+"/"+escape(m.Name), "%s", message)
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Required && absent(o.Get(f.Name)) {
			v.fault("record.member", pointer+"/"+f.Name, "%s is missing: %s", f.Name, f.Doc)
		}
	}
	return true
}
