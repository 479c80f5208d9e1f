package ops

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// round answers requests of every kind of command, each of which is carried out on
// what the ones before and the rounds before have made of the example house.
func round(r int) []string {
	above, level := fmt.Sprintf("level-%d", r+1), 3000*(r+1)
	shed := func(i int) string { return fmt.Sprintf("shed-%d-%d", r, i) }
	one := func(format string, args ...any) string {
		return `{"action": "execute", "commands": [` + fmt.Sprintf(format, args...) + `]}`
	}
	return []string{
		one(`{"command": "update", "id": "door-entrance", "set": {"width": %d}}`, 1010+10*r),
		one(`{"command": "create", "category": "furniture", "id": "chair-%d", "record": {"levelId": "level-0", "at": [%d, 2000], "kind": "chair"}}`, r, 1000+200*r),
		one(`{"command": "place_window", "host": "wall-west", "from": "start", "distance": %d, "width": 400, "height": 400, "sill": 900, "id": "window-west-%d"}`, 500+900*r, r),
		one(`{"command": "move", "id": "wall-partition", "by": [%d, 0]}`, 10+r),
		one(`{"command": "rename", "id": "wall-south", "name": "South wall %d"}`, r),
		one(`{"command": "renumber", "id": ["window-south", "window-north"], "number": "W-%d1"}`, r+1),
		one(`{"command": "set_properties", "id": "door-entrance", "properties": {"Pset_DoorCommon": {"FireRating": "EI %d"}}}`, 30+r),
		one(`{"command": "classify", "id": "wall-east", "system": "Uniclass 2015", "code": "Ss_25_%d"}`, 13+r),
		one(`{"command": "assign_group", "id": "chair-%d", "group": "group-escape"}`, r),
		one(`{"command": "draw_walls", "level": "level-0", "type": "wall-type-partition-100", "points": [[0, %[2]d], [6000, %[2]d], [6000, %[3]d]], "id": "shed-%[1]d"}`, r, 20000+4000*r, 22000+4000*r),
		one(`{"command": "split_wall", "id": %q, "distance": 3000, "newId": %q}`, shed(1), shed(3)),
		one(`{"command": "place_door", "host": %q, "distance": 500, "type": "door-type-1000x2100", "id": "shed-door-%d"}`, shed(1), r),
		one(`{"command": "place_opening", "host": %q, "distance": 500, "width": 1000, "height": 2000, "id": "shed-opening-%d"}`, shed(3), r),
		one(`{"command": "copy", "id": "chair-%[1]d", "by": [0, 900], "newId": "chair-copy-%[1]d"}`, r),
		one(`{"command": "array", "id": "chair-%[1]d", "by": [0, 1500], "count": 3, "newId": "chair-row-%[1]d"}`, r),
		one(`{"command": "add_level", "id": %q, "name": "Floor %d", "elevation": %d, "height": 2800}`, above, r+1, level),
		one(`{"command": "set_level", "id": "chair-copy-%d", "level": %q}`, r, above),
		one(`{"command": "duplicate_type", "type": "Door 1000 x 2100", "id": "door-type-%d", "name": "Shed door %[1]d", "set": {"height": 2000}}`, r),
		one(`{"command": "set_type", "id": "shed-door-%d", "typeId": "door-type-%[1]d"}`, r),
		one(`{"command": "add_type", "of": "wall", "id": "wall-type-%d", "name": "Fence %[1]d", "set": {"thickness": 40}}`, r),
		one(`{"command": "delete", "id": "chair-row-%d-1"}`, r),
		one(`{"command": "demolish", "id": %q, "phase": "conversion"}`, shed(2)),
		one(`{"command": "rehost", "id": "window-west-%d", "host": "wall-east", "from": "start", "distance": %d}`, r, 500+900*r),
		one(`{"command": "set_elevation", "level": %q, "elevation": %d, "along": "elements"}`, above, level+150),
		`{"action": "execute", "commands": [{"command": "purge_types", "of": "wall"}], "again": true}`,
		fmt.Sprintf(`{"action": "execute", "agent": "planner/2.1", "title": "Furnish the hall, part %d", "message": "As agreed with the owner.\n\nSee the minutes.", "commands": [
			{"command": "create", "category": "furniture", "id": "table-%[1]d", "record": {"levelId": "level-0", "at": [%[2]d, 5000], "kind": "table"}},
			{"command": "move", "id": "table-%[1]d", "by": [0, 250]},
			{"command": "set_properties", "id": "table-%[1]d", "properties": {"Purchase": {"Price": {"value": %[2]d, "unit": "EUR"}}}},
			{"command": "rename", "id": "chair-%[1]d", "name": "Ärmlehne ‹%[1]d›"}]}`, r, 1000+300*r),
	}
}

// feed runs git as git does, with text on its standard input.
func feed(t interface{ Fatalf(string, ...any) }, dir, text string, args ...string) string {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(text)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %v: %v", args, err)
	}
	return string(out)
}

// receipt is the answer to a write, as far as tests look into it.
type receipt struct {
	Commit   string
	Sequence int
	Subject  string
	Replayed bool
	Affected struct {
		Created, Deleted struct{ Rows [][]any }
		Updated          []struct{ ID string }
		Rest             int
	}
	Verify []json.RawMessage
	Undo   json.RawMessage
}

// ids answers the records that a write says it has changed, each once.
func (r receipt) ids() []string {
	var ids []string
	for _, row := range append(r.Affected.Created.Rows, r.Affected.Deleted.Rows...) {
		ids = append(ids, row[0].(string))
	}
	for _, u := range r.Affected.Updated {
		ids = append(ids, u.ID)
	}
	slices.Sort(ids)
	return ids
}

// accepted carries out a write and answers it. Where the write reaches far it is sent
// again with what the refusal says to confirm.
func accepted(t testing.TB, h *Host, request string) receipt {
	t.Helper()
	e := do(t, h, request)
	if !e.OK && e.Error.Details["confirm"] != nil {
		confirm, err := json.Marshal(e.Error.Details["confirm"])
		if err != nil {
			t.Fatal(err)
		}
		e = do(t, h, strings.TrimSuffix(request, "}")+`, "confirm": `+string(confirm)+"}")
	}
	return answer[receipt](t, e)
}

// answer reads an answer, which must be none of an error.
func answer[T any](t testing.TB, e Envelope) T {
	t.Helper()
	var out T
	if !e.OK {
		t.Fatalf("%s: %s: %s. %s %v", e.Meta.Operation, e.Error.Code, e.Error.Message, e.Error.Hint, e.Error.Details)
	}
	text, err := json.Marshal(e.Data)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%s: %v\n%s", e.Meta.Operation, err, text)
	}
	return out
}
