package edit

import (
	"context"
	"fmt"

	"github.com/openeik/ekgit/model"
)

type createArgs struct {
	Category string       `json:"category" doc:"The category; it may stand in the record instead."`
	Record   model.Object `json:"record" required:"true" also:"set,members,element,values,data" doc:"Its members, without id and category. Lengths are mm or text such as \"2.1 m\"; names stand for ids."`
	ID       string       `json:"id" doc:"An id of your choice; made by the host where absent."`
}

func create() *Command {
	return define(Command{
		Name: "create", open: "record", Geometric: true,
		Also:    []string{"add", "insert", "new", "create_element", "create_record", "add_element", "add_record"},
		Summary: "Make one record of any category from its members",
		Doc: `Makes exactly the record that is given. Prefer draw_walls, place_door, place_window, place_opening, add_level and add_type where they fit: they know what usually goes together.
guide {"topic": "schema/room"} (or ek schema room) lists a category's members with units. Members that the category does not know are refused; open data goes into properties.`,
	}, `{"command": "create", "category": "room", "id": "room-store", "record": {"levelId": "level-0", "number": "0.02", "name": "Store", "outline": [[6050, 150], [9850, 150], [9850, 7850], [6050, 7850]]}}`, runCreate)
}

func runCreate(_ context.Context, tx *Tx, a createArgs) error {
	category, err := tx.given(a.Category, a.Record, "category")
	if err != nil {
		return err
	}
	id, err := tx.given(a.ID, a.Record, "id")
	if err != nil {
		return err
	}
	if category == "" {
		return tx.Invalid("/category", `create needs "category"`, nil)
	}
	if tx.base.Schema().Category(category) == nil {
		return tx.unknownCategory(category)
	}
	if id, err = tx.NewID(category, id); err != nil {
		return err
	}
	r, err := tx.made(id, category, a.Record.Without("id").Without("category"))
	if err != nil {
		return err
	}
	tx.Say("Add", []*model.Record{r}, "")
	return nil
}

// given answers an argument that may stand in the record instead.
func (tx *Tx) given(argument string, record model.Object, name string) (string, error) {
	inside, _ := record.Get(name).(string)
	if argument != "" && inside != "" && argument != inside {
		return "", tx.Invalid("/record/"+name, fmt.Sprintf("the record says %s %q and the command %q; say it once", name, inside, argument), inside)
	}
	if argument == "" {
		return inside, nil
	}
	return argument, nil
}

// made puts a new record of open members and answers it.
func (tx *Tx) made(id, category string, open model.Object) (*model.Record, error) {
	head := model.Object{{Name: "id", Value: id}, {Name: "category", Value: category}}
	carrier := head
	if of, ok := open.Get("of").(string); ok {
		carrier = carrier.With("of", of)
	}
	set, err := tx.Members("record", model.NewRecord(carrier), open)
	if err != nil {
		return nil, err
	}
	for _, m := range set {
		if m.Value != nil {
			head = append(head, m)
		}
	}
	if err := tx.Put(model.NewRecord(head)); err != nil {
		return nil, err
	}
	return tx.Record(id), nil
}
