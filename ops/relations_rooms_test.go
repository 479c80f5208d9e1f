package ops

import "testing"

// TestRoomsAreBoundedByTheirOwnStorey holds that the walls and doors of one storey are
// not told of the rooms of the next, which begins where they end.
func TestRoomsAreBoundedByTheirOwnStorey(t *testing.T) {
	h := open(t, houseDir(t))
	data[written](t, h, `{"action": "execute", "commands": [
		{"command": "create", "category": "room", "id": "room-west", "record": {"levelId": "level-0", "outline": [[150, 150], [5950, 150], [5950, 7850], [150, 7850]]}},
		{"command": "add_level", "id": "level-1", "name": "First floor", "above": "level-0", "height": 3000},
		{"command": "copy", "filter": {"levels": ["level-0"]}, "toLevel": "level-1"}]}`)
	storeys := map[string]string{}
	for _, row := range data[table](t, h, `{"action": "query", "filter": {"categories": ["wall", "door", "window", "room"]}, "select": ["id", "levelId"]}`).Rows {
		storeys[row[0].(string)] = row[1].(string)
	}
	told := 0
	for id, level := range storeys {
		for _, room := range data[relationsOut](t, h, `{"action": "relations", "id": "`+id+`"}`).Rooms {
			if told++; storeys[room.ID] != level {
				t.Errorf("%s of %s is told to be %q of %s on %s", id, level, room.As, room.ID, storeys[room.ID])
			}
		}
	}
	if told != 2*2*6 {
		t.Errorf("%d relations of rooms are told", told)
	}
}
