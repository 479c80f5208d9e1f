package edit

import (
	"context"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
)

type addTypeArgs struct {
	Of   string       `json:"of" required:"true" also:"category,for" doc:"The category that it is a type of, such as wall."`
	Name string       `json:"name" required:"true" doc:"Its name, such as Partition 125; unique among the types of the category."`
	Set  model.Object `json:"set" also:"members,record,values,type" doc:"Its members: layers or thickness of walls, slabs, roofs, ceilings and curtain walls; width and height of doors and windows; profile of columns and beams."`
	ID   string       `json:"id" doc:"An id of your choice; made by the host where absent."`
}

func addType() *Command {
	return define(Command{
		Name: "add_type", open: "set", Also: []string{"create_type", "new_type"},
		Summary: "Make a type",
		Doc: `Elements of one make share a type; look through the types that are there first (read {"filter": {"categories": ["type"]}}). Layers of walls go from left to right of start -> end,
of slabs and roofs from the top down; each has a thickness in mm and a function (structure, substrate, insulation, finish, membrane, air).`,
	}, `{"command": "add_type", "of": "wall", "id": "wall-type-partition-125", "name": "Partition 125", "set": {"layers": [
		{"materialId": "plaster", "thickness": 12.5, "function": "finish"},
		{"materialId": "brick", "thickness": 100, "function": "structure"},
		{"materialId": "plaster", "thickness": 12.5, "function": "finish"}]}}`, runAddType)
}

func runAddType(_ context.Context, tx *Tx, a addTypeArgs) error {
	d := category.Find(a.Of)
	if d == nil || d.TypeFields() == nil {
		return tx.untyped(a.Of)
	}
	if err := tx.typeName(a.Of, a.Name, ""); err != nil {
		return err
	}
	id, err := tx.NewID(a.Of+"-type", a.ID)
	if err != nil {
		return err
	}
	carrier := model.NewRecord(model.Object{{Name: "id", Value: id}, {Name: "category", Value: "type"}, {Name: "of", Value: a.Of}, {Name: "name", Value: a.Name}})
	set, err := tx.Members("set", carrier, a.Set.Without("of").Without("name").Without("category"))
	if err != nil {
		return err
	}
	r := withAll(carrier, set)
	if err := tx.Put(r); err != nil {
		return err
	}
	tx.Say("Add", []*model.Record{r}, "")
	return nil
}

// withAll answers a record with members set, null ones taken away.
func withAll(r *model.Record, set model.Object) *model.Record {
	for _, m := range set {
		r = r.With(m.Name, m.Value)
	}
	return r
}

// untyped is the problem of a category that has no types.
func (tx *Tx) untyped(of string) error {
	var typed []string
	for _, d := range category.All() {
		if d.TypeFields() != nil {
			typed = append(typed, d.Name)
		}
	}
	p := tx.invalid("/of", `there are no types of "`+clip(of)+`"`, of)
	p.Hint = "Types are of " + strings.Join(typed, ", ")
	if near := args.Nearest(of, typed); near != "" {
		p.Details["try"] = tx.data.With("of", near)
	}
	return p
}

// typeName refuses a name that another type of the category has.
func (tx *Tx) typeName(of, name, except string) error {
	if err := tx.label("/name", name); err != nil {
		return err
	}
	if name == "" {
		return tx.Invalid("/name", "a type has a name", nil)
	}
	for f := range tx.Snapshot().InCategory("type") {
		r := f.Record()
		if r == nil || r.ID() == except || r.Of() != of || !strings.EqualFold(r.String("name"), name) {
			continue
		}
		return tx.Invalid("/name", "there is a "+spoken(r)+" already, "+r.ID()+"; use it or choose another name", name)
	}
	return nil
}
