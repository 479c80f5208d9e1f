package edit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
)

// Members reads open members from an argument of the command, such as "set", for a
// record of the carrier's category (and "of"). Names that the category does not
// know are refused with the nearest known one. Lengths and angles may be text, names
// stand for ids, the case of words does not matter. A null stays a null.
func (tx *Tx) Members(argument string, carrier *model.Record, open model.Object) (model.Object, error) {
	c := tx.base.Schema().Category(carrier.Category())
	if c == nil {
		return nil, tx.unknownCategory(carrier.Category())
	}
	out := make(model.Object, 0, len(open))
	for _, m := range open {
		f, err := tx.member(argument, c, carrier, m.Name)
		if err != nil {
			return nil, err
		}
		if m.Value == nil {
			out = append(out, m)
			continue
		}
		reader := memberReader{tx: tx, of: carrier.Category(), name: m.Name, path: []any{argument, m.Name}}
		v, err := reader.value(&f.Type, m.Value)
		if err != nil {
			return nil, reader.problem(err, f)
		}
		if s, ok := v.(string); ok && slices.Contains(labels, m.Name) {
			if err := tx.label(pointer(reader.path), s); err != nil {
				return nil, err
			}
		}
		out = append(out, model.Member{Name: m.Name, Value: v})
	}
	return out, nil
}

// member answers what the schema says of a member that a record of the category and
// "of" may have.
func (tx *Tx) member(argument string, c *model.Category, carrier *model.Record, name string) (*model.Field, error) {
	f, ok := c.Field(name)
	if ok && (c.Name != "type" || typeHas(carrier.Of(), name)) {
		return f, nil
	}
	return nil, tx.unknownMember(argument, c, carrier, name)
}

// typeHas tells whether a type of a category may have a member.
func typeHas(of, name string) bool {
	own := func(d *category.Definition) bool {
		return slices.ContainsFunc(d.TypeFields(), func(f model.Field) bool { return f.Name == name })
	}
	if d := category.Find(of); d == nil || own(d) {
		return true
	}
	return !slices.ContainsFunc(category.All(), own)
}

func (tx *Tx) unknownMember(argument string, c *model.Category, carrier *model.Record, name string) error {
	known := make([]string, 0, len(c.Fields))
	for i := range c.Fields {
		if n := c.Fields[i].Name; c.Name != "type" || typeHas(carrier.Of(), n) {
			known = append(known, n)
		}
	}
	what := word(c.Name)
	if c.Name == "type" {
		what = word(carrier.Of()) + " type"
	}
	message := fmt.Sprintf("a %s has no member %q", what, clip(name))
	near := args.Nearest(name, known)
	if near != "" {
		message += fmt.Sprintf("; use %q", near)
	}
	p := tx.invalid("/"+argument+"/"+name, message, nil)
	p.Hint = "Open data goes into properties. Its members are " + strings.Join(known, ", ")
	if try, ok := args.Renamed(tx.data, []any{argument, name}, near); near != "" && ok {
		p.Details["try"] = try
	}
	return p
}

func (tx *Tx) unknownCategory(name string) error {
	near := args.Nearest(name, tx.base.Schema().Names())
	message := fmt.Sprintf("%q is no category", clip(name))
	if near != "" {
		message += fmt.Sprintf("; use %q", near)
	}
	p := tx.invalid("/category", message, name)
	p.Hint = "The categories are " + strings.Join(tx.base.Schema().Names(), ", ")
	if near != "" && tx.data.Get("category") == name {
		p.Details["try"] = tx.data.With("category", near)
	}
	return p
}
