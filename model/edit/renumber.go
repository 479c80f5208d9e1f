package edit

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
)

type renumberArgs struct {
	Target
	Number string `json:"number" required:"true" also:"mark,start,from,value,to" doc:"The number or mark. Several records count on from it: D-09, D-10."`
	As     string `json:"as" enum:"number,mark" doc:"The member it goes into. Absent: number for rooms, levels, buildings and groups, else mark."`
}

func renumber() *Command {
	return define(Command{
		Name: "renumber", Also: []string{"set_number", "set_mark", "mark", "number"},
		Summary: "Give records a number or mark, counting on over several",
		Doc: `Rooms take a number, doors, windows and other elements a mark. Several records, by a list of ids or a filter, count on in their order: the digits at
the end of the number rise by one and keep their width. Room numbers are to be unique in a building (room.number-unique).`,
	}, `{"command": "renumber", "id": ["window-south", "window-north"], "number": "W-09"}`, runRenumber)
}

func runRenumber(ctx context.Context, tx *Tx, a renumberArgs) error {
	if err := tx.label("/number", a.Number); err != nil {
		return err
	}
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	next := a.Number
	for i, r := range targets {
		if i > 0 {
			if next, err = tx.countOn(next); err != nil {
				return err
			}
		}
		if err := tx.Put(r.With(a.member(r), next)); err != nil {
			return err
		}
	}
	rest := "to " + plain(a.Number)
	if next != a.Number {
		rest += " … " + plain(next)
	}
	tx.Say("Renumber", targets, rest)
	return nil
}

func (a *renumberArgs) member(r *model.Record) string {
	switch {
	case a.As != "":
		return a.As
	case slices.Contains([]string{"room", "level", "building", "group"}, r.Category()):
		return "number"
	}
	return "mark"
}

// countOn answers the number after one, with as many digits.
func (tx *Tx) countOn(number string) (string, error) {
	next, ok := successor(number)
	if !ok {
		return "", tx.Invalid("/number", fmt.Sprintf("%q ends in no digits to count on from; several records need one such as %s1", clip(number), clip(number)), number)
	}
	return next, nil
}

// successor answers the number after one, with as many digits, and whether it ends in
// digits at all.
func successor(number string) (string, bool) {
	stem := strings.TrimRight(number, "0123456789")
	digits := number[len(stem):]
	n, err := strconv.ParseUint(digits, 10, 63)
	return fmt.Sprintf("%s%0*d", stem, len(digits), n+1), err == nil
}
