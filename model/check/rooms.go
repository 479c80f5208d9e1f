package check

import (
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

var roomNumberUnique = &Rule{Name: "room.number-unique", Severity: model.Warning, record: lookRoomNumber, on: []string{"room"},
	Doc: "No two rooms of one building that stand in one phase have the same number."}

// lookRoomNumber reports every room but the first, by id, with a number.
func lookRoomNumber(o *owner) {
	number := strings.TrimSpace(o.record.String("number"))
	if number == "" {
		return
	}
	for _, id := range keysOf(o.s).members(roomNumber, number) {
		other := o.s.Record(id)
		if id >= o.id() || !hasKey(o.s, id, roomNumber, number) || buildingOf(o.s, other) != buildingOf(o.s, o.record) || !together(o.s, o.record, other) {
			continue
		}
		o.report(issue{pointer: "/number",
			message: fmt.Sprintf("%s has the number %s, which is %s's; renumber one of them", idText(o.id()), quote(number), idText(id))})
		return
	}
}

// buildingOf answers the building of an element's level.
func buildingOf(s *model.Snapshot, r *model.Record) string {
	level, _ := category.Levels(s).Get(r.String("levelId"))
	return level.Building
}
