package category

import (
	"fmt"
	"slices"
	"strings"

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
		f, ok := c.Field(m.Name)
		switch {
		case !ok:
			v.unknown(c, m.Name)
		case !f.Required || !absent(m.Value): // what is required and absent is reported below
			v.value(&f.Type, m.Value, "/"+f.Name)
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
	name, known := v.record.Category(), schema.Names()
	if name == "" {
		v.fault("record.category", "/category", "the record has no category; it is one of %s", strings.Join(known, ", "))
		return
	}
	v.fault("record.category", "/category", "%q is no category; it is one of %s%s", shorten(name), strings.Join(known, ", "), nearestHint(NearestName(name, known)))
}

func (v *validator) unknown(c *model.Category, name string) {
	pointer := "/" + escape(name)
	if d := Find(c.Name); d != nil && isDerived(d, name) {
		v.fault("record.derived", pointer, "%s is derived and never stored; take it out, a read shows it under derived", shorten(name))
		return
	}
	v.fault("record.unknown", pointer, "%s has no member %q; it is kept as it is%s", article(c.Name), shorten(name), nearestHint(nearestMember(c, name)))
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
