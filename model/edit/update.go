package edit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
)

type updateArgs struct {
	Target
	Set   model.Object `json:"set" also:"values,members,changes,fields" doc:"Member -> value. Lengths are mm or text such as \"2.1 m\"; null takes the member away."`
	Unset []string     `json:"unset" doc:"Members to take away."`
	KeepShape
}

func update() *Command {
	return define(Command{
		Name: "update", open: "set",
		Also:    []string{"set", "modify", "change", "edit", "patch", "update_element", "update_record", "set_member", "set_parameter"},
		Summary: "Set or take away members of records",
		Doc: `Sets members as they stand in a record (read them with tier full); the others stay. What depends on them is not moved: use move, set_type, set_level, set_elevation or rehost
where that is meant. The id and the category never change. A member that is an object is replaced whole, but properties, classifications and externalIds are merged name by name (null
takes a name away).`,
	}, `{"command": "update", "id": "window-south", "set": {"sill": 1000}}`, runUpdate)
}

func runUpdate(ctx context.Context, tx *Tx, a updateArgs) error {
	if len(a.Set) == 0 && len(a.Unset) == 0 {
		return tx.Invalid("/set", "update needs set or unset", nil)
	}
	for _, name := range slices.Concat(a.Set.Names(), a.Unset) {
		if name == "id" || name == "category" {
			return tx.Invalid("/set/"+name, fmt.Sprintf("the %s of a record never changes; create another and delete this one", name), nil)
		}
	}
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	for _, r := range targets {
		if err := tx.updateOne(r, a); err != nil {
			return err
		}
	}
	tx.sayUpdate(targets, a)
	return nil
}

func (tx *Tx) updateOne(r *model.Record, a updateArgs) error {
	set, err := tx.Members("set", r, a.Set)
	if err != nil {
		return err
	}
	next := r
	for _, m := range set {
		next = next.With(m.Name, merged(r.Get(m.Name), m))
	}
	for i, name := range a.Unset {
		if !r.Has(name) && !tx.knows(r, name) {
			return tx.Invalid(fmt.Sprintf("/unset/%d", i), fmt.Sprintf("%s has no member %q to take away", spoken(r), clip(name)), nil)
		}
		next = next.Without(name)
	}
	return tx.PutShape(next, a.KeepShape)
}

// knows tells whether records of the category have the member.
func (tx *Tx) knows(r *model.Record, name string) bool {
	c := tx.base.Schema().Category(r.Category())
	if c == nil {
		return false
	}
	_, known := c.Field(name)
	return known
}

// openMaps are the members whose names are set one by one, and how deep their maps
// are nested.
var openMaps = map[string]int{"properties": 2, "classifications": 1, "externalIds": 1}

// merged answers the new value of a member: open maps keep the names that are not set.
func merged(old any, m model.Member) any {
	if m.Value == nil {
		return nil
	}
	return mergeOpen(old, m.Value, openMaps[m.Name])
}

// mergeOpen sets the names of an open map, those of the maps in it down to a depth,
// and takes away those that are null.
func mergeOpen(old, set any, depth int) any {
	edits, ok := set.(model.Object)
	if !ok || depth == 0 {
		return set
	}
	base, _ := old.(model.Object)
	for _, m := range edits {
		if m.Value == nil {
			base = base.Without(m.Name)
			continue
		}
		base = base.With(m.Name, mergeOpen(base.Get(m.Name), m.Value, depth-1))
	}
	return base
}

// sayUpdate words an update: "Set height of wall W-01 to 2800 mm".
func (tx *Tx) sayUpdate(targets []*model.Record, a updateArgs) {
	names := slices.Concat(a.Set.Names(), a.Unset)
	switch {
	case len(names) > 2:
		tx.Say("Change", targets, "("+strings.Join(names, ", ")+")")
	case len(a.Set) == 0:
		tx.Say("Take away "+strings.Join(names, " and ")+" of", targets, "")
	case len(names) == 2:
		tx.Say("Set "+strings.Join(names, " and ")+" of", targets, "")
	default:
		tx.sayMember(targets, names[0])
	}
}

func (tx *Tx) sayMember(targets []*model.Record, name string) {
	now := tx.Record(targets[0].ID()).Get(name)
	f, is := now.(float64)
	old, was := targets[0].Number(name)
	switch {
	case now == nil:
		tx.Say("Take away "+name+" of", targets, "")
	case name == "width" && is && was && len(targets) == 1 && f > old:
		tx.Say("Widen", targets, "to "+tx.Length(f))
	case name == "width" && is && was && len(targets) == 1 && f < old:
		tx.Say("Narrow", targets, "to "+tx.Length(f))
	default:
		tx.Say("Set "+name+" of", targets, tx.toValue(targets[0].Category(), name, now))
	}
}

// toValue words the new value of a member: "to 2800 mm", nothing where it takes more
// than a few words.
func (tx *Tx) toValue(category, name string, v any) string {
	switch v := v.(type) {
	case float64:
		if c := tx.base.Schema().Category(category); c != nil {
			if f, ok := c.Field(name); ok && f.Type.Unit == "mm" {
				return "to " + tx.Length(v)
			}
		}
		return "to " + brief(v)
	case string:
		if r := tx.Record(v); r != nil && strings.HasSuffix(name, "Id") {
			return "to " + spoken(r)
		}
		return "to " + shorten(plain(v), 40)
	case bool:
		return "to " + brief(v)
	}
	return ""
}
