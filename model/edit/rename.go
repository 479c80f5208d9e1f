package edit

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

type renameArgs struct {
	Target
	Name string `json:"name" required:"true" also:"to,newName,value" doc:"The new name; \"\" takes the name away."`
}

func rename() *Command {
	return define(Command{
		Name: "rename", Also: []string{"set_name", "rename_element", "rename_level", "rename_type"},
		Summary: "Give records a name",
		Doc: `Names are for people: levels, types, rooms, materials and grids (whose name is their label) have one, elements may. An id never changes, so nothing that
refers to the record is touched. Doors, windows and rooms are told apart by mark and number: see renumber.`,
	}, `{"command": "rename", "id": "level-0", "name": "Entrance level"}`, runRename)
}

func runRename(ctx context.Context, tx *Tx, a renameArgs) error {
	if err := tx.label("/name", a.Name); err != nil {
		return err
	}
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	for _, r := range targets {
		if err := tx.Put(r.With("name", nonEmpty(a.Name))); err != nil {
			return err
		}
	}
	if a.Name == "" {
		tx.Say("Take away the name of", targets, "")
	} else {
		tx.Say("Rename", targets, "to "+shorten(plain(a.Name), 40))
	}
	return nil
}

// labels are the members that people read a record by.
var labels = []string{"name", "mark", "number", "kind"}

// label refuses text that cannot stand in a name, mark or number: control characters
// and those that turn the direction of what follows.
func (tx *Tx) label(path, text string) error {
	for _, r := range text {
		if r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x2028 || r == 0x2029 {
			return tx.Invalid(path, fmt.Sprintf("%s has no control characters; %s holds U+%04X", path[strings.LastIndexByte(path, '/')+1:], strconv.QuoteToASCII(clip(text)), r), nil)
		}
	}
	return nil
}

// nonEmpty is a text as a member, whose absence means none.
func nonEmpty(text string) any {
	if text == "" {
		return nil
	}
	return text
}
